import type {CheckedEvent, Finding} from './check.js';
import {asRecord, asText} from '../core/values.js';
import {parseJson} from '../core/json.js';
import {shorten} from '../core/model/shorten.js';

const marks: Readonly<Record<Finding['level'], string>> = {
  ok: '✔',
  missing: '–',
  untested: '?',
  warning: '!',
  error: '✖',
};

const maxDataCharacters = 60;

/** The name of an event: that of its frame, or the `type` in its data. */
function nameOf({frame}: CheckedEvent): string {
  return asText(asRecord(parseJson(frame.data))['type']) ?? frame.event ?? 'message';
}

/** A line about an event, and one for each anomaly. */
export function eventText(event: CheckedEvent, number: number): string {
  const {frame, effects, diagnostics} = event;
  const excerpt = shorten(frame.data.replace(/\s+/g, ' '), maxDataCharacters);
  const changes = effects.join('; ') || (diagnostics.length > 0 ? '' : 'changes nothing');
  return [
    `${String(number).padStart(4)}  ${nameOf(event).padEnd(28)} ${changes}`.trimEnd(),
    ...diagnostics.map(({code, message}) => `      ! ${code}: ${message} ${excerpt}`),
  ].join('\n');
}

export function findingText({level, text, consequence}: Finding): string {
  return [`${marks[level]} ${text}`, ...(consequence ? [`  ${consequence}`] : [])].join('\n');
}
