import assert from 'node:assert/strict';
import type {IncomingHttpHeaders, ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import {
  agUi,
  aishu,
  aiSdk,
  anthropic,
  createAiSdk,
  createCopilotKit,
  createOpenai,
  createProtocol,
  openai,
  openaiChat,
  ubik,
  walk,
  type Item,
  type MessageItem,
  type Protocol,
} from '../../../src/core/index.js';
import type {ChatController} from '../../../src/controller/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import type {Limits} from '../../../src/controller/settings.js';
import {recorded} from '../../core/protocol/recorded.js';
import {until} from '../../support/until.js';
import {openChat, pageTools} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, sse, stream, type WebServer} from '../support/web-server.js';

// Every kind of end of a run, in every protocol, while a text or a call is being written.

/** The frames of a recording up to the middle of its answer. */
function half(protocol: 'ubik' | 'aishu', name: string): string {
  const frames = recorded(protocol, name).split(/\n\n/);
  return `${frames.slice(0, Math.ceil(frames.length / 2)).join('\n\n')}\n\n`;
}

interface Case {
  readonly protocol: Protocol;
  /** A stream that stops in the middle of its answer. */
  readonly half: string;
}

const aiSdkHalf = sse(
  {type: 'start', messageId: 'm'},
  {type: 'start-step'},
  {type: 'text-start', id: 't'},
  {type: 'text-delta', id: 't', delta: 'Half an '},
  {type: 'tool-input-start', toolCallId: 'c', toolName: 'find'},
  {type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"query": "ab'},
);

const agUiHalf = sse(
  {type: 'RUN_STARTED', threadId: 's', runId: 'r'},
  {type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant'},
  {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Half an '},
  {type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'find', parentMessageId: 'm'},
  {type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"query": "ab'},
);

const openaiHalf = sse(
  {type: 'response.created', response: {id: 'r', status: 'in_progress', output: []}},
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: {type: 'message', id: 'm', role: 'assistant', status: 'in_progress', content: []},
  },
  {
    type: 'response.content_part.added',
    item_id: 'm',
    output_index: 0,
    content_index: 0,
    part: {type: 'output_text', text: '', annotations: []},
  },
  {
    type: 'response.output_text.delta',
    item_id: 'm',
    output_index: 0,
    content_index: 0,
    delta: 'Half an ',
  },
);

const own = createProtocol({
  name: 'own',
  send: ({text}) => ({method: 'POST', path: 'send', body: {json: {text}}, accept: 'stream'}),
  read({data}, answer) {
    const {text, call} = JSON.parse(data) as {text?: string; call?: string};
    if (text !== undefined) answer.text(text);
    if (call !== undefined) answer.call(call, 'find', {});
  },
});

const cases: Readonly<Record<string, Case>> = {
  ubik: {protocol: ubik, half: half('ubik', 'calculation-and-search')},
  anthropic: {
    protocol: anthropic,
    half: sse(
      {type: 'message_start', message: {id: 'm', role: 'assistant', content: []}},
      {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
      {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: 'Half an '}},
      {type: 'content_block_stop', index: 0},
      {
        type: 'content_block_start',
        index: 1,
        content_block: {type: 'tool_use', id: 'c', name: 'find', input: {}},
      },
      {
        type: 'content_block_delta',
        index: 1,
        delta: {type: 'input_json_delta', partial_json: '{"query": "ab'},
      },
    ),
  },
  aishu: {protocol: aishu, half: half('aishu', 'calculation-and-search')},
  'ai-sdk': {protocol: aiSdk, half: aiSdkHalf},
  'ai-sdk that resumes': {
    protocol: createAiSdk({resume: 'replay', history: true}),
    half: aiSdkHalf,
  },
  'ai-sdk that resumes with a suffix': {protocol: createAiSdk({resume: 'suffix'}), half: aiSdkHalf},
  'ag-ui': {protocol: agUi, half: agUiHalf},
  copilotkit: {protocol: createCopilotKit(), half: agUiHalf},
  openai: {protocol: openai, half: openaiHalf},
  'openai in the background': {protocol: createOpenai({background: true}), half: openaiHalf},
  'openai-chat': {
    protocol: openaiChat,
    half: sse(
      {id: 'm', object: 'chat.completion.chunk', choices: [{index: 0, delta: {content: 'Half '}}]},
      {
        id: 'm',
        object: 'chat.completion.chunk',
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [
                {index: 0, id: 'c', type: 'function', function: {name: 'find', arguments: '{"q'}},
              ],
            },
          },
        ],
      },
    ),
  },
  own: {protocol: own, half: sse({text: 'Half an '}, {call: 'c'})},
};

