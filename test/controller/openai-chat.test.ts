import assert from 'node:assert/strict';
import {after, afterEach, describe, it} from 'node:test';
import {
  LLMock,
  type ChatCompletionRequest,
  type ChatMessage,
  type FixtureOpts,
} from '@copilotkit/aimock';
import type {ChatController, ChatOptions, PageTool} from '../../src/controller/index.js';
import type {Limits} from '../../src/controller/settings.js';
import {plainText, type MessageItem} from '../../src/core/index.js';
import {createOpenaiChat} from '../../src/core/protocol/openai-chat/index.js';
import {every, only, outline, statusesOf} from '../core/protocol/folded-message.js';
import {fails, openClient, untilTrue, waitForQuestions} from './support/chat.js';
import {json, serve, serveRejection, stream} from './support/web-server.js';

/** An independent server of Chat Completions, whose model is a function, and our chat as its client. */

let chat: ChatController;
const servers: LLMock[] = [];
afterEach(() => chat.dispose());
after(() => Promise.all(servers.map(server => server.stop())));

type Answer = Extract<Parameters<LLMock['on']>[1], (...args: never) => unknown>;

/** Pieces are written at different times, so that the answer is displayed in between. */
const slowly: FixtureOpts = {chunkSize: 4, latency: 4};

async function serveModel(model: Answer, options: FixtureOpts = {}): Promise<LLMock> {
  const server = new LLMock({port: 0});
  server.on({predicate: () => true}, model, options);
  await server.start();
  servers.push(server);
  return server;
}

interface Options {
  readonly tools?: Readonly<Record<string, PageTool>>;
  readonly chat?: ChatOptions;
}

function chatWith(endpoint: string, options: Options = {}): ChatController {
  const protocol = createOpenaiChat({body: {stream_options: {include_usage: true}}});
  chat = openClient({endpoint, protocol, agentId: 'small'}, options);
  return chat;
}

const chatOf = (server: LLMock, options?: Options): ChatController =>
  chatWith(`${server.url}/v1`, options);

const answer = (): MessageItem => chat.conversation.children.at(-1) as MessageItem;

const untilShown = (isTrue: () => boolean): Promise<void> => untilTrue(chat, isTrue);

const statuses = (): readonly string[] => statusesOf(answer());

/** The messages of a request. */
const sent = (server: LLMock, turn: number): readonly ChatMessage[] =>
  (server.getRequests()[turn]?.body as ChatCompletionRequest).messages;

const isFirst = ({messages}: ChatCompletionRequest): boolean =>
  messages.every(({role}) => role !== 'tool');

