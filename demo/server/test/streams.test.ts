import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {until} from '../../../test/support/until.js';
import {
  Client,
  events,
  eventsOf,
  eventsUntil,
  finalContent,
  ofType,
  textOf,
  type Json,
} from './client.js';

describe('streams', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer({env: {UBIK_DEMO_KEEP_ALIVE: '50'}});
    client = await Client.of(server);
  });
  after(() => server.stop());

  const stop = (session: string): Promise<Json> =>
    client.ok(`/agent-sessions/${session}/stop`, {method: 'POST'});

  /** A run that lasts until it is stopped, for all that matters here. */
  const endless = 'write a long answer of 64 KB at 500 events a second';

  async function openStreams(): Promise<number> {
    return Number((await client.ok('/demo/stats'))['open_streams']);
  }

  it('has nothing to stream if nothing ran', async () => {
    const session = await client.session();
    assert.equal((await client.attach(session)).status, 204);
    assert.equal((await client.attach(session, `?task_id=${crypto.randomUUID()}`)).status, 404);
    assert.equal((await client.attach(session, '?include_chunks=perhaps')).status, 422);
    assert.equal((await stop(session))['status'], 'idle');
  });

  it('joins a run in the middle: first the earlier events, then new ones', async () => {
    const session = await client.session();
    const [first] = await eventsUntil(await client.open(session, endless), 'response_chunk');
    const joined = events(await client.attach(session));
    const seen: Json[] = [];
    for await (const event of joined) {
      seen.push(event);
      if (seen.length === 40) await stop(session);
    }
    assert.equal(seen[0]?.['task_id'], first?.['task_id']);
    assert.equal(finalContent(seen).includes(textOf(seen)), true);
    assert.deepEqual((await eventsOf(await client.attach(session))).slice(1), seen.slice(1));
  });

  it('streams one task only, even if another one started later', async () => {
    const session = await client.session();
    const first = await client.send(session, 'hello');
    const second = await client.send(session, 'help');
    const again = await eventsOf(
      await client.attach(session, `?task_id=${String(first[0]?.['task_id'])}`),
    );
    assert.deepEqual(again.slice(1), first.slice(1));
    assert.deepEqual((await eventsOf(await client.attach(session))).slice(1), second.slice(1));
    const other = await client.session();
    const stray = await client.attach(other, `?task_id=${String(first[0]?.['task_id'])}`);
    assert.equal(stray.status, 404);
  });

  it('leaves out the pieces of text when asked to', async () => {
    const session = await client.session();
    const all = await client.send(session, 'help');
    const few = await eventsOf(await client.attach(session, '?include_chunks=false'));
    assert.deepEqual(
      few.slice(1),
      all.slice(1).filter(({type}) => type !== 'response_chunk'),
    );
    assert.notEqual(few.length, all.length);
  });

  it('continues when the client disconnects, and leaves no stream open for it', async () => {
    const session = await client.session();
    const gone = new AbortController();
    const response = await client.open(
      session,
      'write a long answer of 8 KB at 2000 events a second',
      gone.signal,
    );
    for await (const event of events(response)) if (event['type'] === 'response_chunk') break;
    gone.abort();
    const all = await eventsOf(await client.attach(session));
    assert.ok(finalContent(all).length > 8 * 1024);
    assert.equal((await client.history(session)).length, 2);
    assert.equal(await openStreams(), 0);
  });

  it('sends a keep-alive while idle', async () => {
    const session = await client.session();
    const response = await client.open(session, 'ask me');
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.split(': keep-alive\n\n').length > 3) break;
    }
    assert.match(text, /"input_required"[^]*: keep-alive\n\n: keep-alive\n\n/);
    await stop(session);
  });

  it('stops in the middle of a text, and keeps it', async () => {
    const session = await client.session();
    const all: Json[] = [];
    for await (const event of events(await client.open(session, endless))) {
      all.push(event);
      if (all.length === 30) assert.equal((await stop(session))['status'], 'stop_requested');
    }
    assert.equal(ofType(all, 'agent_stop_requested').length, 1);
    const content = finalContent(all);
    assert.deepEqual(all.at(-1)?.['result'], {status: 'stopped', steps: 1});
    assert.equal(content.includes(textOf(all)), true);
    assert.match(content, /<<STEP_START>>\nStep 1: Write at length\n[^]*<<STEP_END>>$/);
    assert.equal((await client.history(session))[1]?.['content'], content);
    assert.equal((await stop(session))['status'], 'idle');
  });

  it('finishes the tool that runs before it stops', async () => {
    // Slow enough that the stop arrives before the answer, also on a busy machine.
    await client.ok('/demo/settings', {body: {pace: 2}});
    const session = await client.session();
    const all: Json[] = [];
    for await (const event of events(await client.open(session, 'what is 2 + 3?'))) {
      all.push(event);
      if (
        event['type'] === 'tool_update' &&
        all.filter(({type}) => type === 'tool_update').length === 1
      ) {
        await stop(session);
      }
    }
    await client.ok('/demo/settings', {body: {pace: 0}});
    const content = finalContent(all);
    assert.match(content, /"result": 5\}\n<<TOOL_STEP_RESULT_END>>\n<<TOOL_STEP_END\/calculator:/);
    assert.doesNotMatch(content, /is \*\*5\*\*/);
  });

  it('stops while it waits for an answer, or for that of a tool', async () => {
    for (const [words, type] of [
      ['ask me', 'input_required'],
      ['confirm', 'tool_input_required'],
    ] as const) {
      const session = await client.session();
      const all: Json[] = [];
      for await (const event of events(await client.open(session, words))) {
        all.push(event);
        if (event['type'] === type) await stop(session);
      }
      assert.deepEqual((all.at(-1)?.['result'] as Json)['status'], 'stopped');
      await client.send(session, 'hello');
      assert.equal((await client.history(session)).length, 4);
    }
  });

  it('leaves no stream open', async () => {
    await until(async () => (await openStreams()) === 0, openStreams);
  });
});
