import {reasonOf} from './abort-reason.js';
import {ChatError, toErrorInfo, responseError, networkError, neverSent} from './errors.js';
import {senderOf} from './sender.js';
import {readAnswer, readFile, readFrames} from './read-response.js';
import {endpointUrl, requestInit, requestUrl, sameOrigin} from './request.js';
import type {Credentials} from './credentials.js';
import type {Transport} from '../types.js';
import {Watchdog} from './watchdog.js';
import type {Settings} from '../settings.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {ResponseData, Protocol, RequestShape} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** The response to a request for a stream. */
export type Reception = {readonly frames: AsyncIterable<Frame>} | {readonly answer: ResponseData};

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
  readonly #protocol: Pick<Protocol, 'framing' | 'readError'>;
  readonly #credentials: Credentials;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #onResponse: ((response: Response) => void) | undefined;

  constructor(parts: {
    settings: Settings;
    protocol: Pick<Protocol, 'framing' | 'readError'>;
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
  async ask(request: RequestShape, sending: Sending): Promise<ResponseData> {
    // While a body is uploaded, no byte of a response arrives.
    const timeoutMs = request.body && 'form' in request.body ? Infinity : undefined;
    const watchdog = new Watchdog(sending.signal, this.#settings, timeoutMs);
    try {
      const response = await this.#send(this.#urlOf(request), request, {
        ...sending,
        signal: watchdog.signal,
      });
      return await this.#within(watchdog, () => readAnswer(response));
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
        return {answer: {status: 204, headers: {}, body: undefined}};
      }
      const type = response.headers.get('content-type') ?? '';
      const isEvents = /^text\/event-stream\b/i.test(type);
      const framing = isEvents ? undefined : this.#framingOf(type);
      if (isEvents || framing) {
        const fail = (error: unknown): Error => this.#silence(error, watchdog, url);
        return {frames: readFrames(response, watchdog, {fail, report: this.#report, framing})};
      }
      const answer = await this.#within(watchdog, () => readAnswer(response));
      watchdog.stop();
      if (answer.body === undefined || /\bjson\b/i.test(type)) return {answer};
      throw new ChatError({code: 'not_a_stream', status: answer.status, retryable: false});
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
      const refused = await readAnswer(response);
      const renewed = await this.#credentials.renew(token).catch(() => {
        throw new ChatError(responseError(refused, this.#protocol.readError));
      });
      return this.#accepted(await this.#once(url, request, renewed, sending));
    }
    return this.#accepted(response);
  }

  async #once(
    url: URL,
    request: RequestShape,
    token: string | undefined,
    sending: Sending,
  ): Promise<Response> {
    const init = this.#initOf(request);
    if (token !== undefined) init.headers.set('authorization', `Bearer ${token}`);
    // The server may be on the same machine, so an offline page sends nevertheless.
    const offline = !this.#settings.environment.online();
    try {
      const response = await this.#sender(url, {...init, ...sending});
      this.#onResponse?.(response);
      return response;
    } catch (error) {
      throw this.#silence(error, sending, url, offline);
    }
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

  async #accepted(response: Response): Promise<Response> {
    if (response.ok) return response;
    throw new ChatError(responseError(await readAnswer(response), this.#protocol.readError));
  }

  async #within<T>({signal}: {signal: AbortSignal}, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw this.#silence(error, {signal}, this.#endpoint());
    }
  }

  /** The error of a failed request or a broken stream. An abort keeps its reason. */
  #silence(error: unknown, {signal}: {signal: AbortSignal}, url: URL, wasOffline = false): Error {
    if (signal.aborted) return reasonOf(signal);
    if (error instanceof ChatError) return error;
    const online = this.#settings.environment.online();
    return new ChatError(networkError(error, url, online), {
      sent: !neverSent(error) && (online || !wasOffline),
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
      throw new ChatError({code: 'unreachable', retryable: true}, {cause});
    }
  }

  #endpoint(): URL {
    const {endpoint} = this.#settings.options;
    if (endpoint === undefined) {
      throw new ChatError({code: 'no_endpoint', retryable: false}, {sent: false});
    }
    return endpointUrl(endpoint);
  }

  #urlOf(request: RequestShape): URL {
    return requestUrl(this.#endpoint(), request);
  }
}
