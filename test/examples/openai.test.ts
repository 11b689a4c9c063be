import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, describe, it} from 'node:test';
import {LLMock, type ChatCompletionRequest} from '@copilotkit/aimock';
import {getRequestListener} from '@hono/node-server';
import {server as byHand} from '../../demo/examples/openai/by-hand.js';
import {createRoute} from '../../demo/examples/openai/route.js';
import {openai, plainText} from '../../src/core/index.js';
import {openChat} from '../controller/support/chat.js';

describe('the servers of Responses in the documentation', () => {
  const model = new LLMock({port: 0});
  model.on({predicate: () => true}, ({messages}) => ({content: `Messages: ${messages.length}`}));
  const open: Server[] = [];

  after(async () => {
    for (const server of open) server.close();
    await model.stop();
  });

  /** The answers to two messages. */
  async function answersOf(server: Server): Promise<readonly string[]> {
    open.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const {port} = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}/api`;
    const chat = openChat({endpoint, protocol: openai, storage: null});
    await chat.send('Good morning');
    await chat.send('Good evening');
    assert.equal(chat.lastError, undefined);
    const [, first, , second] = chat.conversation.children.map(item => plainText(item).trim());
    chat.dispose();
    return [first ?? '', second ?? ''];
  }

  it('answer several messages, without a package', async () => {
    assert.deepEqual(await answersOf(byHand), ['Good morning', 'Good evening']);
  });

  it('add the key, the model and the instructions', async () => {
    await model.start();
    const listener = getRequestListener(
      createRoute({url: `${model.url}/v1`, key: 'k', model: 'm', instructions: 'Be short.'}),
    );
    const route = createServer((request, response) => void listener(request, response));
    assert.deepEqual(await answersOf(route), ['Messages: 2', 'Messages: 4']);
    const {headers, body} = model.getRequests()[0] ?? {};
    const asked = body as ChatCompletionRequest;
    assert.equal(asked.model, 'm');
    assert.deepEqual(asked.messages[0], {role: 'system', content: 'Be short.'});
    assert.ok(headers?.['authorization']);
  });
});
