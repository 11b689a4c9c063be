import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {copyFile, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {framesOf, readRecording} from '../../../../src/core/recording/index.js';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, eventsOf, finalContent, type Json} from '../client.js';

const folder = new URL('../../../recordings/ubik/', import.meta.url);

describe('recordings', () => {
  let server: AgentServer;
  let client: Client;

  before(async () => {
    server = await startServer();
    client = await Client.of(server);
  });
  after(() => server.stop());

  function recorded(name: string): Json[] {
    const file = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8');
    return Array.from(framesOf(readRecording(file)), ({frame}) => JSON.parse(frame.data) as Json);
  }

  it('are those in the folder', async () => {
    const {recordings} = await client.ok('/demo/recordings');
    assert.deepEqual(
      recordings,
      readdirSync(folder).map(name => name.replace('.jsonl', '')),
    );
    assert.ok(recordings.length >= 4);
  });

  for (const name of readdirSync(folder).map(file => file.replace('.jsonl', ''))) {
    it(`plays ${name}, with its own times and pieces`, async () => {
      const session = await client.session();
      const all = await client.send(session, `/replay ${name}`);
      const [, , , ...rest] = recorded(name);
      const timeless = ({type, chunk_index, timestamp}: Json): unknown[] => [
        type,
        chunk_index,
        timestamp,
      ];
      assert.deepEqual(all.slice(3).map(timeless), rest.map(timeless));

      const [question, answer] = await client.history(session);
      assert.equal(question?.['task_id'], null);
      assert.ok(String(answer?.['content']).length > 0);
      const text = JSON.stringify(all);
      if (text.includes('agent_processing_complete'))
        assert.ok(text.includes(String(answer?.['id'])));
      assert.deepEqual((await eventsOf(await client.attach(session))).slice(1), all.slice(1));
    });
  }

  it('store their result', async () => {
    const session = await client.session();
    const all = await client.send(session, '/replay a-single-step pace 0.01');
    assert.equal((await client.history(session))[1]?.['content'], finalContent(all));
  });

  it('can be stopped', async () => {
    const session = await client.session();
    const response = await client.open(session, '/replay c-input-required pace 1');
    await client.ok(`/agent-sessions/${session}/stop`, {method: 'POST'});
    const all = await eventsOf(response);
    assert.deepEqual((all.at(-1)?.['result'] as Json)['status'], 'stopped');
    assert.ok(all.length < recorded('c-input-required').length);
  });

  it('can also be files in the data folder, which do not replace the included ones', async () => {
    const data = await mkdtemp(join(tmpdir(), 'recordings-'));
    const own = join(data, 'recordings');
    await mkdir(own);
    await copyFile(new URL('a-single-step.jsonl', folder), join(own, 'mine.jsonl'));
    await writeFile(join(own, 'a-single-step.jsonl'), '');
    const another = await startServer({data});
    try {
      const visitor = await Client.of(another);
      const play = async (name: string): Promise<unknown> =>
        finalContent(await visitor.send(await visitor.session(), `/replay ${name}`));
      const content = await play('mine');
      assert.ok(String(content).length > 0);
      assert.equal(content, await play('a-single-step'));
    } finally {
      await another.stop();
      await rm(data, {recursive: true});
    }
  });

  it('fail for an unknown name', async () => {
    const all = await client.send(await client.session(), '/replay none');
    assert.match(
      String(all.at(-1)?.['error']),
      /There is no recording "none"\. Available: a-single-step/,
    );
  });
});
