import assert from 'node:assert/strict';
import {after, afterEach, describe, it} from 'node:test';
import {LLMock, type FixtureOpts} from '@copilotkit/aimock';
import type {ChatController, ChatEvent, ChatOptions, PageTool} from '../../src/controller/index.js';
import {
  createOpenai,
  openRequests,
  plainText,
  type MessageItem,
  type OpenaiOptions,
} from '../../src/core/index.js';
import {
  approval,
  bodyOf,
  call,
  eventsOf,
  mcpCall,
  message,
  reasoning,
  response,
  type EventData,
} from '../core/protocol/openai/stream.js';
import {statusesOf} from '../core/protocol/folded-message.js';
import {serveOpenai, type OpenaiServer, type ResponseRequest} from '../support/openai-server.js';
import {until} from '../support/until.js';
import {fails, memory, openClient, untilTrue, waitForQuestions} from './support/chat.js';
import {json, serve, serveRejection, stream, type WebServer} from './support/web-server.js';

/** Our chat as the client of two servers of the Responses format: an independent one, and one with all of its state. */

let chat: ChatController;
const servers: LLMock[] = [];
afterEach(() => chat.dispose());
after(() => Promise.all(servers.map(server => server.stop())));

interface Options extends OpenaiOptions {
  readonly tools?: Readonly<Record<string, PageTool>>;
  readonly chat?: ChatOptions;
}

function chatWith(endpoint: string, options: Options = {}): ChatController {
  const {tools, chat: more, ...rest} = options;
  const own = {endpoint, protocol: createOpenai(rest), agentId: 'small'};
  chat = openClient(own, {tools, chat: more});
  return chat;
}

const chatOf = ({origin}: {readonly origin: string}, options?: Options): ChatController =>
  chatWith(`${origin}/v1`, options);

const answer = (): MessageItem => chat.conversation.children.at(-1) as MessageItem;

const untilShown = (isTrue: () => boolean): Promise<void> => untilTrue(chat, isTrue);

const statuses = (): readonly string[] => statusesOf(answer());

type Answer = Extract<Parameters<LLMock['on']>[1], (...args: never) => unknown>;

async function serveModel(model: Answer, options: FixtureOpts = {}): Promise<string> {
  const server = new LLMock({port: 0});
  server.on({predicate: () => true}, model, options);
  await server.start();
  servers.push(server);
  return `${server.url}/v1`;
}

describe('an independent server of Responses', () => {
  it('answers with reasoning and text, and gets the whole conversation back', async () => {
    const endpoint = await serveModel(
      ({messages}) => ({content: `It is **${messages.length}**.`, reasoning: 'Hm, a number.'}),
      {chunkSize: 3},
    );
    chatWith(endpoint);
    await chat.send('Which?');
    assert.deepEqual(statuses(), ['thinking done', 'text done']);
    assert.equal(plainText(answer()), 'It is **1**.');
    assert.deepEqual([answer().status, answer().model, chat.status], ['done', 'small', 'idle']);
    await chat.send('And now?');
    assert.equal(plainText(answer()), 'It is **3**.');
  });

  it('lets the page run its tools with consent', async () => {
    const endpoint = await serveModel(({messages}) =>
      messages.some(({role}) => role === 'tool')
        ? {content: `Seen: ${JSON.stringify(messages.at(-1)?.content)}`}
        : {content: 'One moment.', toolCalls: [{name: 'title', arguments: '{"short":true}'}]},
    );
    chatWith(endpoint, {tools: {title: {run: ({short}) => ({title: short ? 'Ubik' : ''})}}});
    const turn = chat.send('What is the title?');
    const [question] = await waitForQuestions(chat);
    await chat.reply(question?.id ?? '', {type: 'permission', input: {allow: 'once'}});
    await turn;
    assert.match(plainText(answer()), /One moment\.\n\nSeen: .*Ubik/s);
    assert.equal(chat.conversation.children.length, 2);
  });
});

const long = Array.from({length: 12}, (_, index) => `word${index} `).join('');

