import assert from 'node:assert/strict';
import {after, describe, it} from 'node:test';
import {LLMock, type ChatCompletionRequest} from '@copilotkit/aimock';
import {server as byHand} from '../../demo/examples/openai/by-hand.js';
import {createRoute} from '../../demo/examples/openai/route.js';
import {openai} from '../../src/core/index.js';
import {serve, stream} from '../controller/support/web-server.js';
import {addressOf, answersOf, serverOf} from './servers.js';

describe('the servers of Responses in the documentation', () => {
  const model = new LLMock({port: 0});
  model.on({predicate: () => true}, ({messages}) => ({content: `Messages: ${messages.length}`}));
  after(() => model.stop());

  it('answer several messages, without a package', async () => {
    assert.deepEqual(await answersOf(`${await addressOf(byHand)}/api`, openai), [
      'Good morning',
      'Good evening',
    ]);
  });

  it('keep the instructions from the page', async () => {
    const response = {id: 'r', instructions: 'SECRET', tools: [{server_url: 'SECRET'}]};
    const events = ['response.created', 'response.completed'].map(
      type => `event: ${type}\ndata: ${JSON.stringify({type, response})}\n\n`,
    );
    const {origin: url} = await serve((_, answer) => void stream(answer).end(events.join('')));
    const route = createRoute({url, key: 'k', model: 'm', instructions: 'SECRET'});
    const request = new Request('http://page.example', {method: 'POST', body: '{"input":[]}'});
    const text = await (await route(request)).text();
    assert.doesNotMatch(text, /SECRET/);
    assert.equal(text.match(/"id":"r"/g)?.length, 2);
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
    const answers = await answersOf(`${address}/api`, openai);
    assert.deepEqual(answers, ['Messages: 2', 'Messages: 4']);
    const {headers, body} = model.getRequests()[0] ?? {};
    const asked = body as ChatCompletionRequest;
    assert.equal(asked.model, 'm');
    assert.deepEqual(asked.messages[0], {role: 'system', content: 'Be short.'});
    assert.ok(headers?.['authorization']);
  });
});
