// On a copy of the site without a server: every chat is answered by what was recorded, through its own `fetch`.

import {readRecording} from '../../src/core/recording/read.js';
import type {Exchange, Play} from '../site/exchanges.js';
import {ReplayedWire} from './replayed-wire.js';

/** The recordings by the beginning of the paths that they answer. */
const wires: Readonly<Record<string, string>> = {
  '/api/v1/': 'ubik',
  '/anthropic/': 'anthropic',
  '/aishu/': 'aishu',
  '/ndjson/': 'ndjson',
};

const script = document.querySelector<HTMLScriptElement>('script[src$="client/replay.js"]');

async function open(name: string): Promise<ReplayedWire> {
  const file = (path: string) => fetch(new URL(`../replay/${name}/${path}`, script?.src));
  const plays = (await (await file('plays.json')).json()) as readonly Play[];
  return new ReplayedWire(plays, async path => readRecording(await (await file(path)).text()));
}

/** A `fetch` that asks no server. */
function replayingFetch(): typeof fetch {
  const opened = new Map<string, Promise<ReplayedWire>>();
  return async (input, init) => {
    const request = new Request(input, init);
    const {pathname, search} = new URL(request.url);
    if (pathname === '/demo/token')
      return Response.json({access_token: 'none', expires_in: 86_400});
    const [, name = 'ubik'] =
      Object.entries(wires).find(([base]) => pathname.startsWith(base)) ?? [];
    const known = opened.get(name) ?? open(name);
    opened.set(name, known);
    const wire = await known;
    const place: Pick<Exchange, 'method' | 'path'> = {
      method: request.method,
      path: pathname + search,
    };
    return wire.answer(place, await request.text(), init?.signal ?? undefined);
  };
}

for (const chat of document.querySelectorAll('ubik-chat')) {
  // Properties that are set before an element is there are taken up when it comes.
  Object.assign(chat, {fetch: replayingFetch(), storage: null});
}
