import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import {withLocalSessions, type ChatController} from '../../src/controller/index.js';
import {messagesOf} from '../../src/core/model/messages.js';
import {
  agUi,
  aiSdk,
  anthropic,
  openai,
  openaiChat,
  plainText,
  walk,
  type Item,
  type MessageItem,
  type Protocol,
} from '../../src/core/index.js';
import type {
  LocalSessionStore,
  StoredSession,
} from '../../src/core/protocol/local-session-types.js';
import {until} from '../support/until.js';
import {memory, openChat, pageTools} from './support/chat.js';
import {FastEnvironment} from './support/fast-environment.js';
import {serve, sse, stream, type WebServer} from './support/web-server.js';

// A conversation that the browser stores, after a reload in the middle of an answer.

/** What a server sends: a text without its end, a call of a page tool, or a text that its length has cut. */
type Part = {readonly half: string} | {readonly call: string} | {readonly cut: string};

interface Format {
  readonly protocol: Protocol;
  readonly frames: (part: Part) => readonly object[];
}

const textOf = (part: Part): string => ('half' in part ? part.half : 'cut' in part ? part.cut : '');

const formats: Readonly<Record<string, Format>> = {
  anthropic: {
    protocol: anthropic,
    frames(part) {
      const head = {type: 'message_start', message: {id: 'm', role: 'assistant', content: []}};
      const block =
        'call' in part
          ? {type: 'tool_use', id: part.call, name: 'look', input: {}}
          : {type: 'text', text: ''};
      const delta = {type: 'text_delta', text: textOf(part)};
      const end = {stop_reason: 'call' in part ? 'tool_use' : 'max_tokens'};
      return [
        head,
        {type: 'content_block_start', index: 0, content_block: block},
        ...('call' in part ? [] : [{type: 'content_block_delta', index: 0, delta}]),
        ...('half' in part
          ? []
          : [{type: 'message_delta', delta: end, usage: {}}, {type: 'message_stop'}]),
      ];
    },
  },
  'openai-chat': {
    protocol: openaiChat,
    frames(part) {
      const chunk = (delta: object, reason: string | null = null): object => ({
        id: 'c',
        choices: [{index: 0, delta, finish_reason: reason}],
      });
      if ('call' in part) {
        const called = {name: 'look', arguments: '{}'};
        const call = {index: 0, id: part.call, type: 'function', function: called};
        return [chunk({tool_calls: [call]}), chunk({}, 'tool_calls')];
      }
      return [chunk({content: textOf(part)}), ...('cut' in part ? [chunk({}, 'length')] : [])];
    },
  },
  openai: {
    protocol: openai,
    frames(part) {
      const id = `r-${JSON.stringify(part)}`;
      const place = {item_id: `i-${id}`, output_index: 0};
      const created = {type: 'response.created', response: {id, status: 'in_progress', output: []}};
      if ('call' in part) {
        const call = {type: 'function_call', id: place.item_id, call_id: part.call, name: 'look'};
        const output = [{...call, arguments: '{}', status: 'completed'}];
        const response = {id, status: 'completed', output};
        return [created, {type: 'response.completed', response}];
      }
      const delta = {type: 'response.output_text.delta', ...place, content_index: 0};
      const details = {incomplete_details: {reason: 'max_output_tokens'}};
      const content = [{type: 'output_text', text: textOf(part), annotations: []}];
      const output = [{type: 'message', id: place.item_id, role: 'assistant', content}];
      const response = {id, status: 'incomplete', ...details, output};
      return [
        created,
        {...delta, delta: textOf(part)},
        ...('cut' in part ? [{type: 'response.incomplete', response}] : []),
      ];
    },
  },
  'ai-sdk': {
    protocol: aiSdk,
    frames(part) {
      const call = {type: 'tool-input-available', toolName: 'look', input: {}};
      const content =
        'call' in part
          ? [{...call, toolCallId: part.call}]
          : [
              {type: 'text-start', id: 't'},
              {type: 'text-delta', id: 't', delta: textOf(part)},
            ];
      const finishReason = 'call' in part ? 'tool-calls' : 'length';
      return [
        {type: 'start', messageId: 'm'},
        {type: 'start-step'},
        ...content,
        ...('half' in part ? [] : [{type: 'finish-step'}, {type: 'finish', finishReason}]),
      ];
    },
  },
  'ag-ui': {
    protocol: agUi,
    frames(part) {
      const messageId = `m-${Object.keys(part).join('')}`;
      const call = {toolCallName: 'look', parentMessageId: messageId};
      const content =
        'call' in part
          ? [
              {type: 'TOOL_CALL_START', toolCallId: part.call, ...call},
              {type: 'TOOL_CALL_ARGS', toolCallId: part.call, delta: '{}'},
              {type: 'TOOL_CALL_END', toolCallId: part.call},
            ]
          : [
              {type: 'TEXT_MESSAGE_START', messageId, role: 'assistant'},
              {type: 'TEXT_MESSAGE_CONTENT', messageId, delta: textOf(part)},
            ];
      const metadata = {tanstack: {finishReason: 'cut' in part ? 'length' : 'stop'}};
      return [
        {type: 'RUN_STARTED', threadId: 's', runId: 'r'},
        ...content,
        ...('half' in part ? [] : [{type: 'RUN_FINISHED', threadId: 's', runId: 'r', metadata}]),
      ];
    },
  },
};

/** The environment of a page that can be hidden, as before a reload. */
class Page extends FastEnvironment {
  readonly #listeners = new Set<() => void>();

