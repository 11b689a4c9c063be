// The site, made by Eleventy (https://www.11ty.dev): Markdown of `demo/docs`, demo pages of `demo`, the reference from the
// custom-elements manifest. `npm run site` writes it; the demo server serves it from memory.

import type {UserConfig} from '@11ty/eleventy';
import {readFileSync} from 'node:fs';
import {loadLanguages, renderSample} from './code-sample.js';
import {demonstrations, generated, readingOrder, sections} from './contents.js';
import {conformanceReport} from './conformance/report.js';
import {modelFiles} from './llms.js';
import {Declarations} from './declarations.js';
import {createMarkdown} from './markdown.js';
import {outlineOf} from './outline.js';
import {describedElements, elementPages} from './reference.js';
import {siteData} from './site-data.js';
import {linkTypes, mentionedTypes, typePages} from './types.js';

/** A page as data: `page.url` is its path with a slash in front. */
interface PageData {
  readonly page: {readonly url: string};
}

const site = siteData(process.env);

/** Below the root of the site: `docs/protocols.html`. */
const pathOf = ({page}: PageData): string => page.url.replace(/^\//, '') || 'index.html';

/** The relative path of the root of the site. An unknown address can be at any depth, so its page uses a path from `/`. */
const upOf = (data: PageData): string =>
  pathOf(data) === '404.html' ? site.base : '../'.repeat(pathOf(data).split('/').length - 1);

/** Chapters are at `docs/NAME.html`, pages of the root at `NAME.html`. */
const permalinkOf = ({page}: {page: {inputPath: string; fileSlug: string}}): string => {
  const isChapter = page.inputPath.includes('/docs/') && !/^(home|playground)$/.test(page.fileSlug);
  return `${isChapter ? 'docs/' : ''}${page.fileSlug === 'home' ? 'index' : page.fileSlug}.html`;
};

/** The file that "Edit this page" opens; undefined for generated pages. */
const sourceOf = ({page}: {page: {inputPath: string}}): string | undefined =>
  /\/pages\/|changelog/.test(page.inputPath) ? undefined : page.inputPath.replace(/^\.\//, '');

export default async function configure(config: UserConfig): Promise<object> {
  const root = process.cwd();
  const markdown = createMarkdown(root);
  const declarations = new Declarations(root);
  const elements = elementPages(await describedElements(root), declarations);
  const types = mentionedTypes(elements, declarations);
  const llms = modelFiles(root, elements, path => (site.url ?? '') + path);
  await loadLanguages();

  config.setUseGitIgnore(false);
  for (const folder of [
    'client',
    'examples',
    'frameworks',
    'pictures',
    'recordings',
    'server',
    'testing',
  ])
    config.ignores.add(`demo/${folder}/**`);
  config.ignores.add('demo/stage.html');
  config.addPassthroughCopy({
    'demo/*.css': '.',
    'demo/icon.svg': 'icon.svg',
    'demo/mia.svg': 'mia.svg',
    'demo/pictures': 'pictures',
    'demo/recordings': 'recordings',
    'demo/examples/*.css': 'examples',
  });
  config.setLibrary('md', markdown);
  config.addExtension('11ty.ts', {key: '11ty.js'});

  const order = readingOrder(elements.map(({tagName}) => tagName));
  const globals = {
    site,
    sections,
    demonstrations,
    elements,
    types,
    typePages,
    generated,
    llms,
    conformance: conformanceReport(root, site.version),
  };
  for (const [name, value] of Object.entries(globals)) config.addGlobalData(name, value);
  config.addGlobalData('layout', 'page.njk');
  config.addGlobalData('permalink', () => permalinkOf);
  config.addGlobalData('eleventyComputed', () => ({
    path: pathOf,
    up: upOf,
    edited: sourceOf,
    isHome: (data: PageData) => pathOf(data) === 'index.html',
    isDocument: (data: PageData) => /^(docs|api)\/|^changelog/.test(pathOf(data)),
    address: (data: PageData) => site.url && site.url + pathOf(data).replace(/^index\.html$/, ''),
  }));
  config.addTemplate('changelog.md', readFileSync('CHANGELOG.md', 'utf8'));

  config.addFilter('outline', outlineOf);
  config.addFilter('block', (text: string) => markdown.render(text, {up: '../'}));
  config.addFilter('inline', (text: string) => markdown.renderInline(text));
  config.addFilter('linked', linkTypes(types));
  config.addFilter('sample', (code: string, language: string) =>
    renderSample(root, language, code, '../'),
  );
  config.addFilter('neighbours', (path: string) => {
    const at = order.findIndex(entry => entry.path === path);
    return {previous: order[at - 1], next: at < 0 ? undefined : order[at + 1]};
  });
  return {
    dir: {input: 'demo', includes: 'site/layouts', data: 'site/data'},
    templateFormats: ['md', 'html', 'njk', '11ty.ts'],
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
  };
}
