import assert from 'node:assert/strict';
import {it} from 'node:test';
import {agUi, createAiSdk} from '../../../src/core/index.js';
import {openChat} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {bodyOf} from '../support/streams.js';
import {serve, stream} from '../support/web-server.js';

it('an answer that was cut is regenerated at once where there is nothing to load', async () => {
  const {origin, asked} = await serve(({method}, response) => {
    if (method === 'GET') response.writeHead(204).end();
    else
      stream(response).end(
        bodyOf([
          {type: 'start', messageId: 'm1'},
          {type: 'text-start', id: 't'},
          {type: 'text-delta', id: 't', delta: 'Half an ans'},
        ]),
      );
  });
  const protocol = createAiSdk({resume: 'replay'});
  const chat = openChat({endpoint: origin, protocol, storage: null}, new FastEnvironment());
  await chat.send('Hello');
  assert.equal(chat.status, 'lost');
  const posts = (): number => asked.filter(({method}) => method === 'POST').length;
  for (const count of [2, 3]) {
    await chat.retry();
    assert.equal(posts(), count);
  }
});

it('an answer in which the agent reports an error has failed, and its message was sent', async () => {
  const {origin} = await serve((_, response) => {
    stream(response).end(
      bodyOf([
        {type: 'RUN_STARTED', threadId: 't', runId: 'r'},
        {type: 'RUN_ERROR', message: 'The model is overloaded.', code: 'E'},
      ]),
    );
  });
  const chat = openChat({endpoint: origin, protocol: agUi, storage: null});
  const {status, message, error} = await chat.send('Hello');
  assert.deepEqual([status, message?.status, error?.code], ['failed', 'failed', 'E']);
});
