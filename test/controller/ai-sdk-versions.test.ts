import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import type {ChatController} from '../../src/controller/index.js';
import {aiSdk, plainText, type MessageItem} from '../../src/core/index.js';
import {serveVersion, type ModelStep, type VersionedServer} from '../support/ai-sdk-versions.js';
import {openChat, pageTools} from './support/chat.js';

/** The official packages of the versions before the current one, which `ai-sdk.test.ts` covers. */

let chat: ChatController;
afterEach(() => chat.dispose());

for (const version of [5, 6] as const) {
  describe(`version ${version} of the AI SDK`, () => {
    async function talk(
      steps: readonly ModelStep[],
      texts: readonly string[],
    ): Promise<{readonly server: VersionedServer; readonly answers: readonly MessageItem[]}> {
      const server = await serveVersion(version, step => steps[step] ?? {text: 'Nothing more.'});
      const tools = pageTools({
        page_title: {permission: 'allow', run: () => ({title: 'Ubik'})},
      });
      const endpoint = `${server.origin}/api/chat`;
      chat = openChat({
        endpoint,
        protocol: aiSdk,
        storage: null,
        tools,
        onEvent: event => assert.notEqual(event.type, 'diagnostic', JSON.stringify(event)),
      });
      for (const text of texts) await chat.send(text);
      assert.equal(chat.lastError, undefined);
      const messages = chat.conversation.children as readonly MessageItem[];
      return {server, answers: messages.filter(({role}) => role === 'assistant')};
    }

    const partsOf = (answer: MessageItem | undefined): readonly unknown[] =>
      (answer?.children ?? []).map(({kind, status}) => `${kind} ${status}`);

    it('answers with reasoning, a tool of the server and text, and accepts its messages again', async () => {
      const {server, answers} = await talk(
        [
          {reasoning: 'Let me add.', call: {id: 'c1', name: 'add', input: {a: 2, b: 40}}},
          {text: 'It is 42.'},
          {text: 'Still 42.'},
        ],
        ['What is 2 + 40?', 'And now?'],
      );
      const [first, second] = answers;
      assert.deepEqual(partsOf(first), ['thinking done', 'tool done', 'text done']);
      assert.equal(first && plainText(first), 'It is 42.');
      assert.equal(first?.status, 'done');
      assert.equal(second && plainText(second), 'Still 42.');
      const [call] = first.children.filter(item => item.kind === 'tool');
      assert.deepEqual(call?.output, '{"sum":42}');
      assert.deepEqual(server.invalid, []);
    });

    for (const [what, step] of [
      ['an empty text', {text: ''}],
      ['blank text', {text: ' '}],
      ['reasoning and an empty text', {reasoning: 'Hm.', text: ''}],
    ] as const) {
      it(`gets no answer back that is only ${what}`, async () => {
        const {server} = await talk([step, {text: 'Yes.'}], ['Are you there?', 'Hello?']);
        assert.deepEqual(server.prompt(), ['user text', 'user text']);
        assert.deepEqual(server.invalid, []);
      });
    }

    it('lets the page run a tool, and continues the answer', async () => {
      const {server, answers} = await talk(
        [
          {text: 'One moment.', call: {id: 'c1', name: 'page_title', input: {}}},
          {text: 'The title is Ubik.'},
        ],
        ['What is the title?'],
      );
      assert.equal(answers.length, 1);
      assert.deepEqual(partsOf(answers[0]), ['text done', 'tool done', 'text done']);
      assert.match(answers[0] ? plainText(answers[0]) : '', /One moment\.\n\nThe title is Ubik\./);
      assert.equal(server.asked.length, 2);
      assert.deepEqual(server.invalid, []);
    });
  });
}
