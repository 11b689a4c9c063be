import {ChatError, faultOf} from './errors.js';
import type {HttpTransport, Sending} from './http-transport.js';
import type {Settings} from '../settings.js';
import type {
  Answer,
  Opened,
  Operation,
  Operations,
  Protocol,
  RequestShape,
  StreamOperation,
  ToAgent,
} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** Where a request that wanted a stream led: to the stream, or to a word about where it is. */
export type Connection = {readonly frames: AsyncIterable<Frame>} | {readonly opened: Opened};

/** The operations whose answer is a stream: all that a transport without an endpoint can carry. */
const streamed = ['send', 'continue', 'attach', 'reply', 'edit', 'regenerate', 'restore'] as const;

/** A protocol's operations, carried out. What the protocol lacks is refused as `unsupported`. */
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

  /** What can be asked. */
  get operations(): Partial<Operations> {
    const {operations} = this.protocol;
    const {endpoint, transport} = this.#settings.options;
    if (endpoint !== undefined) return operations;
    if (!transport) return {};
    const entries = streamed.map(name => [name, operations[name]] as const);
    return Object.fromEntries(entries.filter(([, operation]) => operation));
  }

  /** Whom requests address. */
  get agent(): ToAgent {
    const {agentId: agent} = this.#settings.options;
    const agentId = this.#agentId;
    return {...(agent !== undefined && {agent}), ...(agentId !== undefined && {agentId})};
  }

  /** The agent told its own id. */
  knowAgent(id: string | undefined): void {
    this.#agentId = id;
  }

  /** Asks, and reads the answer. */
  async ask<In, Out>(
    operation: Operation<In, Out> | undefined,
    input: In,
    sending: Sending,
  ): Promise<Out> {
    const known = this.#supported(operation);
    try {
      return readBy(known, await this.#http.ask(requestOf(known, input), sending));
    } catch (error) {
      const elsewhere = faultOf(error).status === 404 && known.otherwise?.(input);
      if (!elsewhere) throw error;
      return readBy(known, await this.#http.ask(elsewhere, sending));
    }
  }

  /** Fetches a file that a tool made, with the user's sign-in; nothing where the address names none. */
  load(address: string, sending: Sending): Promise<Blob> | undefined {
    const isReachable = this.#settings.options.endpoint !== undefined;
    const request = isReachable ? this.protocol.asset?.(address) : undefined;
    return request && this.#http.load(request, sending);
  }

  /** Asks for a stream. */
  async open<In>(
    operation: StreamOperation<In> | undefined,
    input: In,
    signal: AbortSignal,
  ): Promise<Connection> {
    const known = this.#supported(operation);
    const reception = await this.#http.open(requestOf(known, input), {signal});
    return 'frames' in reception ? reception : {opened: known.read(reception.answer)};
  }

  /**
   * Joins the stream of a run. The protocol's own request comes before an address that the server named: the address may
   * not be right behind a proxy that rewrites paths.
   */
  async join(
    place: {readonly session: string | undefined; readonly run?: string; readonly url?: string},
    signal: AbortSignal,
  ): Promise<Connection> {
    const {session, run, url} = place;
    const {attach} = this.operations;
    if (attach && session !== undefined && (run !== undefined || url === undefined)) {
      return this.open(attach, {session, ...this.agent, ...(run !== undefined && {run})}, signal);
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
    const detail = faultOf(cause).detail ?? '';
    throw new ChatError({code: 'invalid_request', detail, retryable: false}, {sent: false, cause});
  }
}

/**
 * What an answer says. One that should say something and is a page, or JSON that broke off, comes from somebody else,
 * such as a proxy that wants a sign-in.
 */
function readBy<In, Out>(operation: Operation<In, Out>, answer: Answer): Out {
  const {body, status} = answer;
  const told = operation.read(answer);
  if (told === undefined || typeof body !== 'string' || !/^\s*[<{[]/.test(body)) return told;
  throw new ChatError({code: 'not_a_stream', status, retryable: false});
}
