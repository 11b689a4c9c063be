import assert from 'node:assert/strict';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {join, resolve} from 'node:path';
import {json} from 'node:stream/consumers';
import {describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import {convertArrayToReadableStream, MockLanguageModelV4} from 'ai/test';
import type {UIMessage} from 'ai';
import type {LanguageModel as LanguageModel5} from 'ai5';
import {build} from 'esbuild';
import {server as byHand} from '../../demo/examples/ai-sdk/by-hand.js';
import {createHandler} from '../../demo/examples/ai-sdk/express.js';
import {createRoute as createToolRoute} from '../../demo/examples/ai-sdk/page-tools.js';
import {createRoute as createRoute6} from '../../demo/examples/ai-sdk/route-6.js';
import {createRoute} from '../../demo/examples/ai-sdk/route.js';
import {aiSdk, plainText, walk} from '../../src/core/index.js';
import {finished, says} from '../support/ai-sdk-server.js';
import {modelOf5, modelOf6} from '../support/ai-sdk-versions.js';
import {openChat, pageTools, waitForQuestions} from '../controller/support/chat.js';
import {addressOf, answersOf, serverOf} from './servers.js';

type Handler = (request: Request) => Promise<Response>;

/** The example for versions 5 and 6 with version 5. It imports version 6, which has the name `ai6` here. */
async function routeWith5(): Promise<(model: LanguageModel5) => Handler> {
  // Inside the project, so that the code finds its package.
  mkdirSync('node_modules/.cache', {recursive: true});
  const folder = mkdtempSync('node_modules/.cache/route-');
  try {
    const outfile = join(folder, 'route.mjs');
    await build({
      entryPoints: ['demo/examples/ai-sdk/route-6.ts'],
      bundle: true,
      format: 'esm',
      alias: {ai6: 'ai5'},
      external: ['ai5'],
      outfile,
    });
    const url = pathToFileURL(resolve(outfile)).href;
    const module = (await import(url)) as {createRoute(model: LanguageModel5): Handler};
    return model => module.createRoute(model);
  } finally {
    rmSync(folder, {recursive: true});
  }
}

describe('the servers of the AI SDK in the documentation', () => {
  const model = new MockLanguageModelV4({
    doStream: ({prompt}) => {
      const stream = convertArrayToReadableStream([
        {type: 'stream-start' as const, warnings: []},
        ...says(`Messages: ${prompt.length}`),
        finished(),
      ]);
      return Promise.resolve({stream});
    },
  });
  const step = (index: number): {readonly text: string} => ({text: `Answer ${index + 1}`});

  for (const [name, open, answers] of [
    [
      'with the official package',
      () => serverOf(createRoute(model)),
      ['Messages: 1', 'Messages: 3'],
    ],
    ['with version 6', () => serverOf(createRoute6(modelOf6(step))), ['Answer 1', 'Answer 2']],
    [
      'with version 5',
      async () => serverOf((await routeWith5())(modelOf5(step))),
      ['Answer 1', 'Answer 2'],
    ],
    ['without a package', () => byHand, ['Good morning', 'Good evening']],
  ] as const) {
    it(`answer several messages, ${name}`, async () => {
      const endpoint = `${await addressOf(await open())}/api/chat`;
      assert.deepEqual(await answersOf(endpoint, aiSdk), answers);
    });
  }

  it('offer the tools of the page to the model, which the page runs', async () => {
    const offered: unknown[] = [];
    let steps = 0;
    const calling = new MockLanguageModelV4({
      doStream: ({tools, prompt}) => {
        offered.push(tools);
        const call = {
          type: 'tool-call' as const,
          toolCallId: 'c1',
          toolName: 'set_theme',
          input: '{"theme":"dark"}',
        };
        const last = JSON.stringify(prompt.at(-1)?.content);
        const parts = steps++ === 0 ? [call, finished('tool-calls')] : [...says(last), finished()];
        const stream = convertArrayToReadableStream([
          {type: 'stream-start' as const, warnings: []},
          ...parts,
        ]);
        return Promise.resolve({stream});
      },
    });
    const schema = {type: 'object', properties: {theme: {type: 'string'}}};
    const tools = pageTools({
      set_theme: {
        description: 'Changes the colours',
        schema,
        permission: 'allow',
        run: ({theme}) => `It is ${String(theme)} now.`,
      },
    });
    const endpoint = `${await addressOf(serverOf(createToolRoute(calling)))}/api/chat`;
    const chat = openChat({endpoint, protocol: aiSdk, storage: null, tools});
    await chat.send('Dark, please');
    assert.deepEqual(offered[0], [
      {
        type: 'function',
        name: 'set_theme',
        description: 'Changes the colours',
        inputSchema: schema,
      },
    ]);
    const answer = chat.conversation.children.at(-1);
    assert.match(answer ? plainText(answer) : '', /It is dark now\./);
    assert.equal(chat.lastError, undefined);
    chat.dispose();
  });

  for (const [reply, input, status] of [
    ['approve', true, 'done'],
    ['refuse', false, 'stopped'],
  ] as const) {
    it(`ask the user, who may ${reply} the call, with the handler for Express`, async () => {
      const calling = new MockLanguageModelV4({
        doStream: ({prompt}) => {
          const call = {
            type: 'tool-call' as const,
            toolCallId: 'c1',
            toolName: 'delete_file',
            input: '{"path":"a.txt"}',
          };
          const seen = JSON.stringify(prompt.at(-1)?.content);
          const parts =
            prompt.length === 1 ? [call, finished('tool-calls')] : [...says(seen), finished()];
          const start = {type: 'stream-start' as const, warnings: []};
          return Promise.resolve({stream: convertArrayToReadableStream([start, ...parts])});
        },
      });
      const handle = createHandler(calling);
      // Express reads the body before it calls the handler.
      const server = createServer((request, response) => {
        void json(request).then(body =>
          handle(Object.assign(request, {body: body as {messages: UIMessage[]}}), response),
        );
      });
      const endpoint = `${await addressOf(server)}/api/chat`;
      const chat = openChat({endpoint, protocol: aiSdk, storage: null});
      const turn = chat.send('Delete a.txt');
      const [question] = await waitForQuestions(chat);
      assert.deepEqual([question?.toolName, question?.arguments], ['delete_file', {path: 'a.txt'}]);
      await chat.reply(question?.id ?? '', {type: 'confirm', input});
      await turn;
      assert.equal(chat.lastError, undefined);
      const [tool] = [...walk(chat.conversation)].filter(({kind}) => kind === 'tool');
      assert.equal(tool?.status, status);
      const answer = chat.conversation.children.at(-1);
      assert.match(answer ? plainText(answer) : '', input ? /"deleted":"a.txt"/ : /denied/);
      chat.dispose();
    });
  }
});
