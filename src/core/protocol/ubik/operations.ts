import {withId, pathPart, requiredId} from '../operations/ids.js';
import {defined, isRecord, asRecord, asRecords, asText} from '../../values.js';
import {sentJson} from '../../json.js';
import {appOperations} from '../operations/apps.js';
import {listIn, readSessions} from '../operations/lists.js';
import type {FileInfo, SessionInfo} from '../session-types.js';
import type {
  ResponseData,
  Opened,
  Operation,
  Operations,
  ReplyInput,
  ReplyOperation,
  ReportEntry,
  RequestShape,
  StreamOperation,
} from '../types.js';
import {readHistory, readMessage} from './stored.js';

/** Paths and bodies of the OpenAPI description "UBIK Public API" 1.0, relative to its base URL. */
const sessionPath = (session: string): string => `agent-sessions/${pathPart(session)}`;

const post = (path: string, json: unknown): RequestShape => ({method: 'POST', path, body: {json}});
const get = (path: string, query?: RequestShape['query']): RequestShape => ({
  method: 'GET',
  path,
  ...(query ? {query} : {}),
});

const nothing = (): void => undefined;

/** A request whose response is the stream, or a message with its task and the address of the stream. */
function stream<In>(request: (input: In) => RequestShape): StreamOperation<In> {
  return {request: input => ({...request(input), accept: 'stream'}), read: readOpened};
}

function readOpened({body}: ResponseData): Opened {
  const message = asRecord(body);
  const stored = readMessage(body);
  return defined({
    run: asText(message['task_id']),
    url: asText(message['stream_url']),
    session: asText(message['session_id']),
    message: stored?.role === 'assistant' && stored.children.length > 0 ? stored : undefined,
  });
}

function readSession(body: unknown): SessionInfo {
  const session = asRecord(body);
  return defined({
    id: asText(session['id']) ?? '',
    title: asText(session['title']),
    createdAt: asText(session['created_at']),
    updatedAt: asText(session['updated_at']),
    status: asText(session['status']),
  });
}

/** A file is being processed while its status is pending. An error message, or any other status, ends that. */
function readFile(body: unknown): FileInfo {
  const document = asRecord(body);
  const error = asText(document['error_message']);
  const status = asText(document['status']) ?? '';
  const failed = error !== undefined || !['pending', 'processing', 'completed'].includes(status);
  return defined({
    id: asText(document['id']) ?? '',
    name: asText(document['name']) ?? asText(document['file_name']) ?? '',
    status: fileStatus(failed, status),
    error,
  });
}

function fileStatus(failed: boolean, status: string): FileInfo['status'] {
  if (failed) return 'failed';
  return status === 'completed' ? 'ready' : 'processing';
}

/** Sends a message. Only a transport without sessions, such as an agent in the page, has no session here. */
const say = (
  session: string | undefined,
  content: string,
  files: readonly string[] = [],
): RequestShape =>
  post(`${session === undefined ? 'agent-sessions' : sessionPath(session)}/messages`, {
    content,
    ...(files.length > 0 && {attachment_document_ids: files.map(requiredId)}),
    stream: true,
  });

const send: Operations['send'] = stream(({session, text, files}) => say(session, text, files));

/** Yes and no are sent as words, because the stored answer is displayed. */
const worded = (input: unknown): unknown =>
  typeof input === 'boolean' ? (input ? 'yes' : 'no') : input;

/**
 * The API has no endpoint for answers to the agent's questions, so the answer is sent as the next message, JSON as its
 * text.
 */
const reply: ReplyOperation = {
  streams: 'next',
  ...stream(({session, answer: {input}, files}: ReplyInput) => {
    const value = worded(input);
    return say(session, typeof value === 'string' ? value : sentJson(value), files);
  }),
};

const replyTool: Operation<ReplyInput, void> = {
  request: ({request, answer, file}) => {
    // A tool with a schema receives the answer in that shape; otherwise in the shape of a stored answer.
    const described = request.schema !== undefined && isRecord(answer.input);
    const value = described ? answer.input : {input: worded(answer.input), type: answer.type};
    const input = {name: 'input_data_json', value: sentJson(value)};
    return {
      method: 'POST',
      path: `tool-executions/${pathPart(request.executionId ?? '')}/provide-input`,
      body: {form: file ? [input, {name: 'file', value: file}] : [input]},
    };
  },
  read: nothing,
};

