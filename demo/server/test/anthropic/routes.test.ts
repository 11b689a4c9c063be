import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, eventsOf, ofType, type Json} from '../client.js';

const user = (content: unknown): Json => ({role: 'user', content});
const schema = (properties: Json = {}): Json => ({type: 'object', properties});
const said = (value: unknown): string => (typeof value === 'string' ? value : '');
const inner = (event: Json | undefined, field: string): Json => (event?.[field] ?? {}) as Json;

describe('the Messages format of the local server', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  const post = (body: Json): Promise<Response> =>
    fetch(`${server.origin}/anthropic/v1/messages`, {
      method: 'POST',
      headers: {authorization: `Bearer ${client.token}`, 'content-type': 'application/json'},
      body: JSON.stringify({stream: true, ...body}),
    });
  const tell = async (messages: readonly Json[], more: Json = {}): Promise<Json[]> =>
    eventsOf(await post({messages, ...more}));
  const reason = (all: readonly Json[]): unknown =>
    inner(ofType(all, 'message_delta').at(-1), 'delta')['stop_reason'];
  const blocks = (all: readonly Json[]): Json[] =>
    ofType(all, 'content_block_start').map(event => inner(event, 'content_block'));
  const words = (all: readonly Json[]): string =>
    ofType(all, 'content_block_delta')
      .map(event => said(inner(event, 'delta')['text']))
      .join('');

  /** The assistant's turn as a client stores it, to be sent back whole. */
  const turnOf = (all: readonly Json[]): Json => {
    const content: Json[] = [];
    for (const event of all) {
      const index = Number(event['index']);
      const delta = inner(event, 'delta');
      if (event['type'] === 'content_block_start')
        content[index] = {...inner(event, 'content_block')};
      const block = content[index];
      if (event['type'] !== 'content_block_delta' || !block) continue;
      for (const field of ['text', 'thinking'] as const) {
        if (delta[field] !== undefined) block[field] = said(block[field]) + said(delta[field]);
      }
      if (delta['signature'] !== undefined) block['signature'] = delta['signature'];
      if (delta['partial_json'] !== undefined) {
        block['json'] = said(block['json']) + said(delta['partial_json']);
      }
    }
    const whole = content.map(({json, ...block}) =>
      typeof json === 'string' ? {...block, input: JSON.parse(json) as unknown} : block,
    );
    return {role: 'assistant', content: whole};
  };

  it('frames a message as the format does: start, blocks in order, one stop reason, stop', async () => {
    const all = await tell([user('what is 6 * 7')]);
    assert.equal(all[0]?.['type'], 'message_start');
    assert.equal(all.at(-1)?.['type'], 'message_stop');
    const starts = ofType(all, 'content_block_start').map(({index}) => index);
    assert.deepEqual(
      starts,
      starts.map((_, n) => n),
    );
    assert.equal(ofType(all, 'content_block_stop').length, starts.length);
    assert.equal(reason(all), 'end_turn');
    assert.match(words(all), /42/);
  });

  it('sends its tools as server tools, with their results', async () => {
    const all = blocks(await tell([user('compare two numbers and search the docs')]));
    const types = new Set(all.map(({type}) => type));
    for (const type of [
      'thinking',
      'mcp_tool_use',
      'mcp_tool_result',
      'server_tool_use',
      'web_search_tool_result',
      'text',
    ]) {
      assert.ok(types.has(type), type);
    }
    for (const call of all.filter(({type}) => String(type).endsWith('tool_use'))) {
      assert.equal(all.filter(({tool_use_id}) => tool_use_id === call['id']).length, 1);
    }
  });

  it('signs its reasoning, and redacts it if configured', async () => {
    const deltas = ofType(await tell([user('think')]), 'content_block_delta');
    const signed = deltas.filter(event => inner(event, 'delta')['type'] === 'signature_delta');
    assert.equal(signed.length, 3);
    const hidden = blocks(await tell([user('think in secret')]));
    assert.ok(hidden.some(({type}) => type === 'redacted_thinking'));
  });

  it('cites sources that can be opened', async () => {
    const all = await tell([user('search the docs for streams')]);
    const citation = ofType(all, 'content_block_delta')
      .map(event => inner(event, 'delta')['citation'] as Json | undefined)
      .find(found => found !== undefined);
    const response = await fetch(String(citation?.['url']));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /^# /);
  });

  it('cuts an answer, and continues it', async () => {
    const asked = user('cut the answer: help');
    const first = await tell([asked]);
    assert.equal(reason(first), 'max_tokens');
    const rest = await tell([asked, turnOf(first)], {continue: true});
    assert.equal(reason(rest), 'end_turn');
    const whole = await tell([user('help')]);
    assert.equal(words(first) + words(rest), words(whole));
  });

  it('pauses a turn after its first call, and continues without a repetition', async () => {
    const asked = user('pause, then compare two numbers');
    const first = await tell([asked]);
    assert.equal(reason(first), 'pause_turn');
    const rest = await tell([asked, turnOf(first)]);
    const calls = (all: readonly Json[]): number =>
      blocks(all).filter(({type}) => String(type).endsWith('tool_use')).length;
    assert.deepEqual([calls(first), calls(rest)], [1, 2]);
    assert.ok(!words(rest).includes('I will compare'));
  });

  it('refuses when it is asked to', async () => {
    assert.equal(reason(await tell([user('please refuse')])), 'refusal');
  });

  it('calls the named tools of the page, all at once, and reports their results', async () => {
    const tools = [
      {name: 'page_title', input_schema: schema()},
      {name: 'set_theme', input_schema: schema({theme: {enum: ['light', 'dark']}})},
      {name: 'other', input_schema: schema()},
    ];
    const asked = user('read the page title and set theme dark');
    const first = await tell([asked], {tools});
    assert.equal(reason(first), 'tool_use');
    const turn = turnOf(first);
    const calls = (turn['content'] as Json[]).map(({id, name, input}) => ({id, name, input}));
    assert.deepEqual(
      calls.map(({name, input}) => [name, input]),
      [
        ['page_title', {}],
        ['set_theme', {theme: 'dark'}],
      ],
    );
    const results = calls.map(({id}, n) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: n === 0 ? 'Ubik' : 'no such theme',
      is_error: n === 1,
    }));
    const rest = await tell([asked, turn, user(results)], {tools});
    assert.match(words(rest), /`page_title`: Ubik\n.*`set_theme`: failed: no such theme/);
  });

  it('asks its question through a tool of the page, and does not wait without one', async () => {
    const asked = user('ask me');
    const tools = [{name: 'ask_user', input_schema: schema({question: {type: 'string'}})}];
    const first = await tell([asked], {tools});
    const [call] = blocks(first);
    assert.equal(call?.['name'], 'ask_user');
    const result = {type: 'tool_result', tool_use_id: call['id'], content: 'me@example.com'};
    const rest = await tell([asked, turnOf(first), user([result])], {tools});
    assert.match(words(rest), /me@example\.com/);
    assert.equal(reason(await tell([asked])), 'end_turn');
  });

  it('ends with an error event when the run fails', async () => {
    const all = await tell([user('fail')]);
    const last = all.at(-1);
    assert.equal(last?.['type'], 'error');
    assert.match(String(inner(last, 'error')['message']), /sandbox/);
  });

  it('refuses a body that is none, and a stranger, in the envelope of the format', async () => {
    const bad = await post({messages: 'hello'});
    assert.equal(bad.status, 422);
    assert.equal(inner((await bad.json()) as Json, 'error')['type'], 'invalid_request_error');
    const strange = await fetch(`${server.origin}/anthropic/v1/messages`, {method: 'POST'});
    assert.equal(strange.status, 401);
    assert.equal(inner((await strange.json()) as Json, 'error')['type'], 'authentication_error');
  });

  it('sends pings while idle', async () => {
    await client.ok('/demo/settings', {body: {pace: 1, keepAlive: 10}});
    const all = await tell([user('what is 6 * 7')]);
    await client.ok('/demo/settings', {body: {pace: 0, keepAlive: 15_000}});
    assert.ok(ofType(all, 'ping').length > 0);
  });

  it('ends its work when the client leaves', async () => {
    await client.ok('/demo/settings', {body: {pace: 1}});
    const gone = new AbortController();
    const response = await fetch(`${server.origin}/anthropic/v1/messages`, {
      method: 'POST',
      headers: {authorization: `Bearer ${client.token}`},
      body: JSON.stringify({stream: true, messages: [user('write a long answer')]}),
      signal: gone.signal,
    });
    await response.body?.getReader().read();
    gone.abort();
    let open = 1;
    while (open > 0) open = Number((await client.ok('/demo/stats'))['open_streams']);
    await client.ok('/demo/settings', {body: {pace: 0}});
    assert.equal(open, 0);
  });
});
