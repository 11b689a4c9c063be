import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, ofType, type Json} from './client.js';

describe('the apps of tools', () => {
  let server: AgentServer;
  let client: Client;
  let path: string;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
    const all = await client.send(await client.session(), 'Show a world clock');
    const [, id = ''] =
      /world_clock:(call_\w+)>>/.exec(
        ofType(all, 'response_chunk')
          .map(e => e['content'])
          .join(''),
      ) ?? [];
    path = `/tool-executions/${id}`;
  });
  after(() => server.stop());

  it('are named by the result of the tool', async () => {
    const {outputs} = await client.ok(path);
    const {ui} = (outputs as {_meta: {ui: Json}})._meta;
    assert.deepEqual(ui, {resourceUri: 'ui://world-clock/app.html'});
  });

  it('are documents with the tools of their server', async () => {
    const body = {uri: 'ui://world-clock/app.html'};
    const {contents, tools} = await client.ok(`${path}/app-resource`, {body});
    const [content] = contents as readonly Json[];
    assert.equal(content?.['mimeType'], 'text/html;profile=mcp-app');
    assert.match(String(content['text']), /^<!doctype html>/);
    assert.deepEqual(
      (tools as readonly Json[]).map(({name}) => name),
      ['find_time_zone', 'world_clock'],
    );
  });

  it('call tools that are visible to apps, and no others', async () => {
    const call = {name: 'find_time_zone', arguments: {city: 'Lima'}};
    const {structuredContent} = await client.ok(`${path}/app-call`, {body: call});
    assert.deepEqual(structuredContent, {zones: ['America/Lima']});
    for (const name of ['world_clock', 'calculator', 'constructor']) {
      const [status] = await client.status(`${path}/app-call`, {body: {name, arguments: {}}});
      assert.equal(status, 404, name);
    }
  });

  it('read no other addresses, and nothing of another user', async () => {
    const body = {uri: 'file:///etc/passwd'};
    assert.equal((await client.status(`${path}/app-resource`, {body}))[0], 422);
    const other = await Client.of(server, 'eve');
    const own = {uri: 'ui://world-clock/app.html'};
    assert.equal((await other.status(`${path}/app-resource`, {body: own}))[0], 404);
  });

  it('have a shell without an origin', async () => {
    const {headers} = await fetch(`${server.origin}/mcp-app/shell.html`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^sandbox allow-scripts allow-forms; default-src 'none'/);
    assert.doesNotMatch(policy, /allow-same-origin|unsafe-eval/);
    assert.match(policy, /frame-src 'none'.*frame-ancestors 'self'/);
  });
});
