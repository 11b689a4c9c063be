import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../test/support/agent-server.js';
import {Client, events, eventsUntil, finalContent, ofType, type Json} from './client.js';

describe('checkpoints', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  const words = 'compare 6 * 7 with 40 + 1 and search the docs';

  /** Sends a message, or opens the answer to a restore, and answers the question in it. */
  async function run(session: string, response: Response, answer: string): Promise<Json[]> {
    const all: Json[] = [];
    for await (const event of events(response)) {
      all.push(event);
      if (event['type'] === 'input_required') await client.send(session, answer);
    }
    return all;
  }

  function restore(session: string, body: Json): Promise<Response> {
    return client.call(`/agent-sessions/${session}/navigate-to-checkpoint`, {body});
  }

  it('lists the results of a run', async () => {
    const session = await client.session();
    assert.deepEqual(await client.ok(`/agent-sessions/${session}/checkpoints`), {checkpoints: []});
    const all = await run(session, await client.open(session, words), 'table');
    const {checkpoints} = await client.ok(`/agent-sessions/${session}/checkpoints`);
    assert.deepEqual(
      (checkpoints as Json[]).map(({checkpoint_name, created_at}) => [checkpoint_name, created_at]),
      ofType(all, 'checkpoint_created').map(({checkpoint_name, created_at}) => [
        checkpoint_name,
        created_at,
      ]),
    );
    assert.deepEqual(
      (checkpoints as Json[]).map(({checkpoint_name}) => checkpoint_name),
      ['after_search', 'choose_form'],
    );
  });

  it('continues from a checkpoint with a hint, beside the old answer', async () => {
    const session = await client.session();
    const first = finalContent(await run(session, await client.open(session, words), 'table'));
    const restored = await restore(session, {
      checkpoint_name: 'after_search',
      checkpoint_hint: 'as a list, please',
    });
    const all = await run(session, restored, 'whatever');
    const content = finalContent(all);

    const before = first.slice(0, first.indexOf('Checkpoint: after_search'));
    const [snapshot] = ofType(all, 'agent_response_update');
    assert.equal(snapshot?.['content'], `${before}Checkpoint: after_search\n<<CHECKPOINT_END>>\n`);
    assert.ok(content.startsWith(`${snapshot['content']}<<thinking>>\n`));
    assert.match(content, /as a list, please/);
    assert.match(content, /- `6 \* 7` is \*\*42\*\*/);
    assert.deepEqual(
      ofType(all, 'agent_step_started').map(({step}) => step),
      [3],
    );
    assert.equal(ofType(all, 'tool_update').length, 0, 'what was done is not done again');

    const history = await client.history(session);
    assert.equal(history.length, 2);
    assert.equal(history[1]?.['content'], content);
    assert.equal((history[1]['sibling_ids'] as string[]).length, 1);
  });

  it('continues from a checkpoint of a run that continued from another', async () => {
    const session = await client.session();
    await run(session, await client.open(session, words), 'table');
    await run(session, await restore(session, {checkpoint_name: 'after_search'}), 'table');
    const all = await run(
      session,
      await restore(session, {checkpoint_name: 'choose_form'}),
      'list',
    );
    const content = finalContent(all);
    assert.match(content, /- `6 \* 7` is \*\*42\*\*/);
    assert.equal(content.match(/<<STEP_START>>/g)?.length, 3);
    assert.equal(content.match(/<<CHECKPOINT_START>>/g)?.length, 2);
  });

  it('rejects unknown checkpoints, and requests at the wrong time', async () => {
    const session = await client.session();
    assert.equal((await restore(session, {})).status, 422);
    assert.equal((await restore(session, {checkpoint_name: 'none'})).status, 404);
    await eventsUntil(await client.open(session, words), 'input_required');
    assert.equal((await restore(session, {checkpoint_name: 'after_search'})).status, 409);
  });
});
