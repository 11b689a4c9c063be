import {Credentials} from './credentials.js';
import {
  ChatError,
  toErrorInfo,
  refusal,
  requestError,
  type FailedRequest,
  factsOf,
  type ResponseFacts,
} from './errors.js';
import {Watchdog} from './watchdog.js';
import {requestOf, resultOf} from './carry-out.js';
import {transportFrames} from './page-transport.js';
import {readFile, readResponse} from './read-response.js';
import {inOrder, readStream, type Streamed, type StreamResponse} from './read-stream.js';
import {fetchWithinOrigin} from './redirects.js';
import {rejectedResponse, type ReceivedData} from './rejections.js';
import {
  endpointUrl,
  requestInit,
  requestUrl,
  sameOrigin,
  hasCredentials,
  type FetchInit,
  type RequestOptions,
} from './request.js';
import {serverTraceId, traceIdOf, traceparentOf} from './tracing.js';
import {LazyModule} from '../lazy-module.js';
import type {Settings} from '../settings.js';
import {randomUuid} from '../random-uuid.js';
import {defined} from '../../core/values.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {
  Opened,
  Operation,
  Operations,
  Protocol,
  RequestShape,
  StreamOperation,
  AgentInput,
} from '../../core/protocol/types.js';

/** The response to a request for a stream: the stream, or where it is. */
export type Connection = Streamed | {readonly opened: Opened; readonly received?: ReceivedData};

/** Where the stream of a run is: the ids of session and run, and an address if the server named one. */
export interface StreamAddress {
  readonly session: string | undefined;
  readonly run?: string | undefined;
  readonly url?: string | undefined;
  /** The id of the last frame, where only the rest of the stream is wanted. */
  readonly lastEventId?: string | undefined;
}

/** The operations whose response is a stream: those that a transport supports without an endpoint. */
const streamed = ['send', 'continue', 'attach', 'reply', 'edit', 'regenerate', 'restore'] as const;

/** Loaded with the first upload in a browser. */
const uploadSender = new LazyModule(() => import('./upload-sender.js'));

/** A request with the token that it had, its response, and the facts about both. */
interface Exchange {
  readonly request: RequestShape;
  readonly token: string | undefined;
  readonly response: Response;
  readonly facts: ResponseFacts;
}

/**
 * Carries out the operations of a protocol: sends their requests with credentials, and reads responses and frames. Errors are
 * `ChatError`s. A missing operation is refused as `unsupported`.
 */
export class ProtocolClient {
  readonly protocol: Protocol;
  readonly #settings: Settings;
  readonly #credentials: Credentials;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #onResponse: ((response: Response) => void) | undefined;
  readonly #life: AbortSignal;
  #agentId: string | undefined;
  #hasSucceeded = false;

  constructor(parts: {
    settings: Settings;
    protocol: Protocol;
    /** Ends all requests when it is aborted. */
    signal: AbortSignal;
    /** By default those of the settings. */
    credentials?: Credentials;
    /** Receives anomalies that do not end a stream. */
    report?: (diagnostic: Diagnostic) => void;
    onResponse?: (response: Response) => void;
  }) {
    this.protocol = parts.protocol;
    this.#settings = parts.settings;
    this.#credentials = parts.credentials ?? new Credentials(parts.settings);
    this.#report = parts.report ?? (() => undefined);
    this.#onResponse = parts.onResponse;
    this.#life = parts.signal;
  }

  get operations(): Partial<Operations> {
    const {operations} = this.protocol;
    const {endpoint, transport} = this.#settings.options;
    if (endpoint !== undefined) return operations;
    if (!transport) return {};
    const entries = streamed.map(name => [name, operations[name]] as const);
    return Object.fromEntries(entries.filter(([, operation]) => operation));
  }

  createsId(of: 'session' | 'message' | 'run'): boolean {
    return this.protocol.clientIds?.includes(of) ?? false;
  }

  knowAgent(id: string | undefined): void {
    this.#agentId = id;
  }

