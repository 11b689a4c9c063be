import type {AddressInfo} from 'node:net';
import {Site} from '../site/site.js';
import {listen} from './listen.js';
import {readSettings, urlOf, type ServerSettings} from './settings.js';

try {
  await start(readSettings(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Opens the store, listens, prints the URL, and shuts down on a signal. */
async function start(settings: ServerSettings): Promise<void> {
  // A process of its own renders the site while the modules of the server load. Tests request the site when they need it.
  const site = new Site(settings.root);
  if (!process.connected) site.pages().catch(() => undefined); // The request of a page reports the error.

  const [{createContext}, {createApp}] = await Promise.all([
    import('./context.js'),
    import('./app.js'),
  ]);
  const context = createContext(settings, site);
  const app = createApp(context);
  const server = await listen(app.fetch, settings.host, settings.port);
  const {port} = server.address() as AddressInfo;
  console.log(`Ubik Chat is at ${urlOf(settings.host, port)}`);
  console.log(describeAgent(settings));

  const shutDown = (): void => {
    context.store.close();
    process.exit(0);
  };
  process.once('SIGINT', shutDown);
  process.once('SIGTERM', shutDown);
  // The parent process (a test) has ended.
  process.once('disconnect', shutDown);
}

function describeAgent({connected}: ServerSettings): string {
  if (!connected)
    return 'Its agent is scripted. Connect a real one with --agent PROTOCOL --url URL.';
  const {protocol, url, model = 'an agent'} = connected;
  return `The home page talks to ${model} at ${url} over ${protocol}.`;
}
