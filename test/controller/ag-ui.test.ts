import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {toolDefinition} from '@tanstack/ai';
import {z} from 'zod';
import type {ChatController, ChatOptions, PageTool} from '../../src/controller/index.js';
import {
  createAgUi,
  createCopilotKit,
  plainText,
  type AgUiOptions,
  type MessageItem,
  type RequestItem,
  type ToolItem,
} from '../../src/core/index.js';
import {called, said, serveAgent, serveTanstack, type Event} from '../support/ag-ui-server.js';
import {call, interrupted, result, state, stateDelta, text} from '../core/protocol/ag-ui/events.js';
import {every, statusesOf} from '../core/protocol/folded-message.js';
import {until} from '../support/until.js';
import {memory, openClient, untilTrue, waitForQuestions} from './support/chat.js';
import {json, serve, stream} from './support/web-server.js';

/** Servers made of the official packages, and our chat as their client. */

let chat: ChatController;
afterEach(() => chat.dispose());

interface Options extends AgUiOptions {
  readonly tools?: Readonly<Record<string, PageTool>>;
  readonly chat?: ChatOptions;
}

function chatWith({origin}: {readonly origin: string}, options: Options = {}): ChatController {
  const {tools, chat: more, ...rest} = options;
  const own = {endpoint: `${origin}/agent`, protocol: createAgUi(rest)};
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

const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));

const long = Array.from({length: 40}, (_, index) => `word${index} `);

/** A text that takes some time. */
async function* slowly(): AsyncGenerator<Event> {
  for (const event of text('m', ...long)) {
    await wait(5);
    yield event;
  }
}

