import {once} from 'node:events';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after} from 'node:test';
import {setImmediate as turn, setTimeout as sleep} from 'node:timers/promises';
import {keepAliveTimeout} from '../../support/limits.mjs';
import {disorder, type Disorder} from './disorder.js';

/** How a connection is lost. */
export type Break = 'cut' | 'reset' | 'clean end' | 'stall' | 'half-open';

/** An error that is injected into one request. */
export type InjectedFault =
  | {
      readonly kind: Break;
      /** The server never sees the request, or its answer does not arrive, or only this many bytes of its body. */
      readonly at: 'request' | 'answer' | number;
    }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: number;
      /** Whether the server has acted on the request all the same. */
      readonly acted: boolean;
    }
  | {readonly kind: 'sign-in page' | 'wrong charset' | 'BOM' | 'CRLF' | 'byte by byte'}
  | {readonly kind: Disorder; readonly seed: number};

/** A request that reached the server. */
export interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The status of the response, once it has arrived. */
  status?: number;
}

type Matches = (request: {readonly method: string; readonly path: string}) => boolean;

interface Armed {
  readonly matches: Matches;
  readonly fault: InjectedFault;
}

const proxies = new Set<FaultProxy>();

// A proxy that a failed test leaves open would keep its process alive.
after(() => Promise.all([...proxies].map(proxy => proxy.close())));

/** An HTTP proxy between a chat and its server that injects errors. */
export class FaultProxy {
  /** Every request that reached the server. */
  readonly forwarded: Forwarded[] = [];
  /** How many of the armed errors have affected a request. */
  met = 0;
  readonly #server: Server;
  readonly #target: string;
  #armed: Armed[] = [];
  #silent = 0;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer({keepAliveTimeout}, (request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
    proxies.add(this);
  }

  static async open(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get origin(): string {
    const {port} = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Whether a connection is open that will not receive any more bytes. */
  get isSilent(): boolean {
    return this.#silent > 0;
  }

  /** Injects the error into the next matching request. */
  arm(matches: Matches, fault: InjectedFault): void {
    this.#armed.push({matches, fault});
  }

  async close(): Promise<void> {
    if (!proxies.delete(this)) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {method = 'GET', url: path = '/'} = request;
    const fault = this.#take({method, path});
    const body = await read(request);
    if (fault?.kind === 'sign-in page') {
      response.writeHead(200, {'content-type': 'text/html; charset=utf-8'});
      response.end('<!doctype html><title>Sign in</title><p>Please sign in.');
      return;
    }
    if (fault?.kind === 'status' && !fault.acted) {
      refuse(response, fault);
      return;
    }
    if (fault && 'at' in fault && fault.at === 'request') return this.#break(response, fault.kind);

    const forwarded: Forwarded = {method, path, body};
    this.forwarded.push(forwarded);
    const answer = await this.#forward(request, body);
    forwarded.status = answer.statusCode ?? 0;
    response.on('close', () => answer.destroy());
    if (fault?.kind === 'status') refuse(response, fault);
    else if (fault && 'at' in fault && fault.at === 'answer') {
      await this.#break(response, fault.kind, answer);
    } else await this.#relay(answer, response, fault);
  }

  #take(request: Parameters<Matches>[0]): InjectedFault | undefined {
    const met = this.#armed.find(({matches}) => matches(request));
    if (!met) return undefined;
    this.#armed = this.#armed.filter(armed => armed !== met);
    this.met += 1;
    return met.fault;
  }

  async #forward({method, url, headers}: IncomingMessage, body: string): Promise<IncomingMessage> {
    const request = ask(new URL(url ?? '/', this.#target), {
      ...(method !== undefined && {method}),
      headers: {...headers, connection: 'close'},
    });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  async #relay(
    answer: IncomingMessage,
    response: ServerResponse,
    fault?: InjectedFault,
  ): Promise<void> {
    const headers: OutgoingHttpHeaders = {...answer.headers};
    delete headers['content-length'];
    delete headers['transfer-encoding'];
    delete headers.connection;
    if (fault?.kind === 'wrong charset') headers['content-type'] = 'text/event-stream; charset=gbk';
    response.writeHead(answer.statusCode ?? 502, headers);
    response.flushHeaders();
    const limit = fault && 'at' in fault ? Number(fault.at) : Infinity;
    let sent = 0;
    for await (const bytes of disturbed(answer, fault)) {
      const kept = bytes.subarray(0, limit - sent);
      await write(response, kept);
      sent += kept.length;
      if (sent >= limit) break;
    }
    if (fault && 'at' in fault) await this.#break(response, fault.kind, answer);
    else response.end();
  }

  /** Loses the connection to the client, and perhaps that to the server as well. */
  async #break(response: ServerResponse, kind: Break, answer?: IncomingMessage): Promise<void> {
    if (kind === 'clean end') response.end();
    else if (kind === 'cut') response.socket?.destroy();
    else if (kind === 'reset') {
      // A reset overtakes what the client has not read yet.
      await sleep(20);
      response.socket?.resetAndDestroy();
    } else if (!response.destroyed) {
      this.#silent += 1;
      response.on('close', () => (this.#silent -= 1));
      if (kind === 'half-open') answer?.destroy();
    }
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(
  response: ServerResponse,
  {status, retryAfter}: Extract<InjectedFault, {kind: 'status'}>,
): void {
  const later = retryAfter === undefined ? {} : {'retry-after': String(retryAfter)};
  response.writeHead(status, {'content-type': 'text/html', ...later});
  response.end(`<!doctype html><title>${status}</title><p>The gateway says ${status}.`);
}

/** Resolves when the platform has the bytes, or has nowhere to send them. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    response.write(bytes, () => resolve());
  });
}

/** The bytes of a response as they arrive with this error. */
async function* disturbed(
  source: AsyncIterable<Uint8Array>,
  fault: InjectedFault | undefined,
): AsyncIterable<Uint8Array> {
  switch (fault?.kind) {
    case 'BOM':
      yield Buffer.from('\uFEFF');
      yield* source;
      break;
    case 'CRLF':
      for await (const bytes of source) {
        yield Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
      }
      break;
    case 'byte by byte':
      yield* byteByByte(source, 4000);
      break;
    case 'repeated frames':
    case 'swapped frames':
    case 'repeated pieces':
    case 'swapped pieces':
    case 'replayed stream':
      yield* disorder(source, fault.kind, fault.seed);
      break;
    default:
      yield* source;
  }
}

/** The first bytes are sent one by one; the rest unchanged. */
async function* byteByByte(
  source: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const bytes of source) {
    const single = bytes.subarray(0, left);
    left -= single.length;
    for (let at = 0; at < single.length; at++) {
      yield single.subarray(at, at + 1);
      await turn();
    }
    yield bytes.subarray(single.length);
  }
}