  override onHide(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hide(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

interface Opened {
  readonly server: WebServer;
  readonly chat: () => ChatController;
  /** Reloads the page: nothing is stored after it was hidden. */
  readonly reload: () => Promise<void>;
  /** The bodies of all requests. */
  readonly bodies: () => readonly string[];
}

/** A chat whose requests are answered with these parts; a stream of a half text stays open, as do all after the last part. */
async function open({protocol, frames}: Format, parts: readonly Part[]): Promise<Opened> {
  const left = [...parts];
  const streams: ServerResponse[] = [];
  const server = await serve((_, response) => {
    const part = left.shift();
    streams.push(stream(response));
    const events = part ? frames(part) : [];
    response.write(sse(...events));
    if (part && !('half' in part)) response.end();
  });
  let stored: string | undefined;
  let isHidden = false;
  const store: LocalSessionStore = {
    list: () => Promise.resolve({sessions: [], more: false}),
    load: () =>
      Promise.resolve(stored === undefined ? undefined : (JSON.parse(stored) as StoredSession)),
    save(_scope, session, messages) {
      if (!isHidden) stored = JSON.stringify({...session, messages});
      return Promise.resolve();
    },
    rename: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    clear: () => Promise.resolve(),
  };
  const storage = memory();
  const tools = pageTools({look: {permission: 'allow', run: () => 'seen'}});
  const load = (): {chat: ChatController; page: Page} => {
    const page = new Page();
    const options = {endpoint: server.origin, storage, tools};
    const local = withLocalSessions(protocol, {store});
    return {chat: openChat({...options, protocol: local}, page), page};
  };
  let current = load();
  return {
    server,
    chat: () => current.chat,
    async reload() {
      current.page.hide();
      isHidden = true;
      current.chat.dispose();
      isHidden = false;
      current = load();
      await current.chat.ready;
    },
    bodies: () => server.asked.map(({body}) => body),
  };
}

const last = (chat: ChatController): MessageItem | undefined =>
  messagesOf(chat.conversation).at(-1);
const itemsOf = (chat: ChatController): readonly Item[] =>
  messagesOf(chat.conversation).flatMap(message => [...walk(message)]);
const errorsOf = (chat: ChatController): readonly unknown[] =>
  itemsOf(chat).flatMap(item => (item.kind === 'error' ? [[item.code, item.retryable]] : []));
const countIn = (text: string, part: string): number => text.split(part).length - 1;

for (const [name, format] of Object.entries(formats)) {
  describe(`a conversation of ${name} that was reloaded`, () => {
    it('says that an answer was cut off, which can be requested again', async () => {
      const {chat, reload, bodies} = await open(format, [{half: 'Half an '}]);
      void chat().send('Why?');
      await until(() =>
        itemsOf(chat()).some(item => item.kind === 'text' && item.text === 'Half an '),
      );
      await reload();
      await until(() => chat().lastError !== undefined);
      assert.deepEqual(errorsOf(chat()), [['truncated', undefined]]);
      assert.equal(last(chat())?.status, 'interrupted');
      assert.equal(bodies().length, 1);
      void chat().retry();
      await until(() => bodies().length === 2);
      assert.equal(countIn(bodies()[1] ?? '', 'Why?'), 1);
    });

    it('says so of an answer without a word, too', async () => {
      const {chat, reload, bodies} = await open(format, []);
      void chat().send('Why?');
      await until(() => bodies().length === 1);
      await until(() => messagesOf(chat().conversation)[0]?.status === 'done');
      await reload();
      await until(() => chat().lastError !== undefined);
      assert.deepEqual(errorsOf(chat()), [['truncated', undefined]]);
      void chat().retry();
      await until(() => bodies().length === 2);
      assert.equal(countIn(bodies()[1] ?? '', 'Why?'), 1);
    });

    it('sends the text of the answer back', async () => {
      const {chat, reload, bodies} = await open(format, [{half: 'Half an '}]);
      void chat().send('Why?');
      await until(() =>
        itemsOf(chat()).some(item => item.kind === 'text' && item.text === 'Half an '),
      );
      await reload();
      void chat().send('And how?');
      await until(() => bodies().length === 2);
      const body = bodies()[1] ?? '';
      const found = ['Why?', 'Half an ', 'And how?'].map(part => countIn(body, part));
      assert.deepEqual(found, [1, 1, 1]);
    });

    it('sends it back behind the result of a call of the page', async () => {
      const {chat, reload, bodies} = await open(format, [{call: 'c1'}, {half: 'Half an '}]);
      void chat().send('Why?');
      await until(() =>
        itemsOf(chat()).some(item => item.kind === 'text' && item.text === 'Half an '),
      );
      await reload();
      void chat().send('And how?');
      await until(() => bodies().length === 3);
      const body = bodies()[2] ?? '';
      const found = ['seen', 'Half an ', 'And how?'].map(part => countIn(body, part));
      assert.deepEqual(found, [1, 1, 1]);
    });
  });

  it(`the offer of ${name} to continue an answer ends with the next message`, async () => {
    const {chat} = await open(format, [{cut: 'A long '}, {cut: 'Another '}]);
    const waiting = (): readonly string[] =>
      messagesOf(chat().conversation).flatMap(message =>
        message.children.some(({kind, status}) => kind === 'notice' && status === 'waiting')
          ? [plainText(message)]
          : [],
      );
    await chat().send('Why?');
    const found = waiting().map(text => text.trim());
    assert.deepEqual(found, ['A long']);
    await chat().send('And how?');
    const texts = waiting().map(text => text.trim());
    assert.deepEqual(texts, ['Another']);
  });
}
