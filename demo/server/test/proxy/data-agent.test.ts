import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, afterEach, before, describe, it} from 'node:test';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {Client, serverKey, type Json} from '../client.js';

const app = '/api/agent-factory/v1/app/k';

describe('the proxy for the Data Agent API', () => {
  const arrivals: {method: string; path: string; body: Json}[] = [];
  /** The account upstream already has conversations of others. */
  const conversations = Array.from({length: 150}, (_, n) => `foreign-${n}`);
  /** The response to every request, except those for lists of conversations. */
  const plain = {type: 'application/json', text: '{}'};
  let answer = plain;
  let upstream: Server;
  let server: AgentServer;
  let ada: Client;
  let bob: Client;

  before(async () => {
    upstream = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const {method = '', url: path = ''} = request;
        const text = Buffer.concat(pieces).toString();
        arrivals.push({method, path, body: text.startsWith('{') ? (JSON.parse(text) as Json) : {}});
        const {pathname, searchParams} = new URL(path, 'http://upstream');
        const isList = pathname === `${app}/conversation`;
        response.setHeader('content-type', isList ? plain.type : answer.type);
        if (!isList) return response.end(answer.text);
        if (method === 'POST') {
          const id = `own-${conversations.length}`;
          conversations.push(id);
          return response.end(JSON.stringify({id}));
        }
        const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
        const entries = conversations.slice((page - 1) * size, page * size).map(id => ({id}));
        return response.end(JSON.stringify({entries, total: conversations.length}));
      });
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    server = await startServer({
      env: {
        AISHU_TOKEN: 'the-token',
        AISHU_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
        UBIK_DEMO_API_KEY: serverKey,
        UBIK_DEMO_PER_MINUTE: '1000',
        UBIK_DEMO_CHARACTERS_PER_DAY: '30000',
      },
    });
    [ada, bob] = await Promise.all([Client.withKey(server, 'ada'), Client.withKey(server, 'bob')]);
  });
  afterEach(() => (answer = plain));
  after(async () => {
    await server.stop();
    upstream.closeAllConnections();
    upstream.close();
  });

  const call = (who: Client, method: string, path: string, body?: Json): Promise<Response> =>
    fetch(`${server.origin}/aishu${path}`, {
      method,
      headers: {authorization: `Bearer ${who.token}`, 'content-type': 'application/json'},
      body: body === undefined ? null : JSON.stringify(body),
    });
  const create = async (who: Client): Promise<string> =>
    String(
      ((await (await call(who, 'POST', `${app}/conversation`, {title: 't'})).json()) as Json)['id'],
    );
  const listed = async (who: Client): Promise<unknown> =>
    ((await (await call(who, 'GET', `${app}/conversation?page=1&size=5`)).json()) as Json)[
      'entries'
    ];

  it('lists only the conversations of the user, wherever they are in the list of the account', async () => {
    const id = await create(ada);
    assert.deepEqual(await listed(ada), [{id}]);
    assert.deepEqual(await listed(bob), []);
  });

  it('reports a page instead of JSON as a failure of the service', async () => {
    const id = await create(ada);
    answer = {type: 'text/html', text: '<title>Sign in</title>'};
    const response = await call(ada, 'GET', `${app}/conversation/${id}`);
    assert.equal(response.status, 502);
    assert.match(await response.text(), /The service returned no JSON/);
  });

  it('prevents other users from reading, changing, continuing, joining, stopping or deleting a conversation', async () => {
    const id = await create(ada);
    const name = {conversation_id: id};
    const file = `conversation-${id}/uploads/a.txt`;
    const requests = [
      ['GET', `${app}/conversation/${id}`],
      ['PUT', `${app}/conversation/${id}`, {id, title: 'x'}],
      ['PUT', `${app}/conversation/${id}/mark_read`, {latest_read_index: 1}],
      ['POST', `${app}/chat/completion`, {...name, query: 'hi'}],
      ['POST', `${app}/chat/resume`, name],
      ['POST', `${app}/chat/termination`, name],
      ['POST', `/api/v1/sessions/s/files/upload?path=${encodeURIComponent(file)}`, {}],
      ['DELETE', `${app}/conversation/${id}`],
    ] as const;
    const before = arrivals.length;
    for (const [method, path, body] of requests)
      assert.equal((await call(bob, method, path, body)).status, 404, `${method} ${path}`);
    assert.equal(arrivals.length, before);
    for (const [method, path, body] of requests)
      assert.equal((await call(ada, method, path, body)).status, 200, `${method} ${path}`);
    assert.equal(arrivals.length, before + requests.length);
  });

  it('accepts no conversation of another user in a body or in the path of a file', async () => {
    const [theirs, own] = [await create(ada), await create(bob)];
    const before = arrivals.length;
    const ask = (fields: Json): Promise<Response> =>
      call(bob, 'POST', `${app}/chat/completion`, {conversation_id: own, query: 'hi', ...fields});
    const file = (path: string): Json => ({selected_files: [{file_name: path}]});
    assert.equal((await ask(file(`conversation-${theirs}/a.txt`))).status, 404);
    assert.equal(
      (await ask(file(`conversation-${own}/../conversation-${theirs}/a.txt`))).status,
      404,
    );
    assert.equal((await ask({temp_files: [{id: 'a'}]})).status, 400);
    const renamed = await call(bob, 'PUT', `${app}/conversation/${own}`, {id: theirs, title: 'x'});
    assert.equal(renamed.status, 400);
    assert.equal((await call(bob, 'POST', '/api/v1/sessions/s/files/upload', {})).status, 404);
    assert.equal((await call(bob, 'GET', `${app}/admin`)).status, 404);
    assert.equal(arrivals.length, before);
    assert.equal((await ask(file(`conversation-${own}/a.txt`))).status, 200);
  });

  it('creates a conversation for a message that has none, and stores its owner', async () => {
    const sent = await call(bob, 'POST', `${app}/chat/completion`, {agent_id: 'a', query: 'hello'});
    assert.equal(sent.status, 200);
    const [created, asked] = arrivals.slice(-2);
    assert.deepEqual(created?.body, {title: 'hello', agent_id: 'a'});
    const id = String(asked?.body['conversation_id']);
    assert.equal((await call(bob, 'GET', `${app}/conversation/${id}`)).status, 200);
    assert.equal((await call(ada, 'GET', `${app}/conversation/${id}`)).status, 404);
  });

  const patches = (
    ...all: readonly [key: readonly string[], content: unknown][]
  ): typeof plain => ({
    type: 'text/event-stream',
    text: all
      .map(
        ([key, content], seq_id) =>
          `data: ${JSON.stringify({seq_id, key, action: 'upsert', content})}\n\n`,
      )
      .join(''),
  });

  it('forwards only the known fields of a message, and the files of its own conversation', async () => {
    const [own, another] = [await create(bob), await create(bob)];
    const completion = `${app}/chat/completion`;
    const known = {
      agent_id: 'a',
      agent_version: 'latest',
      executor_version: 'v2',
      query: 'hi',
      stream: true,
      inc_stream: true,
      custom_querys: {x: 1},
      chat_option: {is_need_history: true, is_need_progress: true},
      conversation_id: own,
    };
    const file = {file_name: `conversation-${own}/a.txt`};
    const option = {...known.chat_option, temp_files: [{id: 'a'}]};
    const more = {model_name: 'dear', history: [], agent_key: 'k', chat_mode: 'deep_thinking'};
    const path = `conversation-${another}/b.txt`;
    const sent = {
      ...known,
      ...more,
      chat_option: option,
      selected_files: [{...file, path}],
    };
    assert.equal((await call(bob, 'POST', completion, sent)).status, 200);
    assert.deepEqual(arrivals.at(-1)!.body, {...known, selected_files: [file]});

    const before = arrivals.length;
    const statusOf = async (fields: Json): Promise<number> =>
      (await call(bob, 'POST', completion, {...known, ...fields})).status;
    assert.equal(await statusOf({selected_files: {0: file, length: 1}}), 400);
    assert.equal(await statusOf({selected_files: [file.file_name]}), 400);
    assert.equal(await statusOf({selected_files: [{file_name: path}]}), 404);
    assert.equal(await statusOf({chat_option: {is_need_history: 'yes'}}), 400);
    assert.equal(await statusOf({custom_querys: 'x'}), 400);
    assert.equal(await statusOf({temporary_area_id: 'a'}), 400);
    const invalid = await call(bob, 'POST', completion, {...known, query: 7});
    assert.match(String(((await invalid.json()) as Json)['description']), /query: /);
    assert.equal(arrivals.length, before);
  });

  it('forwards only the known fields of a conversation', async () => {
    const id = await create(bob);
    const path = `${app}/conversation`;
    const agent = {title: 't', agent_id: 'a', agent_version: 'v1', executor_version: 'v2'};
    await call(bob, 'POST', path, {...agent, user_id: 'victim'});
    assert.deepEqual(arrivals.at(-1)!.body, agent);
    await call(bob, 'PUT', `${path}/${id}`, {id, title: 'x', user_id: 'victim'});
    assert.deepEqual(arrivals.at(-1)!.body, {id, title: 'x'});
    await call(bob, 'PUT', `${path}/${id}/mark_read`, {latest_read_index: 3, user_id: 'victim'});
    assert.deepEqual(arrivals.at(-1)!.body, {latest_read_index: 3});
    await call(bob, 'DELETE', `${path}/${id}`, {user_id: 'victim'});
    assert.deepEqual(arrivals.at(-1)!.body, {});

    const before = arrivals.length;
    assert.equal((await call(bob, 'POST', path, {title: 't', temparea_id: 'a'})).status, 400);
    assert.equal((await call(bob, 'PATCH', `${path}/${id}`, {title: 'x'})).status, 405);
    assert.equal((await call(bob, 'POST', `${path}/${id}/mark_read`, {})).status, 405);
    assert.equal(arrivals.length, before);
  });

  it('accepts the runs and messages of a conversation, which the platform names, and no others', async () => {
    const [theirs, own] = [await create(ada), await create(bob)];
    const send = (who: Client, path: string, fields: Json): Promise<Response> =>
      call(who, 'POST', `${app}/chat/${path}`, fields);
    // The text of an answer is written by others: it cannot name a run.
    const quoted = '{"agent_run_id": "run-ada"}';
    answer = patches(
      [['agent_run_id'], 'run-bob'],
      [['message'], {id: 'answer-bob', reply_id: 'question-bob', ext: {}, content: {text: quoted}}],
      [['message', 'ext', 'text'], quoted],
      [['message', 'ext', 'interrupt_info'], {handle: {resume_token: 't'}, data: {}}],
    );
    const streamed = await send(bob, 'completion', {conversation_id: own, query: 'hi'});
    assert.equal(await streamed.text(), answer.text);
    answer = {
      type: 'application/json',
      text: JSON.stringify({agent_run_id: 'run-ada', assistant_message_id: 'answer-ada'}),
    };
    const whole = await send(ada, 'completion', {conversation_id: theirs, query: 'hi'});
    assert.equal(await whole.text(), answer.text);
    const ext = JSON.stringify({agent_run_id: 'run-stored'});
    answer = {type: 'application/json', text: JSON.stringify({Messages: [{id: 'stored', ext}]})};
    const stored = await call(bob, 'GET', `${app}/conversation/${own}`);
    assert.deepEqual(await stored.json(), JSON.parse(answer.text));
    answer = plain;

    const before = arrivals.length;
    for (const fields of [
      {agent_run_id: 'run-ada'},
      {agent_run_id: 'made-up'},
      {interrupted_assistant_message_id: 'answer-ada'},
      {agent_run_id: 'run-bob', interrupted_assistant_message_id: 'answer-ada'},
    ]) {
      for (const path of ['completion', 'termination'])
        assert.equal((await send(bob, path, {conversation_id: own, ...fields})).status, 404);
    }
    for (const name of ['regenerate_assistant_message_id', 'regenerate_user_message_id']) {
      const fields = {conversation_id: own, [name]: 'answer-ada'};
      assert.equal((await send(bob, 'completion', fields)).status, 404);
    }
    assert.equal(arrivals.length, before);

    const ids = {agent_run_id: 'run-bob', interrupted_assistant_message_id: 'answer-bob'};
    const info = {resume_handle: {resume_token: 't'}, data: {tool_name: 'n'}, action: 'confirm'};
    const resumed = {...ids, resume_interrupt_info: {...info, modified_args: []}};
    for (const [path, fields] of [
      ['completion', resumed],
      ['completion', {regenerate_user_message_id: 'question-bob'}],
      ['completion', {regenerate_assistant_message_id: 'stored'}],
      ['termination', ids],
      ['termination', {agent_run_id: 'run-stored'}],
    ] as const) {
      assert.equal((await send(bob, path, {conversation_id: own, ...fields})).status, 200);
      assert.deepEqual(arrivals.at(-1)!.body, {conversation_id: own, ...fields});
    }
  });

  it('accepts an answer only to a question of its conversation', async () => {
    const [theirs, own] = [await create(ada), await create(bob)];
    const ask = async (who: Client, conversation_id: string, ext: Json): Promise<void> => {
      answer = patches([['message'], {id: `answer ${conversation_id}`, ext}]);
      await (
        await call(who, 'POST', `${app}/chat/completion`, {conversation_id, query: 'hi'})
      ).text();
      answer = plain;
    };
    const handleOf = (name: string): Json => ({
      frame_id: `frame-${name}`,
      snapshot_id: `snap-${name}`,
      resume_token: `token-${name}`,
      current_block: 0,
    });
    await ask(ada, theirs, {interrupt_info: {handle: handleOf('ada'), data: {}}});
    await ask(bob, own, {interrupt_info: {handle: handleOf('bob'), data: {}}});
    await ask(ada, theirs, {ask: {session_id: 'older-ada', tool_name: 'n', tool_args: []}});
    await ask(bob, own, {ask: {session_id: 'older-bob', tool_name: 'n', tool_args: []}});
    const resume = async (fields: Json): Promise<number> =>
      (await call(bob, 'POST', `${app}/chat/completion`, {conversation_id: own, ...fields})).status;
    const withHandle = (resume_handle: Json): Json => ({
      resume_interrupt_info: {resume_handle, data: {}, action: 'confirm', modified_args: []},
    });
    const before = arrivals.length;
    for (const handle of [
      handleOf('ada'),
      {...handleOf('bob'), snapshot_id: 'snap-ada'},
      {...handleOf('bob'), resume_token: 'token-ada'},
      {...handleOf('bob'), frame_id: 'frame-ada'},
      {...handleOf('bob'), frame_id: 'token-bob'},
      handleOf('made-up'),
    ])
      assert.equal(await resume(withHandle(handle)), 404, JSON.stringify(handle));
    const older = (session_id: string): Json => ({
      tool: {session_id, tool_name: 'n', tool_args: []},
      confirm_plan: true,
    });
    const withSession = (session_id: unknown): Json => ({...older(''), tool: {session_id}});
    for (const handle of [{frame_id: ['frame-ada']}, {snapshot_id: {id: 'snap-ada'}}])
      assert.equal(await resume(withHandle(handle)), 400, JSON.stringify(handle));
    for (const session of [['older-ada'], {id: 'older-ada'}])
      assert.equal(await resume(withSession(session)), 400, JSON.stringify(session));
    assert.equal(await resume(older('older-ada')), 404);
    assert.equal(arrivals.length, before);
    assert.equal(await resume(withHandle(handleOf('bob'))), 200);
    assert.equal(await resume(older('older-bob')), 200);
    // Names that a service reads as `snapshot_id` and `resume_token` if it ignores their case, and an id inside another field.
    const hidden = {
      SNAPSHOT_ID: 'snap-ada',
      'resume_to\u212aen': 'token-ada',
      state: handleOf('ada'),
    };
    assert.equal(await resume(withHandle({...handleOf('bob'), ...hidden})), 200);
    assert.doesNotMatch(JSON.stringify(arrivals.at(-1)), /ada/);
  });

  /** Sends and receives all characters of a day. Returns the conversation. */
  const useUp = async (who: Client): Promise<string> => {
    const conversation_id = await create(who);
    const send = async (): Promise<number> =>
      (
        await call(who, 'POST', `${app}/chat/completion`, {
          conversation_id,
          query: 'x'.repeat(9000),
        })
      ).status;
    assert.equal(await send(), 200);
    answer = {type: 'application/json', text: JSON.stringify({text: 'x'.repeat(9000)})};
    assert.equal(await send(), 200);
    assert.equal(await send(), 429);
    return conversation_id;
  };

  it('counts the characters that a user sends and receives in a day', async () => {
    await useUp(await Client.withKey(server, 'eve'));
  });

  it('stops a run, but neither joins nor reads it, when no characters are left', async () => {
    const fay = await Client.withKey(server, 'fay');
    const conversation_id = await useUp(fay);
    // The remaining characters are fewer than those of a message.
    while ((await call(fay, 'GET', `${app}/conversation/${conversation_id}`)).status === 200);
    const statusOf = async (action: string): Promise<number> =>
      (await call(fay, 'POST', `${app}/chat/${action}`, {conversation_id})).status;
    assert.equal(await statusOf('resume'), 429);
    assert.equal(await statusOf('termination'), 200);
  });
});
