// For the site without a server: gives every chat a `fetch` that responds with recordings.

import {readRecording} from '../../src/core/recording/read.js';
import type {Exchange, RecordedTurn} from '../site/exchanges.js';
import {ReplayedServer} from './replayed-server.js';

/** Folders of recordings by path prefixes. */
const folders: Readonly<Record<string, string>> = {
  '/api/v1/': 'ubik',
  '/anthropic/': 'anthropic',
  '/aishu/': 'aishu',
  '/ndjson/': 'ndjson',
};

const script = document.querySelector<HTMLScriptElement>('script[src$="client/replay.js"]');

async function load(name: string): Promise<ReplayedServer> {
  const file = (path: string) => fetch(new URL(`../replay/${name}/${path}`, script?.src));
  const turns = (await (await file('turns.json')).json()) as readonly RecordedTurn[];
  // The recorded server is the root of its origin; the site may be below any path.
  const picture = new URL('../mia.svg', script?.src).pathname;
  const read = async (path: string) => {
    const text = await (await file(path)).text();
    return readRecording(text.replaceAll('/mia.svg', picture));
  };
  return new ReplayedServer(turns, read);
}

/** A `fetch` that sends no requests. */
function replayingFetch(): typeof fetch {
  const servers = new Map<string, Promise<ReplayedServer>>();
  return async (input, init) => {
    const request = new Request(input, init);
    const {pathname, search} = new URL(request.url);
    if (pathname === '/demo/token')
      return Response.json({access_token: 'none', expires_in: 86_400});
    const [, name = 'ubik'] =
      Object.entries(folders).find(([base]) => pathname.startsWith(base)) ?? [];
    const loading = servers.get(name) ?? load(name);
    servers.set(name, loading);
    const server = await loading;
    const target: Pick<Exchange, 'method' | 'path'> = {
      method: request.method,
      path: pathname + search,
    };
    return server.respond(target, await request.text(), init?.signal ?? undefined);
  };
}

for (const chat of document.querySelectorAll('ubik-chat, ubik-conversation')) {
  // The element reads these properties when it is upgraded.
  Object.assign(chat, {fetch: replayingFetch(), storage: null});
}
