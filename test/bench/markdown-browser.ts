import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build} from 'esbuild';
import {chromium, type Browser, type CDPSession, type Page} from 'playwright-core';
import {requireChromium} from '../../scripts/find-chromium.mjs';
import {longestTask} from './longest-task.js';
import type {Feed, Outcome} from './markdown-feed.js';

/** What showing a text came to. */
export interface Measurement extends Outcome {
  /** Characters that stand in the page in the end. */
  readonly shown: number;
  /** Milliseconds of the main thread: script, style, layout and paint. */
  readonly cost: number;
  /** Milliseconds of its longest task; measured only where the tasks were traced. */
  readonly longest: number | undefined;
  readonly nodes: number;
  /** Bytes of the script heap, after a collection. */
  readonly heap: number;
}

export interface Subject {
  readonly candidate: string;
  /** Which page has it. */
  readonly page: 'ours' | 'peers';
  readonly text: string;
  readonly length: number;
}

const ORIGIN = 'http://bench.test';
const PAGES = {ours: 'markdown-page.ts', peers: 'markdown-peers-page.ts'} as const;

/** A browser that shows Markdown, one page for each measurement. */
export class BenchBrowser {
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(browser: Browser, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
  }

  /** @param pages The pages that are wanted: that of the peers can be built only where they are installed. */
  static async launch(pages: readonly (keyof typeof PAGES)[]): Promise<BenchBrowser> {
    const folder = mkdtempSync(join(tmpdir(), 'ubik-bench-'));
    await build({
      entryPoints: Object.fromEntries(
        pages.map(page => [page, join(import.meta.dirname, PAGES[page])]),
      ),
      outdir: folder,
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      conditions: ['production'],
      define: {'process.env.NODE_ENV': '"production"'},
      // The define files have effects, though the package says so only of those that are built.
      ignoreAnnotations: true,
      logLevel: 'error',
    });
    const browser = await chromium.launch({
      executablePath: requireChromium(),
      args: ['--no-sandbox', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    });
    return new BenchBrowser(browser, folder);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, {recursive: true});
  }

  /**
   * Shows a text and measures what that costs, in time of the thread: what else the machine does meanwhile counts little.
   *
   * @param limit Milliseconds after which it is given up.
   * @param traced Whether every task is looked at, which costs time of its own.
   */
  async measure(subject: Subject, limit: number, traced = false): Promise<Measurement> {
    const page = await this.#open(subject);
    try {
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', {timeDomain: 'threadTicks'});
      await page.evaluate(
        async ([url, candidate, text, length]) => {
          const {feed} = (await import(url)) as {feed: Feed};
          await feed.prepare(candidate, text, length);
        },
        [`/${subject.page}.js`, subject.candidate, subject.text, subject.length] as const,
      );
      await session.send('HeapProfiler.collectGarbage');
      if (traced)
        await this.#browser.startTracing(page, {
          categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
        });
      const before = await metricOf(session, 'TaskDuration');
      const outcome = await page.evaluate(
        async ([url, most]) => {
          const {feed} = (await import(url)) as {feed: Feed};
          return feed.run(most);
        },
        [`/${subject.page}.js`, limit] as const,
      );
      const cost = ((await metricOf(session, 'TaskDuration')) - before) * 1000;
      const longest = traced ? longestTask(await this.#browser.stopTracing()) : undefined;
      const shown = await page.evaluate(
        async url => ((await import(url)) as {feed: Feed}).feed.shown,
        `/${subject.page}.js`,
      );
      await session.send('HeapProfiler.collectGarbage');
      return {
        ...outcome,
        shown: outcome.finished ? shown : 0,
        cost,
        longest,
        nodes: await metricOf(session, 'Nodes'),
        heap: await metricOf(session, 'JSHeapUsedSize'),
      };
    } finally {
      await page.close();
    }
  }

  async #open({page: name}: Subject): Promise<Page> {
    const page = await this.#browser.newPage({viewport: {width: 800, height: 900}});
    await page.route('**/*', route =>
      route.fulfill(
        new URL(route.request().url()).pathname === `/${name}.js`
          ? {contentType: 'text/javascript', path: join(this.#folder, `${name}.js`)}
          : {contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><body>'},
      ),
    );
    await page.goto(`${ORIGIN}/`);
    return page;
  }
}

async function metricOf(session: CDPSession, wanted: string): Promise<number> {
  const {metrics} = await session.send('Performance.getMetrics');
  return metrics.find(({name}) => name === wanted)?.value ?? NaN;
}
