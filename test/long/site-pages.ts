import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {Page} from 'playwright-core';
import {demonstrations, readingOrder} from '../../demo/site/contents.js';
import {elementTags} from '../../demo/site/reference.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const examples = readdirSync('demo/examples')
  .filter(name => name.endsWith('.html'))
  .map(name => `examples/${name}`);
const protocolPages = ['anthropic.html', 'aishu.html', 'plain.html', 'stage.html'];

/** The paths of all pages of the site. */
export function allPages(): readonly string[] {
  const documents = readingOrder(elementTags(process.cwd())).map(({path}) => path);
  const demos = demonstrations.map(({path}) => path);
  return [...new Set(['index.html', ...documents, ...demos, ...protocolPages, ...examples])];
}

/** The accessibility violations that axe finds in a page, without its frames, which are tested as pages. */
export async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const {violations} = await page.evaluate<{
    violations: {id: string; nodes: {target: unknown}[]}[];
  }>(`axe.run(document, {resultTypes: ['violations'], iframes: false})`);
  return violations.flatMap(({id, nodes}) =>
    nodes.map(({target}) => `${id}: ${JSON.stringify(target)}`),
  );
}
