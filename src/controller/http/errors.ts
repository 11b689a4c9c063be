import {reasonOf} from './abort-reason.js';
import type {ErrorCode} from '../error-codes.js';
import {reportToConsole} from '../report-to-console.js';
import type {ErrorInfo} from '../types.js';
import {asRecord, defined} from '../../core/values.js';
import {isFinal, readError, shownErrorText} from '../../core/protocol/operations/read-error.js';
import type {Protocol, ResponseData, ServerError} from '../../core/protocol/types.js';

/** The facts about the request and the response of an error, for developers. */
export type ResponseFacts = Pick<
  ErrorInfo,
  'method' | 'url' | 'status' | 'contentType' | 'traceId' | 'expected' | 'received'
>;

/** An address without its query, which may contain personal data. */
export const withoutQuery = ({origin, pathname}: URL): string => origin + pathname;

/** The facts about a response; its body is not read. */
export function factsOf(method: string, url: URL, response?: Response): ResponseFacts {
  const contentType = response?.headers.get('content-type') ?? undefined;
  return {
    method,
    url: withoutQuery(url),
    ...(response && {status: response.status}),
    ...defined({contentType}),
  };
}

const causes = new WeakMap<ErrorInfo, unknown>();

/** The exception that an error was created for, for developers. */
export const causeOf = (error: ErrorInfo): unknown => causes.get(error);

/** What the controller throws. `sent` is `false` only when the request certainly did not reach the server. */
export class ChatError extends Error {
  readonly info: ErrorInfo;
  readonly sent: boolean;

  constructor(
    info: ErrorInfo & {readonly code: ErrorCode},
    options?: {sent?: boolean} & ErrorOptions,
  ) {
    super(info.detail ?? info.code, options);
    this.name = 'ChatError';
    if (options?.cause !== undefined) causes.set(info, options.cause);
    this.info = info;
    this.sent = options?.sent ?? true;
  }
}

/** The error of a call that cannot be carried out: it was not sent, and fails again if it is repeated. */
export const refusal = (code: ErrorCode, detail?: string): ChatError =>
  new ChatError({code, ...(detail !== undefined && {detail}), retryable: false}, {sent: false});

export function toErrorInfo(error: unknown): ErrorInfo {
  if (error instanceof ChatError) return error.info;
  const detail = error instanceof Error ? error.message : String(error);
  return {code: 'lost', detail, retryable: true};
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'gone',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  422: 'invalid',
  429: 'rate_limited',
  529: 'overloaded_error',
};

/** Whether the same request may succeed if it is sent again. */
const retryable = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500;

/** The error of a response; `read` knows error bodies of the protocol that have a shape of its own. */
export function responseError(
  received: ResponseData,
  read?: Protocol['readError'],
): ErrorInfo & {readonly code: ErrorCode} {
  const {status, headers, body} = received;
  const found: Partial<ServerError> = {...readError(body), ...readOrReport(body, read)};
  const detail = shownErrorText(found.text ?? '');
  const retryAfter = secondsOf(headers['retry-after'], headers['date']);
  // A server may pass on this error of its model with a status of its own.
  const isOverloaded = status >= 500 && found.code === 'overloaded_error';
  const code = isOverloaded ? 'overloaded_error' : codes[status];
  return {
    code: code ?? (status >= 500 ? 'server_error' : 'http_error'),
    status,
    ...(detail && {detail}),
    ...(found.advice && {advice: found.advice}),
    ...(retryAfter !== undefined && {retryAfter}),
    retryable: retryable(status) && !isFinal(found.code),
  };
}

/** What the protocol reads in an error body. Its exception is a mistake of the page, and hides neither status nor address. */
function readOrReport(body: unknown, read: Protocol['readError']): ServerError | undefined {
  try {
    return read?.(body);
  } catch (error) {
    reportToConsole(error);
    return undefined;
  }
}

/** `Retry-After` in seconds, given as a number or as a date by the server's own clock. */
function secondsOf(value: string | undefined, serverDate: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(serverDate ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** A request without a response, or whose response broke. */
export interface FailedRequest {
  readonly signal: AbortSignal;
  readonly url: URL;
  readonly method?: string;
  /** Whether the page was offline when it was sent. */
  readonly offline?: boolean;
  readonly traceId?: string | undefined;
  /** Whether the response had begun, so that only its rest is missing. */
  readonly isStream?: boolean;
}

/** The error of a failed request or a broken stream. An abort keeps its reason. */
export function requestError(
  error: unknown,
  online: boolean,
  {signal, url, method, offline = false, traceId, isStream = false}: FailedRequest,
): Error {
  if (signal.aborted) return reasonOf(signal);
  if (error instanceof ChatError) return error;
  const info = {
    ...(isStream && online
      ? ({code: 'truncated', retryable: true} as const)
      : networkError(error, url, online)),
    ...(method !== undefined && factsOf(method, url)),
    ...defined({traceId}),
  };
  return new ChatError(info, {sent: !neverSent(error) && (online || !offline), cause: error});
}

/** The error of a request without a response. `page` is the address of the page, if there is one. */
export function networkError(
  error: unknown,
  target: URL,
  online: boolean,
  page = typeof location === 'undefined' ? undefined : new URL(location.href),
): ErrorInfo & {readonly code: ErrorCode} {
  if (!online) return {code: 'offline', retryable: true};
  if (page?.protocol === 'https:' && target.protocol === 'http:' && !isLoopback(target)) {
    return {code: 'mixed_content', retryable: false};
  }
  // Only a `TypeError` of fetch itself can be about CORS, and a browser never reports whether it was.
  const foreign = page !== undefined && page.origin !== target.origin && error instanceof TypeError;
  return {code: foreign ? 'cross_origin' : 'unreachable', retryable: true};
}

const isLoopback = (url: URL): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);

/** Whether the platform reports that no connection was made. Browsers never do; Node names the cause. */
function neverSent(error: unknown): boolean {
  const {code} = asRecord(asRecord(error)['cause']);
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}
