import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {build} from 'esbuild';
import type {Browser} from 'playwright-core';
import {en} from '../../src/elements/locales/en.js';
import {markdownHtml} from '../../src/ssr/markdown-html.js';
import {openBrowser} from '../support/browser.js';
import {hostileMarkdown, type Make} from '../support/hostile-markdown.js';
import {assertLinear} from '../support/linear.js';

const [SMALL, MIDDLE, LARGE] = [8 * 1024, 32 * 1024, 128 * 1024] as const;

/** Between 4, the linear growth of the cost, and 16, its quadratic growth. */
const BOUND = 11;

/** The module of a page that renders Markdown. It exports `draw`. */
const PAGE = `
  import {define} from './src/elements/base/define.js';
  import {markdownEngine} from './src/elements/ubik-markdown/lazy-engine.js';
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

  /** Seconds of processor time that a new page needs to render a text in chunks. */
  async function cost(text: string, piece: number): Promise<number> {
    const page = await browser.newPage();
    await page.route('**/*', route =>
      new URL(route.request().url()).pathname === '/'
        ? route.fulfill({contentType: 'text/html', body: '<!doctype html><meta charset="utf-8">'})
        : route.fulfill({contentType: 'text/javascript', body: script}),
    );
    await page.goto('http://markdown.test/');
    const inspector = await page.context().newCDPSession(page);
    await inspector.send('Performance.enable', {timeDomain: 'threadTicks'});
    const worked = async (): Promise<number> => {
      const {metrics} = await inspector.send('Performance.getMetrics');
      return metrics.find(({name}) => name === 'TaskDuration')?.value ?? 0;
    };
    const draw = (text: string): Promise<void> =>
      page.evaluate(
        async ([module, text, piece]) => {
          const {draw} = (await import(module)) as {
            draw(text: string, piece: number): Promise<void>;
          };
          await draw(text, piece);
        },
        ['/page.js', text, piece] as const,
      );
    await draw('words');
    const start = await worked();
    await draw(text);
    const end = await worked();
    await page.close();
    return end - start;
  }

  /** The factor by which the cost grows when the text becomes four times as long; the lowest of three measurements. */
  async function growth(make: Make, pieceOf: (size: number) => number): Promise<number> {
    let best = Infinity;
    for (let tries = 0; tries < 3 && best >= BOUND; tries++) {
      const costs = [];
      for (const size of [SMALL, MIDDLE, LARGE]) costs.push(await cost(make(size), pieceOf(size)));
      const [small = 0, middle = 0, large = 0] = costs;
      best = Math.min(best, Math.max(middle / small, large / middle));
    }
    return best;
  }

  for (const [name, make] of hostileMarkdown) {
    it(`is rendered in linear time: ${name}`, async () => {
      const ratio = await growth(make, size => size);
      assert.ok(ratio < BOUND, `four times the text costs ${ratio.toFixed(1)} times as much`);
    });

    it(`is rendered in chunks in linear time: ${name}`, async () => {
      const ratio = await growth(make, () => 256);
      assert.ok(ratio < BOUND, `four times the text costs ${ratio.toFixed(1)} times as much`);
    });

    it(`is rendered by a server in linear time: ${name}`, () => {
      const services = {labels: en, rawHtml: 'inline'} as const;
      assertLinear(size => markdownHtml(make(size), [], services), MIDDLE);
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
