import {causeOf, ChatError} from './http/errors.js';
import {describeEvent, withoutEvents} from '../core/protocol/diagnosis/describe.js';
import type {ErrorCode} from './error-codes.js';
import type {ErrorInfo} from './types.js';
import {asRecord, asText, defined} from '../core/values.js';
import {protocolLike} from '../core/protocol/diagnosis/protocol-like.js';

/** What a developer can do about an error, from what is known about it. */
type Hint = string | ((error: ErrorInfo) => string);

const cors =
  'Otherwise allow the origin of this page in `Access-Control-Allow-Origin` of the server (CORS), and the headers of the request in `Access-Control-Allow-Headers`.';
const html =
  'An HTML page came instead: the address is wrong, or a login page, a proxy or the fallback of a single-page application answered.';
const stream =
  'Stream the answer: send each event of the protocol as it occurs, with `Content-Type: text/event-stream`.';
const compressed =
  'The body is no text. If it is compressed, send `Content-Encoding`; better, do not compress a stream.';
const checker = '`npx ubik-chat check` tests a server.';

const isHtml = ({contentType = '', received = ''}: ErrorInfo): boolean =>
  /\bhtml\b/i.test(contentType) || received.startsWith('"<');

/** As the header `Origin` names it: a page that was opened from a disk has the origin `null`. */
function pageOrigin(): string | undefined {
  if (typeof location === 'undefined') return undefined;
  return location.protocol === 'file:' ? 'null' : location.origin;
}

function isCrossOrigin({url}: ErrorInfo): boolean {
  const origin = pageOrigin();
  return url !== undefined && origin !== undefined && !url.startsWith(`${origin}/`);
}

/** A browser does not report which of both it is. */
const crossOriginHint = ({url = ''}: ErrorInfo): string =>
  `Either no server runs at ${new URL(url).origin}, or it does not allow pages of the origin ${pageOrigin() ?? 'of this page'}. Open the address in a new tab: if nothing answers, start the server or correct the address. ${cors}`;

function tokenHint(error: ErrorInfo): string {
  const {status, received = '', url} = error;
  if (url === undefined) {
    return /\baccess_token\b/.test(received)
      ? 'Return its field `access_token`.'
      : `Return the token, a string, from \`getToken\`${received === '' ? ', and see why it threw' : ''}.`;
  }
  if (status === undefined) {
    return isCrossOrigin(error)
      ? crossOriginHint(error)
      : 'Check that the server of `token-endpoint` runs.';
  }
  if (status === 404 || status === 405) {
    return 'Check `token-endpoint`: it must answer a POST request.';
  }
  if (status >= 400) return 'See the log of the server: the page has to be signed in there.';
  if (isHtml(error)) return html;
  if (/\btoken\b/.test(received)) return 'Rename the field to `access_token`.';
  return 'Answer with JSON: {"access_token": "…", "expires_in": 300}.';
}

function streamHint(error: ErrorInfo): string {
  const {contentType = ''} = error;
  if (isHtml(error)) return html;
  if (/\bjson\b/i.test(contentType)) {
    return `${stream}${likeness(error)}`;
  }
  return formatHint(error, ', with `Content-Type: text/event-stream`');
}

/** What to do about a body without events. */
const formatHint = ({received = ''}: ErrorInfo, more: string): string =>
  /\uFFFD|\\u00/.test(received)
    ? `${compressed} ${checker}`
    : `Write each event as \`data: …\` and an empty line${more}; ${checker}`;

const gone =
  'The session, message or file does not exist, or the server does not have this request, such as the one that loads the messages of a session. Check `session-id`, or remove it.';

const unserved =
  'Serve this request, or use a protocol without this operation: one that is an option, such as `history` of `createAiSdk`, is off by default.';

/** Whether a connection broke, of which no event is known that was missing. */
const isBroken = ({code, status, expected}: ErrorInfo): boolean =>
  code === 'truncated' && (status ?? expected) === undefined;

function truncatedHint(error: ErrorInfo): string {
  const {status = 0, contentType = '', received} = error;
  if (isBroken(error))
    return 'The connection broke: see the log of the server, and the time limits of proxies.';
  if (status >= 400) return gone;
  if (status === 204) return `Answer with a stream, or store the answer before it ends; ${checker}`;
  if (received?.startsWith(withoutEvents)) {
    return formatHint(
      error,
      /\bevent-stream\b/i.test(contentType)
        ? ', and end each stream with that, also after an error'
        : ', with `Content-Type: text/event-stream`',
    );
  }
  return `End each stream with that, also after an error; ${checker}`;
}

