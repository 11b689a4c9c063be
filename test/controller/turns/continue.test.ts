import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  withLocalSessions,
  type ChatController,
  type ChatOptions,
} from '../../../src/controller/index.js';
import {
  anthropic,
  createAgUi,
  createAiSdk,
  createOpenai,
  createOpenaiChat,
  plainText,
  type MessageItem,
  type Protocol,
} from '../../../src/core/index.js';
import type {
  LocalSessionStore,
  StoredSession,
} from '../../../src/core/protocol/local-session-types.js';
import {until} from '../../support/until.js';
import {memory, openChat, said, untilTrue} from '../support/chat.js';
import {json, serve, sse, stream, type WebServer} from '../support/web-server.js';

/** What a server writes in one response: a text, and whether it ends there, is cut by its length, or breaks. */
interface Part {
  readonly text: string;
  readonly end: 'end' | 'cut' | 'break';
}

/** A message in a request, as the formats write it. */
interface SentMessage {
  readonly role: string;
  readonly content?: string | readonly {readonly text?: string}[];
  readonly parts?: readonly {readonly text?: string}[];
}

interface Format {
  readonly name: string;
  readonly protocol: Protocol;
  readonly frames: (part: Part) => string;
}

const formats: readonly Format[] = [
  {
    name: 'anthropic',
    protocol: anthropic,
    frames: ({text, end}) =>
      sse(
        {
          type: 'message_start',
          message: {id: `msg-${text}`, role: 'assistant', content: [], usage: {}},
        },
        {type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}},
        {type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text}},
        ...(end === 'break'
          ? []
          : [
              {type: 'content_block_stop', index: 0},
              {
                type: 'message_delta',
                delta: {stop_reason: end === 'cut' ? 'max_tokens' : 'end_turn'},
                usage: {},
              },
              {type: 'message_stop'},
            ]),
      ),
  },
  {
    name: 'openai-chat',
    protocol: createOpenaiChat(),
    frames: ({text, end}) =>
      sse(
        {id: `c-${text}`, choices: [{index: 0, delta: {content: text}}]},
        ...(end === 'break'
          ? []
          : [
              {
                choices: [{index: 0, delta: {}, finish_reason: end === 'cut' ? 'length' : 'stop'}],
              },
            ]),
      ),
  },
  {
    name: 'ai-sdk',
    protocol: createAiSdk(),
    frames: ({text, end}) =>
      sse(
        {type: 'start', messageId: `m-${text}`},
        {type: 'start-step'},
        {type: 'text-start', id: '0'},
        {type: 'text-delta', id: '0', delta: text},
        ...(end === 'break'
          ? []
          : [
              {type: 'text-end', id: '0'},
              {type: 'finish-step'},
              {type: 'finish', finishReason: end === 'cut' ? 'length' : 'stop'},
            ]),
      ),
  },
  {
    name: 'openai',
    protocol: createOpenai(),
    frames({text, end}) {
      const id = `r-${text}`;
      const place = {item_id: `i-${text}`, output_index: 0, content_index: 0};
      const message = {type: 'message', id: place.item_id, role: 'assistant'};
      const status = end === 'cut' ? 'incomplete' : 'completed';
      const item = {...message, status, content: [{type: 'output_text', text, annotations: []}]};
      const details = end === 'cut' ? {incomplete_details: {reason: 'max_output_tokens'}} : {};
      return sse(
        {type: 'response.created', response: {id, status: 'in_progress', output: []}},
        {type: 'response.output_item.added', output_index: 0, item: {...message, content: []}},
        {type: 'response.output_text.delta', ...place, delta: text},
        ...(end === 'break'
          ? []
          : [
              {type: 'response.output_item.done', output_index: 0, item},
              {type: `response.${status}`, response: {id, status, output: [item], ...details}},
            ]),
      );
    },
  },
  {
    name: 'ag-ui',
    protocol: createAgUi(),
    frames: ({text, end}) =>
      sse(
        {type: 'RUN_STARTED', threadId: 't', runId: `r-${text}`},
        {type: 'TEXT_MESSAGE_START', messageId: `m-${text}`, role: 'assistant'},
        {type: 'TEXT_MESSAGE_CONTENT', messageId: `m-${text}`, delta: text},
        ...(end === 'break'
          ? []
          : [
              {type: 'TEXT_MESSAGE_END', messageId: `m-${text}`},
              {
                type: 'RUN_FINISHED',
                threadId: 't',
                runId: `r-${text}`,
                ...(end === 'cut' && {metadata: {tanstack: {finishReason: 'length'}}}),
              },
            ]),
      ),
  },
];

