import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {protocols} from '../../../src/controller/protocols.js';
import {plainText, walk, type MessageItem} from '../../../src/core/index.js';
import type {ChatController} from '../../../src/controller/index.js';
import {messagesOf} from '../../../src/core/model/messages.js';
import {openChat, pageTools, said} from '../support/chat.js';
import {FastEnvironment} from '../support/fast-environment.js';
import {json, serve, type WebServer} from '../support/web-server.js';

// Answers of servers that do not stream: the body of each response is JSON.

/** The bodies of an answer with a text, which may be cut, and of one that also calls a tool of the page. */
interface Format {
  readonly text: (text: string, isCut?: boolean) => object;
  readonly call: (text: string) => object;
}

let ids = 0;

const block = (text: string): object => ({type: 'text', text});
const message = (stop_reason: string, ...content: readonly object[]): object => ({
  type: 'message',
  id: `m${(ids += 1)}`,
  role: 'assistant',
  content,
  stop_reason,
});

const completion = (finish_reason: string, fields: object): object => ({
  id: `c${(ids += 1)}`,
  object: 'chat.completion',
  choices: [{index: 0, message: {role: 'assistant', ...fields}, finish_reason}],
});

const response = (status: string, ...output: readonly object[]): object => ({
  id: `r${(ids += 1)}`,
  object: 'response',
  status,
  ...(status === 'incomplete' && {incomplete_details: {reason: 'max_output_tokens'}}),
  output,
});
const output = (text: string, status = 'completed'): object => ({
  type: 'message',
  id: `i${(ids += 1)}`,
  role: 'assistant',
  status,
  content: [{type: 'output_text', text, annotations: []}],
});

const formats: Readonly<Record<string, Format>> = {
  anthropic: {
    text: (text, isCut) => message(isCut ? 'max_tokens' : 'end_turn', block(text)),
    call: text =>
      message('tool_use', block(text), {type: 'tool_use', id: 't1', name: 'look', input: {}}),
  },
  'openai-chat': {
    text: (content, isCut) => completion(isCut ? 'length' : 'stop', {content}),
    call: content =>
      completion('tool_calls', {
        content,
        tool_calls: [{id: 't1', type: 'function', function: {name: 'look', arguments: '{}'}}],
      }),
  },
  openai: {
    text: (text, isCut) =>
      isCut
        ? response('incomplete', output(text, 'incomplete'))
        : response('completed', output(text)),
    call: text =>
      response('completed', output(text), {
        type: 'function_call',
        id: 'f1',
        call_id: 't1',
        name: 'look',
        arguments: '{}',
        status: 'completed',
      }),
  },
};

/** A server that answers each request with the next body. */
function serving(...bodies: readonly object[]): Promise<WebServer> {
  let next = 0;
  return serve((_, reply) => json(reply, bodies[next++] ?? {}));
}

const chatWith = (server: WebServer, name: string): ChatController =>
  openChat({
    endpoint: server.origin,
    protocol: protocols.get(name),
    storage: null,
    tools: pageTools({look: {permission: 'allow', run: () => 'seen'}}),
  });

const answerOf = ({conversation}: ChatController): MessageItem => messagesOf(conversation).at(-1)!;

for (const [name, {text, call}] of Object.entries(formats)) {
  describe(`an answer of ${name} as JSON`, () => {
    it('goes on after a call of a tool of the page', async () => {
      const server = await serving(call('Let me look.'), text('It is 42.'), text('Good.'));
      const chat = chatWith(server, name);
      await chat.send('What is it?');
      const found = answerOf(chat).children.map(item => [item.kind, item.status]);
      assert.deepEqual(found, [
        ['text', 'done'],
        ['tool', 'done'],
        ['text', 'done'],
      ]);
      assert.equal(plainText(answerOf(chat)), 'Let me look.\n\nIt is 42.');
      await chat.send('Thanks.');
      const body = server.asked.at(-1)?.body ?? '';
      for (const part of ['Let me look.', 'seen', 'It is 42.'])
        assert.ok(body.includes(part), body);
      assert.equal(said(chat).at(-1), 'assistant: Good.');
    });

    it('is continued where it was cut', async () => {
      const server = await serving(text('The end is ne', true), text('ar.'), text('Good.'));
      const chat = chatWith(server, name);
      await chat.send('Write.');
      await chat.continue();
      assert.deepEqual(said(chat), ['user: Write.', 'assistant: The end is near.']);
      await chat.send('Thanks.');
      const body = server.asked.at(-1)?.body ?? '';
      for (const part of ['The end is ne', 'ar.']) assert.ok(body.includes(part), body);
    });
  });
}

describe('JSON with an error, whose status is 200', () => {
  const others = ['ubik', 'aishu', 'ai-sdk', 'ag-ui', 'copilotkit'];
  for (const name of [...Object.keys(formats), ...others]) {
    for (const [body, words] of [
      [{type: 'error', error: {type: 'overloaded_error', message: 'Overloaded'}}, 'Overloaded'],
      [{error: {message: 'No credits.'}}, 'No credits.'],
      [{error: 'Busy'}, 'Busy'],
    ] as const) {
      it(`is displayed with the words of the server (${name}): ${JSON.stringify(body)}`, async () => {
        const server = await serve(({method, headers}, reply) => {
          if (headers.accept?.includes('event-stream')) json(reply, body);
          else if (method === 'GET') json(reply, {}, 404);
          else json(reply, {id: 's', key: 'a'});
        });
        const protocol = protocols.get(name);
        const options = {endpoint: server.origin, protocol, agentId: 'a', storage: null};
        const chat = openChat(options, new FastEnvironment());
        const outcome = await chat.send('Hi');
        const items = [...walk(chat.conversation)];
        const texts = items.flatMap(item => (item.kind === 'error' ? [item.text] : []));
        const state = JSON.stringify([texts, chat.lastError, outcome]);
        assert.ok([...texts, chat.lastError?.detail].includes(words), state);
        assert.notEqual(chat.lastError?.retryable, false, state);
      });
    }
  }
});
