import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, eventsOf, type Json} from '../client.js';
import {aishu} from '../../../../src/core/index.js';

const prefix = '/api/agent-factory/v1/app/demo';
const recordOf = (value: unknown): Json => value as Json;

describe('the Data Agent API of the local server', () => {
  let server: AgentServer;
  let token: string | undefined;

  before(async () => {
    server = await startServer();
    ({token} = await Client.of(server));
  });
  after(() => server.stop());

  const call = (method: string, path: string, body?: unknown, who = token): Promise<Response> =>
    fetch(`${server.origin}/aishu${path}`, {
      method,
      headers: {authorization: `Bearer ${who}`, 'content-type': 'application/json'},
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
  const ask = (fields: Json, who = token): Promise<Response> => {
    const options = {
      agent_id: 'x',
      stream: true,
      inc_stream: true,
      chat_option: {is_need_progress: true},
    };
    return call('POST', `${prefix}/chat/completion`, {...options, ...fields}, who);
  };
  const documentOf = (all: readonly Json[]): Json =>
    recordOf(aishu.accumulate(all.map(event => ({data: JSON.stringify(event)}))));
  const answer = async (fields: Json, who = token): Promise<Json> =>
    documentOf(await eventsOf(await ask(fields, who)));
  const extOf = (document: Json): Json => recordOf(recordOf(document['message'])['ext']);
  const stepsOf = (document: Json): Json[] =>
    recordOf(recordOf(recordOf(document['message'])['content'])['middle_answer'])[
      'progress'
    ] as Json[];

  it('numbers its patches from 0 and sends an end patch', async () => {
    const all = await eventsOf(await ask({query: 'what is 6 * 7'}));
    assert.deepEqual(
      all.map(({seq_id}) => seq_id),
      all.map((_, n) => n),
    );
    assert.deepEqual(all.at(-1), {seq_id: all.length - 1, key: [], action: 'end', content: null});
  });

  it('sends the text of the model and the results of skills in steps, each ended', async () => {
    const steps = stepsOf(await answer({query: 'search the docs for streams'}));
    assert.deepEqual(
      steps.map(({stage, status}) => [stage, status]),
      [
        ['skill', 'completed'],
        ['llm', 'completed'],
      ],
    );
    assert.equal(recordOf(steps[0]?.['skill_info'])['name'], 'doc_qa');
  });

  it('gives tables and charts in the form of the platform', async () => {
    const [table] = stepsOf(await answer({query: 'a table of the documents'}));
    const result = recordOf(recordOf(table?.['answer'])['result']);
    assert.equal((result['data'] as Json[]).length, 5);
    const [chart] = stepsOf(await answer({query: 'draw a chart of 3, 5'}));
    assert.equal(recordOf(recordOf(chart?.['answer'])['chart_config'])['chart_type'], 'Column');
  });

  /** Answers the question at the end of a message. */
  const decide = (first: Json, action: 'confirm' | 'skip'): Promise<Json> => {
    const {handle, data} = recordOf(extOf(first)['interrupt_info']);
    return answer({
      conversation_id: first['conversation_id'],
      interrupted_assistant_message_id: first['assistant_message_id'],
      resume_interrupt_info: {resume_handle: handle, data, action, modified_args: []},
    });
  };

  it('asks by an interrupt, and continues in the same message', async () => {
    const first = await answer({query: 'confirm the booking'});
    const rest = await decide(first, 'confirm');
    assert.equal(rest['assistant_message_id'], first['assistant_message_id']);
    assert.equal(extOf(rest)['interrupt_info'], null);
    assert.match(JSON.stringify(stepsOf(rest).at(-1)), /\*\*booked\*\*/);
  });

  it('asks whether it may do one thing, where other protocols offer a choice', async () => {
    for (const [action, pattern] of [
      ['confirm', /\| expression \| value \|/],
      ['skip', /- `2` is \*\*2\*\*/],
    ] as const) {
      const first = await answer({query: 'compare 2 with 3 and search the docs'});
      const info = recordOf(extOf(first)['interrupt_info']);
      assert.equal(recordOf(info['data'])['tool_name'], 'write_table');
      assert.match(JSON.stringify(stepsOf(await decide(first, action)).at(-1)), pattern);
    }
  });

  it('fails with the error object of the platform, and keeps the text', async () => {
    const document = await answer({query: 'fail'});
    const base = recordOf(recordOf(document['error'])['BaseError']);
    assert.match(String(base['description']), /sandbox/);
    assert.ok(stepsOf(document).length > 0);
  });

  it('stores conversations: creates, lists, renames, reads, removes', async () => {
    const {id} = recordOf(
      await (await call('POST', `${prefix}/conversation`, {title: 'One'})).json(),
    );
    await answer({query: 'hello', conversation_id: id});
    const path = `${prefix}/conversation/${String(id)}`;
    assert.equal((await call('PUT', path, {title: 'Two'})).status, 204);
    assert.equal((await call('PUT', `${path}/mark_read`, {latest_read_index: 2})).status, 204);
    const list = recordOf(await (await call('GET', `${prefix}/conversation?page=1&size=1`)).json());
    const [entry] = list['entries'] as Json[];
    assert.deepEqual([entry?.['title'], entry?.['read_message_index']], ['Two', 2]);
    const stored = recordOf(await (await call('GET', path)).json());
    const messages = stored['Messages'] as Json[];
    assert.deepEqual(
      messages.map(({origin, status}) => [origin, status]),
      [
        ['user', 'processed'],
        ['assistant', 'succeded'],
      ],
    );
    assert.equal((await call('DELETE', path)).status, 204);
    assert.equal((await call('GET', path)).status, 404);
  });

  it('continues when the client disconnects, can be resumed from the start, and stops only on request', async () => {
    const client = await Client.of(server);
    await client.ok('/demo/settings', {body: {pace: 1}});
    const {id} = recordOf(await (await call('POST', `${prefix}/conversation`, {title: ''})).json());
    const left = await ask({query: 'write a long answer', conversation_id: id});
    const reader = left.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const resumed = await call('POST', `${prefix}/chat/resume`, {conversation_id: id});
    assert.equal(resumed.status, 200);
    const stopped = await call('POST', `${prefix}/chat/termination`, {conversation_id: id});
    assert.equal(stopped.status, 204);
    const all = await eventsOf(resumed);
    assert.deepEqual([all[0]?.['seq_id'], all.at(-1)?.['action']], [0, 'end']);
    await client.ok('/demo/settings', {body: {pace: 0}});
    assert.equal((await call('POST', `${prefix}/chat/resume`, {conversation_id: id})).status, 500);
    assert.equal(
      (await call('POST', `${prefix}/chat/termination`, {conversation_id: id})).status,
      500,
    );
  });

  it('regenerates in place of the old answer', async () => {
    const first = await answer({query: 'hello'});
    const conversation_id = first['conversation_id'];
    const regenerate_assistant_message_id = first['assistant_message_id'];
    await answer({query: 'hello', conversation_id, regenerate_assistant_message_id});
    const path = `${prefix}/conversation/${String(conversation_id)}`;
    const messages = recordOf(await (await call('GET', path)).json())['Messages'] as Json[];
    assert.equal(messages.length, 2);
    assert.notEqual(messages[1]?.['id'], regenerate_assistant_message_id);
  });

  it('gives a file to its owner only, also if another user has one of the same path', async () => {
    const path = `conversation-${crypto.randomUUID()}/salary.txt`;
    const upload = async (who: string | undefined, text: string): Promise<void> => {
      const form = new FormData();
      form.set('file', new File([text], 'salary.txt', {type: 'text/plain'}));
      const response = await fetch(
        `${server.origin}/aishu/api/v1/sessions/s/files/upload?path=${encodeURIComponent(path)}`,
        {method: 'POST', headers: {authorization: `Bearer ${who}`}, body: form},
      );
      assert.equal(response.status, 200);
    };
    const other = (await Client.of(server, 'ben')).token;
    const selected = {query: 'search the docs for zebras', selected_files: [{file_name: path}]};
    const read = async (who: string | undefined): Promise<string> =>
      JSON.stringify(await answer(selected, who));
    await upload(token, '# Zebras\n\nZebras are a secret of ada. They run fast.');
    assert.match(await read(token), /secret of ada/);
    assert.doesNotMatch(await read(other), /salary|secret/);
    await upload(other, '# Zebras\n\nZebras are a note of ben. They run fast.');
    assert.match(await read(token), /secret of ada/);
    assert.match(await read(other), /note of ben/);
  });

  it('introduces the agent, of an unpublished one only the draft', async () => {
    const market = '/api/agent-factory/v3/agent-market/agent';
    const received = recordOf(await (await call('GET', `${market}/demo/version/latest`)).json());
    assert.match(JSON.stringify(received), /opening_remark_config/);
    assert.equal((await call('GET', `${market}/draft/version/latest`)).status, 404);
    assert.equal((await call('GET', `${market}/draft/version/v0`)).status, 200);
  });

  it('refuses in the flat form of the platform', async () => {
    const stranger = await fetch(`${server.origin}/aishu${prefix}/conversation`);
    assert.equal(stranger.status, 401);
    assert.match(String(recordOf(await stranger.json())['error_code']), /Authorization$/);
    const bad = await call('POST', `${prefix}/chat/completion`, {query: 1});
    assert.equal(bad.status, 400);
    assert.match(String(recordOf(await bad.json())['error_code']), /RequestBody$/);
  });
});