describe('an AG-UI agent', () => {
  it('answers with steps, a tool and state, and gets it all back', async () => {
    const server = await serveAgent((_, turn) =>
      turn > 0
        ? text('m2', 'Again.')
        : [
            {type: 'STEP_STARTED', stepName: 'search'},
            ...call('c1', 'find', {q: 'hours'}),
            result('c1', '{"found":1}'),
            {type: 'STEP_FINISHED', stepName: 'search'},
            state({count: 1}),
            stateDelta({op: 'replace', path: '/count', value: 2}),
            ...text('m1', 'From ', 'nine.'),
          ],
    );
    const data: unknown[] = [];
    chatWith(server, {
      chat: {onEvent: event => event.type === 'data' && data.push(event.item.data)},
    });
    await chat.send('When?');
    assert.equal(plainText(answer()), 'From nine.');
    assert.equal(toolsOf()[0]?.output, '{"found":1}');
    assert.deepEqual([answer().status, chat.status], ['done', 'idle']);
    assert.deepEqual(data.at(-1), {count: 2});
    await chat.send('Again?');
    const [first, second] = server.inputs;
    assert.ok(second);
    const roles = second.messages.map(({role}) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'tool', 'assistant', 'user']);
    assert.deepEqual(second.state, {count: 2});
    assert.equal(second.threadId, first?.threadId);
    assert.notEqual(second.runId, first?.runId);
  });

  it('lets the page run its tools, with consent, and continues in the same message', async () => {
    const server = await serveAgent(({messages}, turn) =>
      turn === 0
        ? [
            ...text('m1', 'Switching.'),
            ...call('c1', 'setTheme', {theme: 'dark'}),
            ...call('c2', 'remove', {}),
            ...call('c3', 'ofTheServer', {}),
          ]
        : text('m2', `Seen: ${JSON.stringify(messages.slice(-3))}`),
    );
    chatWith(server, {
      tools: {
        setTheme: {permission: 'allow', run: ({theme}) => ({is: theme})},
        remove: {run: () => 'removed'},
      },
    });
    const turn = chat.send('Dark, please.');
    const [consent] = await questions();
    assert.deepEqual(consent?.inputTypes, ['permission']);
    await chat.reply(consent.id, {type: 'permission', input: {reason: 'Not now.'}});
    await turn;
    assert.equal(server.inputs.length, 2);
    assert.equal(chat.conversation.children.length, 2);
    const results = server.inputs[1]?.messages.filter(({role}) => role === 'tool') ?? [];
    assert.deepEqual(
      results.map(({toolCallId, content}) => [toolCallId, content]),
      [
        ['c1', '{"is":"dark"}'],
        ['c2', 'The user declined. Not now.'],
      ],
    );
    const statuses = toolsOf().map(({status, denied}) => `${status}${denied ? ' denied' : ''}`);
    assert.deepEqual(statuses, ['done', 'failed denied', 'done']);
    const offered = server.inputs[0]?.tools.map(({name}) => name);
    assert.deepEqual(offered, ['setTheme', 'remove']);
    assert.match(plainText(answer()), /^Switching\.\n\nSeen: /);
  });

  const approval = {id: 'i1', reason: 'tool_call', toolCallId: 'c1', message: 'Send it?'};
  const asking = (): ReturnType<typeof serveAgent> =>
    serveAgent(({resume}, turn) =>
      turn === 0
        ? [
            ...call('c1', 'send', {}),
            {
              ...interrupted(approval, {id: 'i2', reason: 'input_required', message: 'Which?'}),
              runId: undefined,
              threadId: undefined,
            },
          ].map(strip)
        : [
            ...(resume?.[0]?.['status'] === 'resolved' ? [result('c1', 'sent')] : []),
            ...text('m2', 'Done.'),
          ],
    );
  const strip = (event: Event): Event =>
    Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined)) as Record<
      string,
      unknown
    > as unknown as Event;

  it('gets the answers to all interrupts in one request', async () => {
    const server = await asking();
    chatWith(server);
    const turn = chat.send('Send it.');
    const [first, second] = await questions(2);
    await chat.reply(first?.id ?? '', {type: 'confirm', input: true});
    assert.equal(server.inputs.length, 1);
    await chat.send('The second');
    await turn;
    assert.equal(second?.prompt, 'Which?');
    assert.deepEqual(server.inputs[1]?.resume, [
      {interruptId: 'i1', status: 'resolved', payload: {approved: true}},
      {interruptId: 'i2', status: 'resolved', payload: 'The second'},
    ]);
    assert.deepEqual(outputs(), ['done sent']);
    assert.deepEqual([answer().status, chat.conversation.children.length], ['done', 2]);
  });

  it('gets cancelled interrupts with the next message after a stop', async () => {
    const server = await asking();
    chatWith(server);
    const turn = chat.send('Send it.');
    await questions(2);
    await chat.stop();
    await turn;
    await chat.send('Never mind.');
    const cancelled = server.inputs[1]?.resume?.map(({status}) => status);
    assert.deepEqual(cancelled, ['cancelled', 'cancelled']);
    assert.equal(plainText(answer()), 'Done.');
  });

  it('answers again, and answers another version of a message', async () => {
    const server = await serveAgent((_, turn) => text(`m${turn}`, `Answer ${turn}`));
    chatWith(server);
    await chat.send('One');
    await chat.send('Two');
    const [one, , , last] = chat.conversation.children as MessageItem[];
    await chat.regenerate(last?.messageId ?? '');
    assert.equal(plainText(answer()), 'Answer 2');
    assert.equal(server.inputs[2]?.messages.length, 3);
    await chat.edit(one?.messageId ?? '', 'Uno');
    assert.equal(plainText(answer()), 'Answer 3');
    const contents = server.inputs[3]?.messages.map(({content}) => content);
    assert.deepEqual(contents, ['Uno']);
  });

  describe('whose question has expired', () => {
    const expired = {
      id: 'i1',
      reason: 'confirmation',
      message: 'A?',
      expiresAt: '2020-01-01T00:00Z',
    };

    it('is not answered, and gets the next message', async () => {
      const server = await serveAgent((_, turn) =>
        turn === 0 ? [interrupted(expired)] : text('m2', 'Next.'),
      );
      chatWith(server);
      await chat.send('Ask me.');
      const [question] = every(answer(), 'request');
      assert.deepEqual([question?.timeout, question?.status], [0, 'interrupted']);
      assert.deepEqual([chat.status, server.inputs.length], ['idle', 1]);
      await assert.rejects(chat.reply(question?.id ?? '', {type: 'confirm', input: true}));
      await chat.send('And now?');
      assert.deepEqual(server.inputs[1]?.resume, [{interruptId: 'i1', status: 'cancelled'}]);
      assert.equal(plainText(answer()), 'Next.');
    });

    it('gets the answers to its other questions', async () => {
      const server = await serveAgent((_, turn) =>
        turn === 0
          ? [interrupted(expired, {id: 'i2', reason: 'confirmation', message: 'B?'})]
          : text('m2', 'Done.'),
      );
      chatWith(server);
      const turn = chat.send('Ask me.');
      const [question] = await questions();
      assert.equal(question?.prompt, 'B?');
      await chat.reply(question.id, {type: 'confirm', input: true});
      await turn;
      assert.deepEqual(server.inputs[1]?.resume, [
        {interruptId: 'i1', status: 'cancelled'},
        {interruptId: 'i2', status: 'resolved', payload: true},
      ]);
      assert.equal(plainText(answer()), 'Done.');
    });
  });

  it('gets the context and the files of a message also when it is edited', async () => {
    const server = await serveAgent((_, turn) => text(`m${turn}`, `Answer ${turn}`));
    chatWith(server);
    const {id} = await chat.upload(new File(['Ubik'], 'note.txt', {type: 'text/plain'}));
    await chat.send('One', {files: [id], context: {title: 'Order', data: {order: 7}}});
    const [one] = chat.conversation.children as MessageItem[];
    await chat.edit(one?.messageId ?? '', 'Uno');
    const [first, second] = server.inputs;
    assert.deepEqual(second?.context, [{description: 'Order', value: '{"order":7}'}]);
    const [before, after] = [first, second].map(input =>
      JSON.stringify(input?.messages[0]?.['content']),
    );
    assert.equal(after, before?.replace('One', 'Uno'));
    assert.match(after ?? '', /note\.txt/);
    const [edited] = chat.conversation.children as MessageItem[];
    assert.equal(edited?.context, 'Order');
    assert.deepEqual(statusesOf(edited), ['text done', 'file done']);
  });

  it('is stopped, keeps what had arrived, and answers the next message', async () => {
    const server = await serveAgent((_, turn) => (turn === 0 ? slowly() : text('m2', 'Next.')));
    chatWith(server);
    const turn = chat.send('Write.');
    await untilShown(() => answer().role === 'assistant' && plainText(answer()) !== '');
    await chat.stop();
    await turn;
    assert.equal(answer().status, 'stopped');
    const words = plainText(answer());
    assert.ok(
      words !== '' && long.join('').startsWith(words) && words.length < long.join('').length,
    );
    await chat.send('And now?');
    assert.equal(server.inputs[1]?.messages[1]?.['content'], words);
    assert.equal(plainText(answer()), 'Next.');
  });

  it('that loses the connection has not ended', async () => {
    const server = await serveAgent(slowly);
    chatWith(server);
    const turn = chat.send('Write.');
    await untilShown(() => answer().role === 'assistant' && plainText(answer()) !== '');
    server.cut();
    await turn;
    assert.equal(answer().status, 'interrupted');
    assert.ok(plainText(answer()).startsWith('word0'));
    assert.equal(chat.status, 'lost');
  });

  it('reports its errors, during a run and instead of one', async () => {
    const server = await serveAgent((_, turn) => [
      ...text('m1', 'I begin'),
      ...(turn === 0 ? [{type: 'RUN_ERROR', message: 'The model is overloaded.'}] : []),
    ]);
    chatWith(server);
    await chat.send('Go');
    assert.equal(answer().status, 'failed');
    assert.equal(chat.lastError?.detail, 'The model is overloaded.');
    chat.dispose();
    const refusing = await serve((_, response) => json(response, {detail: 'No credit'}, 402));
    chatWith(refusing);
    await chat.send('Go');
    assert.equal(chat.lastError.detail, 'No credit');
  });
});

