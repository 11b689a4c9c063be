import {watch} from 'node:fs';
import {join} from 'node:path';
import type {MiddlewareHandler} from 'hono';
import type {Env} from './identity.js';

const scriptPath = '/reload.js';
const changesPath = '/changes';

/** The first event of a connection has the version of the page; after another one the page is outdated. */
const script = `let known;
new EventSource('${changesPath}').onmessage = ({data}) => {
  known ??= data;
  if (known !== data) location.reload();
};
`;

/** Milliseconds to wait for further changes: an editor writes a file in several steps. */
const settleMs = 50;

/**
 * Reloads open pages after a change of a source. Adds a script to each page that reads the version of the sources as
 * server-sent events. A restart of the server is a change, too.
 */
export function reloadPages(root: string): MiddlewareHandler<Env> {
  let version = Date.now();
  const clients = new Set<ReadableStreamDefaultController<string>>();
  let timer: NodeJS.Timeout | undefined;
  const onChange = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      version += 1;
      for (const client of clients) client.enqueue(`data: ${version}\n\n`);
    }, settleMs);
  };
  for (const folder of ['src', 'demo']) watch(join(root, folder), {recursive: true}, onChange);

  const connect = (): Response => {
    let own: ReadableStreamDefaultController<string> | undefined;
    const stream = new ReadableStream<string>({
      start(client) {
        own = client;
        clients.add(client);
        client.enqueue(`retry: 200\ndata: ${version}\n\n`);
      },
      cancel() {
        if (own) clients.delete(own);
      },
    });
    const headers = {'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store'};
    return new Response(stream.pipeThrough(new TextEncoderStream()), {headers});
  };

  return async (c, next) => {
    if (c.req.path === changesPath) return connect();
    if (c.req.path === scriptPath)
      return c.body(script, 200, {'Content-Type': 'text/javascript; charset=utf-8'});
    await next();
    if (!c.res.headers.get('Content-Type')?.startsWith('text/html')) return undefined;
    const html = await c.res.text();
    const tag = `<script type="module" src="${scriptPath}"></script>`;
    c.res = new Response(html.replace(/<\/title>/, `$&${tag}`), c.res);
    return undefined;
  };
}
