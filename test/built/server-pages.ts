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

/** Page scripts that record errors, also in browsers whose driver does not report them, and what each frame displays. */
const supportScripts = ['page-errors', 'visible-text', 'watch-frames'].map(name =>
  readFile(`test/support/${name}.js`, 'utf8'),
);

/** Records each frame and counts layout shifts, beginning before the package is loaded. */
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

/** The package with the development build of Lit, bundled as a development server does. */
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

/** The boxes of all elements in the shadow trees of a chat, in whole pixels, without icons, times and the rows of times. */
export const boxes = `(() => {
  const found = [];
  const walk = root => {
    for (const part of root.querySelectorAll('*')) {
      const {x, width, height} = part.getBoundingClientRect();
      if (height > 0 && !part.closest('svg') && !part.matches('.foot, .time')) {
        found.push([part.localName, ...[x, width, height].map(Math.round)].join(' '));
      }
      if (part.shadowRoot) walk(part.shadowRoot);
    }
  };
  walk(document.querySelector('ubik-chat').shadowRoot);
  return found;
})()`;

/** Pages with server-rendered chats, their agent server and a browser. */
export interface ServerPages {
  readonly browser: Browser;
  readonly origin: string;
  /** The conversation of the session that the pages display, as the agent returns it. */
  readonly conversation: Conversation;
  close(): Promise<unknown>;
}

const questions = ['what is 6 * 7', 'show markdown', 'tell me a joke <script>'];

/** Serves the pages that all tests use, and one more for each chat of `more`, by its name. */
export async function openPages(
  more: Readonly<Record<string, ServerChat>> = {},
): Promise<ServerPages> {
  const [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  const settings = {endpoint: agent.url, tokenEndpoint: `${agent.origin}/demo/token`};
  const writer = new ChatController(undefined, settings);
  for (const question of questions) await writer.send(question);
  const sessionId = writer.session?.id ?? '';
  writer.dispose();
  // Load the session from the agent, as a site does.
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
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rendered</title>${head}
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
    '/still': await page({conversation, attributes: {heading: 'Rendered'}}),
    '/early': await page({conversation}, '<script src="/cdn/ubik-chat.iife.js"></script>'),
    '/floating': await page({conversation, attributes: {...attributes, layout: 'float'}}),
    '/strict': await page(
      {conversation, attributes, nonce: 'r4nd0m'},
      `<meta http-equiv="Content-Security-Policy" content="${strict}">`,
    ),
    '/start.js': [...(await Promise.all(supportScripts)), start].join('\n'),
  });
  const close = () => Promise.all([browser.close(), agent.stop(), files.stop()]);
  return {browser, origin: files.origin, conversation, close};
}
