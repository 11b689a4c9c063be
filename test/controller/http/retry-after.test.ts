import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {startServer} from '../../support/agent-server.js';
import {arm, said, talkTo} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {testMs} from '../../support/limits.mjs';

const limit = {timeout: testMs};

describe('Retry-After', () => {
  const refusal = {kind: 'status', status: 503, retry_after: 7, on: 'history'};
  const isKept = ({waits}: FastEnvironment): boolean =>
    waits.some(wait => wait >= 7000 && wait < 14_000);

  it('is enforced when the history is loaded', limit, async () => {
    const server = await startServer();
    const {chat, user} = talkTo(server);
    await chat.send('what is 6 * 7');
    await arm(server, refusal);
    const environment = new FastEnvironment(20);
    const sessionId = chat.session?.id ?? '';
    const second = talkTo(server, {user, sessionId}, environment);
    await second.until(({conversation}) => conversation.children.length > 0);
    assert.ok(isKept(environment), environment.waits.join());
    await server.stop();
  });

  it('is enforced when the history is searched for a message', limit, async () => {
    const server = await startServer();
    const environment = new FastEnvironment(20);
    const {chat} = talkTo(server, {}, environment);
    await arm(server, {kind: 'lose', on: 'send'}, refusal);
    await chat.send('what is 6 * 7');
    assert.match(said(chat)[1] ?? '', /42/);
    assert.ok(isKept(environment), environment.waits.join());
    await server.stop();
  });
});