interface Run {
  readonly chat: ChatController;
  readonly server: WebServer;
  readonly answer: ServerResponse;
  /** Sets the status of every further request for a stream. */
  readonly refuse: (status: number) => void;
}

/** A stopped run waits this long for the last event of its stream. */
const limits: Partial<Limits> = {staleAfterMs: 100};

/** A chat whose answer is being written. */
async function open({protocol, half: frames}: Case): Promise<Run> {
  let answer: ServerResponse | undefined;
  let refusal: number | undefined;
  const server = await serve(({method, path, headers}, response) => {
    if (refusal !== undefined && headers.accept?.includes('event-stream'))
      response.writeHead(refusal).end();
    else if (method === 'GET') json(response, {detail: 'Nothing is here.'}, 404);
    else if (/stop|terminat|cancel|interrupt/.test(path)) json(response, {});
    else if (!headers.accept?.includes('event-stream')) json(response, {id: 's', key: 'a'});
    else if (answer) json(response, {detail: 'No.'}, 400);
    else {
      answer = stream(response);
      answer.write(frames);
    }
  });
  const chat = openChat(
    {endpoint: server.origin, protocol, agentId: 'a', storage: null, ...limits},
    new FastEnvironment(),
  );
  void chat.send('Hi').catch(() => undefined);
  await until(() => openItems(chat).length > 0);
  assert.ok(answer);
  return {chat, server, answer, refuse: status => (refusal = status)};
}

/** A chat with a server that answers, but sends no event. */
async function openSilent(protocol: Protocol): Promise<Pick<Run, 'chat' | 'server'>> {
  const server = await serve((request, response) => {
    if (isStreamRequest(request)) stream(response).flushHeaders();
    else if (request.method === 'GET') json(response, {detail: 'Nothing is here.'}, 404);
    else json(response, {id: 's', key: 'a'});
  });
  const chat = openChat(
    {endpoint: server.origin, protocol, agentId: 'a', storage: null, ...limits},
    new FastEnvironment(),
  );
  return {chat, server};
}

const isStreamRequest = ({
  method,
  headers,
}: {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}): boolean => method === 'POST' && headers.accept?.includes('event-stream') === true;

const answers = (chat: ChatController): readonly MessageItem[] =>
  messagesOf(chat.conversation).filter(({role}) => role === 'assistant');

/** The items of the answers that are in progress. */
const openItems = (chat: ChatController): readonly Item[] =>
  answers(chat)
    .flatMap(answer => [...walk(answer)])
    .filter(({status}) => status === 'streaming' || status === 'waiting');

const ends: Readonly<Record<string, (run: Run) => void | Promise<void>>> = {
  'is stopped': ({chat}) => chat.stop(),
  breaks: ({answer}) => void answer.destroy(),
  'breaks, while nothing is running (204)'({answer, refuse}) {
    refuse(204);
    answer.destroy();
  },
  'is cut off': ({answer}) => void answer.end(),
  'leaves with its host': ({chat}) => chat.hostDisconnected(),
  'is disposed of': ({chat}) => chat.dispose(),
  'is shut down': ({chat}) => chat.shutdown(),
  'is moved to another endpoint': ({chat, server}) =>
    chat.configure({endpoint: `${server.origin}/other`}),
};