describe('a server with state', () => {
  const sent = (server: OpenaiServer, turn: number): readonly unknown[] =>
    (server.turns[turn]?.input ?? []).map(({role, type}) => role ?? type);

  it('gets every item back as it has sent it', async () => {
    const output = [
      reasoning('r1', 'Hm.'),
      mcpCall('mc', 'find', 'Found.'),
      message('m1', 'There.'),
    ];
    const server = await serveOpenai({model: () => output});
    chatOf(server);
    await chat.send('Where?');
    await chat.send('Again?');
    assert.deepEqual(server.turns[1]?.input, [
      {role: 'user', content: 'Where?'},
      ...output,
      {role: 'user', content: 'Again?'},
    ]);
    assert.deepEqual(server.turns[1]['model'], 'small');
  });

  it('gets only what is new, with the id of the last response', async () => {
    const server = await serveOpenai({model: () => [message('m1', 'Yes.')]});
    chatOf(server, {state: 'previous_response_id', body: {store: true}});
    await chat.send('One');
    await chat.send('Two');
    const [, second] = server.turns;
    assert.deepEqual(second?.input, [{role: 'user', content: 'Two'}]);
    assert.deepEqual([second.previous_response_id, second['store']], ['resp_1', true]);
    const last = answer().messageId ?? '';
    await chat.regenerate(last);
    assert.equal(server.turns[2]?.previous_response_id, 'resp_1');
    const [first] = chat.conversation.children as MessageItem[];
    await chat.edit(first?.messageId ?? '', 'Uno');
    assert.deepEqual(server.turns[3]?.input, [{role: 'user', content: 'Uno'}]);
    assert.equal(server.turns[3].previous_response_id, undefined);
    assert.equal(chat.conversation.children.length, 2);
  });

  it('keeps a conversation, which is loaded after a reload', async () => {
    const server = await serveOpenai({
      model: () => [reasoning('r1', 'Hm.'), message('m1', 'Yes.')],
    });
    const storage = memory();
    chatOf(server, {state: 'conversation', chat: {storage}});
    await chat.send('One');
    assert.equal(chat.session?.id, 'conv_1');
    chat.dispose();
    chatOf(server, {state: 'conversation', chat: {storage}});
    await chat.ready;
    const found = chat.conversation.children.map(item => plainText(item));
    assert.deepEqual(found, ['One', 'Yes.']);
    await chat.send('Two');
    assert.deepEqual(server.turns[1]?.input, [{role: 'user', content: 'Two'}]);
    assert.equal(server.turns[1].conversation, 'conv_1');
    assert.equal(chat.conversation.children.length, 4);
  });

  it('asks for approvals, and gets all answers in one request', async () => {
    const server = await serveOpenai({
      model: (_, turn) =>
        turn === 0
          ? [approval('a1', 'pay'), approval('a2', 'remove')]
          : [{...mcpCall('mc', 'pay', 'Paid.'), approval_request_id: 'a1'}, message('m1', 'Done.')],
    });
    chatOf(server, {state: 'previous_response_id'});
    const turn = chat.send('Pay.');
    const [first, second] = await waitForQuestions(chat, 2);
    await chat.reply(first?.id ?? '', {type: 'confirm', input: true});
    await chat.reply(second?.id ?? '', {type: 'text', input: 'Not that one'});
    await turn;
    assert.deepEqual(server.turns[1]?.input, [
      {type: 'mcp_approval_response', approval_request_id: 'a1', approve: true},
      {
        type: 'mcp_approval_response',
        approval_request_id: 'a2',
        approve: false,
        reason: 'Not that one',
      },
    ]);
    assert.equal(server.turns[1].previous_response_id, 'resp_1');
    assert.deepEqual(statuses(), ['request done', 'request done', 'tool done', 'text done']);
  });

  it('asks for each of several approvals with one id, and gives each its own answer', async () => {
    const server = await serveOpenai({
      model: (_, turn) =>
        turn === 0 ? [approval('a1', 'pay'), approval('a1', 'remove')] : [message('m1', 'Done.')],
    });
    chatOf(server);
    const turn = chat.send('Pay.');
    const [first, second] = await waitForQuestions(chat, 2);
    assert.deepEqual([first?.toolName, second?.toolName], ['pay', 'remove']);
    await chat.reply(second?.id ?? '', {type: 'confirm', input: true});
    await chat.reply(first?.id ?? '', {type: 'confirm', input: false});
    await turn;
    const answers = server.turns[1]?.input
      .filter(({type}) => type === 'mcp_approval_response')
      .map(({approve}) => approve);
    assert.deepEqual(answers, [false, true]);
    assert.deepEqual(statuses(), ['request done', 'request done', 'text done']);
  });

  it('asks again for an approval with the id of an earlier one whose call came back', async () => {
    const server = await serveOpenai({
      model: (_, turn) =>
        [
          [approval('a1', 'pay')],
          [
            {...mcpCall('mc1', 'pay', 'Paid.'), approval_request_id: 'a1'},
            approval('a1', 'remove'),
          ],
          [message('m1', 'Done.')],
        ][turn] ?? [],
    });
    chatOf(server);
    const turn = chat.send('Pay.');
    for (const [toolName, input] of [
      ['pay', true],
      ['remove', false],
    ] as const) {
      await untilShown(() => openRequests(chat.conversation)[0]?.toolName === toolName);
      await chat.reply(openRequests(chat.conversation)[0]?.id ?? '', {type: 'confirm', input});
    }
    await turn;
    const sent = server.turns[2]?.input.map(({type, approve}) => [type, approve]);
    assert.deepEqual(sent?.at(-1), ['mcp_approval_response', false]);
  });

  it('gets a permission that was used with each later message', async () => {
    const server = await serveOpenai({
      model: (_, turn) =>
        turn === 0
          ? [approval('a1', 'pay')]
          : [mcpCall(`mc${turn}`, 'pay', 'Paid.'), message(`m${turn}`, 'Done.')],
    });
    chatOf(server);
    const turn = chat.send('Pay.');
    const [question] = await waitForQuestions(chat);
    await chat.reply(question?.id ?? '', {type: 'confirm', input: true});
    await turn;
    await chat.send('Thanks.');
    const answers = server.turns.map(({input}) =>
      input.flatMap(({approve}) => (approve === undefined ? [] : [approve])),
    );
    assert.deepEqual(answers, [[], [true], [true]]);
  });

  it('gets no permission that was given for an answer that the user has stopped', async () => {
    const server = await serveOpenai({
      model: (_, turn) => (turn === 0 ? [approval('a1', 'pay')] : [message('m1', 'Fine.')]),
    });
    chatOf(server);
    const turn = chat.send('Pay.');
    const [question] = await waitForQuestions(chat);
    const reply = chat.reply(question?.id ?? '', {type: 'confirm', input: true});
    await chat.stop();
    await Promise.allSettled([reply, turn]);
    await chat.send('Never mind.');
    const answers = server.turns
      .at(-1)
      ?.input.filter(item => 'approve' in item)
      .map(({approve, reason}) => [approve, reason]);
    assert.deepEqual(answers, [[false, 'The call was not run.']]);
  });

  it('gets the answers also if the chat left the page and came back between them', async () => {
    const server = await serveOpenai({
      model: (_, turn) =>
        turn === 0 ? [approval('a1', 'pay'), approval('a2', 'remove')] : [message('m1', 'Done.')],
    });
    chatOf(server);
    const turn = chat.send('Pay.');
    const [first, second] = await waitForQuestions(chat, 2);
    await chat.reply(first?.id ?? '', {type: 'confirm', input: true});
    chat.dispose();
    await turn;
    chat.hostConnected();
    await untilShown(() => chat.status === 'waiting');
    assert.deepEqual(openRequests(chat.conversation), [second]);
    await chat.reply(second?.id ?? '', {type: 'confirm', input: false});
    await untilShown(() => server.turns.length === 2 && chat.status === 'idle');
    const answers = server.turns[1]?.input
      .filter(item => 'approve' in item)
      .map(item => [item['approval_request_id'], item['approve']]);
    assert.deepEqual(answers, [
      ['a1', true],
      ['a2', false],
    ]);
  });

  it('gets the results of page tools, and a result for each call that was not run', async () => {
    const server = await serveOpenai({
      model: (_, turn) =>
        turn === 0 ? [call('f1', 'title', {}), call('f2', 'crash', {})] : [message('m1', 'Seen.')],
    });
    chatOf(server, {
      tools: {
        title: {permission: 'allow', run: () => 'Ubik'},
        crash: {
          permission: 'allow',
          run() {
            throw new Error('No');
          },
        },
      },
    });
    await chat.send('Look.');
    const results = server.turns[1]?.input.filter(({type}) => type === 'function_call_output');
    const found = results?.map(({call_id: id, output}) => [id, output]);
    assert.deepEqual(found, [
      ['call_f1', 'Ubik'],
      ['call_f2', 'Error: No'],
    ]);
    assert.deepEqual(sent(server, 1), [
      'user',
      'function_call',
      'function_call',
      'function_call_output',
      'function_call_output',
    ]);
    assert.deepEqual(statuses(), ['tool done', 'tool failed', 'text done']);
    chat.dispose();
    const other = await serveOpenai({
      model: (_, turn) => (turn === 0 ? [approval('a1', 'pay')] : [message('m1', 'Fine.')]),
    });
    chatOf(other);
    const turn = chat.send('Pay.');
    await untilShown(() => chat.status === 'waiting');
    await chat.stop();
    await turn;
    await chat.send('Never mind.');
    assert.deepEqual(other.turns[1]?.input.at(2), {
      type: 'mcp_approval_response',
      approval_request_id: 'a1',
      approve: false,
      reason: 'The user did not answer.',
    });
  });

  it('gets the whole conversation once if it does not have the last response any more', async () => {
    const bodies: ResponseRequest[] = [];
    const server = await serve(({body}, to) => {
      const asked = JSON.parse(body) as ResponseRequest;
      bodies.push(asked);
      const id = `resp_${bodies.length}`;
      const error = {message: 'Not found.', code: 'previous_response_not_found'};
      if (asked.previous_response_id === 'resp_1') json(to, {error}, 400);
      else stream(to).end(bodyOf(eventsOf(response([message(`m${id}`, 'Yes.')], {id}))));
    });
    chatOf(server, {state: 'previous_response_id'});
    for (const text of ['One', 'Two', 'Three']) await chat.send(text);
    assert.equal(chat.lastError, undefined);
    const facts = bodies.map(({input, previous_response_id: previous}) => [input.length, previous]);
    assert.deepEqual(facts, [
      [1, undefined],
      [1, 'resp_1'],
      [3, undefined],
      [1, 'resp_3'],
    ]);
  });

  it('sends a refused request without a chain only once', async () => {
    const server = await serve((_, to) => json(to, {error: {message: 'No.'}}, 400));
    chatOf(server, {state: 'previous_response_id'});
    await chat.send('One');
    assert.equal(chat.lastError?.detail, 'No.');
    assert.equal(server.asked.length, 1);
  });

  it('receives files of the user in the message', async () => {
    const server = await serveOpenai({model: () => [message('m1', 'Nice.')]});
    chatOf(server);
    const image = await chat.upload(new File(['a'], 'a.png', {type: 'image/png'}));
    const other = await chat.upload(new File(['b'], 'b.pdf', {type: 'application/pdf'}));
    await chat.send('Look', {files: [image.id, other.id]});
    assert.deepEqual(server.turns[0]?.input, [
      {
        role: 'user',
        content: [
          {type: 'input_image', image_url: 'data:image/png;base64,YQ=='},
          {type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,Yg=='},
          {type: 'input_text', text: 'Look'},
        ],
      },
    ]);
    const big = new File([new Uint8Array(3 * 2 ** 20 + 1)], 'big.bin');
    await assert.rejects(chat.upload(big), fails('too_large'));
  });
});

describe('background mode', () => {
  const writing = (more: {streamsAgain?: boolean} = {}): Promise<OpenaiServer> =>
    serveOpenai({delayMs: 4, model: () => [reasoning('r1', 'Hm.'), message('m1', long)], ...more});

  const untilWriting = (): Promise<void> =>
    untilShown(() => answer().role === 'assistant' && plainText(answer()) !== '');

  it('resumes a lost stream with what is missing', async () => {
    const server = await writing();
    chatOf(server, {background: true});
    const turn = chat.send('Write.');
    await untilWriting();
    server.cut();
    await turn;
    assert.equal(plainText(answer()), long);
    assert.deepEqual(statuses(), ['thinking done', 'text done']);
    assert.equal(server.turns.length, 1);
    const resumed = server.asked.filter(({method}) => method === 'GET');
    assert.match(
      resumed[0]?.path ?? '',
      /^\/v1\/responses\/resp_1\?stream=true&starting_after=\d+$/,
    );
  });

  it('loads the response when its stream is no longer available', async () => {
    const server = await writing({streamsAgain: false});
    chatOf(server, {background: true});
    const turn = chat.send('Write.');
    await untilWriting();
    server.cut();
    await turn;
    assert.equal(plainText(answer()), long);
    assert.equal(answer().status, 'done');
  });

  it('resumes after a reload', async () => {
    const server = await writing();
    const storage = memory();
    chatOf(server, {background: true, chat: {storage}});
    void chat.send('Write.');
    await untilWriting();
    chat.dispose();
    chatOf(server, {background: true, chat: {storage}});
    await untilShown(() => chat.conversation.children.length === 1 && answer().status === 'done');
    assert.equal(plainText(answer()), long);
  });

  it('is stopped on the server, and keeps what had arrived', async () => {
    const server = await writing();
    chatOf(server, {background: true});
    const turn = chat.send('Write.');
    await untilWriting();
    await chat.stop();
    await turn;
    assert.equal(answer().status, 'stopped');
    const text = plainText(answer());
    assert.ok(text.length < long.length && long.startsWith(text));
    assert.equal(server.asked.at(-1)?.path, '/v1/responses/resp_1/cancel');
    await chat.send('Again.');
    assert.deepEqual(server.turns[1]?.input.slice(0, 2), [
      {role: 'user', content: 'Write.'},
      {role: 'assistant', content: text},
    ]);
  });
});

describe('background mode before the first event', () => {
  it('is not joined after a stream without an event, because nothing names the response', async () => {
    const server = await serve((_, to) => void stream(to).end());
    chatOf(server, {background: true});
    await chat.send('Write.');
    assert.deepEqual([chat.status, chat.lastError?.code], ['lost', 'truncated']);
    assert.equal(chat.lastError?.retryable, true);
    assert.equal(server.asked.length, 1);
  });

  /** A server that sends its first event when `begin` is called. */
  async function slowServer(): Promise<WebServer & {readonly begin: () => void}> {
    const events = eventsOf(response([message('m1', long)]));
    let begin = (): void => assert.fail('nothing was requested');
    const server = await serve(({path}, to) => {
      if (path.endsWith('/cancel')) {
        json(to, {});
        return;
      }
      const body = stream(to);
      begin = () => void body.write(bodyOf(events.slice(0, 2)));
    });
    return {...server, begin: () => begin()};
  }

  it('is stopped on the server as soon as its id is known', async () => {
    const server = await slowServer();
    chatOf(server, {background: true});
    const turn = chat.send('Write.');
    await until(() => server.asked.length === 1);
    const stopped = chat.stop();
    assert.equal(chat.status, 'stopping');
    assert.equal(server.asked.length, 1);
    server.begin();
    await until(() => server.asked.length === 2);
    void chat.stop();
    await Promise.all([stopped, turn]);
    assert.match(server.asked[1]?.path ?? '', /^\/v1\/responses\/resp_\w+\/cancel$/);
    assert.deepEqual([chat.status, chat.lastError], ['idle', undefined]);
  });

  it('ends here at the second stop, without a request', async () => {
    const server = await slowServer();
    chatOf(server, {background: true});
    const turn = chat.send('Write.');
    await until(() => server.asked.length === 1);
    const stopped = chat.stop();
    await chat.stop();
    await Promise.all([stopped, turn]);
    assert.equal(server.asked.length, 1);
    assert.deepEqual([chat.status, chat.lastError], ['idle', undefined]);
  });
});

describe('a response that goes wrong', () => {
  it('is an interruption if its stream ends too early', async () => {
    const events = eventsOf(response([message('m1', 'Hello there.')]));
    const server = await serve((_, to) => {
      stream(to).end(bodyOf(events.slice(0, 6)));
    });
    chatOf(server);
    await chat.send('Write.');
    assert.deepEqual(
      [answer().status, plainText(answer()), chat.lastError?.code],
      ['interrupted', 'Hello ther', 'truncated'],
    );
  });

  it('keeps its text if it fails, and is answered again', async () => {
    const failure = {
      status: 'failed',
      error: {code: 'server_error', message: 'The model is broken.'},
    };
    let turns = 0;
    const server = await serve((_, to) => {
      const fields = turns++ === 0 ? failure : {};
      stream(to).end(bodyOf(eventsOf(response([message('m1', 'Hello.')], fields))));
    });
    chatOf(server);
    await chat.send('Write.');
    assert.deepEqual([answer().status, plainText(answer())], ['failed', 'Hello.']);
    assert.deepEqual(
      [chat.lastError?.code, chat.lastError?.detail],
      ['server_error', 'The model is broken.'],
    );
    await chat.retry();
    assert.deepEqual([answer().status, chat.conversation.children.length], ['done', 2]);
  });

  it('is read also from a server that does not stream', async () => {
    const server = await serve((_, to) => json(to, response([message('m1', 'Hello.')])));
    chatOf(server);
    await chat.send('Write.');
    assert.deepEqual([plainText(answer()), answer().status], ['Hello.', 'done']);
  });

  it('reports a rejected request with the words of the server', async () => {
    chatOf(await serveRejection({error: {message: 'Busy', code: 503}}));
    await chat.send('Write.');
    assert.deepEqual([chat.lastError?.detail, chat.lastError?.status], ['Busy', 503]);
  });
});

describe('the end of a response', () => {
  const begun = {type: 'response.created', response: {id: 'r1', status: 'in_progress'}};
  const place = {item_id: 'm1', output_index: 0, content_index: 0};
  const words = ['Hello ', 'there.'].map(delta => ({
    type: 'response.output_text.delta',
    ...place,
    delta,
  }));
  const part = {...place, part: {type: 'output_text', text: ''}};
  const empty = {id: 'm1', type: 'message', role: 'assistant', content: []};
  const thought = {item_id: 'q', output_index: 0, content_index: 0};
  const ended = (fields: object = {}, type = 'response.completed'): EventData => ({
    type,
    response: {id: 'r1', status: 'completed', ...fields},
  });
  const cases: readonly (readonly [string, readonly EventData[]])[] = [
    ['has no output', [begun, ...words, ended()]],
    ['has no list as its output', [begun, ...words, ended({output: null})]],
    ['has an empty output', [begun, ...words, ended({output: []})]],
    ['has its message without content', [begun, ...words, ended({output: [empty]})]],
    ['has no response', [begun, ...words, {type: 'response.completed'}]],
    ['has the fields of the response beside its type', [begun, ...words, {...ended(), id: 'r1'}]],
    ['follows no beginning', [...words, ended()]],
    ['is named `done`', [begun, ...words, ended({}, 'response.done')]],
    ['is sent again', [begun, ...words, ended(), ended({}, 'response.done'), ended()]],
    [
      'follows whole parts and items without text',
      [
        begun,
        {type: 'response.content_part.added', ...part},
        ...words,
        {type: 'response.output_text.done', ...place, text: ''},
        {type: 'response.content_part.done', ...part},
        {type: 'response.output_item.done', output_index: 0, item: empty},
        ended({output: []}),
      ],
    ],
    ['follows pings', [begun, {type: 'ping'}, ...words, {type: 'ping'}, ended()]],
    [
      'follows parts of reasoning with a name of their own',
      [
        begun,
        {
          type: 'response.reasoning_part.added',
          ...thought,
          part: {type: 'reasoning_text', text: ''},
        },
        {type: 'response.reasoning_text.delta', ...thought, delta: 'Hm.'},
        {
          type: 'response.reasoning_part.done',
          ...thought,
          part: {type: 'reasoning_text', text: 'Hm.'},
        },
        ...words.map(event => ({...event, output_index: 1})),
        ended(),
      ],
    ],
  ];
  for (const [what, events] of cases)
    it(`keeps the streamed text and reports nothing if it ${what}`, async () => {
      const bodies: string[] = [];
      const server = await serve(({body}, to) => {
        bodies.push(body);
        stream(to).end(bodyOf(events));
      });
      const reports: ChatEvent[] = [];
      const onEvent = (event: ChatEvent): void => {
        if (event.type === 'diagnostic' || event.type === 'error') reports.push(event);
      };
      chatOf(server, {chat: {onEvent}});
      await chat.send('Hi');
      assert.deepEqual([answer().status, plainText(answer())], ['done', 'Hello there.']);
      assert.deepEqual([reports, chat.status, chat.lastError], [[], 'idle', undefined]);
      await chat.send('Next');
      assert.match(bodies[1] ?? '', /Hello there\./);
    });
});
