import assert from 'node:assert/strict';
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
