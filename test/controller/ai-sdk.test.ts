import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import type {ChatController, ChatOptions, PageTool} from '../../src/controller/index.js';
import {
  createAiSdk,
  plainText,
  type AiSdkOptions,
  type MessageItem,
  type RequestItem,
  type ToolItem,
  type UiMessage,
} from '../../src/core/index.js';
import {
  calls,
  finished,
  says,
  serveAiSdk,
  thinks,
  toolOf,
  type AiSdkServer,
} from '../support/ai-sdk-server.js';
import {every, only, statusesOf} from '../core/protocol/folded-message.js';
import {until} from '../support/until.js';
import {fails, memory, openClient, untilTrue, waitForQuestions} from './support/chat.js';
import {serve, serveRejection, sse, stream, type WebServer} from './support/web-server.js';

/** The official server of the AI SDK, with a mock model, and our chat as its client. */

let chat: ChatController;
afterEach(() => chat.dispose());

interface Options extends AiSdkOptions {
  readonly tools?: Readonly<Record<string, PageTool>>;
  readonly chat?: ChatOptions;
}

function chatWith({origin}: {readonly origin: string}, options: Options = {}): ChatController {
  const {tools, chat: more, ...rest} = options;
  const own = {endpoint: `${origin}/api/chat`, protocol: createAiSdk(rest)};
  chat = openClient(own, {tools, chat: more});
  return chat;
}

const answer = (): MessageItem => chat.conversation.children.at(-1) as MessageItem;

const untilShown = (isTrue: () => boolean): Promise<void> => untilTrue(chat, isTrue);

const questions = (count = 1): Promise<readonly RequestItem[]> => waitForQuestions(chat, count);

/** The calls of the answer. */
const toolsOf = (): readonly ToolItem[] => every(answer(), 'tool');

/** The statuses and outputs of the calls of the answer. */
const outputs = (): readonly string[] => toolsOf().map(({status, output}) => `${status} ${output}`);

/** The parts of the last message of a request, by type and state. */
const sentParts = (server: AiSdkServer, turn: number): readonly unknown[] =>
  (server.turns[turn]?.messages.at(-1)?.parts ?? []).map(part => [
    part.type,
    ...('state' in part ? [part.state] : []),
  ]);

const add = toolOf({a: {type: 'number'}, b: {type: 'number'}}, ({a, b}) => ({
  sum: Number(a) + Number(b),
}));

