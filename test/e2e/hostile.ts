import {readFile, readdir} from 'node:fs/promises';
import {after, before} from 'node:test';
import type {Browser, BrowserContextOptions, FrameLocator, Page} from 'playwright-core';
import {startServer, type AgentServer} from '../support/agent-server.js';
import {openBrowser, openPage} from '../support/browser.js';
import {serveFiles, type FileServer} from '../support/file-server.js';

const folder = 'test/e2e/hostile';

interface Opened {
  readonly page: Page;
  /** What the browser complained about. */
  readonly complaints: readonly string[];
}

/**
 * The pages of the folder `hostile`, each by its name, beside the built files; `{agent}` in them is the origin of the
 * agent's server, which is another one.
 */
export class HostilePages {
  #browser: Browser | undefined;
  #agent: AgentServer | undefined;
  #files: FileServer | undefined;

  constructor() {
    before(async () => {
      const [browser, agent] = await Promise.all([openBrowser(), startServer()]);
      this.#browser = browser;
      this.#agent = agent;
      const pages: Record<string, string> = {};
      for (const name of await readdir(folder)) {
        const html = await readFile(`${folder}/${name}`, 'utf8');
        pages[`/${name.replace('.html', '')}`] = html.replaceAll('{agent}', agent.origin);
      }
      const parts = await readdir('dist/cdn/elements');
      for (const file of ['ubik-chat.js', ...parts.map(part => `elements/${part}`)]) {
        const code = await readFile(`dist/cdn/${file}`, 'utf8');
        pages[`/older/${file}`] = code.replaceAll('"0.1.0"', '"0.0.9"');
      }
      // A frame of opaque origin fetches everything across origins.
      this.#files = await serveFiles('dist', pages, {'access-control-allow-origin': '*'});
    });
    after(() => Promise.all([this.#browser?.close(), this.#agent?.stop(), this.#files?.stop()]));
  }

  async open(name: string, options: BrowserContextOptions = {}): Promise<Opened> {
    if (!this.#browser || !this.#files) throw new Error('Nothing has been started.');
    return openPage(this.#browser, `${this.#files.origin}/${name}`, options);
  }
}

/** Asks the agent by the first chat of a page, and waits until it has answered. */
export async function ask(page: Page | FrameLocator, words: string): Promise<void> {
  const chat = page.locator('ubik-chat').first();
  const composer = chat.getByRole('textbox', {name: 'Message'});
  await composer.fill(words);
  const turns = chat.getByRole('article');
  const before = await turns.count();
  await composer.press('Enter');
  await turns
    .nth(before + 1)
    .getByRole('button', {name: 'Copy'})
    .first()
    .waitFor();
}
