import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ElementDeclaration} from '../../scripts/manifest.js';
import {renderCode} from './code.js';
import {sections} from './contents.js';
import {layOut} from './layout.js';
import {renderMarkdown, type Rendered} from './markdown.js';
import {describedElements, elementTags, referenceOf} from './reference.js';

/** A passage of a page in the search index. */
export interface SearchEntry {
  readonly id: number;
  /** Relative to the root of the site, with the fragment of the heading. */
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** The documentation: pages from Markdown, the reference from the sources, and a search index of both. */
export class Site {
  readonly #root: string;
  #elements: Promise<readonly ElementDeclaration[]> | undefined;

  /** @param root The repository. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Paths of all pages, in reading order. */
  paths(): readonly string[] {
    const chapters = sections.flatMap(section => section.chapters);
    return [
      'index.html',
      'playground.html',
      ...chapters.map(({name}) => `docs/${name}.html`),
      ...elementTags(this.#root).map(tag => `api/${tag}.html`),
    ];
  }

  /** The page as HTML; `undefined` if it does not exist. */
  async page(path: string): Promise<string | undefined> {
    const rendered = await this.#render(path);
    if (!rendered) return undefined;
    const {html, passages} = rendered;
    const [first] = passages;
    return layOut({
      path,
      title: first?.heading ?? 'Ubik Chat',
      description: firstSentence(first?.text ?? ''),
      body: html,
      passages,
      elements: elementTags(this.#root),
    });
  }

  /** All passages of all pages. */
  async searchEntries(): Promise<readonly SearchEntry[]> {
    const entries: SearchEntry[] = [];
    for (const path of this.paths()) {
      const passages = (await this.#render(path))?.passages ?? [];
      for (const {id, heading, text} of passages) {
        const page = passages[0]?.heading ?? path;
        const url = id === passages[0]?.id ? path : `${path}#${id}`;
        entries.push({id: entries.length, url, page, heading, text: text.trim()});
      }
    }
    return entries;
  }

  async #render(path: string): Promise<Rendered | undefined> {
    const text = await this.#source(path);
    if (text === undefined) return undefined;
    const up = '../'.repeat(path.split('/').length - 1);
    return renderMarkdown(text, {
      code: (info, source) => renderCode(this.#root, info, source, to => up + to),
      link: href => href.replace(/^([\w./-]+)\.md(?=#|$)/, '$1.html'),
    });
  }

  async #source(path: string): Promise<string | undefined> {
    if (path === 'index.html') return this.#read('home');
    if (path === 'playground.html') return this.#read('playground');
    const [, folder, name = ''] = /^(docs|api)\/([\w-]+)\.html$/.exec(path) ?? [];
    if (folder === 'docs') return /^(home|playground)$/.test(name) ? undefined : this.#read(name);
    if (folder !== 'api') return undefined;
    const element = (await this.#described()).find(({tagName}) => tagName === name);
    return element && referenceOf(element);
  }

  async #read(name: string): Promise<string | undefined> {
    const file = join(this.#root, 'demo/docs', `${name}.md`);
    return existsSync(file) ? readFile(file, 'utf8') : undefined;
  }

  #described(): Promise<readonly ElementDeclaration[]> {
    return (this.#elements ??= describedElements(this.#root));
  }
}

function firstSentence(text: string): string {
  return (/^.*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim()).slice(0, 200);
}