function responseHint(error: ErrorInfo): string {
  if (/`(?:fetch|transport)`/.test(error.expected ?? ''))
    return 'Correct that function of the page.';
  if (isHtml(error)) return html;
  const like = likeness(error);
  if (like !== '') return like;
  return `${eventsHint(error)} Compare the response with the description of the protocol, and check \`protocol\`; ${checker}`;
}

/** What to do about an event whose description begins like this. */
const formats: Readonly<Record<string, string>> = {
  '"{': ' Write each event as one JSON value in `data: …`, and an empty line after it.',
  '"\\"': ' Encode each event as JSON once: it is JSON within a JSON string.',
  '"[': ' Write each event by itself in `data: …`, without an array around them.',
  '"U': ' Write no byte order mark (U+FEFF) before an event.',
};

/** What to do where events were expected; empty for other responses. */
function eventsHint({expected = '', contentType = '', received = ''}: ErrorInfo): string {
  if (!expected.startsWith('events')) return '';
  if (/\bjson\b/i.test(contentType)) return stream;
  return `No event was understood.${formats[/^"(?:\\"|.)/.exec(received)?.[0] ?? ''] ?? ''}`;
}

/** Which protocol the received event is of, if it looks like one. */
function likeness({received = '', expected = ''}: ErrorInfo): string {
  const name = protocolLike(received);
  return name === undefined || /\bthe protocol ([\w-]+)/.exec(expected)?.[1] === name
    ? ''
    : ` No event was understood; the events look like those of the protocol ${name}: set \`protocol\` to "${name}", or check \`endpoint\`.`;
}

/** Of an element, the detail is a name and the known ones, such as `"AG_UI" (ag-ui, openai)`; a controller takes no name. */
function protocolHint({detail = ''}: ErrorInfo): string {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const [, name = '', list] = /^"(.*)" \((.*)\)$/.exec(detail) ?? [];
  if (list === undefined)
    return 'Pass a protocol of `ubik-chat/core`, such as `openaiChat`, or one of your own: only an element accepts a name.';
  const meant = list.split(', ').find(known => known !== name && plain(known) === plain(name));
  const question = meant === undefined ? '' : `Did you mean ${meant}? `;
  return `${question}Check the attribute \`protocol\`, or register the protocol in \`protocols\` first.`;
}

/** What to do about an address that contains the text of a missing value. */
function valueHint({url = ''}: ErrorInfo): string {
  const [, value] = /\/(undefined|null|NaN)(?=\/|$)/.exec(url) ?? [];
  return value === undefined
    ? ''
    : `The address contains ${value}: a variable of the page has no value.`;
}

/** What to do about a path that ends with what the chat appends to it: an endpoint with the path of a request. */
function doubledHint(error: ErrorInfo): string {
  const {code, url = ''} = error;
  const isMisplaced = code === 'wrong_address' || code === 'gone' || isHtml(error);
  // A part of one segment may occur twice by chance, unless that is in a row.
  const doubled = /^(\w+:\/\/[^/]+.*?)(?:(\/.+)\2|(\/[^/]+\/.+)\/.+\3)(?=\/|$)/;
  const [, base, inRow, apart] = doubled.exec(url) ?? [];
  return !isMisplaced || base === undefined
    ? ''
    : `The path has ${inRow ?? apart} twice, because the chat appends it to \`endpoint\`, which is probably ${base}.`;
}

const hints: Readonly<Record<string, Hint>> = {
  cross_origin: crossOriginHint,
  unreachable: ({url}) =>
    url === undefined
      ? 'See why `transport` threw; the exception follows.'
      : 'Check that the server runs, and the address in `endpoint`.',
  mixed_content: 'Use an address that begins with https://.',
  blocked_by_policy: ({received = 'connect-src', url}) =>
    `Add ${url ? new URL(url).origin : 'the origin'} to \`${received}\` of the Content Security Policy of the page.`,
  wrong_address: error =>
    `Check \`endpoint\` and \`protocol\`: no request has succeeded so far.${isHtml(error) ? ` ${html}` : ''}`,
  gone: ({expected}) => (expected === undefined ? gone : unserved),
  http_error: ({expected}) => (expected === undefined ? '' : unserved),
  token_unavailable: tokenHint,
  unauthorized:
    'Set `getToken`, `token-endpoint` or `headers` to what the server expects, and see its log.',
  forbidden: 'Check what the user of this token may do.',
  not_a_stream: streamHint,
  invalid_response: responseHint,
  truncated: truncatedHint,
  redirected:
    'Use the address that the redirect leads to; instead of a redirect to a page for signing in, answer with status 401. Redirects to another origin are not followed, because they would receive the token.',
  no_endpoint:
    'Set `endpoint` to the address of the agent API, or set `transport`. Outside of a page it must be absolute.',
  unsafe_endpoint: 'Set `endpoint` to a server of your own, which adds the secret key.',
  unknown_protocol: protocolHint,
  not_loaded:
    'Check that all files of the package are on the server, that the Content Security Policy allows them, and that integrity hashes are those of this version.',
  invalid_request:
    'Check `agent-id`, `session-id` and `headers`, and the protocol if it is one of your own.',
  bad_request: `Compare the request with what the server accepts, and check \`protocol\`; ${checker}`,
  invalid: `Compare the request with what the server accepts, and check \`protocol\`; ${checker}`,
  too_large:
    'Raise the limit for the body of a request in the server and its proxies, such as `express.json({limit: "20mb"})` or `client_max_body_size` of nginx. With most protocols a request has the whole conversation, with its files.',
  server_error: 'See the log of the server.',
} satisfies Partial<Record<ErrorCode, Hint>>;

