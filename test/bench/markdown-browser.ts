import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build} from 'esbuild';
import {chromium, type Browser, type CDPSession, type Page} from 'playwright-core';
import {requireChromium} from '../../scripts/browsers.mjs';
import {longestTask} from './longest-task.js';
import type {ChunkFeed, FeedOutcome} from './markdown-feed.js';

/** The cost of rendering a text. */
export interface Measurement extends FeedOutcome {
  /** Characters in the page at the end. */
  readonly shown: number;
  /** Milliseconds of the main thread: script, style, layout and paint. */
  readonly cost: number;
  /** Milliseconds of the longest task; only if tasks were traced. */
  readonly longest: number | undefined;
  readonly nodes: number;
  /** Bytes of the script heap, after a collection. */
  readonly heap: number;
}

export interface Subject {
  readonly candidate: string;
  /** The page with the candidate. */
  readonly page: 'ours' | 'peers';
  readonly text: string;
  readonly length: number;
}

const ORIGIN = 'http://bench.test';
const PAGES = {ours: 'markdown-page.ts', peers: 'markdown-peers-page.ts'} as const;

/** A browser that renders Markdown, in a new page for each measurement. */
export class BenchBrowser {
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(browser: Browser, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
  }

  /** @param pages The pages to build. That of the peers needs them to be installed. */
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
      // The define files have side effects, which the package declares only for the built ones.
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
   * Renders a text and measures the processor time of the main thread, which depends little on other load.
   *
   * @param limit Milliseconds after which the measurement is aborted.
   * @param traced Whether to trace every task, which adds to the cost.
   */
  async measure(subject: Subject, limit: number, traced = false): Promise<Measurement> {
    const page = await this.#open(subject);
    try {
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', {timeDomain: 'threadTicks'});
      await page.evaluate(
        async ([url, candidate, text, length]) => {
          const {feed} = (await import(url)) as {feed: ChunkFeed};
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
          const {feed} = (await import(url)) as {feed: ChunkFeed};
          return feed.run(most);
        },
        [`/${subject.page}.js`, limit] as const,
      );
      const cost = ((await metricOf(session, 'TaskDuration')) - before) * 1000;
      const longest = traced ? longestTask(await this.#browser.stopTracing()) : undefined;
      const shown = await page.evaluate(
        async url => ((await import(url)) as {feed: ChunkFeed}).feed.shown,
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
