import {asRecord, isRecord, type JsonRecord} from '../../core/values.js';

/** Codes of JSON-RPC and of the Model Context Protocol. */
const rpcCodes = {
  denied: -32000,
  notFound: -32002,
  wrongState: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** A refusal that the app receives. Its text is short, because it may help an attacker. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: keyof typeof rpcCodes, message: string) {
    super(message);
    this.code = rpcCodes[code];
  }
}

/** A request of the app while it is handled. */
export interface RpcCall {
  /** Aborted when the app cancels the request, or is closed. */
  readonly signal: AbortSignal;
  readonly params: JsonRecord;
  /** The progress token of the request; absent if the app requests no progress notifications. */
  readonly progressToken: string | number | undefined;
}

interface RpcOptions {
  /** Sends a message to the app. */
  readonly post: (message: JsonRecord) => void;
  /** Returns the result of a request, or throws an `RpcError`. */
  readonly onRequest: (method: string, call: RpcCall) => unknown;
  readonly onNotification: (method: string, params: JsonRecord) => void;
  /** Receives a description of each message that was dropped. */
  readonly onDropped: (why: string) => void;
}

type Id = string | number;

const isId = (id: unknown): id is Id => typeof id === 'string' || typeof id === 'number';

/**
 * One side of JSON-RPC 2.0 over messages. Requests of both sides have their own ids; those of this side are texts, so
 * that they never equal those of the app, which start at 0. Whatever is not a message, or answers a request that was
 * never sent, is dropped.
 */
export class RpcPeer {
  readonly #options: RpcOptions;
  readonly #received = new Map<Id, AbortController>();
  readonly #sent = new Map<Id, (answer: JsonRecord) => void>();
  #count = 0;
  #closed = false;

  constructor(options: RpcOptions) {
    this.#options = options;
  }

  notify(method: string, params: JsonRecord): void {
    this.#post({method, params});
  }

  /** Sends a request. Resolves with any answer, also an error; never after `close`. */
  request(method: string, params: JsonRecord): Promise<JsonRecord> {
    const id = `u${(this.#count += 1)}`;
    return new Promise(resolve => {
      this.#sent.set(id, resolve);
      this.#post({id, method, params});
    });
  }

  /** Ends everything: nothing is sent or received any more. */
  close(): void {
    this.#closed = true;
    for (const controller of this.#received.values()) controller.abort();
    this.#sent.clear();
  }

  receive(message: unknown): void {
    if (this.#closed) return;
    const {onDropped, onNotification} = this.#options;
    if (!isRecord(message) || message['jsonrpc'] !== '2.0') {
      onDropped('The message is not JSON-RPC 2.0.');
      return;
    }
    const {id, method} = message;
    const params = asRecord(message['params']);
    if (typeof method !== 'string') this.#settle(message);
    else if (isId(id)) void this.#answer(id, method, params);
    else if ('id' in message) onDropped('The id of the request is not valid.');
    else if (method === 'notifications/cancelled') this.#cancel(params['requestId']);
    else onNotification(method, params);
  }

  #settle(message: JsonRecord): void {
    const {id} = message;
    const resolve = isId(id) ? this.#sent.get(id) : undefined;
    if (!isId(id) || !resolve || 'result' in message === 'error' in message) {
      this.#options.onDropped('The message answers no request.');
      return;
    }
    this.#sent.delete(id);
    resolve(message);
  }

  #cancel(id: unknown): void {
    if (isId(id)) this.#received.get(id)?.abort();
  }

  async #answer(id: Id, method: string, params: JsonRecord): Promise<void> {
    if (this.#received.has(id)) {
      this.#options.onDropped('The id of the request is in use.');
      return;
    }
    const controller = new AbortController();
    this.#received.set(id, controller);
    const {progressToken} = asRecord(params['_meta']);
    const call = {
      signal: controller.signal,
      params,
      progressToken: isId(progressToken) ? progressToken : undefined,
    };
    try {
      const result = await this.#options.onRequest(method, call);
      this.#post({id, result});
    } catch (error) {
      const {code, message} =
        error instanceof RpcError ? error : new RpcError('internal', 'Internal error');
      this.#post({id, error: {code, message}});
    } finally {
      this.#received.delete(id);
    }
  }

  #post(message: JsonRecord): void {
    if (!this.#closed) this.#options.post({jsonrpc: '2.0', ...message});
  }
}