describe('the AI SDK', () => {
  it('answers with reasoning, a tool of the server and text, in two steps', async () => {
    const server = await serveAiSdk({
      tools: {add},
      model: (_, step) =>
        step === 0
          ? [
              ...thinks('I will ', 'add.'),
              ...calls('c1', 'add', {a: 2, b: 40}),
              finished('tool-calls'),
            ]
          : [...says('It is ', '**42**.'), finished()],
    });
    chatWith(server);
    await chat.send('What is 2 + 40?');
    assert.deepEqual(statusesOf(answer()), ['thinking done', 'tool done', 'text done']);
    const [call] = toolsOf();
    assert.deepEqual([call?.input, call?.output], ['{"a":2,"b":40}', '{"sum":42}']);
    assert.equal(plainText(answer()), 'It is **42**.');
    assert.deepEqual([answer().status, answer().model, chat.status], ['done', 'mock-1', 'idle']);
    assert.deepEqual(answer().usage, {inputTokens: 24, outputTokens: 60, totalTokens: 84});
    assert.match(answer().messageId ?? '', /^answer-/);
  });

  it('gets the whole conversation back as it has stored it', async () => {
    const server = await serveAiSdk({
      tools: {add},
      model: (messages, step) =>
        step === 0
          ? [...thinks('Hm.'), ...calls('c1', 'add', {a: 1, b: 1}), finished('tool-calls')]
          : [...says(`Turn ${messages.filter(({role}) => role === 'user').length}`), finished()],
    });
    chatWith(server);
    await chat.send('One');
    const [session] = server.turns.map(({id}) => id);
    const stored = structuredClone(server.stored(session ?? ''));
    await chat.send('Two');
    const [, second] = server.turns;
    assert.equal(second?.id, session);
    const withoutIds = JSON.parse(JSON.stringify(stored), (key, value: unknown) =>
      key === 'id' && value === 'r' ? undefined : value,
    ) as unknown;
    assert.deepEqual(second?.messages.slice(0, 2), withoutIds);
    assert.equal(second?.trigger, 'submit-message');
    assert.equal(plainText(answer()), 'Turn 2');
  });

  it('gets only the last message, if it has the rest', async () => {
    const server = await serve((_, response) => {
      stream(response).end('data: {"type":"finish"}\n\n');
    });
    chatWith(server, {send: 'last', body: {locale: 'de'}});
    await chat.send('One');
    await chat.send('Two');
    const body = JSON.parse(server.asked[1]?.body ?? '') as Record<string, unknown>;
    assert.deepEqual((body['message'] as UiMessage).parts, [{type: 'text', text: 'Two'}]);
    assert.deepEqual(Object.keys(body).sort(), ['id', 'locale', 'message', 'trigger']);
  });

  it('receives files of the user in the message, up to a size', async () => {
    const server = await serveAiSdk({
      model: messages => [...says(JSON.stringify(messages.at(-1)?.content)), finished()],
    });
    chatWith(server);
    const file = new File([new Uint8Array(20_000).fill(255)], 'door.png', {type: 'image/png'});
    const {id} = await chat.upload(file);
    await chat.send('Look', {files: [id]});
    const [sent] = server.turns[0]?.messages ?? [];
    assert.ok(sent);
    const found = sent.parts.map(part => [part.type, part.type === 'file' && part.filename]);
    assert.deepEqual(found, [
      ['file', 'door.png'],
      ['text', false],
    ]);
    assert.match(plainText(answer()), /"mediaType":"image\/png"/);
    const [part] = sent.parts;
    const url = part?.type === 'file' ? part.url : '';
    assert.equal(url, `data:image/png;base64,${Buffer.alloc(20_000, 255).toString('base64')}`);
    const big = new File([new Uint8Array(3 * 2 ** 20 + 1)], 'big.bin');
    await assert.rejects(chat.upload(big), fails('too_large'));
    assert.equal(chat.acceptsFiles, true);
    chat.dispose();
    await chatWith(server, {files: false}).ready;
    assert.equal(chat.acceptsFiles, false);
  });

  it('lets the page run its tools, and continues in the same message', async () => {
    const server = await serveAiSdk({
      tools: {setTheme: toolOf({theme: {type: 'string'}}), title: toolOf({})},
      model: (messages, step) =>
        step === 0
          ? [
              ...says('Switching.'),
              ...calls('c1', 'setTheme', {theme: 'dark'}),
              ...calls('c2', 'title', {}),
              finished('tool-calls'),
            ]
          : [...says(`Seen: ${JSON.stringify(messages.at(-1)?.content)}`), finished()],
    });
    chatWith(server, {
      tools: {
        setTheme: {permission: 'allow', run: ({theme}) => ({is: theme})},
        title: {
          permission: 'allow',
          run() {
            throw new Error('There is no title.');
          },
        },
      },
    });
    await chat.send('Dark, please.');
    assert.equal(chat.conversation.children.length, 2);
    assert.deepEqual(statusesOf({children: toolsOf()}), ['tool done', 'tool failed']);
    assert.match(plainText(answer()), /^Switching\.\n\nSeen: .*"is":"dark".*There is no title\./s);
    assert.deepEqual(sentParts(server, 1), [
      ['step-start'],
      ['text', 'done'],
      ['tool-setTheme', 'output-available'],
      ['tool-title', 'output-error'],
    ]);
    const [first, second] = server.turns;
    assert.equal(second?.messageId, second?.messages.at(-1)?.id);
    assert.equal(second?.id, first?.id);
    assert.deepEqual(Object.keys(second?.['tools'] ?? {}), ['setTheme', 'title']);
    assert.equal(server.turns.length, 2);
  });

  const remove = toolOf({path: {type: 'string'}}, ({path}) => ({removed: path}));
  const removing = (): Promise<AiSdkServer> =>
    serveAiSdk({
      tools: {remove},
      approvals: {remove: 'Removing cannot be undone.'},
      model: (messages, step) =>
        step === 0
          ? [
              ...says('May I?'),
              ...calls('c1', 'remove', {path: 'a'}),
              ...calls('c2', 'remove', {path: 'b'}),
              finished('tool-calls'),
            ]
          : [...says(`Seen: ${JSON.stringify(messages.at(-1)?.content)}`), finished()],
    });

  it('asks for approvals, and gets all answers in one request', async () => {
    const server = await removing();
    chatWith(server);
    const turn = chat.send('Clean up.');
    const [first, second] = await questions(2);
    assert.ok(first && second);
    assert.equal(first.prompt, 'Removing cannot be undone.');
    assert.deepEqual(first.arguments, {path: 'a'});
    assert.deepEqual([first.inputTypes, first.toolName], [['confirm'], 'remove']);
    await chat.reply(first.id, {type: 'confirm', input: true});
    assert.equal(server.turns.length, 1);
    await chat.reply(second.id, {type: 'text', input: 'I still need it'});
    await turn;
    assert.equal(server.turns.length, 2);
    assert.deepEqual(outputs(), ['done {"removed":"a"}', 'stopped ']);
    assert.match(plainText(answer()), /I still need it.*"removed":"a"/);
    assert.deepEqual([answer().status, chat.conversation.children.length], ['done', 2]);
  });

  it('keeps the question of a stream that ends without a final chunk, without an error, and continues', async () => {
    const called = {toolCallId: 'c1', toolName: 'remove', input: {path: 'a'}};
    const server = await serve((_, response) => {
      const isFirst = server.asked.length === 1;
      stream(response).end(
        isFirst
          ? sse(
              {type: 'start', messageId: 'm2'},
              {type: 'tool-input-available', ...called},
              {type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1'},
            )
          : sse(
              {type: 'start', messageId: 'm2'},
              {type: 'tool-output-available', toolCallId: 'c1', output: 'removed'},
              {type: 'finish'},
            ),
      );
    });
    chatWith(server);
    const turn = chat.send('Clean up.');
    const [question] = await questions();
    assert.deepEqual([chat.lastError, answer().children.length], [undefined, 2]);
    await chat.reply(question?.id ?? '', {type: 'confirm', input: true});
    await turn;
    assert.deepEqual(
      [chat.lastError, answer().status, toolsOf()[0]?.output],
      [undefined, 'done', 'removed'],
    );
  });

  it('is asked again after a reload, and gets the answers of the stored message', async () => {
    const server = await removing();
    const storage = memory();
    chatWith(server, {history: true, chat: {storage}});
    void chat.send('Clean up.');
    await questions(2);
    const session = chat.session?.id ?? '';
    await until(() => server.stored(session).length === 2);
    chat.dispose();
    chatWith(server, {history: true, chat: {storage}});
    for (const {id} of await questions(2)) await chat.reply(id, {type: 'confirm', input: true});
    await untilShown(() => plainText(answer()).includes('"removed":"b"'));
    assert.equal(chat.conversation.children.length, 2);
    assert.deepEqual(statusesOf({children: toolsOf()}), ['tool done', 'tool done']);
  });

  it('gets a result for each call that was not run, when the user writes something else', async () => {
    const server = await removing();
    chatWith(server);
    const turn = chat.send('Clean up.');
    await questions(2);
    await chat.stop();
    await turn;
    await chat.send('Never mind.');
    const [, second] = server.turns;
    const states = second?.messages[1]?.parts.flatMap(part =>
      'state' in part ? [part.state] : [],
    );
    assert.deepEqual(states, ['done', 'output-denied', 'output-denied']);
    assert.match(plainText(answer()), /Never mind/);
  });

  it('answers again, and answers another version of a message', async () => {
    const server = await serveAiSdk({model: (_, step) => [...says(`Answer ${step}`), finished()]});
    chatWith(server);
    await chat.send('One');
    await chat.send('Two');
    const [one, , , last] = chat.conversation.children as MessageItem[];
    await chat.regenerate(last?.messageId ?? '');
    assert.equal(plainText(answer()), 'Answer 2');
    assert.equal(server.turns[2]?.trigger, 'regenerate-message');
    const roles = server.turns[2].messages.map(({role}) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'user']);
    assert.equal(server.turns[2].messageId, last?.messageId);
    await chat.edit(one?.messageId ?? '', 'Uno');
    assert.equal(chat.conversation.children.length, 2);
    assert.equal(plainText(answer()), 'Answer 3');
    const [edited] = server.turns[3]?.messages ?? [];
    assert.deepEqual([edited?.id, edited?.parts], [one?.messageId, [{type: 'text', text: 'Uno'}]]);
    assert.equal(server.turns[3]?.messageId, one?.messageId);
  });

  const long = Array.from({length: 40}, (_, index) => `word${index} `);
  const writing = (): Promise<AiSdkServer> =>
    serveAiSdk({chunkDelayMs: 5, model: () => [...says(...long), finished()]});
  const whole = long.join('');

  it('is stopped, keeps what had arrived, and answers the next message', async () => {
    const server = await writing();
    chatWith(server, {stop: true});
    const turn = chat.send('Write.');
    await untilShown(() => chat.status === 'streaming' && plainText(answer()) !== '');
    await chat.stop();
    await turn;
    assert.equal(answer().status, 'stopped');
    const text = plainText(answer());
    assert.ok(text !== '' && text.length < whole.length && whole.startsWith(text));
    await chat.send('Again.');
    assert.equal(plainText(answer()), whole);
    assert.equal(server.turns[1]?.messages.length, 3);
  });

  it('resumes a lost stream with a replay', async () => {
    const server = await writing();
    chatWith(server, {resume: 'replay'});
    const turn = chat.send('Write.');
    await untilShown(() => chat.status === 'streaming' && plainText(answer()) !== '');
    server.cut();
    await turn;
    assert.equal(plainText(answer()), whole);
    assert.deepEqual([answer().status, server.turns.length], ['done', 1]);
  });

  it('resumes after a reload, when the server reports a run', async () => {
    const server = await writing();
    const storage = memory();
    chatWith(server, {resume: 'replay', history: true, chat: {storage}});
    void chat.send('Write.');
    await untilShown(() => chat.status === 'streaming' && plainText(answer()) !== '');
    chat.dispose();
    chatWith(server, {resume: 'replay', history: true, chat: {storage}});
    await untilShown(() => chat.conversation.children.length === 2 && answer().status === 'done');
    assert.equal(plainText(answer()), whole);
    assert.equal(server.turns.length, 1);
  });

  it('keeps what came before when a continued answer is resumed', async () => {
    const server = await serveAiSdk({
      chunkDelayMs: 5,
      tools: {title: toolOf({})},
      model: (_, step) =>
        step === 0
          ? [...says('Looking.'), ...calls('c1', 'title', {}), finished('tool-calls')]
          : [...says(...long), finished()],
    });
    chatWith(server, {
      resume: 'replay',
      tools: {title: {permission: 'allow', run: () => 'Ubik'}},
    });
    const turn = chat.send('Look.');
    await untilShown(() => chat.status === 'streaming' && plainText(answer()).includes('word1'));
    server.cut();
    await turn;
    assert.equal(plainText(answer()), `Looking.\n\n${whole}`);
    assert.equal(toolsOf()[0]?.output, 'Ubik');
    assert.equal(server.turns.length, 2);
  });

  it('interrupts an answer whose stream ends too early', async () => {
    const server = await serve((_, response) => {
      stream(response).end(
        'data: {"type":"start"}\n\ndata: {"type":"text-start","id":"0"}\n\n' +
          'data: {"type":"text-delta","id":"0","delta":"Half"}\n\ndata: [DONE]\n\n',
      );
    });
    const codes: string[] = [];
    chatWith(server, {
      chat: {onEvent: event => event.type === 'diagnostic' && codes.push(event.diagnostic.code)},
    });
    await chat.send('Write.');
    assert.deepEqual([answer().status, chat.lastError?.code], ['interrupted', 'truncated']);
    assert.match(plainText(answer()), /^Half/);
    assert.deepEqual(codes, ['message-stop-missing']);
  });

  it('fails with the words of the server', async () => {
    const server = await serveAiSdk({
      model: () => [
        {type: 'text-start', id: '0'},
        {type: 'text-delta', id: '0', delta: 'I begin, but'},
        {type: 'error', error: new Error('Overloaded')},
      ],
    });
    chatWith(server);
    await chat.send('Write.');
    assert.equal(answer().status, 'failed');
    assert.equal(only(answer(), 'error').text, 'Overloaded');
    assert.equal(plainText(answer()), 'I begin, but');
    assert.equal(chat.lastError?.code, 'stream_error');
  });

  it('reports a rejected request with the words of the server', async () => {
    chatWith(await serveRejection('Busy'));
    await chat.send('Write.');
    assert.deepEqual([chat.lastError?.code, chat.lastError?.detail], ['server_error', 'Busy']);
  });

  for (const [type, code] of [
    ['text/plain', undefined],
    ['', undefined],
    ['text/html', 'not_a_stream'],
  ] as const) {
    it(`reads a stream that is declared as ${type || 'nothing'}${code ? ' as an error' : ''}`, async () => {
      const server = await serve((_, response) => {
        response.writeHead(200, type === '' ? {} : {'content-type': type});
        response.end('data: {"type":"text-delta","delta":"Hi"}\n\ndata: {"type":"finish"}\n\n');
      });
      chatWith(server);
      await chat.send('Write.');
      assert.equal(chat.lastError?.code, code);
      if (!code) assert.equal(plainText(answer()), 'Hi');
    });
  }
});

