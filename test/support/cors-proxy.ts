import {createServer, request as forward} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A server that allows requests of every origin, such as `null` of a page opened from a disk, and forwards them. */
export async function startCorsProxy(
  target: string,
): Promise<{readonly origin: string; stop(): Promise<void>}> {
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
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const {port} = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise(closed => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