  async request<In, Out>(
    operation: Operation<In, Out> | undefined,
    input: In,
    options?: Partial<RequestOptions>,
  ): Promise<Out> {
    const known = this.supported(operation);
    const received = await this.#sendEither(known, input, request =>
      this.#receiveData(request, options),
    );
    return resultOf(this.protocol, known, received);
  }

  /** Loads a file of a tool with the user's token; `undefined` if the address is not such a file. */
  load(address: string): Promise<Blob> | undefined {
    const isReachable = this.#settings.options.endpoint !== undefined;
    const request = isReachable ? this.protocol.asset?.(address) : undefined;
    return request && this.#loadFile(request);
  }

  async open<In>(
    operation: StreamOperation<In> | undefined,
    input: In,
    signal: AbortSignal,
    onSend?: () => void,
  ): Promise<Connection> {
    const known = this.supported(operation);
    const either = this.until(signal);
    const send = async (request: RequestShape): Promise<StreamResponse> => {
      const {transport} = this.#settings.options;
      if (!transport) return this.#receiveStream(this.#urlOf(request), request, either, onSend);
      onSend?.();
      return {frames: transportFrames(transport, request, either)};
    };
    const response = await this.#sendEither(known, input, send);
    if ('frames' in response) return response;
    const {received} = response;
    const opened = received.status === 204 ? {} : resultOf(this.protocol, known, received);
    if (!opened.frames) return {opened, received};
    return {frames: inOrder(opened.frames), facts: received.facts};
  }

  /**
   * Joins the stream of a run. The protocol's own request comes before an address that the server named: the address may
   * not be right behind a proxy that rewrites paths.
   */
  async join({session, url, ...place}: StreamAddress, signal: AbortSignal): Promise<Connection> {
    const {attach} = this.operations;
    if (attach && session !== undefined && (place.run !== undefined || url === undefined)) {
      return this.open(attach, {session, ...place}, signal);
    }
    const allowed = url === undefined ? undefined : sameOrigin(this.#endpoint(), url);
    if (!allowed) throw refusal('lost');
    const request = {method: 'GET', path: ''} as const;
    const response = await this.#receiveStream(allowed, request, this.until(signal));
    return 'frames' in response ? response : {opened: {}};
  }

  /** An operation that a call needs. Throws if the protocol lacks it. */
  supported<T>(operation: T | undefined): T {
    if (operation) return operation;
    const {endpoint, transport} = this.#settings.options;
    throw refusal(endpoint === undefined && !transport ? 'no_endpoint' : 'unsupported');
  }

  /** Sends the request of an operation, or its alternative if the server refuses that. */
  async #sendEither<In, Out, T>(
    operation: Operation<In, Out>,
    input: In,
    send: (request: RequestShape) => Promise<T>,
  ): Promise<T> {
    const {agentId: agent} = this.#settings.options;
    const newRun = this.createsId('run') ? randomUuid() : undefined;
    const named: AgentInput & In = {...defined({agent, agentId: this.#agentId, newRun}), ...input};
    try {
      return await send(requestOf(this.protocol, operation, named));
    } catch (error) {
      const {status} = toErrorInfo(error);
      const isRefused = status === 400 || status === 404;
      const alternative = isRefused ? operation.otherwise?.(named) : undefined;
      if (!alternative) throw error;
      return send(alternative);
    }
  }

  /** The signal of work for a request, which ends with the client in any case. */
  until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([this.#life, signal]) : this.#life;
  }

  async #receiveData(
    request: RequestShape,
    options: Partial<RequestOptions> = {},
  ): Promise<ReceivedData> {
    // While a body is uploaded, no byte of a response arrives.
    const timeoutMs = request.body && 'form' in request.body ? Infinity : undefined;
    const watchdog = new Watchdog(this.until(options.signal), this.#settings, timeoutMs);
    try {
      const url = this.#urlOf(request);
      const given = {...options, ...watched(watchdog)};
      const {response, facts} = await this.#send(url, request, given);
      watchdog.reset();
      const received = await this.#within(watchdog.signal, () => readResponse(response, watchdog));
      return {...received, facts};
    } finally {
      watchdog.stop();
    }
  }

  async #loadFile(request: RequestShape): Promise<Blob> {
    const signal = this.#life;
    const {response} = await this.#send(this.#urlOf(request), request, {signal});
    return this.#within(signal, () => readFile(response));
  }

  async #receiveStream(
    url: URL,
    request: RequestShape,
    signal: AbortSignal,
    onSend?: () => void,
  ): Promise<StreamResponse> {
    const watchdog = new Watchdog(signal, this.#settings);
    try {
      const shape = {...request, accept: 'stream'} as const;
      const sent = await this.#send(url, shape, {...watched(watchdog), onSend});
      watchdog.reset();
      const facts = {...sent.facts};
      const {traceId} = facts;
      const {signal: until} = watchdog;
      const fail = (error: unknown): Error =>
        this.#failure(error, {signal: until, url, traceId, isStream: true});
      const {framing} = this.protocol;
      const reading = {facts, watchdog, framing, fail, report: this.#report};
      return await this.#within(until, () => readStream(sent.response, reading));
    } catch (error) {
      watchdog.stop();
      throw error;
    }
  }

  /** Sends a request. Replaces a refused token once: the server did not act on that request. */
  async #send(url: URL, request: RequestShape, options: RequestOptions): Promise<Exchange> {
    let sent = await this.#once(url, request, await this.#credentials.get(), options);
    if (sent.response.status === 401 && this.#credentials.isRenewable) {
      const refused = await this.#rejection(sent);
      const token = await this.#credentials.renew(sent.token).catch(() => {
        throw refused;
      });
      sent = await this.#once(url, request, token, options);
    }
    if (!sent.response.ok) throw await this.#rejection(sent);
    this.#hasSucceeded = true;
    return sent;
  }

  async #once(
    url: URL,
    request: RequestShape,
    token: string | undefined,
    options: RequestOptions,
  ): Promise<Exchange> {
    const {method} = request;
    const init = this.#initOf(request);
    const traceparent = traceparentOf(this.#settings.options.tracing);
    if (traceparent !== undefined) init.headers.set('traceparent', traceparent);
    if (token !== undefined) init.headers.set('authorization', `Bearer ${token}`);
    if (typeof init.body === 'string') options.onBody?.(init.body.length);
    // The server may be on the same machine, so an offline page sends nevertheless.
    const offline = !this.#settings.environment.online();
    try {
      options.signal.throwIfAborted();
      options.onSend?.();
      const response = await this.#fetch(url, {...init, ...options});
      const traceId = serverTraceId(response.headers) ?? traceIdOf(traceparent);
      this.#onResponse?.(response);
      const facts = {...factsOf(method, url, response), ...defined({traceId})};
      return {request, token, response, facts};
    } catch (error) {
      throw this.#failure(error, {
        signal: options.signal,
        url,
        offline,
        method,
        traceId: traceIdOf(traceparent),
      });
    }
  }

  /**
   * Sends with `fetch`; for upload progress with `XMLHttpRequest`, unless the page has its own `fetch` or the code for it
   * cannot be loaded.
   */
  async #fetch(url: URL, init: FetchInit): Promise<Response> {
    const own = this.#settings.options.fetch;
    const isUpload = init.onProgress && !own && typeof XMLHttpRequest === 'function';
    const sender = isUpload ? await uploadSender.load().catch(() => undefined) : undefined;
    const send = sender ? () => sender.sendWithProgress(url, init) : (own ?? fetch);
    return fetchWithinOrigin(send, url, init, factsOf(init.method, url));
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

  async #rejection({request, token, response, facts}: Exchange): Promise<ChatError> {
    const received = await readResponse(response);
    return rejectedResponse(received, facts, {
      request,
      readError: this.protocol.readError,
      hadCredentials: token !== undefined || hasCredentials(this.#settings.options.headers),
      isFirst: !this.#hasSucceeded,
    });
  }

  async #within<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw this.#failure(error, {signal, url: this.#endpoint()});
    }
  }

  #failure(error: unknown, failed: FailedRequest): Error {
    return requestError(error, this.#settings.environment.online(), failed);
  }

  #endpoint(): URL {
    const {endpoint} = this.#settings.options;
    if (endpoint === undefined) throw refusal('no_endpoint');
    return endpointUrl(endpoint, this.protocol.keyedHosts);
  }

  #urlOf(request: RequestShape): URL {
    return requestUrl(this.#endpoint(), request);
  }
}

/** The options of a request that a watchdog aborts. */
const watched = ({signal, expectBody}: Watchdog): RequestOptions => ({signal, onBody: expectBody});