describe('TanStack AI', () => {
  const search = toolDefinition({
    name: 'search',
    description: 'Searches',
    inputSchema: z.object({q: z.string()}),
  }).server(({q}) => Promise.resolve({q, hits: 2}));
  const setTheme = toolDefinition({
    name: 'setTheme',
    description: 'Changes the colours',
    inputSchema: z.object({theme: z.string()}),
  }).client();

  it('answers in a loop with a tool of the server', async () => {
    const server = await serveTanstack(
      step => (step === 0 ? called('c1', 'search', {q: 'hours'}) : said('m2', 'From ', 'nine.')),
      {tools: [search]},
    );
    chatWith(server, {durable: true});
    await chat.send('When?');
    assert.equal(plainText(answer()), 'From nine.');
    assert.equal(toolsOf()[0]?.output, '{"q":"hours","hits":2}');
    assert.deepEqual([answer().status, answer().model], ['done', 'mock-1']);
  });

  it('gets the result of a tool of the page', async () => {
    const server = await serveTanstack(
      step => (step === 0 ? called('c1', 'setTheme', {theme: 'dark'}) : said('m2', 'It is dark.')),
      {tools: [setTheme]},
    );
    chatWith(server, {
      durable: true,
      tools: {setTheme: {permission: 'allow', run: ({theme}) => ({is: theme})}},
    });
    await chat.send('Dark, please.');
    assert.equal(plainText(answer()), 'It is dark.');
    assert.deepEqual(outputs(), ['done {"is":"dark"}']);
    const body = JSON.parse(server.asked.at(-1)?.body ?? '') as {resume: unknown};
    assert.deepEqual(body.resume, [
      {interruptId: 'client_tool_c1', status: 'resolved', payload: {is: 'dark'}},
    ]);
  });

  it('continues after a lost connection, in the same message', async () => {
    const server = await serveTanstack(() => said('m1', ...long), {tools: [], delayMs: 5});
    let isCut = false;
    chatWith(server, {
      durable: true,
      chat: {
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          if (isCut || init?.method !== 'POST') return response;
          isCut = true;
          return cutAfter(response, 600);
        },
      },
    });
    await chat.send('Write.');
    assert.equal(plainText(answer()), long.join(''));
    assert.equal(answer().status, 'done');
    assert.match(server.asked[1]?.path ?? '', /\?runId=.+&offset=-1$/);
  });
});

