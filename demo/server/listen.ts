import {serve, type ServerType} from '@hono/node-server';

/**
 * Milliseconds until an idle connection is closed. With Node's 5 seconds, a busy client or proxy may send a request on a connection
 * that is just being closed, and cannot know whether the server has received it.
 */
const keepAliveTimeout = 75_000;

/**
 * Listens on the given port; without one on the default port, or on the next free one. Rejects with a readable error if the given
 * port is in use.
 */
export function listen(
  fetch: (request: Request, bindings: object) => Response | Promise<Response>,
  hostname: string,
  given: number | undefined,
  defaultPort = 8787,
): Promise<ServerType> {
  const port = given ?? defaultPort;
  return new Promise((resolve, reject) => {
    const server = serve({fetch, port, hostname, serverOptions: {keepAliveTimeout}}, () =>
      resolve(server),
    );
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') reject(error);
      else if (given === undefined) resolve(listen(fetch, hostname, given, port + 1));
      else
        reject(
          new Error(`Port ${port} is in use. Stop the other program, or choose another port.`),
        );
    });
  });
}