describe('a server of Chat Completions', () => {
  it('answers with reasoning and text, and gets both back', async () => {
    const server = await serveModel(
      ({messages}) => ({content: `It is **${messages.length}**.`, reasoning: 'Hm, a number.'}),
      {chunkSize: 3},
    );
    chatOf(server);
    await chat.send('Which?');
    assert.deepEqual(statuses(), ['thinking done', 'text done']);
    assert.equal(plainText(answer()), 'It is **1**.');
    assert.deepEqual([answer().status, answer().model, chat.status], ['done', 'small', 'idle']);
    assert.ok((answer().usage?.outputTokens ?? 0) > 0);
    await chat.send('And now?');
    assert.deepEqual(sent(server, 1), [
      {role: 'user', content: 'Which?'},
      {role: 'assistant', content: 'It is **1**.', reasoning_content: 'Hm, a number.'},
      {role: 'user', content: 'And now?'},
    ]);
    assert.equal(plainText(answer()), 'It is **3**.');
  });

  it('receives images of the user in the message', async () => {
    const server = await serveModel(() => ({content: 'A door.'}));
    chatOf(server);
    const {id} = await chat.upload(new File([new Uint8Array(3)], 'a.png', {type: 'image/png'}));
    await chat.send('Look', {files: [id]});
    assert.deepEqual(sent(server, 0)[0]?.content, [
      {type: 'image_url', image_url: {url: 'data:image/png;base64,AAAA'}},
      {type: 'text', text: 'Look'},
    ]);
    const big = new File([new Uint8Array(3 * 2 ** 20 + 1)], 'big.png', {type: 'image/png'});
    await assert.rejects(chat.upload(big), fails('too_large'));
  });

  const asksTools: Answer = request =>
    isFirst(request)
      ? {
          content: 'Switching.',
          toolCalls: [
            {id: 'c1', name: 'setTheme', arguments: '{"theme":"dark"}'},
            {id: 'c2', name: 'title', arguments: '{}'},
            {id: 'c3', name: 'unknown', arguments: '{}'},
          ],
        }
      : {content: `Seen: ${JSON.stringify(request.messages.slice(-2))}`};
  const title: PageTool = {
    permission: 'allow',
    run() {
      throw new Error('There is no title.');
    },
  };

  it('lets the page run its tools with consent, and continues in the same message', async () => {
    const server = await serveModel(asksTools);
    const schema = {type: 'object', properties: {theme: {type: 'string'}}};
    const setTheme: PageTool = {
      description: 'Sets the colours',
      schema,
      run: ({theme}) => ({is: theme}),
    };
    chatOf(server, {tools: {setTheme, title}});
    const turn = chat.send('Dark, please.');
    const [question] = await waitForQuestions(chat);
    assert.equal(question?.prompt, 'Sets the colours');
    assert.deepEqual(question.arguments, {theme: 'dark'});
    assert.equal(server.getRequests().length, 1);
    await chat.reply(question.id, {type: 'permission', input: {allow: 'once'}});
    await turn;
    assert.equal(chat.conversation.children.length, 2);
    assert.match(plainText(answer()), /^Switching\.\n\nSeen: .*\\"dark\\".*There is no title\./s);
    assert.deepEqual(outline({children: every(answer(), 'tool')}), [
      'tool done: setTheme',
      'tool failed: title',
      'tool interrupted: unknown',
    ]);
    const [, call, ...results] = sent(server, 1);
    const ids = call?.tool_calls?.map(({id}) => id);
    assert.deepEqual(ids, ['c1', 'c2']);
    const answered = results.map(({role, tool_call_id: id}) => `${role} ${id}`);
    assert.deepEqual(answered, ['tool c1', 'tool c2']);
    const {tools} = server.getRequests()[0]?.body as ChatCompletionRequest;
    assert.deepEqual(tools?.[0], {
      type: 'function',
      function: {name: 'setTheme', description: 'Sets the colours', parameters: schema},
    });
  });

  it('asks the user before it is continued for ever', async () => {
    const model: Answer = ({messages}) => ({
      toolCalls: [{id: `c${messages.length}`, name: 'tick', arguments: '{}'}],
    });
    const server = await serveModel(model);
    const limits: Partial<Limits> = {maxToolRounds: 3};
    const tick: PageTool = {permission: 'allow', run: () => 'ticked'};
    chatOf(server, {tools: {tick}, chat: {storage: null, ...limits}});
    const shown = (): unknown[] =>
      answer().children.map(item => (item.kind === 'notice' ? item.status : item.kind));
    assert.equal((await chat.send('Tick.')).status, 'done');
    assert.equal(server.getRequests().length, 3);
    assert.deepEqual(shown(), ['tool', 'tool', 'tool', 'waiting']);
    await chat.continue();
    assert.equal(server.getRequests().length, 6);
    assert.deepEqual(shown(), ['tool', 'tool', 'tool', 'done', 'tool', 'tool', 'tool', 'waiting']);
    await chat.send('Stop it.');
    assert.equal(server.getRequests().length, 9);
    const roles = sent(server, 6).map(({role}) => role);
    assert.equal(roles.filter(role => role === 'tool').length, 6);
    assert.equal(roles.at(-1), 'user');
  });

  it('gets a result for a call that was not run, when the user writes something else', async () => {
    const server = await serveModel(asksTools);
    chatOf(server, {tools: {setTheme: {run: () => 'WRONG'}}});
    const turn = chat.send('Dark, please.');
    await untilShown(() => chat.status === 'waiting');
    await chat.stop();
    await turn;
    await chat.send('Never mind.');
    const found = sent(server, 1).map(({role, content}) => [role, content]);
    assert.deepEqual(found, [
      ['user', 'Dark, please.'],
      ['assistant', 'Switching.'],
      ['tool', 'The call was not run.'],
      ['user', 'Never mind.'],
    ]);
  });

  it('answers again, and answers another version of a message', async () => {
    let count = 0;
    const server = await serveModel(() => ({content: `Answer ${++count}`}));
    chatOf(server);
    await chat.send('One');
    await chat.send('Two');
    const [one, , , last] = chat.conversation.children as MessageItem[];
    await chat.regenerate(last?.messageId ?? '');
    assert.equal(plainText(answer()), 'Answer 3');
    const contents = sent(server, 2).map(({content}) => content);
    assert.deepEqual(contents, ['One', 'Answer 1', 'Two']);
    await chat.edit(one?.messageId ?? '', 'Uno');
    assert.deepEqual(sent(server, 3), [{role: 'user', content: 'Uno'}]);
    assert.deepEqual([chat.conversation.children.length, plainText(answer())], [2, 'Answer 4']);
  });

  it('continues a text that was cut, as one message', async () => {
    const server = await serveModel(({messages}) =>
      messages.length === 1
        ? {content: 'The end is ne', finishReason: 'length'}
        : {content: 'ar.', finishReason: 'stop'},
    );
    chatOf(server);
    await chat.send('Write.');
    assert.equal(statuses()[1], 'notice waiting');
    await chat.continue();
    assert.deepEqual(sent(server, 1)[1], {role: 'assistant', content: 'The end is ne'});
    assert.equal(plainText(answer()), 'The end is near.');
    assert.deepEqual(statuses(), ['text done', 'notice done']);
    await chat.send('More.');
    assert.deepEqual(sent(server, 2)[1], {role: 'assistant', content: 'The end is near.'});
  });

  const long = Array.from({length: 40}, (_, index) => `word${index} `).join('');

  it('is stopped, keeps what had arrived, and answers the next message', async () => {
    const server = await serveModel(() => ({content: long}), slowly);
    chatOf(server);
    const turn = chat.send('Write.');
    await untilShown(() => chat.status === 'streaming' && plainText(answer()) !== '');
    await chat.stop();
    await turn;
    assert.equal(answer().status, 'stopped');
    const text = plainText(answer());
    assert.ok(text !== '' && text.length < long.length && long.startsWith(text));
    await chat.send('Again.');
    assert.equal(plainText(answer()), long);
    assert.deepEqual(sent(server, 1)[1], {role: 'assistant', content: text});
  });

  it('interrupts an answer whose connection is cut, and answers again on request', async () => {
    const server = await serveModel(() => ({content: long}), {...slowly, truncateAfterChunks: 6});
    chatOf(server);
    await chat.send('Write.');
    assert.equal(answer().status, 'interrupted');
    assert.notEqual(plainText(answer()), '');
    assert.equal(chat.lastError?.retryable, true);
    server.clearFixtures();
    server.on({predicate: () => true}, {content: 'All.'});
    await chat.retry();
    assert.deepEqual([plainText(answer()), answer().status], ['All.', 'done']);
    assert.deepEqual(sent(server, 1), [{role: 'user', content: 'Write.'}]);
  });

  it('reports a rejected request with the words of the server', async () => {
    const error = {message: 'No such model', type: 'invalid_request_error', code: 'not_found'};
    const server = await serveModel(() => ({error, status: 400}));
    chatOf(server);
    await chat.send('Write.');
    assert.deepEqual(
      [chat.lastError?.code, chat.lastError?.status, chat.lastError?.detail],
      ['bad_request', 400, 'No such model'],
    );
  });
});

