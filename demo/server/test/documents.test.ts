import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {until} from '../../../test/support/until.js';
import {Client, finalContent, type Json} from './client.js';

describe('documents', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer({env: {UBIK_DEMO_UPLOAD_LIMIT: '100000'}});
    client = await Client.of(server);
  });
  after(() => server.stop());

  function form(name: string, file: File, metadata?: string): FormData {
    const body = new FormData();
    body.set(name, file);
    if (metadata !== undefined) body.set('api_metadata', metadata);
    return body;
  }

  async function upload(session: string, file: File): Promise<Json> {
    return client.ok(`/agent-sessions/${session}/upload`, {body: form('file', file)});
  }

  it('reads a file over time: pending, processing, completed', async () => {
    await client.ok('/demo/settings', {body: {pace: 3}});
    const session = await client.session();
    const body = form(
      'file',
      new File(['# Notes'], 'notes.md', {type: 'text/markdown'}),
      '{"page": 1}',
    );
    const uploaded = await client.ok(`/agent-sessions/${session}/upload`, {body});
    assert.equal(uploaded['status'], 'pending');
    assert.equal(uploaded['markdown_content'], null);
    assert.deepEqual(uploaded['api_metadata'], {page: 1});
    const seen = new Set<unknown>();
    let document = uploaded;
    await until(
      async () => {
        document = await client.ok(`/documents/${String(uploaded['id'])}`);
        seen.add(document['status']);
        if (seen.has('processing')) await client.ok('/demo/settings', {body: {pace: 0}});
        return document['status'] === 'completed';
      },
      () => document,
    );
    assert.ok(seen.has('processing'));
    assert.equal(document['markdown_content'], '# Notes');
  });

  it('reports that nothing can be read', async () => {
    const session = await client.session();
    const document = await upload(session, new File([new Uint8Array([0, 255, 254])], 'x.bin'));
    assert.equal(document['status'], 'failed');
    assert.match(String(document['error_message']), /No text/);
    const image = await upload(
      session,
      new File([new Uint8Array([255])], 'x.png', {type: 'image/png'}),
    );
    assert.equal(image['status'], 'completed');
  });

  it('lists, stars, links and unlinks', async () => {
    const [one, two] = [await client.session(), await client.session()];
    const {id} = await upload(one, new File(['text'], 'a.txt'));
    const starred = await client.ok(`/agent-sessions/${one}/documents/${String(id)}/star`, {
      method: 'PUT',
      body: {is_starred: true},
    });
    assert.equal(starred['is_starred'], true);
    const listed = await client.ok(`/agent-sessions/${one}/documents`);
    assert.equal(listed['total'], 1);
    assert.equal((listed['items'] as Json[])[0]?.['is_starred'], true);

    await client.ok(`/agent-sessions/${two}/documents`, {body: {document_ids: [id]}});
    assert.equal(
      ((await client.ok(`/agent-sessions/${two}`))['documents'] as Json[])[0]?.['id'],
      id,
    );
    const path = `/agent-sessions/${two}/documents/${String(id)}`;
    assert.equal((await client.call(path, {method: 'DELETE'})).status, 204);
    assert.equal((await client.ok(`/agent-sessions/${two}/documents`))['total'], 0);
  });

  it('knows documents without a session', async () => {
    const documents = await client.ok('/documents', {
      body: form('files', new File(['text'], 'b.txt')),
    });
    assert.equal((documents as unknown as Json[])[0]?.['name'], 'b.txt');
    const [status, body] = await client.status('/documents', {
      body: form('other', new File([], 'c')),
    });
    assert.deepEqual([status, body], [400, {detail: "Either 'files' or 'urls' must be provided."}]);
  });

  it('keeps them private', async () => {
    const {id} = await upload(await client.session(), new File(['text'], 'a.txt'));
    const bob = await Client.of(server, 'bob');
    assert.equal((await bob.call(`/documents/${String(id)}`)).status, 404);
  });

  it('gives no user the document of another one, by a link or as an attachment', async () => {
    const {id} = await upload(await client.session(), new File(['secret'], 'salary.txt'));
    const bob = await Client.of(server, 'bob');
    const session = await bob.session();
    const own = await bob.ok(`/agent-sessions/${session}/upload`, {
      body: form('file', new File(['mine'], 'own.txt')),
    });
    for (const other of [id, crypto.randomUUID()]) {
      const ids = [own['id'], other];
      for (const [path, body] of [
        ['documents', {document_ids: ids}],
        ['messages', {content: 'search the docs', attachment_document_ids: ids}],
      ] as const) {
        const answer = await bob.status(`/agent-sessions/${session}/${path}`, {body});
        assert.deepEqual([path, ...answer], [path, 404, {detail: 'Document not found'}]);
      }
    }
    assert.equal((await bob.ok(`/agent-sessions/${session}/documents`))['total'], 1);
    assert.deepEqual(await bob.history(session), []);
  });

  it('gives the documents of the account to its users', async () => {
    const account = new Client(server);
    const shared = (await account.ok('/documents', {
      headers: {'x-api-key': 'demo-key'},
      body: form('files', new File(['for all'], 'shared.txt')),
    })) as unknown as Json[];
    const session = await client.session();
    const body = {document_ids: [shared[0]?.['id']]};
    await client.ok(`/agent-sessions/${session}/documents`, {body});
    assert.equal((await client.ok(`/agent-sessions/${session}/documents`))['total'], 1);
  });

  it('rejects large files, and requests without a file', async () => {
    const path = `/agent-sessions/${await client.session()}/upload`;
    const big = {body: form('file', new File(['x'.repeat(100_001)], 'big.txt'))};
    assert.equal((await client.call(path, big)).status, 413);
    assert.equal((await client.call(path, {body: {}})).status, 422);
    assert.equal((await client.call(path, {body: form('other', new File([], 'c'))})).status, 422);
  });

  it('go with a message, for the agent to search', async () => {
    const session = await client.session();
    const text = '# Zebras\n\nZebras have black and white stripes. They run fast.';
    const {id} = await upload(session, new File([text], 'zebras.md'));
    const all = await client.call(`/agent-sessions/${session}/messages`, {
      body: {content: 'search the docs for zebras', attachment_document_ids: [id]},
    });
    assert.match(await all.text(), /Zebras have black and white/);
  });

  it('lets citations be looked up', async () => {
    const all = await client.send(await client.session(), 'search the docs for local agent server');
    const id = /<citation id="([^"]+)"/.exec(finalContent(all))?.[1];
    const chunk = await client.ok(`/chunks/${id}`);
    assert.ok(String(chunk['content']).length > 0);
    const document = await client.ok(`/chunks/${id}/document`);
    assert.equal(document['id'], chunk['document_id']);
    assert.equal((await client.call(`/chunks/${crypto.randomUUID()}`)).status, 404);
  });
});
