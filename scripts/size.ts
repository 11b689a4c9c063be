// `npm run size`: measures what a page downloads, and compares it with the limits. Needs a build.
import {readFileSync} from 'node:fs';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {pathToFileURL} from 'node:url';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import type {Page} from 'playwright-core';
import {locales} from '../src/elements/locales/locales.js';
import {startServer} from '../test/support/agent-server.js';
import {openBrowser, openPage} from '../test/support/browser.js';

/** KB of gzip. A larger download fails the check; a change that makes one smaller lowers its limit. */
interface Limit {
  readonly name: string;
  readonly limit: number;
  /** The limit to reach, if the current one is larger. */
  readonly target?: number;
}

/** What a page loads until the first answer with a step, an open tool and Markdown is displayed, measured in a browser. */
export const answers: readonly (Limit & {readonly script: string})[] = [
  {name: 'first answer, ubik-chat.js', script: 'ubik-chat.js', limit: 165.3, target: 108},
  {name: 'first answer, ubik-chat.standalone.js', script: 'ubik-chat.standalone.js', limit: 363.3},
  {name: 'first answer, ubik-chat.iife.js', script: 'ubik-chat.iife.js', limit: 364.3},
];

/** What a bundler adds to an application, without the chunks that load later. */
export const bundles: readonly (Limit & {readonly code: string})[] = [
  {
    name: 'core with one protocol',
    code: `import {foldFrames, parseFrames} from 'ubik-chat/core'; import {ubik} from 'ubik-chat/core'; console.log(foldFrames, parseFrames, ubik)`,
    limit: 23.3,
    target: 15,
  },
  {
    name: 'controller without a view',
    code: `import {ChatController} from 'ubik-chat/controller'; console.log(ChatController)`,
    limit: 42.3,
    target: 20,
  },
];

const language = new RegExp(`^chunks/(${locales.names().join('|')})-`);

/** Single files of the CDN folder; the first matching pattern applies. */
export const files: readonly (Limit & {readonly file: RegExp})[] = [
  {name: 'loader, with the button', file: /^loader/, limit: 2.5},
  {name: 'inspector', file: /^inspector/, limit: 13.3},
  {name: 'host of MCP Apps', file: /^mcp-apps/, limit: 6},
  {name: 'first MCP App that is opened', file: /^chunks\/app-parts/, limit: 8.3},
  {name: 'Markdown engine of marked, with the library', file: /^marked/, limit: 29.9},
  {name: 'a language of the interface', file: language, limit: 5.6},
  {name: 'HTML sanitizer, with the first HTML of a text', file: /^chunks\/sanitizer/, limit: 12.3},
  {name: 'questions to the user', file: /^chunks\/ubik-request/, limit: 9.1},
  {name: 'forms from JSON Schema, with the validator', file: /^chunks\/schema-form/, limit: 16.8},
  {name: 'list of conversations', file: /^chunks\/ubik-sessions/, limit: 4.2},
  {name: 'another element', file: /^chunks\/ubik-\w+\.define/, limit: 3},
  {name: 'Anthropic Messages', file: /^chunks\/anthropic/, limit: 8},
  {name: 'AISHU Data Agent', file: /^chunks\/aishu/, limit: 10},
  {name: 'AI SDK UI message stream', file: /^chunks\/ai-sdk/, limit: 10.3},
  {name: 'OpenAI Chat Completions', file: /^chunks\/openai-chat/, limit: 10},
  {name: 'OpenAI Responses', file: /^chunks\/openai/, limit: 11.1},
  {name: 'AG-UI', file: /^chunks\/ag-ui/, limit: 12.9},
  {name: 'conversations that the browser stores', file: /^chunks\/with-local-sessions/, limit: 5},
  {name: 'formulas: Temml', file: /^chunks\/temml/, limit: 60},
  {name: 'colours of one language', file: /^chunks\/(clike|css|sql|javascript)/, limit: 11},
];

/** KB of gzip of comparable products, from their published packages of November 2026. */
export const peers: Readonly<Record<string, number>> = {
  nlux: 44,
  'deep-chat': 111,
  Flowise: 284,
  'Carbon AI Chat': 647,
};

const folder = 'dist/cdn/';
const cdnFiles = (): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(`${folder}integrity.json`, 'utf8')) as object);

interface Measured extends Limit {
  readonly contents: readonly Buffer[];
  /** Sequential requests after the script of the page. */
  readonly roundTrips?: number;
}

const type = (path: string): string => (path.endsWith('.js') ? 'text/javascript' : 'text/html');

