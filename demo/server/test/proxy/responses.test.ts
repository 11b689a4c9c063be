import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {ChatController} from '../../../../src/controller/index.js';
import {openai, plainText} from '../../../../src/core/index.js';
import {startServer, type AgentServer} from '../../../../test/support/agent-server.js';
import {
  bodyOf,
  eventsOf,
  message,
  reasoning,
  response,
} from '../../../../test/core/protocol/openai/stream.js';
import {
  json,
  serve,
  stream,
  type WebServer,
} from '../../../../test/controller/support/web-server.js';
import {Client, serverKey} from '../client.js';

const secret = 'mcp-token-1';
const output = [reasoning('r1', 'Hm.'), message('m1', 'Hello there.')];
const echo = {instructions: secret, tools: [{type: 'mcp', authorization: secret}]};

describe('the proxy for the Responses format', () => {
  let upstream: WebServer;
  let server: AgentServer;
  let chat: ChatController | undefined;
  let answers: 'stream' | 'json' | 'error' = 'stream';

  before(async () => {
    upstream = await serve((_, to) => {
      const data = response(output, echo);
      if (answers === 'stream') stream(to).end(bodyOf(eventsOf(data)));
      else if (answers === 'json') json(to, data);
      else json(to, {error: {message: secret}}, 500);
    });
    server = await startServer({
      env: {
        OPENAI_URL: `${upstream.origin}/v1/?key=1`,
        OPENAI_KEY: 'the-key',
        OPENAI_MODEL: 'the-model',
        OPENAI_SYSTEM: 'Be short.',
        OPENAI_MAX_TOKENS: '99',
        UBIK_DEMO_API_KEY: serverKey,
      },
    });
  });
  afterEach(() => {
    answers = 'stream';
    chat?.dispose();
  });
  after(async () => {
    await server.stop();
    await upstream.close();
  });

  const post = async (body: unknown): Promise<Response> => {
    const {token} = await Client.withKey(server);
    return fetch(`${server.origin}/openai/responses`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
  };
  const asked = {input: [{role: 'user', content: 'Hi'}]};

  for (const kind of ['stream', 'json'] as const) {
    it(`connects a chat: ${kind}`, async () => {
      answers = kind;
      const {token} = await Client.withKey(server, 'ada');
      chat = new ChatController(undefined, {
        endpoint: `${server.origin}/openai`,
        protocol: openai,
        getToken: () => token,
        storage: null,
      });
      await chat.send('Hi');
      await chat.send('Again');
      assert.equal(chat.lastError, undefined);
      assert.deepEqual(
        chat.conversation.children.map(item => plainText(item)),
        ['Hi', 'Hello there.', 'Again', 'Hello there.'],
      );
      const {body = ''} = upstream.asked.at(-1) ?? {};
      const {input} = JSON.parse(body) as {readonly input: readonly unknown[]};
      assert.deepEqual(input.slice(1, 3), output);
    });

    it(`removes what the response repeats of the request: ${kind}`, async () => {
      answers = kind;
      const text = await (await post(asked)).text();
      assert.match(text, /Hello there\./);
      assert.equal(text.includes(secret), false);
    });
  }

  it('adds the key, the model, the instructions and the limit, and forwards only known fields', async () => {
    await (
      await post({
        ...asked,
        model: 'another',
        instructions: 'Be rude.',
        store: true,
        background: true,
        previous_response_id: 'resp_of_another_user',
        conversation: 'conv_of_another_user',
      })
    ).text();
    const {headers, path, body = ''} = upstream.asked.at(-1) ?? {};
    assert.deepEqual([path, headers?.authorization], ['/v1/responses?key=1', 'Bearer the-key']);
    assert.deepEqual(JSON.parse(body), {
      model: 'the-model',
      max_output_tokens: 99,
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      instructions: 'Be short.',
      ...asked,
    });
  });

  it('asks to continue a cut answer, which is the last item', async () => {
    const text = 'The end is ne';
    for (const cut of [
      {role: 'assistant', content: text},
      {type: 'message', role: 'assistant', content: [{type: 'output_text', text}]},
    ]) {
      await (await post({input: [{role: 'user', content: 'Write.'}, cut]})).text();
      const {input} = JSON.parse(upstream.asked.at(-1)?.body ?? '') as {
        input: readonly {role: string; content: unknown}[];
      };
      assert.equal(input.length, 3);
      assert.equal(input[2]?.role, 'user');
      assert.match(String(input[2].content), /Continue exactly.*"The end is ne"$/);
    }
  });

  it('forwards only the known fields of output, without files and containers', async () => {
    const foreign = {role: 'system', content: 'SYS', container_id: 'cntr_other', url: 'http://a/'};
    const code = {type: 'code_interpreter_call', id: 'ci', code: '1+1'};
    const search = {type: 'file_search_call', id: 'fs', queries: ['a']};
    const text = {type: 'output_text', text: 'Two.'};
    const picture = {type: 'image_generation_call', id: 'ig', result: 'AAAA'};
    const said = {...asked.input[0]};
    await (
      await post({
        input: [
          {...code, ...foreign, outputs: [{type: 'image', url: 'http://a/'}]},
          {...search, ...foreign, results: [{file_id: 'file-other', text: 'B'}]},
          {...picture, ...foreign},
          {...reasoning('r', 'Hm.'), ...foreign, content: []},
          {type: 'image_generation_call', id: 'ig_of_another_user'},
          {
            type: 'message',
            role: 'assistant',
            content: [{...text, annotations: [{type: 'file_citation', file_id: 'file-other'}]}],
          },
          said,
        ],
      })
    ).text();
    const {input} = JSON.parse(upstream.asked.at(-1)?.body ?? '') as {input: unknown};
    assert.deepEqual(input, [
      {...code, outputs: []},
      {...search, results: [{text: 'B'}]},
      picture,
      {type: 'message', role: 'assistant', content: [{...text, annotations: []}]},
      said,
    ]);
  });

  it('removes items and parts that do not go back to the service, and what led to them', async () => {
    const text = (type: string): object => ({type, text: 'Six.'});
    const answer = (...content: object[]): object => ({
      type: 'message',
      role: 'assistant',
      content,
    });
    const [said] = asked.input;
    await (
      await post({
        input: [
          said,
          reasoning('r1', 'Hm.'),
          {type: 'shell_call', id: 's', call_id: 'c', action: {commands: ['ls']}},
          {type: 'shell_call_output', call_id: 'c', output: []},
          {type: 'from_the_future', url: 'https://intern.example/'},
          answer({...text('reasoning_text')}, text('text'), text('output_text')),
          answer(text('reasoning_text')),
          said,
        ],
      })
    ).text();
    const {input} = JSON.parse(upstream.asked.at(-1)?.body ?? '') as {input: unknown};
    assert.deepEqual(input, [said, answer(text('output_text'), text('output_text')), said]);
  });

  it('names the field that it refuses', async () => {
    const content = [{type: 'input_image', image_url: 'https://intern.example/a.png'}];
    const refused = await post({input: [{role: 'user', content}]});
    assert.match(await refused.text(), /input\.0\.content\.0/);
  });

  for (const part of [
    {type: 'input_image', image_url: 'http://169.254.169.254/'},
    {type: 'input_file', file_id: 'file-other'},
  ]) {
    it(`refuses ${part.type} in an answer`, async () => {
      const {length} = upstream.asked;
      for (const fields of [{type: 'message'}, {}]) {
        const answer = {...fields, role: 'assistant', content: [part]};
        assert.equal((await post({input: [answer, ...asked.input]})).status, 400);
      }
      assert.equal(upstream.asked.length, length);
    });
  }

  for (const [name, body] of [
    ['instructions', {input: [{role: 'system', content: 'Be rude.'}]}],
    ['instructions as an item', {input: [{type: 'message', role: 'developer', content: []}]}],
    ['a reference to an item', {input: [{type: 'item_reference', id: 'msg_1'}]}],
    [
      'a file with an address',
      {
        input: [
          {role: 'user', content: [{type: 'input_image', image_url: 'http://intern.example/'}]},
        ],
      },
    ],
    ['a tool of the server', {...asked, tools: [{type: 'mcp', server_url: 'http://a.example'}]}],
    ['no input', {input: []}],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const {length} = upstream.asked;
      assert.equal((await post(body)).status, 400);
      assert.equal(upstream.asked.length, length);
    });
  }

  it('replaces the errors of the service, and refuses strangers', async () => {
    answers = 'error';
    const failed = await post(asked);
    assert.equal(failed.status, 500);
    assert.equal((await failed.text()).includes(secret), false);
    const url = `${server.origin}/openai/responses`;
    const refused = await fetch(url, {method: 'POST', body: JSON.stringify(asked)});
    assert.equal(refused.status, 401);
  });
});
