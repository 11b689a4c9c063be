import {createServer, request as httpRequest} from 'node:http';
import {listen, type LocalServer} from './listen.js';

/** Serves pages and scripts by path, which a test may change, and forwards all other requests to another server. */
export function servePages(
  pages: ReadonlyMap<string, string>,
  origin: string,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const page = pages.get(url.pathname);
    if (page !== undefined) {
      const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(200, {'content-type': `${type}; charset=utf-8`}).end(page);
      return;
    }
    const headers = {...request.headers, host: url.host, ...(request.headers.origin && {origin})};
    const forwarded = httpRequest(url, {method: request.method, headers}, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  return listen(server);
}
