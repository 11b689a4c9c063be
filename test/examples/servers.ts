import assert from 'node:assert/strict';
import {createServer, type Server} from 'node:http';
import {after} from 'node:test';
import {getRequestListener} from '@hono/node-server';
import {plainText, type Protocol} from '../../src/core/index.js';
import {openChat} from '../controller/support/chat.js';
import {listen} from '../support/listen.js';

const servers: Server[] = [];

after(() => {
  for (const server of servers) server.close();
});

/** A server of a route of the Fetch API. */
export function serverOf(route: (request: Request) => Response | Promise<Response>): Server {
  const listener = getRequestListener(route);
  return createServer((request, response) => void listener(request, response));
}

/** Starts a server, which ends with the file. Returns its address. */
export async function addressOf(server: Server): Promise<string> {
  servers.push(server);
  return (await listen(server)).origin;
}

/** The answers of a server to "Good morning" and then "Good evening". */
export async function answersOf(endpoint: string, protocol: Protocol): Promise<readonly string[]> {
  const chat = openChat({endpoint, protocol, storage: null});
  await chat.send('Good morning');
  await chat.send('Good evening');
  assert.equal(chat.lastError, undefined);
  const [, first, , second] = chat.conversation.children.map(item => plainText(item).trim());
  chat.dispose();
  return [first ?? '', second ?? ''];
}
