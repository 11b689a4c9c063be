import {readFile, readdir} from 'node:fs/promises';
import {after, before} from 'node:test';
import type {Browser, BrowserContextOptions, FrameLocator, Page} from 'playwright-core';
import {startServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';
import type {LocalServer} from '../support/listen.js';

const folder = 'test/built/hostile';

interface HostilePage {
  readonly page: Page;
  /** Uncaught errors of the page, and errors and warnings of its console. */
  readonly browserErrors: readonly string[];
}

/** Third-party scripts that pages load, by path, with their file in `node_modules`. */
const scripts: Readonly<Record<string, string>> = {
  '/jquery.js': 'jquery/dist/jquery.js',
  '/require.js': 'requirejs/require.js',
  '/registry.js': '@webcomponents/webcomponentsjs/webcomponents-bundle.js',
  '/adapter.js': '@webcomponents/webcomponentsjs/custom-elements-es5-adapter.js',
  '/scoped-registry.js':
    '@webcomponents/scoped-custom-element-registry/scoped-custom-element-registry.min.js',
};

/** Two chats, of which the second floats. */
const chats = `<ubik-chat endpoint="{agent}/api/v1" token-endpoint="{agent}/demo/token"></ubik-chat>
  <ubik-chat layout="float" open user-id="other" endpoint="{agent}/api/v1" token-endpoint="{agent}/demo/token"></ubik-chat>`;

/**
 * Serves the pages of the folder `hostile` by their names, beside the built files. Replaces `{chats}` in them with the same
 * two chats, and `{agent}` with the origin of the agent server, which differs from that of the pages.
 *
 * @param first A script that every page loads before all others.
 */
export async function serveHostile(first?: string): Promise<LocalServer> {
  const agent = await startServer();
  const pages: Record<string, string> = {'/first.js': first ?? ''};
  const start = first === undefined ? '' : '<script src="/first.js"></script>';
  for (const name of await readdir(folder)) {
    const html = await readFile(`${folder}/${name}`, 'utf8');
    pages[`/${name.replace('.html', '')}`] = html
      .replace('{chats}', chats)
      .replaceAll('{agent}', agent.origin)
      .replace('<title>', `${start}<title>`);
  }
  for (const [path, file] of Object.entries(scripts)) {
    pages[path] = await readFile(`node_modules/${file}`, 'utf8');
  }
  const files = await readdir('dist/cdn', {recursive: true});
  const parts = files.filter(name => name.endsWith('.js') && name.includes('/'));
  for (const file of ['ubik-chat.js', ...parts]) {
    const code = await readFile(`dist/cdn/${file}`, 'utf8');
    pages[`/older/${file}`] = code.replaceAll('"0.1.0"', '"0.0.9"');
  }
  // A frame with an opaque origin loads everything cross-origin.
  const server = await serveFiles('dist', pages, {'access-control-allow-origin': '*'});
  const stop = async (): Promise<void> => {
    await Promise.all([agent.stop(), server.stop()]);
  };
  return {origin: server.origin, stop};
}

/** Opens the hostile pages in Chromium. */
export class HostilePages {
  #browser: Browser | undefined;
  #files: LocalServer | undefined;

  constructor() {
    before(async () => {
      [this.#browser, this.#files] = await Promise.all([openBrowser(), serveHostile()]);
    });
    after(() => Promise.all([this.#browser?.close(), this.#files?.stop()]));
  }

  async open(name: string, options: BrowserContextOptions = {}): Promise<HostilePage> {
    if (!this.#browser || !this.#files) throw new Error('Nothing has been started.');
    return openPage(this.#browser, `${this.#files.origin}/${name}`, options);
  }
}

/** Sends a message with the first chat of a page and waits until the answer is complete. */
export async function ask(page: Page | FrameLocator, text: string): Promise<void> {
  const chat = page.locator('ubik-chat').first();
  const composer = chat.getByRole('textbox', {name: 'Message'});
  const idle = chat.getByRole('button', {name: 'Send message'});
  await idle.waitFor();
  await composer.fill(text);
  const turns = chat.getByRole('article');
  const before = await turns.count();
  await composer.press('Enter');
  await turns
    .nth(before + 1)
    .getByRole('button', {name: 'Copy'})
    .first()
    .waitFor();
  await idle.waitFor();
}

/** An expression: the position, size (in whole pixels) and font of the parts of each chat in a page. */
export const layout = `[...document.querySelectorAll('ubik-chat')].map(chat => {
  const top = chat.getBoundingClientRect();
  const root = chat.shadowRoot;
  const field = root.querySelector('ubik-composer').shadowRoot;
  const parts = [
    chat,
    ...root.querySelectorAll('.panel, .header, .heading, .header button, .launcher'),
    ...field.querySelectorAll('textarea, .send'),
  ];
  return parts.map(part => {
    const {x, y, width, height} = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    const words = part === chat ? [] : [style.font, style.letterSpacing, style.textTransform];
    const place = [x - top.x, y - top.y, width, height].map(Math.round);
    return [part.className || part.localName, ...place, ...words].join(' ');
  });
})`;
