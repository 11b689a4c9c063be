import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, events, eventsOf, eventsUntil, ofType, type Json} from './client.js';

describe('tool executions', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  async function executionIn(words: string): Promise<string> {
    const all = await client.send(await client.session(), words);
    return `/tool-executions/${String(ofType(all, 'tool_update')[0]?.['tool_execution_id'])}`;
  }

  it('report the input and output of a tool', async () => {
    const execution = await client.ok(await executionIn('what is 2 + 3?'));
    assert.equal(execution['status'], 'completed');
    assert.deepEqual(execution['inputs'], {expression: '2 + 3'});
    assert.deepEqual(execution['outputs'], {expression: '2 + 3', result: 5});
    assert.ok(String(execution['completed_at']) > String(execution['started_at']));
    const failed = await client.ok(await executionIn('let a tool fail'));
    assert.equal(failed['status'], 'failed');
    assert.equal(failed['error'], 'Division by zero.');
  });

  it('have a stream of their own, in named frames, that ends with the outputs', async () => {
    const path = await executionIn('what is 2 + 3?');
    const raw = await (await client.call(`${path}/stream`)).text();
    assert.match(raw, /^event: tool_update\ndata: \{"phase":"PARSING"/);
    const all = await eventsOf(await client.call(`${path}/stream`));
    assert.deepEqual(
      all.map(({type}) => type),
      ['tool_update', 'tool_update', 'tool_partial_update', 'tool_end'],
    );
    assert.deepEqual(all.at(-1)?.['outputs'], {expression: '2 + 3', result: 5});
  });

  it('report in their stream that they failed', async () => {
    const all = await eventsOf(await client.call(`${await executionIn('let a tool fail')}/stream`));
    assert.deepEqual(all.at(-1), {
      type: 'error',
      message: 'Division by zero.',
      code: 'tool_failed',
    });
  });

  it('ask in their stream, and continue when they are answered', async () => {
    const session = await client.session();
    const asked = await eventsUntil(await client.open(session, 'confirm'), 'tool_input_required');
    const path = `/tool-executions/${String(asked.at(-1)?.['tool_execution_id'])}`;
    const all: Json[] = [];
    for await (const event of events(await client.call(`${path}/stream`))) {
      all.push(event);
      if (event['type'] !== 'tool_input_required') continue;
      assert.equal(event['prompt'], 'Book a table for two on Friday at 19:30?');
      const body = new FormData();
      body.set('input_data_json', '{"input": "no", "type": "text"}');
      await client.call(`${path}/provide-input`, {body});
    }
    assert.deepEqual(all.at(-1)?.['outputs'], {answer: 'no'});
  });

  it('store the files of a tool, for users with access', async () => {
    const execution = await client.ok(await executionIn('draw a chart of 3, 5, 8'));
    const {images} = execution['outputs'] as {images: {url: string}[]};
    const url = String(images[0]?.url);
    const response = await client.call(url);
    assert.equal(response.headers.get('content-type'), 'image/svg+xml');
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.match(await response.text(), /^<svg [^]*>8<\/text>/);
    assert.equal((await client.call(`${url}.png`)).status, 404);
    assert.equal((await new Client(server).call(url)).status, 401);
    assert.equal((await (await Client.of(server, 'bob')).call(url)).status, 404);
  });
});
