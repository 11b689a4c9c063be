import {ChatError, toErrorInfo} from './errors.js';
import type {HttpTransport, ReceivedData, Sending} from './http-transport.js';
import {describeBody, type ResponseFacts} from './response-facts.js';
import type {Settings} from '../settings.js';
import type {ErrorInfo} from '../types.js';
import {randomUuid} from '../random-uuid.js';
import type {
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
export type Connection =
  | {
      readonly frames: AsyncIterable<Frame>;
      readonly traceId?: string;
      readonly facts?: ResponseFacts;
    }
  | {readonly opened: Opened; readonly received?: ReceivedData};

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

  /** Whether the client creates the ids of sessions, messages or runs. */
  createsId(of: 'session' | 'message' | 'run'): boolean {
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
  async request<In, Out>(
    operation: Operation<In, Out> | undefined,
    input: In,
    sending: Sending,
  ): Promise<Out> {
    const known = this.#supported(operation);
    try {
      return this.#read(known, await this.#http.request(this.#requestOf(known, input), sending));
    } catch (error) {
      const elsewhere = alternativeTo(error, known, input);
      if (!elsewhere) throw error;
      return this.#read(known, await this.#http.request(elsewhere, sending));
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
    const named = this.createsId('run') ? {...input, newRun: randomUuid()} : input;
    const reception = await this.#http
      .open(this.#requestOf(known, named), {signal})
      .catch((error: unknown) => {
        const elsewhere = alternativeTo(error, known, named);
        if (!elsewhere) throw error;
        return this.#http.open(elsewhere, {signal});
      });
    if ('frames' in reception) return reception;
    const {received} = reception;
    const opened = received.status === 204 ? {} : this.#read(known, received);
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
      return this.open(attach, {session, ...this.agent, ...place}, signal);
    }
    const reception = url === undefined ? undefined : await this.#http.follow(url, {signal});
    if (!reception) throw new ChatError({code: 'lost', retryable: false}, {sent: false});
    return 'frames' in reception ? reception : {opened: {}};
  }

  /** A function of an operation, as developers know it. */
  #nameOf(operation: unknown, part: 'request' | 'read'): string {
    const {name: protocol, operations} = this.protocol;
    const [name = ''] = Object.entries(operations).find(([, one]) => one === operation) ?? [];
    return `\`${part}\` of the operation \`${name}\` of the protocol ${protocol}`;
  }

  /** The request for an operation; throws `invalid_request` where its input has what no request can carry. */
  #requestOf<In>(operation: {request: (input: In) => RequestShape}, input: In): RequestShape {
    try {
      return operation.request(input);
    } catch (cause) {
      const {detail = ''} = toErrorInfo(cause);
      const expected = `a request from ${this.#nameOf(operation, 'request')}`;
      const info = {code: 'invalid_request', detail, expected, retryable: false} as const;
      throw new ChatError(info, {sent: false, cause});
    }
  }

  /**
   * The result of a response. An HTML page or incomplete JSON where a result is expected comes from an intermediary, such
   * as a proxy that requires a login. A reader throws a `TypeError` that names what is missing.
   */
  #read<In, Out>(operation: Operation<In, Out>, received: ReceivedData): Out {
    const {body} = received;
    let result: Out;
    try {
      result = operation.read(received);
    } catch (cause) {
      const reader = this.#nameOf(operation, 'read');
      const {detail = ''} = toErrorInfo(cause);
      throw cause instanceof TypeError
        ? invalidResponse(received, {expected: `${detail} (${reader})`}, cause)
        : invalidResponse(received, {expected: `a result from ${reader}`, detail}, cause);
    }
    if (result === undefined || typeof body !== 'string' || !/^\s*[<{[]/.test(body)) return result;
    throw invalidResponse(received, {expected: 'JSON'});
  }

  #supported<T>(operation: T | undefined): T {
    if (operation) return operation;
    const {endpoint, transport} = this.#settings.options;
    const code = endpoint === undefined && !transport ? 'no_endpoint' : 'unsupported';
    throw new ChatError({code, retryable: false}, {sent: false});
  }
}

/** The request to send after another one was refused. */
function alternativeTo<In, Out>(
  error: unknown,
  {otherwise}: Operation<In, Out>,
  input: In,
): RequestShape | undefined {
  const {status} = toErrorInfo(error);
  return status === 400 || status === 404 ? otherwise?.(input) : undefined;
}

/** A stream whose frames are there already. */
async function* inOrder(frames: readonly Frame[]): AsyncIterable<Frame> {
  for (const frame of frames) yield await Promise.resolve(frame);
}

/** The error of a response that lacks what the protocol requires. */
function invalidResponse(
  {facts, body}: ReceivedData,
  fields: Pick<ErrorInfo, 'expected' | 'detail'>,
  cause?: unknown,
): ChatError {
  const received = describeBody(body);
  const info = {code: 'invalid_response', ...facts, ...fields, received, retryable: false} as const;
  return new ChatError(info, {cause});
}