/** A response whose connection is lost after some bytes. */
function cutAfter(response: Response, bytes: number): Response {
  let count = 0;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.length;
      if (count > bytes) controller.error(new TypeError('The connection was lost.'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(cut), response);
}

describe("CopilotKit's runtime", () => {
  const started = {type: 'RUN_STARTED', threadId: 't', runId: 'r1'};
  const input = {messages: [{id: 'u', role: 'user', content: 'Write.'}]};

  it('is joined after a reload, displays its threads, and is stopped', async () => {
    let stop = (): void => undefined;
    const server = await serve(({path}, response) => {
      const send = (...events: Event[]): unknown =>
        events.map(event => response.write(`data: ${JSON.stringify(event)}\n\n`));
      if (path.endsWith('/stop/') || path.includes('/stop/')) {
        stop();
        json(response, {stopped: true});
      } else if (path.includes('/messages')) {
        json(response, {messages: [{id: 'u', role: 'user', content: 'Write.'}]});
      } else if (path.startsWith('/agent/threads')) {
        json(response, {threads: [{id: 'one', name: 'First'}]});
      } else {
        stream(response);
        const isJoined = path.endsWith('/connect');
        if (isJoined)
          send({...started, input}, ...text('m0', 'Earlier'), {type: 'RUN_FINISHED', runId: 'r0'});
        send({...started, input}, ...text('m1', 'Half').slice(0, 2));
        stop = () => response.end(`data: ${JSON.stringify({type: 'RUN_FINISHED'})}\n\n`);
      }
    });
    const storage = memory();
    const options = {chat: {protocol: createCopilotKit(), storage}};
    chatWith(server, options);
    void chat.send('Write.');
    await untilShown(() => plainText(answer()) === 'Half');
    chat.dispose();
    chatWith(server, options);
    await until(() => server.asked.some(({path}) => path === '/agent/agent/default/connect'));
    await untilShown(() => plainText(answer()) === 'Half');
    assert.equal(chat.conversation.children.length, 2);
    await chat.stop();
    await untilShown(() => answer().status === 'stopped');
    assert.deepEqual((await chat.sessions()).sessions, [{id: 'one', title: 'First'}]);
  });
});
