import type {ToolItem} from '../../../src/core/index.js';
import type {JsonRecord} from '../../../src/core/values.js';
import type {AppActions} from '../../../src/elements/ubik-app/app-requests.js';
import {AppSession, type Ending} from '../../../src/elements/ubik-app/app-session.js';
import type {Question} from '../../../src/elements/ubik-app/consent.js';
import {callOf} from './support.js';

/** A session whose surroundings are recorded. */
export interface Recorded {
  readonly session: AppSession;
  /** What the session has posted. */
  readonly posted: JsonRecord[];
  readonly questions: Question[];
  readonly drafts: string[];
  readonly contexts: (JsonRecord | undefined)[];
  readonly heights: number[];
  readonly endings: Ending[];
  readonly reports: string[];
  /** The decision about the next questions. */
  allowed: boolean;
  context: JsonRecord;
}

export function startSession(
  item: ToolItem = callOf(),
  actions: Partial<AppActions> = {},
  onPost: (message: JsonRecord) => void = () => undefined,
): Recorded {
  const recorded: Omit<Recorded, 'session'> = {
    posted: [],
    questions: [],
    drafts: [],
    contexts: [],
    heights: [],
    endings: [],
    reports: [],
    allowed: true,
    context: {theme: 'light', displayMode: 'inline'},
  };
  const session = new AppSession(item, {
    post: message => {
      recorded.posted.push(structuredClone(message));
      onPost(structuredClone(message));
    },
    actions: {
      isVisible: tool => tool !== 'model_only',
      ask: question => {
        recorded.questions.push(question);
        return Promise.resolve(recorded.allowed);
      },
      progress: (token, count) => session.progress(token, count),
      draft: text => {
        recorded.drafts.push(text);
        return Promise.resolve(true);
      },
      addContext: data => {
        recorded.contexts.push(data);
        return Promise.resolve(true);
      },
      display: mode => {
        if (mode === 'inline' || mode === 'fullscreen') {
          recorded.context = {...recorded.context, displayMode: mode};
          session.updateContext();
        }
        return String(recorded.context['displayMode']);
      },
      callTool: () => Promise.resolve({content: []}),
      readResource: uri => Promise.resolve({contents: [{uri, text: '{}'}]}),
      ...actions,
    },
    sandbox: {csp: {}, permissions: {}},
    context: () => recorded.context,
    onLive: () => undefined,
    onHeight: height => recorded.heights.push(height),
    onEnd: why => recorded.endings.push(why),
    onReport: (code, message) => recorded.reports.push(`${code}: ${message}`),
  });
  return Object.assign(recorded, {session});
}

export const initialize = (id = 0): JsonRecord => ({
  jsonrpc: '2.0',
  id,
  method: 'ui/initialize',
  params: {
    appInfo: {name: 'Meteo', version: '1.0.0'},
    appCapabilities: {availableDisplayModes: ['inline', 'fullscreen']},
    protocolVersion: '2026-01-26',
  },
});

export const initialized = {jsonrpc: '2.0', method: 'ui/notifications/initialized'};

/** Lets all answers be posted. */
export const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5));

/** A session after its handshake, with an empty list of posted messages. */
export async function liveSession(...options: Parameters<typeof startSession>): Promise<Recorded> {
  const recorded = startSession(...options);
  recorded.session.receive(initialize(1000));
  await settle();
  recorded.session.receive(initialized);
  await settle();
  recorded.posted.length = 0;
  return recorded;
}
