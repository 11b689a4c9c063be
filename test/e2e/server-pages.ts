import {readFile} from 'node:fs/promises';
import {build} from 'esbuild';
import type {Browser} from 'playwright-core';
import {ChatController} from '../../src/controller/index.js';
import type {Conversation} from '../../src/core/index.js';
import type {renderChat as RenderChat, ServerChat} from '../../src/ssr/index.js';
import {startServer} from '../support/agent-server.js';
import {openBrowser} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';

const built = new URL('../../dist/ssr/index.js', import.meta.url).href;
export const {renderChat} = (await import(built)) as {readonly renderChat: typeof RenderChat};

/** Hears what the page complains about, also where the browser's driver does not tell. */
const supports = ['page-witness', 'visible-words', 'watch-frames'].map(name =>
  readFile(`test/support/${name}.js`, 'utf8'),
);

/** Each frame is looked at, and each layout shift counted, from the moment on that the scripts are let in. */
const start = `
  window.attack = () => (window.attacked = true);
  window.start = async (script = '/cdn/ubik-chat.js') => {
    watch();
    await import(script);
    const chat = document.querySelector('ubik-chat');
    await chat.updateComplete;
    if (chat.endpoint) await chat.ready;
    await chat.updateComplete;
  };
`;

/** The package with Lit in its development build, bundled as a development server does with what a page imports. */
async function developmentFiles(): Promise<Record<string, string>> {
  const {outputFiles} = await build({
    entryPoints: ['dist/index.js'],
    bundle: true,
    splitting: true,
    format: 'esm',
    conditions: ['development'],
    outdir: '/development',
    write: false,
    logLevel: 'error',
  });
  return Object.fromEntries(outputFiles.map(({path, text}) => [path, text]));
}

/** The boxes in all shadow trees of a chat, in whole pixels, but for pictures. */
export const boxes = `(() => {
  const found = [];
  const walk = root => {
    for (const part of root.querySelectorAll('*')) {
      const {x, width, height} = part.getBoundingClientRect();
      if (height > 0 && !part.closest('svg')) {
        found.push([part.localName, ...[x, width, height].map(Math.round)].join(' '));
      }
      if (part.shadowRoot) walk(part.shadowRoot);
    }
  };
  walk(document.querySelector('ubik-chat').shadowRoot);
  return found;
})()`;

/** Pages with chats that a server has rendered, an agent that they speak to, and a browser. */
export interface ServerPages {
  readonly browser: Browser;
  readonly origin: string;
  /** What the agent has of the session that the pages show. */
  readonly conversation: Conversation;
  close(): Promise<unknown>;
}

const questions = ['what is 6 * 7', 'show markdown', 'tell me a joke <script>'];

/** Opens the pages that all tests want, and one more for each of these chats by its name. */
export async function openPages(
  more: Readonly<Record<string, ServerChat>> = {},
): Promise<ServerPages> {
  const [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  const settings = {endpoint: agent.url, tokenEndpoint: `${agent.origin}/demo/token`};
  const talk = new ChatController(undefined, settings);
  for (const question of questions) await talk.send(question);
  const sessionId = talk.session?.id ?? '';
  talk.dispose();
  // As a site does: the session as the server has it.
  const chat = new ChatController(undefined, {...settings, sessionId});
  await chat.ready;
  const {conversation} = chat;
  chat.dispose();
  const attributes = {
    endpoint: settings.endpoint,
    'token-endpoint': settings.tokenEndpoint,
    'session-id': sessionId,
  };
  const page = async (chat: ServerChat, head = '', above = ''): Promise<string> =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Drawn</title>${head}
      <link rel="icon" href="data:,"><script src="/start.js"></script>
      <body>${above}${await renderChat(chat)}${above}`;
  const strict = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-r4nd0m'; img-src data:;
    connect-src ${agent.origin}; require-trusted-types-for 'script'; trusted-types lit-html dompurify`;
  const space = '<div style="block-size: 1500px"><button>Elsewhere</button></div>';
  const own = Object.entries(more).map(async ([name, chat]) => [`/${name}`, await page(chat)]);
  const files = await serveFiles('dist', {
    ...(Object.fromEntries(await Promise.all(own)) as Record<string, string>),
    ...(await developmentFiles()),
    '/': await page({conversation, attributes}),
    '/long': await page({conversation, attributes}, '', space),
    '/empty': await page({attributes: {endpoint: settings.endpoint}}),
    '/still': await page({conversation, attributes: {heading: 'Drawn'}}),
    '/early': await page({conversation}, '<script src="/cdn/ubik-chat.iife.js"></script>'),
    '/floating': await page({conversation, attributes: {...attributes, layout: 'float'}}),
    '/strict': await page(
      {conversation, attributes, nonce: 'r4nd0m'},
      `<meta http-equiv="Content-Security-Policy" content="${strict}">`,
    ),
    '/start.js': [...(await Promise.all(supports)), start].join('\n'),
  });
  const close = () => Promise.all([browser.close(), agent.stop(), files.stop()]);
  return {browser, origin: files.origin, conversation, close};
}
