import {decodeUri} from '../../decode-uri.js';
import type {AishuRequests} from './requests.js';
import {readMessages} from './stored.js';
import {isoOf} from './steps.js';
import {pathPart, requiredId, withId} from '../operations/ids.js';
import {defined, asNumber, asRecord, asRecords, asText, type JsonRecord} from '../../values.js';
import type {FileInfo, Onboarding, SessionInfo} from '../session-types.js';
import {listIn, readSessions} from '../operations/lists.js';
import type {History, Operations, ReportEntry, RequestShape, ResponseData} from '../types.js';

type SessionOperations = Pick<
  Operations,
  'create' | 'history' | 'markRead' | 'sessions' | 'rename' | 'remove' | 'upload' | 'onboarding'
>;

/** The operations on the conversations of an agent. */
export function sessionOperations(requests: AishuRequests): SessionOperations {
  const conversation = (session: string): string => `/conversation/${pathPart(session)}`;
  const area = defined({temparea_id: requests.area});
  /** An agent that was never published has only the draft version, `v0`. */
  const introduction = (agent = '', version: string): RequestShape =>
    requests.service(
      'GET',
      `/agent-factory/v3/agent-market/agent/${pathPart(agent)}/version/${pathPart(version)}`,
      {query: {is_visit: true}},
    );
  const upload: NonNullable<Operations['upload']> = {
    request: ({session, file}) =>
      requests.service('POST', '/v1/sessions/sess-agent-default/files/upload', {
        query: {
          path: `conversation-${requiredId(session)}/uploads/temparea/${pathPart(file.name)}`,
        },
        body: {form: [{name: 'file', value: file}]},
      }),
    read: ({body}) => readUpload(asRecord(body)),
  };
  return {
    create: {
      request: input =>
        requests.app('POST', input, '/conversation', {
          body: {json: {title: input.title ?? '', ...requests.agentOf(input), ...area}},
        }),
      read: ({body}) =>
        withId(readSession({...asRecord(body), ...asRecord(asRecord(body)['data'])})),
    },
    history: {
      request: input => requests.app('GET', input, conversation(input.session)),
      read: readHistory,
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
      read(response, report) {
        const list = listIn(response, ['entries'], '`entries`, a list of conversations');
        const sessions = readSessions(list, readSession, report);
        const {total, total_count} = asRecord(response.body);
        // The response does not contain the page number: a page that is not empty may be followed by another.
        const all = asNumber(total ?? total_count) ?? 0;
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
      read: ({body}) => readOnboarding(asRecord(body)),
    },
  };
}

function readHistory(response: ResponseData, report?: ReportEntry): History {
  const messages = readMessages(response, report);
  const final = messages.at(-1);
  const {message_index: last, status} = asRecord(response.body);
  // The status of a conversation is that of its newest message, whose answer may not be stored yet.
  const runs = final?.role === 'user' ? status === 'processing' : final?.status === 'streaming';
  return {
    messages,
    ...(runs && {running: {run: final?.runId ?? ''}}),
    ...defined({last: asNumber(last)}),
  };
}

function readSession(entry: JsonRecord): SessionInfo {
  return {
    id: asText(entry['id']) ?? '',
    ...defined({
      title: asText(entry['title']),
      createdAt: isoOf(entry['create_time']),
      updatedAt: isoOf(entry['update_time']),
      status: asText(entry['status']),
    }),
  };
}

/** Requests name an uploaded file by its path. */
function readUpload(body: JsonRecord): FileInfo {
  const file = {...body, ...asRecord(body['data'])} as JsonRecord;
  const path = asText(file['file_name']) ?? asText(file['file_path']) ?? asText(file['path']);
  const name = decodeUri(path?.split('/').at(-1) ?? '');
  return path === undefined ? {id: '', name, status: 'failed'} : {id: path, name, status: 'ready'};
}

/** Reads the introduction of an agent. Only the fixed opening texts can be displayed by the page. */
function readOnboarding(agent: JsonRecord): Onboarding {
  const config = asRecord(agent['config']);
  const remark = asRecord(config['opening_remark_config']);
  const greeting = remark['type'] === 'fixed' ? asText(remark['fixed_opening_remark']) : undefined;
  const questions = asRecords(config['preset_questions'])
    .map(({question}) => asText(question)?.trim() ?? '')
    .filter(question => question !== '');
  return {questions, ...defined({greeting, agent: asText(agent['id'])})};
}