describe('other servers of Chat Completions', () => {
  const body = (...frames: readonly unknown[]): string =>
    frames
      .map(frame => `data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`)
      .join('');
  const says = (content: string): object => ({choices: [{index: 0, delta: {content}}]});

  it('interrupt an answer that ends without a reason (Ollama, after an error)', async () => {
    const server = await serve((_, response) => {
      stream(response).end(body(says('Half'), '[DONE]'));
    });
    const codes: string[] = [];
    chatWith(server.origin, {
      chat: {onEvent: event => event.type === 'diagnostic' && codes.push(event.diagnostic.code)},
    });
    await chat.send('Write.');
    assert.deepEqual([answer().status, chat.lastError?.code], ['interrupted', 'truncated']);
    assert.match(plainText(answer()), /^Half/);
    assert.deepEqual(codes, ['message-stop-missing']);
  });

  it('fail after a part of the answer (vLLM)', async () => {
    const server = await serve((_, response) => {
      stream(response).end(
        body(says('I begin, but'), {error: {message: 'Overloaded', code: 503}}, '[DONE]'),
      );
    });
    chatWith(server.origin);
    await chat.send('Write.');
    assert.equal(answer().status, 'failed');
    assert.equal(only(answer(), 'error').text, 'Overloaded');
    assert.equal(plainText(answer()), 'I begin, but');
  });

  it('answer without a stream, also when an answer is continued', async () => {
    const call = {id: 'c1', type: 'function', function: {name: 'now', arguments: {}}};
    const server = await serve((asked, response) => {
      const hasResult = asked.body.includes('"role":"tool"');
      const message = hasResult ? {content: 'It is ten.'} : {content: null, tool_calls: [call]};
      const finish_reason = hasResult ? 'stop' : 'tool_calls';
      json(response, {object: 'chat.completion', choices: [{index: 0, message, finish_reason}]});
    });
    chatWith(server.origin, {tools: {now: {permission: 'allow', run: () => '10:00'}}});
    await chat.send('What time is it?');
    assert.deepEqual(statuses(), ['tool done', 'text done']);
    assert.equal(plainText(answer()), 'It is ten.');
    assert.equal(server.asked.length, 2);
  });

  it('fail with status 200', async () => {
    const server = await serve((_, response) => {
      json(response, {error: {message: 'No credit', code: 402}});
    });
    chatWith(server.origin);
    await chat.send('Write.');
    assert.equal(only(answer(), 'error').text, 'No credit');
  });

  it('reject a request with the words of the server, also in a list (Gemini)', async () => {
    const server = await serveRejection([{error: {message: 'Busy', code: 503}}]);
    chatWith(server.origin);
    await chat.send('Write.');
    assert.deepEqual([chat.lastError?.code, chat.lastError?.detail], ['server_error', 'Busy']);
  });
});
