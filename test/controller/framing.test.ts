import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {readFileSync} from 'node:fs';
import {ndjson} from '../../demo/ndjson.js';
import {ChatController} from '../../src/controller/index.js';
import {createProtocol, plainText} from '../../src/core/index.js';
import type {MessageItem, Protocol} from '../../src/core/index.js';
import {startServer, type AgentServer} from '../support/agent-server.js';

const answerOf = (chat: ChatController): MessageItem =>
  chat.conversation.children.at(-1) as MessageItem;

describe('a protocol of newline-delimited JSON', () => {
  let server: AgentServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());

  const asked = async (text: string): Promise<MessageItem> => {
    const endpoint = `${server.origin}/ndjson`;
    const chat = new ChatController(undefined, {endpoint, protocol: ndjson, storage: null});
    await chat.send(text);
    chat.dispose();
    return answerOf(chat);
  };

  it('is displayed like any other', async () => {
    const {status, children} = await asked('compare two numbers and search the docs');
    assert.equal(status, 'done');
    assert.deepEqual([...new Set(children.map(({kind}) => kind))].sort(), [
      'source',
      'text',
      'thinking',
      'tool',
    ]);
    assert.ok(children.every(item => item.status === 'done'));
  });

  it('reports an error and keeps the text', async () => {
    const {status, children} = await asked('fail');
    assert.equal(status, 'failed');
    assert.equal(children.at(-1)?.kind, 'error');
    assert.ok(children.some(({kind}) => kind === 'text'));
  });

  it('is described in less than sixty lines', () => {
    const source = readFileSync(new URL('../../demo/ndjson.ts', import.meta.url), 'utf8');
    assert.ok(source.split('\n').length < 60);
  });
});

describe('a protocol of plain text', () => {
  const plain: Protocol = createProtocol({
    name: 'plain',
    framing: 'text',
    read: ({data}, answer) => answer.text(data),
    send: ({text}) => ({method: 'POST', path: 'ask', body: {json: text}}),
  });

  it('is decoded as it arrives, with characters that are cut', async () => {
    const bytes = new TextEncoder().encode('Grüße 👋');
    const body = new ReadableStream({
      start(stream) {
        for (const byte of bytes) stream.enqueue(new Uint8Array([byte]));
        stream.close();
      },
    });
    const chat = new ChatController(undefined, {
      endpoint: 'http://plain.example',
      protocol: plain,
      storage: null,
      fetch: () => Promise.resolve(new Response(body, {headers: {'content-type': 'text/plain'}})),
    });
    await chat.send('hi');
    assert.equal(plainText(answerOf(chat)), 'Grüße 👋');
    chat.dispose();
  });
});
