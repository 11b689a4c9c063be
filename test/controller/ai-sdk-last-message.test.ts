import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import * as ai6 from 'ai6';
import {conversationOf, type LastMessageBody} from '../../demo/examples/ai-sdk/last-message.js';
import type {ChatController} from '../../src/controller/index.js';
import {createAiSdk, openRequests, plainText} from '../../src/core/index.js';
import {until} from '../support/until.js';
import {modelOf6} from '../support/ai-sdk-versions.js';
import {openChat} from './support/chat.js';
import {serve, type WebServer} from './support/web-server.js';

/** A server with version 6 that keeps the conversation, gets the last message, and has a tool that needs an approval. */
function serveLastMessage(): Promise<WebServer> {
  let stored: ai6.UIMessage[] = [];
  const model = modelOf6(step =>
    step === 0 ? {call: {id: 'c1', name: 'remove', input: {path: 'a'}}} : {text: `Turn ${step}`},
  );
  const tools = {
    remove: ai6.tool({
      inputSchema: ai6.jsonSchema({type: 'object'}),
      needsApproval: true,
      execute: () => 'removed',
    }),
  };
  return serve(async ({body}, to) => {
    const request = JSON.parse(body) as LastMessageBody;
    const messages = conversationOf(stored, request) as ai6.UIMessage[];
    const result = ai6.streamText({
      model,
      tools,
      messages: await ai6.convertToModelMessages(messages, {tools}),
    });
    const response = result.toUIMessageStreamResponse({
      originalMessages: messages,
      generateMessageId: ai6.generateId,
      onError: error => String(error),
      onFinish: ({messages}) => void (stored = messages),
    });
    to.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) to.write(chunk);
    to.end();
  });
}

describe('a server of the AI SDK that gets the last message only', () => {
  let chat: ChatController;
  afterEach(() => chat.dispose());

  /** The turn of a message whose answer asks for an approval, after a stop. */
  async function stopDuringApproval(): Promise<{
    readonly server: WebServer;
    readonly turn: Promise<unknown>;
  }> {
    const server = await serveLastMessage();
    const endpoint = `${server.origin}/api/chat`;
    chat = openChat({endpoint, protocol: createAiSdk({send: 'last'}), storage: null});
    const turn = chat.send('Clean up.');
    await until(() => openRequests(chat.conversation).length === 1);
    await chat.stop();
    return {server, turn};
  }

  it('gets a message as soon as a stop during an approval has resolved', async () => {
    const {turn} = await stopDuringApproval();
    assert.equal(chat.status, 'idle');
    assert.equal((await chat.send('Never mind.')).status, 'done');
    await turn;
  });

  it('answers after a stop during an approval', async () => {
    const {server, turn} = await stopDuringApproval();
    await turn;
    for (const text of ['Never mind.', 'And now?']) await chat.send(text);
    assert.equal(chat.lastError, undefined);
    assert.deepEqual(chat.conversation.children.map(plainText), [
      'Clean up.',
      '',
      'Never mind.',
      'Turn 1',
      'And now?',
      'Turn 2',
    ]);
    const sent = server.asked.map(({body}) => JSON.parse(body) as LastMessageBody);
    const found = sent.map(({settled}) => settled !== undefined);
    assert.deepEqual(found, [false, true, false]);
  });
});
