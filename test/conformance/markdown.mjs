// Runs the conformance corpus over <ubik-markdown> in Chromium: `node test/conformance/markdown.mjs`. The corpus is a
// folder beside the checkout; where it is not, there is nothing to do.
import {cpSync, existsSync, mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {chromium} from 'playwright-core';
import {requireChromium} from '../../scripts/find-chromium.mjs';

const corpus = resolve('../shared/conformance');

async function bundle(file) {
  await build({
    entryPoints: ['test/conformance/xss-page.ts'],
    outfile: file,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
}

/** Draws in a page of a browser, asked from here. */
async function openAdapter(browser, file) {
  const page = await browser.newPage();
  await page.route('**/*', route =>
    route.fulfill(
      new URL(route.request().url()).pathname === '/'
        ? {contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><body>'}
        : {contentType: 'text/javascript', path: file},
    ),
  );
  await page.goto('http://conformance.test/');
  const call = (name, argument) =>
    page.evaluate(
      async ([exported, value]) => (await import('/page.js'))[exported](value),
      [name, argument],
    );
  return {
    renderMarkdown: text => call('renderMarkdown', text),
    renderMarkdownStreaming: pieces => call('renderMarkdownStreaming', pieces),
  };
}

async function run(folder) {
  const file = join(folder, 'page.js');
  await bundle(file);
  cpSync(corpus, join(folder, 'corpus'), {recursive: true});
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const runner = name => import(pathToFileURL(join(folder, 'corpus/runners', name)).href);
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const adapter = await openAdapter(browser, file);
    const show = process.argv.includes('--verbose') ? 50 : 5;
    const markdown = await (await runner('run-markdown.mjs')).run(adapter, {show});
    const xss = await (await runner('run-xss.mjs')).run(adapter, {contexts: 'all', show});
    const live = await (await runner('run-xss-browser.mjs')).run({bundle: file, executable: requireChromium(), show});
    return {markdown, xss, live};
  } finally {
    await browser.close();
  }
}

if (!existsSync(corpus)) console.log('No conformance corpus beside this checkout.');
else {
  const folder = mkdtempSync(join(tmpdir(), 'ubik-conformance-'));
  try {
    const {markdown, xss, live} = await run(folder);
    const passed =
      markdown.failures.length === 0 &&
      xss.high.length + xss.errors.length === 0 &&
      live.executed.length + live.requests.length + live.clobbered.length + live.errors.length === 0;
    process.exitCode = passed ? 0 : 1;
  } finally {
    rmSync(folder, {recursive: true});
  }
}