const isRequestForAnswer = ({method, path}: {method: string; path: string}): boolean =>
  method === 'POST' && !/stop|terminat|cancel|resume|connect/.test(path);

for (const [name, each] of Object.entries(cases)) {
  describe(`nothing is in progress in ${name}, when a run`, () => {
    for (const [how, end] of Object.entries(ends)) {
      it(how, async () => {
        const run = await open(each);
        const {chat, server} = run;
        const sent = server.asked.filter(isRequestForAnswer).length;
        await end(run);
        await until(
          () =>
            !['streaming', 'connecting', 'reconnecting', 'stopping'].includes(chat.status) &&
            openItems(chat).length === 0,
        );
        assert.deepEqual(openItems(chat), []);
        assert.ok(messagesOf(chat.conversation).every(({status}) => status !== 'streaming'));
        assert.equal(server.asked.filter(isRequestForAnswer).length, sent);
        const last = answers(chat).at(-1);
        if (!last || how === 'is stopped') return;
        const resumes = each.protocol.operations.attach !== undefined && chat.session;
        const hasRetry = last.children.some(({kind}) => kind === 'error');
        assert.ok(hasRetry || resumes, `${last.status} without a way to go on`);
      });
    }

    it('is stopped before its first event: that is displayed, and not sent back', async () => {
      const {chat, server} = await openSilent(each.protocol);
      const turn = chat.send('Hi');
      await until(() => server.asked.some(isStreamRequest));
      // The second call does not wait until the server has named the run.
      await Promise.all([chat.stop(), chat.stop()]);
      const {status, message} = await turn;
      assert.deepEqual([status, message?.children, chat.status], ['stopped', [], 'idle']);
      const found = messagesOf(chat.conversation).map(({role, status}) => [role, status]);
      assert.deepEqual(found, [
        ['user', 'done'],
        ['assistant', 'stopped'],
      ]);
      void chat.send('Hello?').catch(() => undefined);
      await until(() => server.asked.filter(isStreamRequest).length === 2);
      const {body} = server.asked.findLast(isStreamRequest) ?? {body: ''};
      assert.match(body, /Hello\?/);
      assert.doesNotMatch(body, /"role":"assistant"/);
      chat.dispose();
    });

    if (each.protocol.operations.attach) return;

    it('leaves with its host, which comes back: the user can try again', async () => {
      const {chat, server} = await open(each);
      const sent = server.asked.filter(isRequestForAnswer).length;
      chat.hostDisconnected();
      await until(() => openItems(chat).length === 0);
      chat.hostConnected();
      await chat.ready;
      assert.equal(server.asked.filter(isRequestForAnswer).length, sent);
      await chat.retry();
      assert.equal(server.asked.filter(isRequestForAnswer).length, sent + 1);
    });
  });
}

it('a stop behind the last event, while the stream is open, lets no call of the page run', async () => {
  const call = {toolCallId: 'c', toolName: 'find'};
  const whole = sse(
    {type: 'start', messageId: 'm'},
    {type: 'tool-input-available', ...call, input: {}},
    {type: 'finish', finishReason: 'tool-calls'},
  );
  const server = await serve((_, response) => void stream(response).write(whole));
  let count = 0;
  const tools = pageTools({
    find: {
      description: 'Finds.',
      permission: 'allow',
      run() {
        count += 1;
      },
    },
  });
  const chat = openChat(
    {endpoint: server.origin, protocol: aiSdk, storage: null, tools},
    new FastEnvironment(),
  );
  const sent = chat.send('Hi');
  await until(() => openItems(chat).some(({status}) => status === 'waiting'));
  await chat.stop();
  await sent;
  const statuses = answers(chat).flatMap(({children}) => children.map(({status}) => status));
  assert.deepEqual([statuses, count, server.asked.length], [['stopped'], 0, 1]);
});
