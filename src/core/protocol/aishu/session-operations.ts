import type {Requests} from './requests.js';
import {readMessages} from './stored.js';
import {isoOf} from './time.js';
import {
  defined,
  numberOf,
  pathPart,
  recordOf,
  recordsOf,
  requiredId,
  textOf,
  type WireRecord,
} from '../values.js';
import type {FileInfo, Onboarding, SessionInfo} from '../facts.js';
import type {History, Operations, RequestShape} from '../types.js';

type Sessions = Pick<
  Operations,
  'create' | 'history' | 'markRead' | 'sessions' | 'rename' | 'remove' | 'upload' | 'onboarding'
>;

/** Everything around the conversations of an agent. */
export function sessionOperations(requests: Requests): Sessions {
  const conversation = (session: string): string => `/conversation/${pathPart(session)}`;
  const area = defined({temparea_id: requests.area});
  /** An agent that was never published has only its draft, `v0`. */
  const introduction = (agent = '', version: string): RequestShape =>
    requests.beside(
      'GET',
      `/agent-factory/v3/agent-market/agent/${pathPart(agent)}/version/${pathPart(version)}`,
      {query: {is_visit: true}},
    );
  const upload: NonNullable<Operations['upload']> = {
    request: ({session, file}) =>
      requests.beside('POST', '/v1/sessions/sess-agent-default/files/upload', {
        query: {
          path: `conversation-${requiredId(session)}/uploads/temparea/${pathPart(file.name)}`,
        },
        body: {form: [{name: 'file', value: file}]},
      }),
    read: ({body}) => readUpload(recordOf(body)),
  };
  return {
    create: {
      request: input =>
        requests.app('POST', input, '/conversation', {
          body: {json: {title: input.title ?? '', ...requests.addressee(input), ...area}},
        }),
      read: ({body}) => readSession({...recordOf(body), ...recordOf(recordOf(body)['data'])}),
    },
    history: {
      request: input => requests.app('GET', input, conversation(input.session)),
      read: ({body}) => readHistory(body),
    },
    markRead: {
      request: input =>
        requests.app('PUT', input, `${conversation(input.session)}/mark_read`, {
          body: {json: {latest_read_index: input.last}},
        }),
      read: () => undefined,
    },
    sessions: {
      request: input =>
        requests.app('GET', input, '/conversation', {query: {page: input.page, size: input.limit}}),
      read({body}) {
        const {entries, total, total_count} = recordOf(body);
        const sessions = recordsOf(entries).map(readSession);
        // The answer does not say which page it is: a page that is not empty may have another behind it.
        const all = numberOf(total ?? total_count) ?? 0;
        return {sessions, more: sessions.length > 0 && sessions.length < all};
      },
    },
    rename: {
      request: input =>
        requests.app('PUT', input, conversation(input.session), {
          body: {json: {id: input.session, title: input.title, ...area}},
        }),
      read: () => undefined,
    },
    remove: {
      request: input => requests.app('DELETE', input, conversation(input.session)),
      read: () => undefined,
    },
    ...(requests.uploads && {upload}),
    onboarding: {
      request: input => introduction(input.agent, requests.version),
      otherwise: input => introduction(input.agent, 'v0'),
      read: ({body}) => readOnboarding(recordOf(body)),
    },
  };
}

function readHistory(body: unknown): History {
  const messages = readMessages(body);
  const final = messages.at(-1);
  const runs = final?.role === 'assistant' && final.status === 'streaming';
  const {message_index: last} = recordOf(body);
  return {
    messages,
    ...(runs && {running: {run: final.runId ?? ''}}),
    ...defined({last: numberOf(last)}),
  };
}

function readSession(entry: WireRecord): SessionInfo {
  return {
    id: textOf(entry['id']) ?? '',
    ...defined({
      title: textOf(entry['title']),
      createdAt: isoOf(entry['create_time']),
      updatedAt: isoOf(entry['update_time']),
      status: textOf(entry['status']),
    }),
  };
}

/** Requests name an uploaded file by its path. */
function readUpload(body: WireRecord): FileInfo {
  const told = {...body, ...recordOf(body['data'])} as WireRecord;
  const path = textOf(told['file_name']) ?? textOf(told['file_path']) ?? textOf(told['path']);
  const name = decodedName(path?.split('/').at(-1) ?? '');
  return path === undefined ? {id: '', name, status: 'failed'} : {id: path, name, status: 'ready'};
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Of the opening words only fixed ones are for the page to say. */
function readOnboarding(agent: WireRecord): Onboarding {
  const config = recordOf(agent['config']);
  const remark = recordOf(config['opening_remark_config']);
  const greeting = remark['type'] === 'fixed' ? textOf(remark['fixed_opening_remark']) : undefined;
  const questions = recordsOf(config['preset_questions'])
    .map(({question}) => textOf(question)?.trim() ?? '')
    .filter(question => question !== '');
  return {questions, ...defined({greeting, agent: textOf(agent['id'])})};
}
