import {once} from 'node:events';
import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface LocalServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a server on this machine, on a free port unless one is given. One that has been started keeps its port. */
export async function listen(server: Server, port = 0): Promise<LocalServer> {
  if (!server.listening) {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise(closed => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
