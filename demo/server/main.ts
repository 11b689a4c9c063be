import {serve, type ServerType} from '@hono/node-server';
import type {AddressInfo} from 'node:net';
import {createApp} from './app.js';
import {createContext} from './context.js';
import {readSettings} from './settings.js';

const settings = readSettings(process.argv.slice(2), process.env);
const context = createContext(settings);
const app = createApp(context);

/** Listens on the port, or on the next one that is free. */
function listen(port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({fetch: app.fetch, port, hostname: settings.host}, () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port < 65_535) resolve(listen(port + 1));
      else reject(error);
    });
  });
}

const server = await listen(settings.port);
const {port} = server.address() as AddressInfo;
console.log(`Ubik Chat is at http://${settings.host}:${port}/`);

function leave(): void {
  context.store.close();
  process.exit(0);
}
process.once('SIGINT', leave);
process.once('SIGTERM', leave);
