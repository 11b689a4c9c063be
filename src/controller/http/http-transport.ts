import {reasonOf} from './abort-reason.js';
import {ChatError, toErrorInfo, responseError, networkError, neverSent} from './errors.js';
import {describeBody, factsOf, type ResponseFacts} from './response-facts.js';
import {withPolicyCheck} from './policy-check.js';
import {senderOf} from './sender.js';
import {readResponse, readFile, readFrames} from './read-response.js';
import {newTraceparent, serverTraceId, traceIdOf} from './tracing.js';
import {endpointUrl, requestInit, requestUrl, sameOrigin} from './request.js';
import type {Credentials} from './credentials.js';
import type {Transport} from '../types.js';
import {Watchdog} from './watchdog.js';
import type {Settings} from '../settings.js';
import {defined} from '../../core/protocol/decode.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {ResponseData, Protocol, RequestShape} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** The response to a request for a stream. */
export type Reception =
  | {
      readonly frames: AsyncIterable<Frame>;
      readonly traceId?: string;
      readonly facts?: ResponseFacts;
    }
  | {readonly received: ReceivedData};

/** The data of a response, and the facts for errors about it. */
export interface ReceivedData extends ResponseData {
  readonly facts: ResponseFacts;
}

/** A request that was sent, and the token that it had. */
interface SentRequest {
  readonly request: RequestShape;
  readonly token: string | undefined;
}

export interface Sending {
  readonly signal: AbortSignal;
  /** The progress of sending the body, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** The part of `fetch` that is used; not every sender calls `onProgress`. */
export type Sender = (
  url: URL,
  init: {method: string; headers: Headers; body?: string | FormData} & Sending,
) => Promise<Response>;

/** Sends requests with credentials and returns responses and frames. Errors are `ChatError`s. */
export class HttpTransport {
  readonly #settings: Settings;
  readonly #sender: Sender;
  readonly #protocol: Pick<Protocol, 'framing' | 'keyedHosts' | 'readError'>;
  readonly #credentials: Credentials;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #onResponse: ((response: Response) => void) | undefined;
  readonly #traceIds = new WeakMap<Response, string>();
  #hasSucceeded = false;

  constructor(parts: {
    settings: Settings;
    protocol: Pick<Protocol, 'framing' | 'keyedHosts' | 'readError'>;
    credentials: Credentials;
    /** Receives anomalies that do not end a stream. */
    report: (diagnostic: Diagnostic) => void;
    /** Called for each response. */
    onResponse?: (response: Response) => void;
  }) {
    this.#settings = parts.settings;
    this.#sender = senderOf(parts.settings);
    this.#protocol = parts.protocol;
    this.#credentials = parts.credentials;
    this.#report = parts.report;
    this.#onResponse = parts.onResponse;
  }