/** Serves a page and the CDN folder. Holds requests back until no other arrives, so that their sequence is visible. */
async function serveInWaves(html: string): Promise<{
  readonly origin: string;
  /** The requested files of the folder, one list for each round trip. */
  readonly waves: readonly (readonly string[])[];
  stop(): void;
}> {
  const waves: string[][] = [];
  let held: [path: string, respond: () => void][] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    waves.push(held.map(([path]) => path));
    for (const [, respond] of held) respond();
    held = [];
  };
  const listener: RequestListener = ({url = '/'}, response) => {
    const respond = (body: string | Buffer): void =>
      void response.writeHead(200, {'content-type': type(url)}).end(body);
    if (!url.startsWith('/cdn/')) {
      respond(url === '/' ? html : '');
      return;
    }
    const path = url.slice('/cdn/'.length);
    held.push([path, () => respond(readFileSync(folder + path))]);
    clearTimeout(timer);
    timer = setTimeout(release, 300);
  };
  const server = createServer(listener);
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const {port} = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    waves,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Asks a question and waits until its answer is displayed with a step, rendered Markdown and a tool, which it opens. */
async function ask(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', {name: 'Message'});
  await composer.fill('what is 6 * 7');
  await composer.press('Enter');
  const log = page.getByRole('log');
  for (const part of ['ubik-step', 'ubik-tool', 'ubik-markdown p']) {
    await log.locator(part).first().waitFor({state: 'attached'});
  }
  await page.waitForFunction(() => document.querySelector('ubik-chat')?.status === 'idle');
  // A tool is open while it runs, if the page has the time to display that.
  await log
    .locator('ubik-tool')
    .first()
    .evaluate(tool => tool.toggleAttribute('open', true));
  await log.locator('ubik-json:defined').first().waitFor({state: 'attached'});
}

async function measureAnswers(): Promise<readonly Measured[]> {
  const [browser, agent] = await Promise.all([openBrowser(), startServer()]);
  const measured: Measured[] = [];
  try {
    for (const row of answers) {
      const isModule = !row.script.includes('iife');
      const site = await serveInWaves(`<!doctype html><html lang="en"><title>Size</title>
        <script ${isModule ? 'type="module"' : 'defer'} src="/cdn/${row.script}"></script>
        <ubik-chat endpoint="${agent.url}" token-endpoint="${agent.origin}/demo/token"></ubik-chat>`);
      const {page} = await openPage(browser, `${site.origin}/`);
      await ask(page);
      await page.context().close();
      site.stop();
      const contents = site.waves.flat().map(path => readFileSync(folder + path));
      measured.push({...row, contents, roundTrips: site.waves.length - 1});
    }
  } finally {
    await Promise.all([browser.close(), agent.stop()]);
  }
  return measured;
}

/** Bundles an application that imports the package, and keeps the chunks of its first load. */
async function measureBundle({code, ...row}: (typeof bundles)[number]): Promise<Measured> {
  const {outputFiles, metafile} = await build({
    stdin: {contents: code, resolveDir: '.'},
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    splitting: true,
    metafile: true,
    write: false,
    outdir: '.',
    logLevel: 'error',
  });
  const first = new Set(['stdin.js']);
  for (const file of first) {
    for (const {kind, path} of metafile.outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') first.add(path);
    }
  }
  const contents = outputFiles
    .filter(({path}) => [...first].some(file => path.endsWith(`/${file}`)))
    .map(({contents}) => Buffer.from(contents));
  return {...row, contents};
}

const measureFiles = (): readonly Measured[] =>
  cdnFiles().flatMap(name => {
    const row = files.find(({file}) => file.test(name));
    return row
      ? [{...row, name: `${row.name}: ${name}`, contents: [readFileSync(folder + name)]}]
      : [];
  });

/** The sum of the compressed files in KB: each file is compressed separately, as servers do. */
const sum = (contents: readonly Buffer[], compress: (file: Buffer) => Buffer): number =>
  contents.reduce((total, file) => total + compress(file).length, 0) / 1024;

async function main(): Promise<void> {
  const rows = [
    ...(await measureAnswers()),
    ...(await Promise.all(bundles.map(measureBundle))),
    ...measureFiles(),
  ];
  let failed = 0;
  const table = rows.map(({name, contents, limit, target, roundTrips}) => {
    const gzip = sum(contents, file => gzipSync(file, {level: 9}));
    if (gzip > limit) failed += 1;
    return {
      download: name,
      gzip: Number(gzip.toFixed(1)),
      brotli: Number(sum(contents, brotliCompressSync).toFixed(1)),
      files: contents.length,
      'round trips': roundTrips ?? '',
      limit,
      target: target ?? '',
      result: gzip > limit ? 'too big' : '',
    };
  });
  console.log('KB of the compressed files');
  console.table(table);
  if (failed > 0) {
    console.error(`${failed} downloads exceed their limit.`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
