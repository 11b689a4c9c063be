import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {Page} from 'playwright-core';
import {demonstrations} from '../../demo/site/contents.js';
import {Site} from '../../demo/site/site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const examples = readdirSync('demo/examples')
  .filter(name => name.endsWith('.html'))
  .map(name => `examples/${name}`);
const wires = ['anthropic.html', 'aishu.html', 'plain.html', 'stage.html'];

/** Every page that a visitor can come to. */
export async function allPages(): Promise<readonly string[]> {
  const written = await new Site(process.cwd()).paths();
  const shown = demonstrations.map(({path}) => path);
  return [...new Set([...written, ...shown, ...wires, ...examples])];
}

/** What axe objects to in a page; pages in frames are visited by themselves. */
export async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const {violations} = await page.evaluate<{
    violations: {id: string; nodes: {target: unknown}[]}[];
  }>(`axe.run(document, {resultTypes: ['violations'], iframes: false})`);
  return violations.flatMap(({id, nodes}) =>
    nodes.map(({target}) => `${id}: ${JSON.stringify(target)}`),
  );
}
