import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {build} from 'esbuild';
import type {Browser, Page} from 'playwright-core';
import {en} from '../../src/elements/locales/en.js';
import {markdownHtml} from '../../src/ssr/markdown-html.js';
import {openBrowser} from '../support/browser.js';
import {hostileMarkdown, type Make} from '../support/hostile-markdown.js';
import {assertLinear} from './linear.js';

const [SMALL, MIDDLE, LARGE] = [4 * 1024, 16 * 1024, 64 * 1024] as const;

/** Between 1, the factor of linear growth, and 4, that of quadratic growth. */
const BOUND = 2.5;

/** Measurements before a text counts as superlinear. */
const ROUNDS = 5;

/** The module of a page that renders Markdown. It exports `draw`. */
const PAGE = `
  import {define} from './src/elements/base/define.js';
  import {markdownEngine} from './src/elements/shared/lazy-engine.js';
  import {UbikMarkdown} from './src/elements/ubik-markdown/ubik-markdown.js';

  define('ubik-markdown', UbikMarkdown);

  export async function draw(text, piece) {
    await markdownEngine.load();
    const element = document.createElement('ubik-markdown');
    element.streaming = true;
    document.body.append(element);
    for (let at = 0; at < text.length; at += piece) {
      element.write(text.slice(at, at + piece));
      await element.updateComplete;
    }
    element.streaming = false;
    await element.updateComplete;
    element.getBoundingClientRect();
    element.remove();
  }
`;

async function bundle(): Promise<string> {
  const {outputFiles} = await build({
    stdin: {contents: PAGE, resolveDir: '.', loader: 'ts'},
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('hostile Markdown in a page', {timeout: 3_600_000}, () => {
  let browser: Browser;
  let script: string;

  before(async () => {
    [browser, script] = await Promise.all([openBrowser(), bundle()]);
  });
  after(() => browser.close());

  /** Opens a page and renders a short text, so that everything is loaded. */
  async function openDrawing(): Promise<Page> {
    const page = await browser.newPage();
    await page.route('**/*', route =>
      new URL(route.request().url()).pathname === '/'
        ? route.fulfill({contentType: 'text/html', body: '<!doctype html><meta charset="utf-8">'})
        : route.fulfill({contentType: 'text/javascript', body: script}),
    );
    await page.goto('http://markdown.test/');
    await draw(page, 'words', 5);
    return page;
  }

  const draw = (page: Page, text: string, piece: number): Promise<void> =>
    page.evaluate(
      async ([module, text, piece]) => {
        const {draw} = (await import(module)) as {
          draw(text: string, piece: number): Promise<void>;
        };
        await draw(text, piece);
      },
      ['/page.js', text, piece] as const,
    );

  /**
   * The factor by which the cost of a character grows when the text becomes four times as long. The texts of each size have
   * the same length together, and the least cost of several rounds counts, because other processes slow down a part of them.
   */
  async function growth(make: Make, pieceOf: (size: number) => number): Promise<number> {
    const page = await openDrawing();
    const inspector = await page.context().newCDPSession(page);
    await inspector.send('Performance.enable', {timeDomain: 'threadTicks'});
    /** Seconds of processor time that the page has used. */
    const worked = async (): Promise<number> => {
      const {metrics} = await inspector.send('Performance.getMetrics');
      return metrics.find(({name}) => name === 'TaskDuration')?.value ?? 0;
    };
    const least = [Infinity, Infinity, Infinity];
    let factor = Infinity;
    for (let round = 0; round < ROUNDS && factor >= BOUND; round++) {
      for (const [at, size] of [SMALL, MIDDLE, LARGE].entries()) {
        const start = await worked();
        for (let count = LARGE / size; count > 0; count--) {
          await draw(page, make(size), pieceOf(size));
        }
        least[at] = Math.min(least[at] ?? Infinity, (await worked()) - start);
      }
      const [small = 0, middle = 0, large = 0] = least;
      factor = Math.max(middle / small, large / middle);
    }
    await page.close();
    return factor;
  }

  for (const [name, make] of hostileMarkdown) {
    it(`is rendered in linear time: ${name}`, async () => {
      const factor = await growth(make, size => size);
      assert.ok(
        factor < BOUND,
        `a character costs ${factor.toFixed(1)} times as much in a text four times as long`,
      );
    });

    it(`is rendered in chunks in linear time: ${name}`, async () => {
      const factor = await growth(make, () => 256);
      assert.ok(
        factor < BOUND,
        `a character costs ${factor.toFixed(1)} times as much in a text four times as long`,
      );
    });

    it(`is rendered by a server in linear time: ${name}`, () => {
      const services = {labels: en, rawHtml: 'inline'} as const;
      assertLinear(size => markdownHtml(make(size), [], services), 2 * MIDDLE);
    });
  }

  it('creates a limited number of table cells per character', () => {
    const table = hostileMarkdown.get('a table of one cell a row') ?? (() => '');
    const services = {labels: en, rawHtml: 'inline'} as const;
    for (const size of [SMALL, LARGE]) {
      const html = markdownHtml(table(size), [], services);
      assert.ok(html.length < 64 * size, `${size} characters are ${html.length} of HTML`);
    }
  });
});