/** The path of a tool's file. It is always requested from the API itself, so that the token is not sent elsewhere. */
const ASSET = /\/(assets\/tools(?:\/(?!\.|%2e)[^/?#\\\s]+){3})(?:$|[?#])/i;

export function asset(address: string): RequestShape | undefined {
  const path = ASSET.exec(address)?.[1];
  return path === undefined ? undefined : get(path);
}

export const operations = {
  send,
  reply,
  replyTool,
  attach: stream(({session, run}) => get(`${sessionPath(session)}/stream`, {task_id: asText(run)})),
  stop: {
    request: ({session}) => ({method: 'POST', path: `${sessionPath(session)}/stop`}),
    read: nothing,
  },
  create: {
    request: ({agent, title}) =>
      post('agent-sessions', defined({title, assistant_id: asText(agent)})),
    read: ({body}) => withId(readSession(body)),
  },
  history: {
    request: ({session}) => get(`${sessionPath(session)}/messages`),
    read: readHistory,
  },
  message: {
    request: ({session, message}) => get(`${sessionPath(session)}/messages/${pathPart(message)}`),
    read: ({body}) => {
      const message = readMessage(body);
      if (!message) throw new TypeError('a message with id and role');
      return message;
    },
  },
  sessions: {
    request: ({page, limit}) => get('agent-sessions', {page, limit}),
    read: (response, report?: ReportEntry) => {
      const list = listIn(response, ['items'], '`items`, a list of sessions');
      const page = asRecord(response.body);
      const sessions = [...readSessions(list, readSession, report)].sort((a, b) =>
        (b.updatedAt ?? '').localeCompare(a.updatedAt ?? ''),
      );
      return {sessions, more: page['has_more'] === true};
    },
  },
  rename: {
    request: ({session, title}) => ({
      method: 'PATCH',
      path: sessionPath(session),
      body: {json: {title}},
    }),
    read: nothing,
  },
  remove: {
    request: ({session}) => ({method: 'DELETE', path: sessionPath(session)}),
    read: nothing,
  },
  edit: stream(({session, message, text}) =>
    post(`${sessionPath(session)}/messages/${pathPart(message)}/edit`, {
      content: text,
      stream: true,
    }),
  ),
  regenerate: stream(({session, message}) =>
    post(`${sessionPath(session)}/messages/${pathPart(message)}/regenerate`, {
      stream: true,
    }),
  ),
  navigate: {
    request: ({session, message}) =>
      post(`${sessionPath(session)}/navigate`, {target_message_id: requiredId(message)}),
    read: nothing,
  },
  checkpoints: {
    request: ({session}) => get(`${sessionPath(session)}/checkpoints`),
    read: ({body}) =>
      asRecords(asRecord(body)['checkpoints']).flatMap(row => {
        const name = asText(row['checkpoint_name']);
        const facts = {run: asText(row['task_id']), createdAt: asText(row['created_at'])};
        return name === undefined ? [] : [defined({name, ...facts})];
      }),
  },
  restore: stream(({session, checkpoint, hint}) =>
    post(
      `${sessionPath(session)}/navigate-to-checkpoint`,
      defined({checkpoint_name: checkpoint, checkpoint_hint: hint, stream: true}),
    ),
  ),
  upload: {
    request: ({session, file}) => ({
      method: 'POST',
      path: `${sessionPath(session)}/upload`,
      body: {form: [{name: 'file', value: file}]},
    }),
    read: ({body}) => readFile(body),
  },
  file: {
    request: ({file}) => get(`documents/${pathPart(file)}`),
    read: ({body}) => readFile(body),
  },
  ...appOperations(({tool}, action) => ({
    path: `tool-executions/${pathPart(tool.executionId ?? '')}/app-${action}`,
    json: {},
  })),
} satisfies Operations;
