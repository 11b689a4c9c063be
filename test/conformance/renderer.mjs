// Renders Markdown with <ubik-markdown> in a page of a real browser, called from Node.
import {build} from 'esbuild';
import {chromium} from 'playwright-core';
import {requireChromium} from '../../scripts/browsers.mjs';

/** Bundles the page's module for an engine of Markdown into a file: it exports `mount`, `renderMarkdown` and `renderMarkdownStreaming`. */
export async function bundlePage(outfile, engine) {
  const options = {bundle: true, format: 'esm', target: 'es2022', logLevel: 'error'};
  const define = {ENGINE: JSON.stringify(engine)};
  await build({...options, define, entryPoints: ['test/conformance/xss-page.ts'], outfile});
}

/** Opens a browser with that module; `close` closes it. */
export async function openRenderer(bundle) {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({executablePath: requireChromium(), args});
  const page = await browser.newPage();
  await page.route('**/*', route =>
    route.fulfill(
      new URL(route.request().url()).pathname === '/'
        ? {contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><body>'}
        : {contentType: 'text/javascript', path: bundle},
    ),
  );
  await page.goto('http://conformance.test/');
  const call = (name, argument) =>
    page.evaluate(
      async ([module, exported, value]) => (await import(module))[exported](value),
      ['/page.js', name, argument],
    );
  return {
    renderMarkdown: text => call('renderMarkdown', text),
    renderMarkdownStreaming: pieces => call('renderMarkdownStreaming', pieces),
    close: () => browser.close(),
  };
}
