// Renders hostile texts in Firefox and WebKitGTK, where none of their code may run and nothing may be loaded.
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {once} from 'node:events';
import {build} from 'esbuild';
import {findWebkit} from '../../scripts/browsers.mjs';
import {openEngine} from '../support/puppeteer.ts';
import {WebKitDriver} from '../support/webkit-driver.mjs';

/** Texts per call of the page. */
const BATCH = 40;

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:";

/** Serves the page and its module. */
async function serve(outfile) {
  const define = {ENGINE: '"built-in"'};
  const options = {bundle: true, format: 'esm', target: 'es2022', logLevel: 'error', define};
  await build({...options, entryPoints: ['test/conformance/hostile-page.ts'], outfile});
  const server = createServer(({url}, response) => {
    const found = {'/': ['text/html', '<!doctype html><title>Hostile</title>']}[url];
    const [type, body] = found ?? ['text/javascript', readFileSync(outfile)];
    response.writeHead(found || url === '/page.js' ? 200 : 404, {
      'content-type': type,
      'content-security-policy': policy,
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close()};
}

const openers = {
  async firefox(url) {
    const browser = await openEngine('firefox');
    const page = await browser.newPage();
    await page.goto(url);
    const ask = (name, argument) =>
      page.evaluate(
        async ([module, called, value]) => (await import(module))[called](value),
        ['/page.js', name, argument],
      );
    return {ask, close: () => browser.close()};
  },
  async webkit(url) {
    const driver = new WebKitDriver(findWebkit());
    await driver.start();
    await driver.open(url);
    const script = `const [name, value, done] = arguments;
      import('/page.js').then(page => page[name](value)).then(done, error => done([[String(error)]]));`;
    const ask = (name, argument = null) =>
      driver.call('POST', '/execute/async', {script, args: [name, argument]});
    return {ask, close: () => driver.stop()};
  },
};

/** The findings with the ids of their cases. */
export async function findHostile(engine, cases, outfile) {
  const server = await serve(outfile);
  const page = await openers[engine](server.url);
  try {
    if ((await page.ask('control')).length !== 2)
      throw new Error(`${engine} does not detect the control.`);
    const findings = [];
    for (let from = 0; from < cases.length; from += BATCH) {
      const batch = cases.slice(from, from + BATCH);
      const answers = await page.ask(
        'tryAll',
        batch.map(({input}) => input),
      );
      answers.forEach((found, at) => {
        if (found.length > 0) findings.push(`${batch[at].id}: ${found.join('; ')}`);
      });
    }
    return findings;
  } finally {
    await page.close();
    server.close();
  }
}
