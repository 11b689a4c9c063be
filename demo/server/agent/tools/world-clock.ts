import {z} from 'zod';
import type {AgentTool} from '../tool.js';
import type {ToolResult} from '../../apps/apps.js';

export const worldClockUri = 'ui://world-clock/app.html';

type WithApp = ToolResult & {
  /** The app that displays the result. */
  readonly _meta: {readonly ui: {readonly resourceUri: string}; readonly server: string};
};

const timeIn = (zone: string): string =>
  new Date().toLocaleTimeString('en', {timeZone: zone, timeStyle: 'short', hour12: false});

/** Shows the time in several zones. Its result names the app that displays them. */
export const worldClock: AgentTool<{zones: string[]}, WithApp> = {
  id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e09',
  name: 'world_clock',
  description: 'Shows the time in several time zones (IANA names).',
  input: z.object({zones: z.array(z.string())}),
  run({zones}) {
    const text = zones.map(zone => `${zone}: ${timeIn(zone)}`).join('\n');
    return {
      content: [{type: 'text', text}],
      structuredContent: {zones},
      _meta: {ui: {resourceUri: worldClockUri}, server: 'World clock'},
    };
  },
};

/** Finds the time zone of a city, for the app. */
export const findTimeZone = {
  name: 'find_time_zone',
  description: 'Finds the time zone of a city.',
  input: z.object({city: z.string().max(100)}),
  run(input: unknown): ToolResult {
    const {city} = this.input.parse(input);
    const wanted = city.trim().replace(/\s+/g, '_').toLowerCase();
    const zone = Intl.supportedValuesOf('timeZone').find(name =>
      name.toLowerCase().endsWith(`/${wanted}`),
    );
    if (zone === undefined) {
      return {isError: true, content: [{type: 'text', text: `No time zone is named ${city}.`}]};
    }
    return {
      content: [{type: 'text', text: `${zone}: ${timeIn(zone)}`}],
      structuredContent: {zones: [zone]},
    };
  },
};
