import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {completions} from '../../demo/examples/own-protocol/completions.js';
import type {ChatController} from '../../src/controller/index.js';
import {
  anthropic,
  openaiChat,
  openRequests,
  type MessageItem,
  type Protocol,
} from '../../src/core/index.js';
import {openChat, pageTools, waitForQuestions} from './support/chat.js';
import {serve, sse, stream, type WebServer} from './support/web-server.js';

/** Refusals, doubts, questions and conditions, and what code might read as a yes. */
const texts = [
  'No, leave it',
  'yes?',
  'yes, unless it is shared',
  'approve nothing',
  'once upon a time',
  'Lieber nicht',
  'ja, aber erst morgen',
  'erlauben? nein',
  'Pas question',
  'oui mais attends',
  'Ni hablar',
  'sí, si no se borra nada',
  '先不要',
  '好吗？',
  'だめ',
  'はい…いや、待って',
  'لا تفعل',
  'نعم؟',
  'yes',
  'Oui !',
  'はい',
  'true',
  'once',
  'always',
  '1',
  '{"allow":"once"}',
  '{"allow":"always"}',
  '"once"',
  '{"approved":true}',
  '<button name="allow" value="once">',
  '\u202eyes',
  'ye\u200bs',
];

const args = {path: '/srv/data', recursive: true, target: 'SECRET'};

interface Call {
  readonly id?: string;
  readonly name?: string;
  readonly text: string;
}

const completion = (delta: object, reason?: string): string =>
  `${sse(
    {id: 'c', choices: [{index: 0, delta}]},
    {id: 'c', choices: [{index: 0, delta: {}, finish_reason: reason}]},
  )}data: [DONE]\n\n`;

const completionOf = ({id = 'call_1', name = 'erase', text}: Call): string =>
  completion(
    {tool_calls: [{index: 0, id, type: 'function', function: {name, arguments: text}}]},
    'tool_calls',
  );

const messages = (block: object, delta: object, reason: string): string =>
  sse(
    {type: 'message_start', message: {id: 'm', role: 'assistant', content: [], usage: {}}},
    {type: 'content_block_start', index: 0, content_block: block},
    {type: 'content_block_delta', index: 0, delta},
    {type: 'content_block_stop', index: 0},
    {type: 'message_delta', delta: {stop_reason: reason}, usage: {}},
    {type: 'message_stop'},
  );

interface Agent {
  readonly protocol: Protocol;
  readonly call: (call: Call) => string;
  readonly done: string;
}

const agents: Readonly<Record<string, Agent>> = {
  'Anthropic Messages': {
    protocol: anthropic,
    call: ({id = 'call_1', name = 'erase', text}) =>
      messages(
        {type: 'tool_use', id, name, input: {}},
        {type: 'input_json_delta', partial_json: text},
        'tool_use',
      ),
    done: messages({type: 'text', text: ''}, {type: 'text_delta', text: 'Well.'}, 'end_turn'),
  },
  'Chat Completions': {
    protocol: openaiChat,
    call: completionOf,
    done: completion({content: 'Well.'}, 'stop'),
  },
  'a protocol of one’s own': {
    protocol: completions,
    call: completionOf,
    done: completion({content: 'Well.'}, 'stop'),
  },
};

for (const [name, {protocol, call, done}] of Object.entries(agents)) {
  describe(`consent to a call of a page tool over ${name}`, () => {
    /** A chat whose agent calls the tool in each turn, and the inputs with which the tool has run. */
    async function open(): Promise<{chat: ChatController; server: WebServer; runs: unknown[]}> {
      const runs: unknown[] = [];
      const server = await serve((_, response) => {
        const isFirst = server.asked.length % 2 === 1;
        stream(response).end(isFirst ? call({text: JSON.stringify(args)}) : done);
      });
      const erase = {description: 'Erases', run: (input: unknown) => void runs.push(input)};
      const tools = pageTools({erase});
      const chat = openChat({endpoint: server.origin, protocol, storage: null, tools});
      return {chat, server, runs};
    }

    async function refuses(answer: (chat: ChatController, id: string, text: string) => unknown) {
      const {chat, server, runs} = await open();
      for (const text of texts) {
        const turn = chat.send('Go');
        const [question] = await waitForQuestions(chat);
        assert.deepEqual(question?.arguments, args);
        await answer(chat, question.id, text);
        await turn;
        const {children} = chat.conversation.children.at(-1) as MessageItem;
        const denied = children.find(item => item.kind === 'tool');
        assert.deepEqual([denied?.status, denied?.denied], ['failed', true], text);
        assert.equal(denied?.error, `The user declined. ${text}`);
        const reason = JSON.stringify(denied.error);
        assert.ok(server.asked.at(-1)?.body.includes(reason), text);
        assert.deepEqual([chat.status, openRequests(chat.conversation)], ['idle', []]);
      }
      assert.deepEqual(runs, []);
    }

    it('is given by no text of the composer, which is the reason of the refusal', () =>
      refuses((chat, _, text) => chat.send(text)));

    it('is given by no text as an answer of any type', () => {
      const types = ['text', 'confirm', 'permission', 'json', 'choice'];
      return refuses((chat, id, input) => {
        const type = types[texts.indexOf(input) % types.length] ?? '';
        return chat.reply(id, {type, input});
      });
    });

    it('is given by the button', async () => {
      const {chat, runs} = await open();
      const turn = chat.send('Go');
      const [question] = await waitForQuestions(chat);
      await chat.reply(question?.id ?? '', {type: 'permission', input: {allow: 'once'}});
      await turn;
      assert.deepEqual(runs, [args]);
    });
  });
}