/** Sessions in memory, as a browser stores them: as copies. */
function storeOf(): LocalSessionStore & {readonly stored: () => string} {
  const sessions = new Map<string, StoredSession>();
  return {
    stored: () => JSON.stringify([...sessions.values()]),
    list: () => Promise.resolve({sessions: [], more: false}),
    load: (_scope, id) => Promise.resolve(structuredClone(sessions.get(id))),
    save: (_scope, session, messages) => {
      sessions.set(session.id, structuredClone({...session, messages}));
      return Promise.resolve();
    },
    rename: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    clear: () => Promise.resolve(),
  };
}

for (const {name, protocol, frames} of formats) {
  describe(`a cut answer of ${name}`, () => {
    /** A server that writes these parts, one for each request; a number is a refusal with this status. */
    const serving = (...parts: readonly (Part | number)[]): Promise<WebServer> => {
      let next = 0;
      return serve((_, response) => {
        const part = parts[next++] ?? 500;
        if (typeof part === 'number') {
          json(response, {error: {message: 'No.'}}, part);
          return;
        }
        stream(response).write(frames(part), () =>
          part.end === 'break' ? response.destroy() : response.end(),
        );
      });
    };
    const chatWith = (server: WebServer, options: ChatOptions = {}): ChatController =>
      openChat({endpoint: server.origin, protocol, storage: null, ...options});
    const answerOf = ({conversation}: ChatController): MessageItem =>
      conversation.children.at(-1) as MessageItem;
    const cut: Part = {text: 'The end is ne', end: 'cut'};
    const rest: Part = {text: 'ar.', end: 'end'};
    const isWhole = (chat: ChatController): void => {
      assert.deepEqual(said(chat), ['user: Write.', 'assistant: The end is near.']);
      const {status, children} = chat.conversation.children.at(-1) as MessageItem;
      const texts = children.filter(({kind}) => kind === 'text');
      assert.deepEqual([status, texts.length, chat.lastError], ['done', 1, undefined]);
      const kept = children.filter(item => item.status === 'waiting');
      assert.deepEqual(kept, []);
    };
    /** What the last request sends of the conversation; the texts of an answer may be several blocks or messages. */
    const sent = ({asked}: WebServer): readonly string[] => {
      const {messages, input} = JSON.parse(asked.at(-1)?.body ?? '') as {
        messages?: SentMessage[];
        input?: SentMessage[];
      };
      const lines: string[] = [];
      for (const {role, content, parts} of messages ?? input ?? []) {
        const blocks = parts ?? content ?? '';
        const text =
          typeof blocks === 'string' ? blocks : blocks.map(({text = ''}) => text).join('');
        const last = lines.at(-1);
        if (last?.startsWith(`${role}: `)) lines[lines.length - 1] = last + text;
        else lines.push(`${role}: ${text}`);
      }
      return lines;
    };

    it('is continued as one message, also twice', async () => {
      const server = await serving(cut, {text: 'a', end: 'cut'}, {text: 'r.', end: 'end'}, rest);
      const chat = chatWith(server);
      await chat.send('Write.');
      await chat.continue();
      assert.equal(plainText(answerOf(chat)), 'The end is nea');
      await chat.continue();
      isWhole(chat);
      await chat.send('More.');
      assert.deepEqual(sent(server), [
        'user: Write.',
        'assistant: The end is near.',
        'user: More.',
      ]);
    });

    it('stays as it is if the server refuses to continue it', async () => {
      for (const again of ['retry', 'continue'] as const) {
        const server = await serving(cut, 400, rest);
        const chat = chatWith(server);
        await chat.send('Write.');
        await chat.continue();
        assert.equal(chat.lastError?.code, 'bad_request');
        assert.equal(said(chat)[1], 'assistant: The end is ne');
        await chat[again]();
        isWhole(chat);
        assert.deepEqual(sent(server), ['user: Write.', 'assistant: The end is ne']);
      }
    });

    it('keeps what arrived of a continuation that breaks', async () => {
      const server = await serving(cut, {text: 'a', end: 'break'}, {text: 'r.', end: 'end'});
      const chat = chatWith(server);
      await chat.send('Write.');
      await chat.continue();
      assert.equal(answerOf(chat).status, 'interrupted');
      assert.equal(said(chat)[1], 'assistant: The end is nea');
      await chat.continue();
      isWhole(chat);
      assert.deepEqual(sent(server), ['user: Write.', 'assistant: The end is nea']);
    });

    it('is continued after a reload', async () => {
      const server = await serving(cut, rest, rest);
      const store = storeOf();
      const local = {protocol: withLocalSessions(protocol, {store}), storage: memory()};
      const before = chatWith(server, local);
      await before.send('Write.');
      await until(() => store.stored().includes('max_tokens'));
      before.dispose();
      const chat = chatWith(server, local);
      await chat.ready;
      assert.equal(plainText(answerOf(chat)), 'The end is ne');
      await chat.continue();
      isWhole(chat);
      await chat.send('More.');
      assert.equal(sent(server)[1], 'assistant: The end is near.');
    });

    it('of which a reload has interrupted the stream is continued in the same text', async () => {
      const server = await serve((_, response) => {
        const isFirst = server.asked.length === 1;
        stream(response).write(frames(isFirst ? {...cut, end: 'break'} : rest));
        if (!isFirst) response.end();
      });
      const store = storeOf();
      const local = {protocol: withLocalSessions(protocol, {store}), storage: memory()};
      const before = chatWith(server, local);
      void before.send('Write.');
      await untilTrue(before, ({conversation}) => conversation.children.length === 2);
      await until(() => plainText(answerOf(before)) === cut.text);
      before.dispose();
      await until(() => store.stored().includes(cut.text));
      const chat = chatWith(server, local);
      await chat.ready;
      assert.deepEqual(said(chat), ['user: Write.', `assistant: ${cut.text}`]);
      assert.deepEqual([chat.status, chat.lastError], ['idle', undefined]);
      await chat.continue();
      isWhole(chat);
      await chat.send('More.');
      assert.equal(sent(server)[1], 'assistant: The end is near.');
    });

    /** Two tabs with the same answer, which is cut. */
    const openTwoTabs = async (
      server: WebServer,
    ): Promise<readonly [ChatController, ChatController, ReturnType<typeof storeOf>]> => {
      const store = storeOf();
      const local = {protocol: withLocalSessions(protocol, {store}), storage: memory()};
      const one = chatWith(server, local);
      await one.send('Write.');
      await until(() => store.stored().includes('max_tokens'));
      const two = chatWith(server, {...local, sessionId: one.session?.id});
      await two.ready;
      return [one, two, store];
    };

    it('is continued in another tab, and displayed in both', async () => {
      const server = await serving(cut, rest);
      const [one, two] = await openTwoTabs(server);
      await two.continue();
      isWhole(two);
      await untilTrue(one, () => plainText(answerOf(one)) === 'The end is near.');
      isWhole(one);
      assert.equal(server.asked.length, 2);
    });

    it('ends as the same answer in two tabs that continue it at once', async () => {
      const server = await serving(cut, rest, {text: 'arly there.', end: 'end'}, rest);
      const [one, two, store] = await openTwoTabs(server);
      await Promise.all([one.continue(), two.continue()]);
      await untilTrue(one, () => said(one)[1] === said(two)[1]);
      const endings = ['assistant: The end is near.', 'assistant: The end is nearly there.'];
      assert.ok(endings.includes(said(one)[1] ?? ''), said(one)[1]);
      await until(() => store.stored().includes(plainText(answerOf(one))));
      for (const chat of [one, two]) {
        assert.deepEqual(said(chat), ['user: Write.', said(one)[1]]);
        assert.equal(chat.status, 'idle');
        assert.equal(answerOf(chat).children.filter(({kind}) => kind === 'text').length, 1);
      }
      // Where there are locks, one of them is refused; otherwise what is stored last counts.
      const refused = [one, two].flatMap(({lastError}) => lastError?.code ?? []);
      assert.ok(refused.length < 2 && refused.every(code => code === 'conflict'), refused.join());
      assert.equal(server.asked.length, 3 - refused.length);
      await one.send('More.');
      assert.deepEqual(sent(server), ['user: Write.', said(one)[1], 'user: More.']);
    });
  });
}

