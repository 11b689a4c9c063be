import {jsonText, parseJson} from '../../core/json.js';
import {isAppUri} from '../../core/protocol/operations/apps.js';
import {
  asArray,
  asRecord,
  asRecords,
  asText,
  isRecord,
  type JsonRecord,
} from '../../core/values.js';
import type {ResourceResult} from '../../core/protocol/types.js';
import {parseAddress} from '../../controller/http/address.js';
import {showInvisible} from '../shared/html/safe-url.js';
import type {Question} from './consent.js';
import {readFile} from './app-file.js';
import {maxNameLength} from './name.js';
import {RpcError, type RpcCall} from './rpc-peer.js';
import {acceptableResult} from './tool-messages.js';

/** What requests of an app can do. */
export interface AppActions {
  readonly callTool?: (
    call: {readonly name: string; readonly arguments: JsonRecord},
    signal: AbortSignal,
  ) => Promise<JsonRecord>;
  readonly readResource?: (uri: string, signal: AbortSignal) => Promise<ResourceResult>;
  /** Whether the app may call a tool, as far as the page knows. */
  readonly isVisible: (tool: string) => boolean;
  /** Asks the user. `waits`: whether the app waits as long as it takes. */
  readonly ask: (question: Question, signal: AbortSignal, waits?: boolean) => Promise<boolean>;
  /** Reports to the app that a request is still handled. */
  readonly progress: (token: string | number, count: number) => void;
  /** Writes a draft of the user's message. Returns whether it was accepted. */
  readonly draft: (text: string) => Promise<boolean>;
  /** Adds data to the next message, or withdraws them (`undefined`); missing if no message can carry them. */
  readonly addContext?: (data: JsonRecord | undefined) => Promise<boolean>;
  /** Changes the display mode if possible. Returns the mode in force. */
  readonly display: (mode: string) => string;
}

/** Characters of a draft, and of data for the next message. */
const maxTextLength = 16 * 1024;

/** Characters of the arguments of a call, as the user reads them. */
const maxInputLength = 64 * 1024;

/** The app stops waiting for a tool 60 seconds after the last report. */
const progressIntervalMs = 20_000;

type Handler = (actions: AppActions, call: RpcCall) => unknown;

const failed = {isError: true};
const resultOf = (isDone: boolean): JsonRecord => (isDone ? {} : failed);

const handlers = new Map<string, Handler>([
  ['ui/open-link', openLink],
  ['ui/message', writeDraft],
  ['ui/update-model-context', updateContext],
  ['ui/request-display-mode', changeMode],
  ['ui/download-file', download],
  ['tools/call', callTool],
  ['resources/read', readResource],
]);

/** Handles a request of an app that has started. */
export function handleRequest(method: string, actions: AppActions, call: RpcCall): unknown {
  const handler = handlers.get(method);
  if (!handler) throw new RpcError('unknownMethod', 'Method not found');
  return handler(actions, call);
}

/** What an app may rely on (`hostCapabilities`). */
export function capabilitiesOf(actions: AppActions): JsonRecord {
  return {
    openLinks: {},
    downloadFile: {},
    logging: {},
    message: {text: {}},
    ...(actions.callTool && {serverTools: {}}),
    ...(actions.readResource && {serverResources: {}}),
    ...(actions.addContext && {updateModelContext: {text: {}, structuredContent: {}}}),
  };
}

async function callTool(
  {callTool: run, isVisible, ask, progress}: AppActions,
  {params, signal, progressToken}: RpcCall,
): Promise<JsonRecord> {
  const {name, arguments: given = {}} = params;
  if (!run) throw new RpcError('unknownMethod', 'Method not found');
  // What the user reads is what the server gets: a message may contain more than JSON, such as a `Map`.
  const input = isRecord(given) ? parseJson(jsonText(given) ?? '') : undefined;
  const shown = jsonText(input, 2)?.length ?? Infinity;
  // The question displays the whole name: two long ones may have the same beginning.
  const isName = typeof name === 'string' && name.length <= maxNameLength;
  if (!isName || !isRecord(input) || shown > maxInputLength) throw invalid();
  if (!isVisible(name)) throw new RpcError('denied', 'Tool is not available to the app');
  let count = 0;
  const report = (): void => {
    if (progressToken !== undefined) progress(progressToken, (count += 1));
  };
  const timer = setInterval(report, progressIntervalMs);
  try {
    const waits = progressToken !== undefined;
    if (!(await ask({kind: 'tool', name, input}, signal, waits))) {
      throw new RpcError('denied', 'Denied by the user');
    }
    return acceptableResult(await run({name, arguments: input}, signal));
  } finally {
    clearInterval(timer);
  }
}

async function readResource(
  {readResource: read}: AppActions,
  {params: {uri}, signal}: RpcCall,
): Promise<JsonRecord> {
  if (!read) throw new RpcError('unknownMethod', 'Method not found');
  if (!isAppUri(uri)) throw new RpcError('notFound', 'Resource not found');
  const {contents} = await read(uri, signal);
  return {contents};
}

async function openLink({ask}: AppActions, {params, signal}: RpcCall): Promise<JsonRecord> {
  // No base: a relative address would be one of this page. A name before the host could imitate another host.
  const address = parseAddress(asText(params['url']) ?? '');
  const isPlain = address && !address.username && !address.password;
  const isSafe = isPlain && /^https?:$/.test(address.protocol);
  return resultOf(!!isSafe && (await ask({kind: 'link', url: address.href}, signal)));
}

async function writeDraft({draft}: AppActions, {params}: RpcCall): Promise<JsonRecord> {
  const {role, content} = params;
  if (role !== 'user') throw invalid();
  // The text of the specification has one block, its types have a list.
  const blocks = asRecords(isRecord(content) ? [content] : content);
  const isText = blocks.length > 0 && blocks.every(({type}) => type === 'text');
  const whole = blocks.flatMap(block => asText(block['text']) ?? []).join('\n\n');
  // The user sees what will be sent.
  const text = showInvisible(whole);
  return resultOf(isText && text !== '' && text.length <= maxTextLength && (await draft(text)));
}

async function updateContext({addContext}: AppActions, {params}: RpcCall): Promise<JsonRecord> {
  if (!addContext) throw new RpcError('unknownMethod', 'Method not found');
  const {content, structuredContent} = params;
  const blocks = asRecords(content);
  const text = blocks.flatMap(block => asText(block['text']) ?? []).join('\n\n');
  const isEmpty = text === '' && Object.keys(asRecord(structuredContent)).length === 0;
  const data = {text, ...(isRecord(structuredContent) && {structuredContent})};
  const isText = blocks.every(({type}) => type === 'text');
  const size = jsonText(data)?.length ?? Infinity;
  if (!isText || size > maxTextLength || !(await addContext(isEmpty ? undefined : data)))
    throw new RpcError('denied', 'Not accepted');
  return {};
}

function changeMode({display}: AppActions, {params: {mode}}: RpcCall): JsonRecord {
  if (mode !== 'inline' && mode !== 'fullscreen' && mode !== 'pip') throw invalid();
  return {mode: display(mode)};
}

async function download({ask}: AppActions, {params, signal}: RpcCall): Promise<JsonRecord> {
  const files = asArray(params['contents']).map(content => readFile(asRecord(content)));
  if (files.length === 0) throw invalid();
  for (const file of files) {
    if (!file || !(await ask({kind: 'file', ...file}, signal))) return failed;
  }
  return {};
}

const invalid = (): RpcError => new RpcError('invalidParams', 'Invalid params');
