import {ChatError, toErrorInfo} from './errors.js';
import type {HttpTransport, Sending} from './http-transport.js';
import type {Settings} from '../settings.js';
import type {
  ResponseData,
  Opened,
  Operation,
  Operations,
  Protocol,
  RequestShape,
  StreamOperation,
  ToAgent,
} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** The response to a request for a stream: the stream, or where it is. */
export type Connection = {readonly frames: AsyncIterable<Frame>} | {readonly opened: Opened};

/** Where the stream of a run is: the ids of session and run, and an address if the server named one. */
export interface StreamAddress {
  readonly session: string | undefined;
  readonly run?: string;
  readonly url?: string;
  /** The id of the last frame, where only the rest of the stream is wanted. */
  readonly lastEventId?: string;
}

/** The operations whose response is a stream: those that a transport supports without an endpoint. */
const streamed = ['send', 'continue', 'attach', 'reply', 'edit', 'regenerate', 'restore'] as const;

/** Carries out the operations of a protocol. A missing operation is refused as `unsupported`. */
export class ProtocolClient {
  readonly protocol: Protocol;
  readonly #http: HttpTransport;
  readonly #settings: Settings;
  #agentId: string | undefined;

  constructor(protocol: Protocol, http: HttpTransport, settings: Settings) {
    this.protocol = protocol;
    this.#http = http;
    this.#settings = settings;
  }

  /** The operations that are available. */
  get operations(): Partial<Operations> {
    const {operations} = this.protocol;
    const {endpoint, transport} = this.#settings.options;
    if (endpoint !== undefined) return operations;
    if (!transport) return {};
    const entries = streamed.map(name => [name, operations[name]] as const);
    return Object.fromEntries(entries.filter(([, operation]) => operation));
  }

  /** Whether the client creates the ids of sessions or messages. */
  createsId(of: 'session' | 'message'): boolean {
    return this.protocol.clientIds?.includes(of) ?? false;
  }

  /** The ids of the agent in requests. */
  get agent(): ToAgent {
    const {agentId: agent} = this.#settings.options;
    const agentId = this.#agentId;
    return {...(agent !== undefined && {agent}), ...(agentId !== undefined && {agentId})};
  }

  /** Sets the id that the agent reported. */
  knowAgent(id: string | undefined): void {
    this.#agentId = id;
  }

  /** Sends a request and reads its response. */
  async ask<In, Out>(
    operation: Operation<In, Out> | undefined,
    input: In,
    sending: Sending,
  ): Promise<Out> {
    const known = this.#supported(operation);
    try {
      return readBy(known, await this.#http.ask(requestOf(known, input), sending));
    } catch (error) {
      const elsewhere = toErrorInfo(error).status === 404 && known.otherwise?.(input);
      if (!elsewhere) throw error;
      return readBy(known, await this.#http.ask(elsewhere, sending));
    }
  }

  /** Loads a file of a tool with the user's token; `undefined` if the address is not such a file. */
  load(address: string, sending: Sending): Promise<Blob> | undefined {
    const isReachable = this.#settings.options.endpoint !== undefined;
    const request = isReachable ? this.protocol.asset?.(address) : undefined;
    return request && this.#http.load(request, sending);
  }

  /** Opens a stream. */
  async open<In>(
    operation: StreamOperation<In> | undefined,
    input: In,
    signal: AbortSignal,
  ): Promise<Connection> {
    const known = this.#supported(operation);
    const reception = await this.#http.open(requestOf(known, input), {signal});
    if ('frames' in reception) return reception;
    const {answer} = reception;
    return {opened: answer.status === 204 ? {} : known.read(answer)};
  }

  /**
   * Joins the stream of a run. The protocol's own request comes before an address that the server named: the address may
   * not be right behind a proxy that rewrites paths.
   */
  async join({session, url, ...place}: StreamAddress, signal: AbortSignal): Promise<Connection> {
    const {attach} = this.operations;
    if (attach && session !== undefined && (place.run !== undefined || url === undefined)) {
      return this.open(attach, {session, ...this.agent, ...place}, signal);
    }
    const reception = url === undefined ? undefined : await this.#http.follow(url, {signal});
    if (!reception) throw new ChatError({code: 'lost', retryable: false}, {sent: false});
    return 'frames' in reception ? reception : {opened: {}};
  }

  #supported<T>(operation: T | undefined): T {
    if (operation) return operation;
    const {endpoint, transport} = this.#settings.options;
    const code = endpoint === undefined && !transport ? 'no_endpoint' : 'unsupported';
    throw new ChatError({code, retryable: false}, {sent: false});
  }
}

/** The request for an operation; throws `invalid_request` where its input has what no request can carry. */
function requestOf<In>({request}: {request: (input: In) => RequestShape}, input: In): RequestShape {
  try {
    return request(input);
  } catch (cause) {
    const detail = toErrorInfo(cause).detail ?? '';
    throw new ChatError({code: 'invalid_request', detail, retryable: false}, {sent: false, cause});
  }
}

/**
 * The result of a response. An HTML page or incomplete JSON where a result is expected comes from an intermediary, such
 * as a proxy that requires a login.
 */
function readBy<In, Out>(operation: Operation<In, Out>, answer: ResponseData): Out {
  const {body, status} = answer;
  const result = operation.read(answer);
  if (result === undefined || typeof body !== 'string' || !/^\s*[<{[]/.test(body)) return result;
  throw new ChatError({code: 'not_a_stream', status, retryable: false});
}