describe('an answer of anthropic that is paused while a tool of the API runs', () => {
  const search = {type: 'server_tool_use', id: 's1', name: 'web_search', input: {query: 'x'}};
  const found = {type: 'web_search_tool_result', tool_use_id: 's1', content: []};
  const answer = (id: string, stop_reason: string, ...content: readonly object[]): object => ({
    type: 'message',
    id,
    role: 'assistant',
    content,
    stop_reason,
  });
  const paused = answer('m1', 'pause_turn', {type: 'text', text: 'I search.'}, search);

  /** The roles and the types of the blocks of the last request. */
  const sentTo = ({asked}: WebServer): readonly unknown[] => {
    const {messages} = JSON.parse(asked.at(-1)?.body ?? '') as {messages: SentMessage[]};
    return messages.map(({role, content = ''}) => [
      role,
      typeof content === 'string' ? content : content.map(block => (block as {type: string}).type),
    ]);
  };

  it('ends the call if it also waits for a page that has no tools', async () => {
    const call = {type: 'tool_use', id: 't1', name: 'del', input: {}};
    const server = await serve((_, response) =>
      json(response, answer('m1', 'tool_use', search, call)),
    );
    const chat = openChat({endpoint: server.origin, protocol: anthropic, storage: null});
    await chat.send('Search.');
    const {status, children} = chat.conversation.children.at(-1) as MessageItem;
    assert.deepEqual(
      [status, ...children.map(item => item.status)],
      ['done', 'interrupted', 'interrupted'],
    );
  });

  for (const goesOn of [true, false]) {
    it(`is sent ${goesOn ? 'with' : 'without'} the call if the request ${goesOn ? 'continues it' : 'has another message'}`, async () => {
      const rest = answer('m2', 'end_turn', ...(goesOn ? [found] : []), {
        type: 'text',
        text: 'So.',
      });
      const server = await serve((_, response) =>
        json(response, server.asked.length === 1 ? paused : rest),
      );
      const chat = openChat({endpoint: server.origin, protocol: anthropic, storage: null});
      await chat.send('Search.');
      if (goesOn) await chat.continue();
      else await chat.send('Never mind.');
      assert.deepEqual(
        sentTo(server),
        goesOn
          ? [
              ['user', 'Search.'],
              ['assistant', ['text', 'server_tool_use']],
            ]
          : [
              ['user', 'Search.'],
              ['assistant', ['text']],
              ['user', 'Never mind.'],
            ],
      );
      await chat.send('Thanks.');
      const calls = goesOn ? ['server_tool_use', 'web_search_tool_result', 'text'] : [];
      assert.deepEqual(sentTo(server)[1], ['assistant', ['text', ...calls]]);
    });
  }
});