/**
 * One line for developers about an error: code, request, status, content type, what was expected, what arrived, and what
 * to do. In English.
 */
export function explainError(error: ErrorInfo): string {
  const {code, method = 'GET', url, status, contentType, expected, received, detail} = error;
  const hint = hints[code];
  const response = status === undefined ? 'no response' : `status ${status}`;
  return [
    `Ubik Chat: ${code}.`,
    url === undefined
      ? ''
      : `${method} ${url}: ${response}${contentType ? `, ${contentType}` : ''}.`,
    expected === undefined ? '' : `Expected: ${expected}.`,
    received === undefined ? '' : `Received: ${received}.`,
    detail === undefined ? '' : `${detail.replace(/\.?\s*$/, '')}.`,
    valueHint(error),
    doubledHint(error),
    typeof hint === 'function' ? hint(error) : (hint ?? ''),
  ]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

/** Errors without an address that are mistakes of the page, too. */
const setUpCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'no_endpoint',
  'unsafe_endpoint',
  'unknown_protocol',
  'token_unavailable',
  'invalid_request',
  'invalid_response',
  'truncated',
  'not_loaded',
]);

/** Errors that also occur in a page that is set up correctly. */
const everydayCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'offline',
  'timeout',
  'lost',
  'unconfirmed',
  'conflict',
  'rate_limited',
]);

/** Codes of errors whose cause is code of the page, so that its stack helps. */
const pageCodes: ReadonlySet<string> = new Set<ErrorCode>(['invalid_request', 'invalid_response']);

/** A reader of a response throws a `TypeError` that names what is missing; its stack says nothing more. */
const isStatement = (cause: Error): boolean =>
  cause instanceof TypeError && !/\bundefined\b|\bnull\b|\bis not\b/.test(cause.message);

const reported = new Set<string>();

/** Whether a mistake with these parts has not been reported yet; from then on it has. */
function isNew(...parts: readonly unknown[]): boolean {
  const key = parts.join(' ');
  if (reported.has(key)) return false;
  reported.add(key);
  return true;
}

/**
 * Writes the line about an error to the console, unless it occurs in a correct page too, or was written before. An
 * exception of the page's own functions follows with its stack.
 */
export function warnOnce(error: ErrorInfo): void {
  const {code, url, expected, received, detail} = error;
  const cause = causeOf(error);
  // The user has to know that the message may have arrived; the developer, why there was no response.
  if (code === 'unconfirmed' && cause instanceof ChatError) warnOnce(cause.info);
  // Without an address, `unreachable` is a lost connection, unless `transport` threw.
  const hasPlace = url !== undefined || setUpCodes.has(code);
  // A connection that broke says nothing about the server.
  const isOurs = !isBroken(error) && !everydayCodes.has(code);
  if (!isOurs || !(hasPlace || (code === 'unreachable' && expected))) return;
  // Without an address, what came tells one mistake from another.
  const place = url === undefined ? [received, detail] : [new URL(url).origin];
  if (!isNew(code, expected, ...place)) return;
  const isOfPage = pageCodes.has(code) || url === undefined;
  if (isOfPage && cause instanceof Error && !isStatement(cause))
    console.warn(explainError(error), cause);
  else console.warn(explainError(error));
}

/** Writes a line about a mistake to the console, once, with what was thrown. */
export function warnOfMistake(line: string, ...thrown: readonly unknown[]): void {
  if (isNew(line)) console.warn(`Ubik Chat: ${line}`, ...thrown);
}

/** Writes an exception of a function of the page's own protocol to the console, with the frame that it was about. */
export function warnOfException(message: string, data: unknown): void {
  const {frame, error} = asRecord(data);
  const {event, data: text} = asRecord(frame);
  if (!isNew(message, error)) return;
  const described = describeEvent({...defined({event: asText(event)}), data: asText(text) ?? ''});
  console.warn(`Ubik Chat: protocol_failed. ${message} Frame: ${described}.`, error);
}
