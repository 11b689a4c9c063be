import assert from 'node:assert/strict';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {after} from 'node:test';
import {keepAliveTimeout} from '../../support/limits.mjs';
import {listen} from '../../support/listen.js';
import {refusedIn} from '../../support/service-rules.js';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface WebServer {
  readonly origin: string;
  /** Every request so far. */
  readonly asked: readonly Asked[];
  /** Connections that are open. */
  readonly open: () => Promise<number>;
  close(): Promise<void>;
}

const servers = new Set<WebServer>();

// A server that a failed test leaves open would keep its process alive.
after(() => Promise.all([...servers].map(server => server.close())));

type ResponseHandler = (asked: Asked, response: ServerResponse) => void | Promise<void>;

/** What the service that a request is for would have refused. */
const refused: string[] = [];
after(() => assert.deepEqual(refused, []));

/** A real HTTP server on a free port of this machine, that answers as a test wants. */
export async function serve(answer: ResponseHandler, port = 0): Promise<WebServer> {
  const asked: Asked[] = [];
  const server = createServer({keepAliveTimeout}, (request, response) => {
    void receive(request).then(async body => {
      const {method = 'GET', url = '/', headers} = request;
      const entry = {method, path: url, headers, body};
      asked.push(entry);
      refused.push(...refusedIn(body).map(problem => `${method} ${url}: ${problem} in ${body}`));
      await answer(entry, response);
    });
  });
  const {origin, stop} = await listen(server, port);
  const own: WebServer = {
    origin,
    asked,
    open: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async close() {
      if (servers.delete(own)) await stop();
    },
  };
  servers.add(own);
  return own;
}

async function receive(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {'content-type': 'application/json', ...headers});
  response.end(JSON.stringify(body));
}

/** The frames of an event stream, each with its data as JSON. */
export const sse = (...frames: readonly object[]): string =>
  frames.map(frame => `data: ${JSON.stringify(frame)}\n\n`).join('');

/** A server that rejects every request with this text or JSON. */
export const serveRejection = (body: unknown, status = 503): Promise<WebServer> =>
  serve((_, response) => {
    if (typeof body === 'string') response.writeHead(status).end(body);
    else json(response, body, status);
  });

/** Starts an event stream. */
export function stream(response: ServerResponse): ServerResponse {
  response.writeHead(200, {'content-type': 'text/event-stream; charset=utf-8'});
  response.flushHeaders();
  return response;
}
