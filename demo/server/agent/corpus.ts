import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import MiniSearch from 'minisearch';
import {sectionsOf, type DocumentSection} from './sections.js';

/** Characters of a query that are searched: the cost of a fuzzy search is quadratic in the length of a word. */
const maxQueryLength = 200;

export interface SearchHit extends DocumentSection {
  readonly score: number;
}

/** Full-text index of the project's documentation, read lazily. */
export class Corpus {
  readonly #root: string;
  #sections: ReadonlyMap<string, DocumentSection> | undefined;
  #index: MiniSearch<DocumentSection> | undefined;

  /** `root`: its Markdown files, and those under `demo`, are the documentation. */
  constructor(root: string) {
    this.#root = root;
  }

  get(id: string): DocumentSection | undefined {
    return this.#load().get(id);
  }

  all(): readonly DocumentSection[] {
    return [...this.#load().values()];
  }

  /** The best hits in the documentation and in `attached`, best first, at most `limit`. Scores are rounded to 0.01. */
  search(query: string, limit: number, attached: readonly DocumentSection[] = []): SearchHit[] {
    const documentation = this.#load();
    this.#index ??= indexOf([...documentation.values()]);
    const all = new Map([
      ...documentation,
      ...attached.map(section => [section.id, section] as const),
    ]);
    return [this.#index, indexOf(attached)]
      .flatMap(index => index.search(query.slice(0, maxQueryLength)))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .flatMap(({id, score}) => {
        const section = all.get(String(id));
        return section ? [{...section, score: Math.round(score * 100) / 100}] : [];
      });
  }

  #load(): ReadonlyMap<string, DocumentSection> {
    this.#sections ??= new Map(
      this.#files().flatMap(name =>
        sectionsOf(name, readFileSync(join(this.#root, name), 'utf8')).map(section => [
          section.id,
          section,
        ]),
      ),
    );
    return this.#sections;
  }

  #files(): string[] {
    const below = readdirSync(join(this.#root, 'demo'), {recursive: true, encoding: 'utf8'});
    return [...readdirSync(this.#root), ...below.map(name => join('demo', name))]
      .filter(name => name.endsWith('.md') && !name.includes('node_modules'))
      .sort();
  }
}

function indexOf(sections: readonly DocumentSection[]): MiniSearch<DocumentSection> {
  const index = new MiniSearch<DocumentSection>({
    fields: ['heading', 'text', 'name'],
    searchOptions: {boost: {heading: 2}, prefix: true, fuzzy: 0.2},
  });
  index.addAll(sections);
  return index;
}
