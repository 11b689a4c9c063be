import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {build} from 'esbuild';
import type {Browser, Page} from 'playwright-core';
import {openBrowser} from '../support/browser.js';
import {serveFiles} from '../support/file-server.js';
import type {LocalServer} from '../support/listen.js';
import type {Budget} from './budget.js';
import {longestTask} from './longest-task.js';
import {installPeers} from './peers.js';
import type * as StartPage from './start-page.js';
import {median} from './statistics.js';

interface Start {
  /** Milliseconds of the main thread until the chat is painted and can be typed into. */
  readonly cost: number;
  /** Milliseconds of the longest task meanwhile. */
  readonly longest: number;
}

const bundles = 'node_modules/.cache/bench-start';

const ubik = {
  isModule: true,
  tag: 'ubik-chat',
  attributes: {endpoint: '/api'},
  field: ['ubik-chat', 'ubik-composer', 'textarea'],
};

const OURS = 'ubik-chat, bundled';
const MODULE = 'ubik-chat, CDN module';
const CLASSIC = 'ubik-chat, CDN classic script';
const PEER = 'deep-chat, bundled';

const subjects: Readonly<Record<string, StartPage.Subject>> = {
  [OURS]: {...ubik, script: `/${bundles}/ours.js`},
  [MODULE]: {...ubik, script: '/dist/cdn/ubik-chat.js'},
  [CLASSIC]: {...ubik, script: '/dist/cdn/ubik-chat.iife.js', isModule: false},
  [PEER]: {
    script: `/${bundles}/peer.js`,
    isModule: true,
    tag: 'deep-chat',
    attributes: {connect: '{"url": "/api"}'},
    field: ['deep-chat', '#text-input'],
  },
};

/** An odd number, for the median. */
const ROUNDS = 7;

/** Bundles both packages as an application does, and the script of the page. */
async function bundle(): Promise<void> {
  const entries = {
    ours: `import './dist/index.js'`,
    peer: `import './test/bench/node_modules/deep-chat/dist/deepChat.js'`,
    page: `export * from './test/bench/start-page.ts'`,
  };
  for (const [name, contents] of Object.entries(entries)) {
    await build({
      stdin: {contents, resolveDir: '.', sourcefile: `${name}.ts`, loader: 'ts'},
      outdir: bundles,
      entryNames: name,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      logLevel: 'error',
    });
  }
}

/** Starts the chat in a page that contains nothing else. */
async function start(
  browser: Browser,
  files: LocalServer,
  subject: StartPage.Subject,
): Promise<Start> {
  const page = await browser.newPage({viewport: {width: 800, height: 900}});
  try {
    await page.route('**/api/**', route => route.fulfill({json: {items: []}}));
    await page.goto(`${files.origin}/empty`);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', {timeDomain: 'threadTicks'});
    const spent = async (): Promise<number> => {
      const {metrics} = await session.send('Performance.getMetrics');
      return metrics.find(({name}) => name === 'TaskDuration')?.value ?? NaN;
    };
    const tools = `/${bundles}/page.js`;
    await page.evaluate(url => import(url), tools);
    await browser.startTracing(page, {categories: ['toplevel']});
    const before = await spent();
    await page.evaluate(
      async ([url, what]) => ((await import(url)) as typeof StartPage).startChat(what),
      [tools, subject] as const,
    );
    const cost = ((await spent()) - before) * 1000;
    return {cost, longest: longestTask(await browser.stopTracing())};
  } finally {
    await page.close();
  }
}

/** Opens the chat by the first click on the loader's button, on a page that is never idle. */
async function openByLoader(browser: Browser, files: LocalServer): Promise<number> {
  const page: Page = await browser.newPage({viewport: {width: 800, height: 900}});
  try {
    await page.route('**/api/**', route => route.fulfill({json: {items: []}}));
    await page.goto(`${files.origin}/loader`);
    const button = page.getByRole('button', {name: 'Open chat'});
    await button.waitFor();
    await browser.startTracing(page, {categories: ['toplevel']});
    await button.click();
    await page.getByRole('textbox', {name: 'Message'}).waitFor();
    await page.evaluate('new Promise(requestAnimationFrame)');
    return longestTask(await browser.stopTracing());
  } finally {
    await page.close();
  }
}

const loaderPage = `<!doctype html><html lang="en"><head><title>Loader</title>
  <script>window.requestIdleCallback = () => 0;</script>
  <script async src="/dist/cdn/loader.js" data-endpoint="/api"></script></head><body></body></html>`;

/** Measures the start of the chat as an application bundles it and from the CDN files, and compares with deep-chat. */
export async function benchStart(): Promise<readonly Budget[]> {
  if (!existsSync('dist/cdn/ubik-chat.js')) throw new Error('Run `npm run build` first.');
  installPeers();
  const empty = '<!doctype html><html lang="en"><title>Empty</title><body>';
  const files = await serveFiles(resolve('.'), {
    '/empty': empty,
    '/loader': loaderPage,
    '/favicon.ico': '',
  });
  const browser = await openBrowser();
  const starts: Record<string, Start[]> = {};
  const opened: number[] = [];
  try {
    await bundle();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, subject] of Object.entries(subjects)) {
        (starts[name] ??= []).push(await start(browser, files, subject));
      }
      opened.push(await openByLoader(browser, files));
    }
  } finally {
    await Promise.all([browser.close(), files.stop()]);
  }
  for (const [name, all] of Object.entries(starts)) {
    const [cost, longest] = [median(all.map(one => one.cost)), median(all.map(one => one.longest))];
    console.log(`start: ${name}: ${cost.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`);
  }
  console.log(`start: the first click on the loader: longest task ${median(opened).toFixed(0)} ms`);
  const peer = starts[PEER] ?? [];
  const ratio = (name: string): number =>
    median((starts[name] ?? []).map(({cost}, round) => cost / (peer[round]?.cost ?? NaN)));
  return [
    ...[OURS, MODULE, CLASSIC].map(name => ({
      what: `× the start of deep-chat: ${name}`,
      figure: ratio(name),
      most: 4,
      target: 1,
    })),
    {
      what: `× the longest task of the start of deep-chat: the first click on the loader`,
      figure: median(opened.map((longest, round) => longest / (peer[round]?.longest ?? NaN))),
      most: 5,
      target: 1,
    },
  ];
}
