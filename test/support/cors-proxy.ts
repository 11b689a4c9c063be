import {createServer, request as forward} from 'node:http';
import {listen, type LocalServer} from './listen.js';

/** A server that allows requests of every origin, such as `null` of a page opened from a disk, and forwards them. */
export function startCorsProxy(target: string): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const cors = {'access-control-allow-origin': '*', 'access-control-allow-headers': '*'};
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {...cors, 'access-control-allow-methods': '*'}).end();
      return;
    }
    const {headers, method} = request;
    delete headers.origin;
    delete headers.host;
    const {href} = new URL(request.url ?? '/', target);
    const sent = forward(href, {...(method && {method}), headers}, answer => {
      response.writeHead(answer.statusCode ?? 502, {...answer.headers, ...cors});
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    request.pipe(sent);
  });
  return listen(server);
}
