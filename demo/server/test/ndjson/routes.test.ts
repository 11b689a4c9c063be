import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {until} from '../../../../test/support/until.js';
import {Client, type Json} from '../client.js';

describe('the routes of newline-delimited JSON', () => {
  let server: AgentServer;
  // At this pace, a long answer takes minutes.
  before(async () => (server = await startServer({env: {UBIK_DEMO_PACE: '1'}})));
  after(() => server.stop());

  const post = (path: string, body: Json, signal?: AbortSignal): Promise<Response> =>
    fetch(`${server.origin}/ndjson/${path}`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(body),
      ...(signal && {signal}),
    });
  const openStreams = async (): Promise<unknown> =>
    (await new Client(server).ok('/demo/stats'))['open_streams'];

  it('send at most 32 answers at a time, and take no answer to a question that they cannot continue', async () => {
    const asked = await post('ask', {text: 'confirm something', session: 'asked'});
    const lines = (await asked.text()).trim().split('\n');
    const question = lines.map(line => JSON.parse(line) as Json).find(line => 'ask' in line);
    const answers = [{id: question?.['ask'], input: true}];

    const text = 'write a long answer of 256 KB';
    const leaving = Array.from({length: 32}, () => new AbortController());
    const responses = await Promise.all(leaving.map(({signal}) => post('ask', {text}, signal)));
    assert.deepEqual(new Set(responses.map(({status}) => status)), new Set([200]));

    for (const refused of [
      await post('ask', {text}),
      await post('continue', {session: 'asked', answers}),
    ]) {
      assert.equal(refused.status, 503);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
    }

    leaving[0]?.abort();
    await until(async () => (await openStreams()) === 31);
    const continued = await post('continue', {session: 'asked', answers});
    assert.equal(continued.status, 200);
    assert.match(await continued.text(), /"answer":true/);
    for (const client of leaving) client.abort();
    await until(async () => (await openStreams()) === 0);
  });
});