  /** Sends a request and reads its response. */
  async request(request: RequestShape, sending: Sending): Promise<ReceivedData> {
    // While a body is uploaded, no byte of a response arrives.
    const timeoutMs = request.body && 'form' in request.body ? Infinity : undefined;
    const watchdog = new Watchdog(sending.signal, this.#settings, timeoutMs);
    try {
      const url = this.#urlOf(request);
      const response = await this.#send(url, request, {...sending, signal: watchdog.signal});
      const received = await this.#within(watchdog, () => readResponse(response));
      return {...received, facts: factsOf(request.method, url, response)};
    } finally {
      watchdog.stop();
    }
  }

  /** Loads a file. */
  async load(request: RequestShape, {signal}: Sending): Promise<Blob> {
    const response = await this.#send(this.#urlOf(request), request, {signal});
    return this.#within({signal}, () => readFile(response));
  }

  /** Opens a stream. The `Content-Type` of the response decides whether it is one. */
  async open(request: RequestShape, {signal}: {signal: AbortSignal}): Promise<Reception> {
    const {transport} = this.#settings.options;
    if (transport) return {frames: this.#guard(transport, request, signal)};
    return this.#receive(this.#urlOf(request), {...request, accept: 'stream'}, signal);
  }

  /** Opens the stream at an address from a response; `undefined` if that address is not allowed. */
  follow(address: string, {signal}: {signal: AbortSignal}): Promise<Reception> | undefined {
    const url = sameOrigin(this.#endpoint(), address);
    return url && this.#receive(url, {method: 'GET', path: '', accept: 'stream'}, signal);
  }

  async #receive(url: URL, request: RequestShape, signal: AbortSignal): Promise<Reception> {
    const watchdog = new Watchdog(signal, this.#settings);
    try {
      const response = await this.#send(url, request, {signal: watchdog.signal});
      if (response.status === 204) {
        watchdog.stop();
        return {received: {status: 204, headers: {}, body: undefined, facts: {}}};
      }
      const facts = factsOf(request.method, url, response);
      const type = response.headers.get('content-type') ?? '';
      const isEvents = /^text\/event-stream\b/i.test(type);
      const framing = isEvents ? undefined : this.#framingOf(type);
      if (isEvents || framing) {
        const traceId = this.#traceIds.get(response);
        const fail = (error: unknown): Error =>
          this.#silence(error, watchdog, url, {traceId, isStream: true});
        const frames = readFrames(response, watchdog, {fail, report: this.#report, framing});
        return {frames, facts, ...defined({traceId})};
      }
      const received = await this.#within(watchdog, () => readResponse(response));
      watchdog.stop();
      if (received.body === undefined || /\bjson\b/i.test(type))
        return {received: {...received, facts}};
      throw notAStream(facts, received.body, this.#protocol.framing);
    } catch (error) {
      watchdog.stop();
      throw error;
    }
  }

  /** How a response is split into frames that is not declared as an event stream. */
  #framingOf(type: string): Protocol['framing'] {
    const {framing} = this.#protocol;
    return framing === 'events' && /\b(?:json|html)\b/i.test(type) ? undefined : framing;
  }

  /** Sends a request. Replaces a refused token once: the server did not act on that request. */
  async #send(url: URL, request: RequestShape, sending: Sending): Promise<Response> {
    const token = await this.#credentials.get();
    const response = await this.#once(url, request, token, sending);
    if (response.status === 401 && this.#credentials.renewable) {
      const refused = await readResponse(response);
      const facts = factsOf(request.method, url, response);
      const renewed = await this.#credentials.renew(token).catch(() => {
        throw this.#rejection(response, refused, facts, {request, token});
      });
      const repeated = await this.#once(url, request, renewed, sending);
      const repeatedFacts = factsOf(request.method, url, repeated);
      return this.#accepted(repeated, repeatedFacts, {request, token: renewed});
    }
    return this.#accepted(response, factsOf(request.method, url, response), {request, token});
  }

  async #once(
    url: URL,
    request: RequestShape,
    token: string | undefined,
    sending: Sending,
  ): Promise<Response> {
    const init = this.#initOf(request);
    const traceparent = this.#newTraceparent();
    if (traceparent !== undefined) init.headers.set('traceparent', traceparent);
    if (token !== undefined) init.headers.set('authorization', `Bearer ${token}`);
    // The server may be on the same machine, so an offline page sends nevertheless.
    const offline = !this.#settings.environment.online();
    try {
      const facts = factsOf(request.method, url);
      const send = (): Promise<Response> => this.#sender(url, {...init, ...sending});
      const response = await withPolicyCheck(facts, send);
      const traceId = serverTraceId(response.headers) ?? traceIdOf(traceparent);
      if (traceId !== undefined) this.#traceIds.set(response, traceId);
      this.#onResponse?.(response);
      return response;
    } catch (error) {
      const {method} = request;
      throw this.#silence(error, sending, url, {
        offline,
        method,
        traceId: traceIdOf(traceparent),
      });
    }
  }

