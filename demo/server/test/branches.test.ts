import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, eventsOf, type Json} from './client.js';

describe('branches', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  const roles = (messages: readonly Json[]): unknown[] => messages.map(({role}) => role);

  it('regenerates beside the old answer, from the answer or from its question', async () => {
    const session = await client.session();
    await client.send(session, 'hello');
    const [question, first] = await client.history(session);
    const path = `/agent-sessions/${session}/messages`;
    await eventsOf(await client.call(`${path}/${String(first?.['id'])}/regenerate`, {body: {}}));
    await eventsOf(await client.call(`${path}/${String(question?.['id'])}/regenerate`, {body: {}}));

    const history = await client.history(session);
    assert.deepEqual(roles(history), ['user', 'assistant']);
    assert.equal(history[0]?.['id'], question?.['id']);
    const third = history[1];
    const siblings = third?.['sibling_ids'] as string[];
    assert.equal(siblings.length, 2);
    assert.equal(siblings[0], first?.['id']);
    assert.ok(!siblings.includes(String(third?.['id'])));
  });

  it('edits into a new branch, with the earlier messages and none of the later', async () => {
    const session = await client.session();
    await client.send(session, 'hello');
    await client.send(session, 'what is 1 + 1?');
    await client.send(session, 'hello again');
    const before = await client.history(session);
    const path = `/agent-sessions/${session}/messages/${String(before[2]?.['id'])}/edit`;
    await eventsOf(await client.call(path, {body: {content: 'what is 2 + 2?'}}));

    const after = await client.history(session);
    assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
    assert.equal(after.length, 4);
    assert.equal(after[2]?.['content'], 'what is 2 + 2?');
    assert.deepEqual(after[2]['sibling_ids'], [before[2]?.['id']]);
    assert.match(String(after[3]?.['content']), /is \*\*4\*\*/);
  });

  it('edits the very first message', async () => {
    const session = await client.session();
    await client.send(session, 'hello');
    const [first] = await client.history(session);
    const path = `/agent-sessions/${session}/messages/${String(first?.['id'])}/edit`;
    await eventsOf(await client.call(path, {body: {content: 'help'}}));
    const [edited] = await client.history(session);
    assert.equal(edited?.['parent_id'], null);
    assert.deepEqual(edited['sibling_ids'], [first?.['id']]);
  });

  it('navigates to the newest end of another branch, and back', async () => {
    const session = await client.session();
    await client.send(session, 'hello');
    await client.send(session, 'what is 1 + 1?');
    const long = await client.history(session);
    const path = `/agent-sessions/${session}/messages/${String(long[0]?.['id'])}/edit`;
    await eventsOf(await client.call(path, {body: {content: 'help'}}));
    const short = await client.history(session);

    const navigate = (target: unknown): Promise<Json> =>
      client.ok(`/agent-sessions/${session}/navigate`, {body: {target_message_id: target}});
    const {active_head_id} = await navigate(long[0]?.['id']);
    assert.equal(active_head_id, long.at(-1)?.['id']);
    assert.deepEqual(
      (await client.history(session)).map(({id}) => id),
      long.map(({id}) => id),
    );
    await navigate(short.at(-1)?.['id']);
    assert.deepEqual(
      (await client.history(session)).map(({id}) => id),
      short.map(({id}) => id),
    );
  });

  it('continues from the selected branch', async () => {
    const session = await client.session();
    await client.send(session, 'hello');
    const [question, answer] = await client.history(session);
    const path = `/agent-sessions/${session}/messages/${String(question?.['id'])}`;
    await eventsOf(await client.call(`${path}/regenerate`, {body: {}}));
    await client.ok(`/agent-sessions/${session}/navigate`, {
      body: {target_message_id: answer?.['id']},
    });
    await client.send(session, 'help');
    assert.equal((await client.history(session))[2]?.['parent_id'], answer?.['id']);
  });

  it('rejects impossible requests', async () => {
    const session = await client.session();
    await client.send(session, 'hello');
    const [, answer] = await client.history(session);
    const path = `/agent-sessions/${session}/messages`;
    const edit = {body: {content: 'x'}};
    assert.equal((await client.call(`${path}/${String(answer?.['id'])}/edit`, edit)).status, 400);
    assert.equal((await client.call(`${path}/${crypto.randomUUID()}/edit`, edit)).status, 404);
    assert.equal(
      (await client.call(`${path}/${crypto.randomUUID()}/regenerate`, {body: {}})).status,
      404,
    );
    const navigate = (body: Json): Promise<Response> =>
      client.call(`/agent-sessions/${session}/navigate`, {body});
    assert.equal((await navigate({})).status, 422);
    assert.equal((await navigate({target_message_id: crypto.randomUUID()})).status, 404);
  });
});
