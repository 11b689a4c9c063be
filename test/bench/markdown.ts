import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build} from 'esbuild';
import {chromium, type Page} from 'playwright-core';
import {requireChromium} from '../../scripts/find-chromium.mjs';
import {endless} from './markdown-text.js';

/** Milliseconds of the main thread: script, style, layout and paint. */
type Cost = number;

/** Odd, for a median; a long text is measured once, being many pieces. */
const SHORT_ROUNDS = 5;
const LONG = 50_000;
/** Beyond this, the naive way takes minutes. */
const NAIVE_LIMIT = 10_000;

async function openPage(folder: string): Promise<Page> {
  const file = join(folder, 'page.js');
  await build({
    entryPoints: ['test/bench/markdown-page.ts'],
    outfile: file,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['production'],
  });
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [
      '--no-sandbox',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--enable-precise-memory-info',
    ],
  });
  const page = await browser.newPage();
  await page.route('**/*', route =>
    route.fulfill(
      new URL(route.request().url()).pathname === '/'
        ? {contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><body>'}
        : {contentType: 'text/javascript', path: file},
    ),
  );
  return page;
}

/** What showing a text costs for each of its pieces. */
async function measure(page: Page, candidate: string, text: string, length: number): Promise<Cost> {
  await page.goto('http://bench.test/');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async (): Promise<number> => {
    const {metrics} = await session.send('Performance.getMetrics');
    return (metrics.find(({name}) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.evaluate(async url => {
    await import(url);
  }, '/page.js');
  const before = await busy();
  const pieces = await page.evaluate(
    async ([url, name, kind, size]) => {
      const {run} = (await import(url)) as {
        run(candidate: string, text: string, length: number): Promise<number>;
      };
      return run(name, kind, size);
    },
    ['/page.js', candidate, text, length] as const,
  );
  return ((await busy()) - before) / pieces;
}

/** The cost of each piece in microseconds, less the harness, the median of some rounds. */
async function costOf(page: Page, candidate: string, text: string, length: number): Promise<Cost> {
  const rounds = length < LONG ? SHORT_ROUNDS : 1;
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    const harness = await measure(page, 'harness', text, length);
    costs.push((await measure(page, candidate, text, length)) - harness);
  }
  return costs.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN;
}

const LENGTHS = [10_000, 100_000, 400_000];

function row(
  name: string,
  costs: readonly Cost[],
  oracle: readonly Cost[],
): Record<string, string> {
  const [first = NaN] = costs;
  return {
    text: name,
    ...Object.fromEntries(
      LENGTHS.map((length, at) => [
        `${length / 1000} KB, × oracle`,
        costs[at] === undefined ? '–' : (costs[at] / (oracle[at] ?? NaN)).toFixed(2),
      ]),
    ),
    'growth of the cost of a piece': ((costs.at(-1) ?? NaN) / first).toFixed(2),
  };
}

/** Prints what showing growing Markdown costs, in ratios: absolute times are those of the machine. */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ubik-bench-'));
  const page = await openPage(folder);
  try {
    const all = async (candidate: string, text: string, limit = Infinity): Promise<Cost[]> => {
      const costs: Cost[] = [];
      for (const length of LENGTHS) {
        if (length <= limit) costs.push(await costOf(page, candidate, text, length));
      }
      return costs;
    };
    const oracle = await all('oracle in sections', 'mixed');
    console.log('An answer with something of everything, against one that knows the final nodes:');
    console.table([
      row('oracle in sections', oracle, oracle),
      row('ubik-markdown', await all('ubik-markdown', 'mixed'), oracle),
      row(
        'parsed, purified and set once a frame',
        await all('naive', 'mixed', NAIVE_LIMIT),
        oracle,
      ),
    ]);
    console.log('One block without an end:');
    const rows: Record<string, string>[] = [];
    for (const name of Object.keys(endless)) {
      rows.push(row(name, await all('ubik-markdown', name), await all('oracle in sections', name)));
    }
    console.table(rows);
  } finally {
    await page.context().browser()?.close();
    rmSync(folder, {recursive: true});
  }
}
