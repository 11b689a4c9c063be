import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {openBrowser, openPage} from '../support/browser.js';
import {entriesOf, type Manifest} from '../support/entries.js';
import {serveFiles} from '../support/file-server.js';

const project = process.env['PROJECT'] ?? '';
const run = promisify(execFile);
const bin = (name: string): string => join(project, 'node_modules', '.bin', name);

const runtimes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Node: ['node', 'entries.mjs'],
  'a Node worker': ['node', 'worker.mjs'],
  Deno: [bin('deno'), 'run', '--no-remote', '--allow-env', '--allow-read', 'entries.mjs'],
  Bun: [bin('bun'), 'entries.mjs'],
};

/** The entries that a browser worker can import, with the options of the bundler. */
const inBrowser = {
  'the entries that render nothing': {
    wanted: (entry: string) => /\/(core|controller|recording)$/.test(entry),
    words: [],
  },
  // These use the server files of libraries and provide some modules of Node.
  'every entry, bundled as for an edge platform,': {
    wanted: () => true,
    words: [
      '--platform=neutral',
      '--conditions=node',
      '--main-fields=module,main',
      '--alias:buffer=./buffer.js',
      '--define:process.env.NODE_ENV="production"',
    ],
  },
};

describe('a runtime without a document', () => {
  let entries: readonly string[];

  before(async () => {
    const file = join(project, 'node_modules', 'ubik-chat', 'package.json');
    entries = entriesOf(JSON.parse(await readFile(file, 'utf8')) as Manifest);
    assert.ok(entries.length > 30);
    const script = [
      `for (const entry of ${JSON.stringify(entries)}) await import(entry);`,
      `await import('./core.js');`,
    ];
    await writeFile(join(project, 'entries.mjs'), script.join('\n'));
    const worker = `import {Worker} from 'node:worker_threads';
      new Worker(new URL('entries.mjs', import.meta.url));`;
    await writeFile(join(project, 'worker.mjs'), worker);
  });

  for (const [name, [command, ...words]] of Object.entries(runtimes)) {
    it(`imports every entry and folds a run in ${name}`, async () => {
      const {stdout} = await run(command, words, {cwd: project});
      assert.equal(stdout.trim(), 'Folded.');
    });
  }

  for (const [what, {wanted, words}] of Object.entries(inBrowser)) {
    it(`imports ${what} and folds a run in a browser worker`, async () => {
      const script = [
        `console.log = text => postMessage(text.trim());`,
        ...entries.filter(wanted).map(entry => `await import('${entry}');`),
        `await import('./core.js');`,
      ];
      await writeFile(join(project, 'browser-worker.js'), script.join('\n'));
      await writeFile(
        join(project, 'buffer.js'),
        'export const Buffer = {from: text => ({toString: () => btoa(text)})};',
      );
      const built = join(project, 'built', 'worker');
      const bundle = ['--bundle', '--splitting', '--format=esm', `--outdir=${built}`];
      // Optional libraries, which are loaded lazily.
      const absent = ['--external:temml'];
      const all = ['browser-worker.js', ...bundle, ...absent, ...words];
      await run(bin('esbuild'), all, {cwd: project});
      const page = '<!doctype html><title>Worker</title><link rel="icon" href="data:,">';
      const files = await serveFiles(built, {'/': page});
      const browser = await openBrowser();
      try {
        const {page, browserErrors} = await openPage(browser, files.origin);
        const output = await page.evaluate(
          () =>
            new Promise(answer => {
              const worker = new Worker('/browser-worker.js', {type: 'module'});
              worker.onmessage = ({data}) => answer(data);
              worker.onerror = ({message}) => answer(message);
            }),
        );
        assert.equal(output, 'Folded.');
        assert.deepEqual(browserErrors, []);
      } finally {
        await Promise.all([browser.close(), files.stop()]);
      }
    });
  }
});