describe('other servers of its stream', () => {
  /** Sends the chunks of each turn in one piece. */
  const serveTurns = (...turns: readonly (readonly object[])[]): Promise<WebServer> => {
    let next = 0;
    return serve((_, response) => {
      stream(response).end(sse(...(turns[next++] ?? [])));
    });
  };
  const call = {toolCallId: 'c1', toolName: 'remove', input: {path: 'a'}};
  const begun = [
    {type: 'start', messageId: 'm2'},
    {type: 'start-step'},
    {type: 'tool-input-available', ...call},
  ];

  it('ask with data, and get the answer beside the messages (Mastra)', async () => {
    const data = {runId: 'r1', toolCallId: 'c1', toolName: 'remove', args: call.input};
    const server = await serveTurns(
      [...begun, {type: 'data-tool-call-approval', id: 'c1', data}],
      [
        {type: 'tool-output-available', toolCallId: 'c1', output: 'removed'},
        {type: 'finish-step'},
        {type: 'finish', finishReason: 'stop'},
      ],
    );
    chatWith(server);
    const turn = chat.send('Remove a.');
    const [question] = await questions();
    assert.deepEqual([chat.status, question?.arguments], ['waiting', {path: 'a'}]);
    await chat.reply(question?.id ?? '', {type: 'confirm', input: true});
    await turn;
    const body = JSON.parse(server.asked[1]?.body ?? '') as Record<string, unknown>;
    const {runId, toolCallId, resumeData, messageId} = body;
    assert.deepEqual(
      [runId, toolCallId, resumeData, messageId],
      ['r1', 'c1', {approved: true}, 'm2'],
    );
    assert.deepEqual(outputs(), ['done removed']);
    assert.deepEqual([answer().status, chat.lastError], ['done', undefined]);
  });

  it('leave a question open that words cannot answer (Mastra)', async () => {
    const resumeSchema = JSON.stringify({
      type: 'object',
      properties: {decision: {enum: ['approve', 'reject']}},
      required: ['decision'],
    });
    const data = {runId: 'r1', toolCallId: 'c1', suspendPayload: {question: 'Go?'}, resumeSchema};
    const server = await serveTurns(
      [...begun, {type: 'data-tool-call-suspended', id: 'c1', data}],
      [{type: 'tool-output-available', toolCallId: 'c1', output: 'left'}, {type: 'finish'}],
    );
    chatWith(server);
    const turn = chat.send('Remove a.');
    const [question] = await questions();
    for (const words of ['approve', 'No, stop'])
      await assert.rejects(chat.send(words), fails('question_open'));
    assert.deepEqual([chat.status, server.asked.length], ['waiting', 1]);
    await chat.reply(question?.id ?? '', {type: 'json', input: {decision: 'reject'}});
    await turn;
    const {resumeData} = JSON.parse(server.asked[1]?.body ?? '') as Record<string, unknown>;
    assert.deepEqual(resumeData, {decision: 'reject'});
  });

  it('leave a call of their own without a result (the OpenAI Agents SDK)', async () => {
    const server = await serveTurns([...begun, ...said('Done.'), {type: 'finish'}]);
    chatWith(server, {tools: {title: {permission: 'allow', run: () => 'Ubik'}}});
    await chat.send('Remove a.');
    assert.equal(server.asked.length, 1);
    assert.deepEqual(statusesOf(answer()), ['tool interrupted', 'text done']);
  });
});

const said = (text: string): readonly object[] => [
  {type: 'text-start', id: '0'},
  {type: 'text-delta', id: '0', delta: text},
  {type: 'text-end', id: '0'},
];