  #newTraceparent(): string | undefined {
    const {tracing} = this.#settings.options;
    if (typeof tracing === 'function') return tracing();
    return tracing ? newTraceparent() : undefined;
  }

  #initOf(request: RequestShape): ReturnType<typeof requestInit> {
    try {
      return requestInit(request, this.#settings.options.headers ?? {});
    } catch (cause) {
      const detail = toErrorInfo(cause).detail ?? '';
      const info = {code: 'invalid_request', detail, retryable: false} as const;
      throw new ChatError(info, {sent: false, cause});
    }
  }

  async #accepted(response: Response, facts: ResponseFacts, sent: SentRequest): Promise<Response> {
    if (!response.ok) throw this.#rejection(response, await readResponse(response), facts, sent);
    this.#hasSucceeded = true;
    return response;
  }

  #rejection(
    response: Response,
    received: ResponseData,
    facts: ResponseFacts,
    {request, token}: SentRequest,
  ): ChatError {
    const info = responseError(received, this.#protocol.readError);
    const isWrong = received.status === 404 && !this.#hasSucceeded && mayBeWrongAddress(facts);
    return new ChatError({
      ...info,
      ...facts,
      ...(received.status === 401 && {expected: expectedCredentials(this.#hasCredentials(token))}),
      ...(isWrong && {
        code: 'wrong_address',
        expected: expectedAddress(request),
        received: describeBody(received.body),
      }),
      ...defined({traceId: this.#traceIds.get(response)}),
    });
  }

  /** Whether a request had credentials of the page, besides cookies. */
  #hasCredentials(token: string | undefined): boolean {
    const names = Object.keys(this.#settings.options.headers ?? {});
    return token !== undefined || names.some(name => /authorization|key|token/i.test(name));
  }

  async #within<T>({signal}: {signal: AbortSignal}, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw this.#silence(error, {signal}, this.#endpoint());
    }
  }

  /** The error of a failed request or a broken stream. An abort keeps its reason. */
  #silence(
    error: unknown,
    {signal}: {signal: AbortSignal},
    url: URL,
    {
      offline = false,
      method,
      traceId,
      isStream = false,
    }: {
      offline?: boolean;
      method?: string;
      traceId?: string | undefined;
      /** Whether the response had begun, so that only its rest is missing. */
      isStream?: boolean;
    } = {},
  ): Error {
    if (signal.aborted) return reasonOf(signal);
    if (error instanceof ChatError) return error;
    const online = this.#settings.environment.online();
    const info = {
      ...(isStream && online
        ? ({code: 'truncated', retryable: true} as const)
        : networkError(error, url, online)),
      ...(method !== undefined && factsOf(method, url)),
      ...defined({traceId}),
    };
    return new ChatError(info, {
      sent: !neverSent(error) && (online || !offline),
      cause: error,
    });
  }

  /** Wraps the page's own transport: its exceptions become `ChatError`s. */
  async *#guard(
    transport: Transport,
    request: RequestShape,
    signal: AbortSignal,
  ): AsyncGenerator<Frame> {
    try {
      yield* transport(request, {signal});
    } catch (cause) {
      if (signal.aborted) throw reasonOf(signal);
      if (cause instanceof ChatError) throw cause;
      const {detail = ''} = toErrorInfo(cause);
      const expected = 'frames from `transport`';
      const received = `an exception: ${detail}`;
      throw new ChatError({code: 'unreachable', expected, received, retryable: true}, {cause});
    }
  }

  #endpoint(): URL {
    const {endpoint} = this.#settings.options;
    if (endpoint === undefined) {
      throw new ChatError({code: 'no_endpoint', retryable: false}, {sent: false});
    }
    return endpointUrl(endpoint, this.#protocol.keyedHosts);
  }

  #urlOf(request: RequestShape): URL {
    return requestUrl(this.#endpoint(), request);
  }
}

/** Whether status 404 may mean that the path does not exist, instead of a session or file that is named in it. */
const mayBeWrongAddress = ({method, contentType = ''}: ResponseFacts): boolean =>
  method === 'POST' || !/\bjson\b/i.test(contentType);

/** What the address of a request should have been. */
const expectedAddress = ({path}: RequestShape): string =>
  path === ''
    ? 'the agent API at `endpoint` itself'
    : `the agent API at \`endpoint\` + ${path.replace(/^\/*/, '/')}`;

const expectedCredentials = (hasSome: boolean): string =>
  hasSome
    ? 'other credentials than those of the request'
    : 'credentials; the request had none in its headers';

/** The error of a response to a request for a stream. */
export function notAStream(
  facts: ResponseFacts,
  body: unknown,
  framing?: Protocol['framing'],
): ChatError {
  const expected = framing === 'lines' ? 'lines of JSON' : 'text/event-stream';
  const received = describeBody(body);
  return new ChatError({code: 'not_a_stream', ...facts, expected, received, retryable: false});
}
