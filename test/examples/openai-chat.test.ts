import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import {json} from 'node:stream/consumers';
import {after, describe, it} from 'node:test';
import {LLMock, type ChatCompletionRequest} from '@copilotkit/aimock';
import {server as byHand} from '../../demo/examples/openai-chat/by-hand.js';
import {createRoute} from '../../demo/examples/openai-chat/route.js';
import {completions} from '../../demo/examples/own-protocol/completions.js';
import {openaiChat, plainText} from '../../src/core/index.js';
import {openChat, pageTools} from '../controller/support/chat.js';
import {addressOf, answersOf, serverOf} from './servers.js';

describe('the servers of Chat Completions in the documentation', () => {
  const model = new LLMock({port: 0});
  model.on({predicate: () => true}, ({messages}) => ({content: `Messages: ${messages.length}`}));
  after(() => model.stop());

  it('answer several messages, without a package', async () => {
    assert.deepEqual(await answersOf(`${await addressOf(byHand)}/api`, openaiChat), [
      'Good morning',
      'Good evening',
    ]);
  });

  it('are read by a protocol by hand, with tools of the page', async () => {
    const server = new LLMock({port: 0});
    server.on(
      {predicate: ({messages}) => messages.length === 1},
      {
        content: 'Let me see.',
        toolCalls: [{id: 'c1', name: 'now', arguments: '{"zone":"UTC"}'}],
      },
    );
    server.on({userMessage: 'Fail'}, {error: {message: 'No credit'}, status: 402});
    server.on({predicate: () => true}, ({messages}) => ({
      content: `It is ${JSON.stringify(messages.at(-1)?.content)}.`,
    }));
    await server.start();
    const tools = pageTools({
      now: {permission: 'allow', run: ({zone}) => `ten (${String(zone)})`},
    });
    const endpoint = `${server.url}/v1`;
    const chat = openChat({endpoint, protocol: completions, storage: null, tools});
    await chat.send('What time is it?');
    const [, answer] = chat.conversation.children;
    assert.equal(answer && plainText(answer), 'Let me see.\n\nIt is "ten (UTC)".');
    assert.equal(answer?.status, 'done');
    assert.equal((server.getRequests()[0]?.body as ChatCompletionRequest).tools?.length, 1);
    await chat.send('Fail');
    assert.equal(chat.lastError?.detail, 'No credit');
    const {messages} = server.getLastRequest()?.body as ChatCompletionRequest;
    assert.deepEqual(
      messages.map(({role}) => role),
      ['user', 'assistant', 'tool', 'assistant', 'user'],
    );
    chat.dispose();
    await server.stop();
  });

  it('have no empty list of tools', async () => {
    const asked: Record<string, unknown>[] = [];
    const service = createServer((request, response) => {
      void json(request).then(body => {
        asked.push(body as Record<string, unknown>);
        response.writeHead(500).end();
      });
    });
    const url = await addressOf(service);
    const chat = openChat({endpoint: url, protocol: completions, storage: null});
    await chat.send('Good morning');
    chat.dispose();
    const route = createRoute({url, key: 'k', model: 'm', instructions: 'Be short.'});
    const body = {messages: [{role: 'user', content: 'Good morning'}], tools: []};
    await route(new Request(url, {method: 'POST', body: JSON.stringify(body)}));
    assert.ok(asked.length > 1);
    assert.deepEqual(
      asked.filter(sent => 'tools' in sent),
      [],
    );
  });

  it('add the key, the model and the instructions', async () => {
    await model.start();
    const route = createRoute({
      url: `${model.url}/v1`,
      key: 'k',
      model: 'm',
      instructions: 'Be short.',
    });
    const address = await addressOf(serverOf(route));
    const answers = await answersOf(`${address}/api`, openaiChat);
    assert.deepEqual(answers, ['Messages: 2', 'Messages: 4']);
    const {headers, body} = model.getRequests()[0] ?? {};
    const asked = body as ChatCompletionRequest;
    assert.equal(asked.model, 'm');
    assert.deepEqual(asked.messages[0], {role: 'system', content: 'Be short.'});
    assert.ok(headers?.['authorization']);
  });
});
