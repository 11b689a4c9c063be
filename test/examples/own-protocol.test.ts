import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {storedChats} from '../../demo/examples/own-protocol/sessions.js';
import {plainText} from '../../src/core/index.js';
import {openChat} from '../controller/support/chat.js';
import {json, serve} from '../controller/support/web-server.js';

interface Message {
  readonly id: string;
  readonly author: string;
  readonly text: string;
}

/** A server that stores conversations, in the format of the example. */
async function serveChats(): Promise<string> {
  const chats = new Map<string, Message[]>();
  const {origin} = await serve(({method, path, body}, response) => {
    const [, , , id = '', action] = path.split(/[/?]/);
    const stored = chats.get(id);
    if (method === 'POST' && action === 'ask' && stored) {
      const {text} = JSON.parse(body) as {text: string};
      const answer = `**You said** ${text}`;
      stored.push({id: `q${stored.length}`, author: 'user', text});
      stored.push({id: `a${stored.length}`, author: 'assistant', text: answer});
      response.writeHead(200, {'content-type': 'application/x-ndjson'});
      response.end([{say: answer}, {done: true}].map(line => `${JSON.stringify(line)}\n`).join(''));
    } else if (method === 'POST') {
      chats.set('c1', []);
      json(response, {id: 'c1', name: 'New'});
    } else if (method === 'DELETE') {
      chats.delete(id);
      response.writeHead(204).end();
    } else if (stored) {
      json(response, {messages: stored});
    } else {
      const list = [...chats].map(([key, [first]]) => ({id: key, name: first?.text ?? ''}));
      json(response, {chats: list, more: false});
    }
  });
  return `${origin}/api`;
}

describe('the protocol of the documentation with conversations', () => {
  it('creates, lists, loads and removes a conversation', async () => {
    const endpoint = await serveChats();
    const first = openChat({endpoint, protocol: storedChats, storage: null});
    await first.send('Good morning');
    first.dispose();

    const chat = openChat({endpoint, protocol: storedChats, storage: null});
    const {sessions} = await chat.sessions();
    assert.deepEqual(sessions, [{id: 'c1', title: 'Good morning'}]);
    await chat.loadSession('c1');
    assert.deepEqual(
      chat.conversation.children.map(message => plainText(message).trim()),
      ['Good morning', '**You said** Good morning'],
    );
    await chat.removeSession('c1');
    assert.deepEqual((await chat.sessions()).sessions, []);
    assert.equal(chat.lastError, undefined);
    chat.dispose();
  });
});
