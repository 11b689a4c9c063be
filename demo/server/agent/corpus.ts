import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {createSearch, type SearchIndex} from '../../site/search-index.js';
import {addressOf, proseOf, sectionsOf, type DocumentSection} from './sections.js';

/** Characters of a query that are searched: the cost of a fuzzy search is quadratic in the length of a word. */
const maxQueryLength = 200;

/** A section that was found. */
export interface AgentHit extends DocumentSection {
  readonly score: number;
  /** The share of the words of the query that the section contains, from 0 to 1. */
  readonly share: number;
}

/** Full-text index of the project's documentation, read lazily. Attached files are indexed for one search. */
export class Corpus {
  readonly #root: string;
  #sections: ReadonlyMap<string, DocumentSection> | undefined;
  #index: SearchedSections | undefined;

  /** `root`: its `README.md` and the pages in `demo/docs` are the documentation. */
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
  search(query: string, limit: number, attached: readonly DocumentSection[] = []): AgentHit[] {
    const words = query.slice(0, maxQueryLength);
    return [this.#documentation, searchedSections(attached)]
      .flatMap(searched => hitsOf(searched, words))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }

  /** Whether a word is one of the documentation. */
  has(word: string): boolean {
    return this.#documentation.index.has(word.slice(0, maxQueryLength));
  }

  /** The pages of the site. The README repeats them. */
  get #documentation(): SearchedSections {
    return (this.#index ??= searchedSections(this.all().filter(({name}) => name !== 'README.md')));
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
    const folder = join(this.#root, 'demo/docs');
    const pages = existsSync(folder) ? readdirSync(folder).sort() : [];
    return [...pages.map(name => `demo/docs/${name}`), 'README.md'].filter(
      name => name.endsWith('.md') && existsSync(join(this.#root, name)),
    );
  }
}

/** The share of the words of a question that a section must contain. */
const minShare = 0.5;

interface SearchedSections {
  readonly sections: readonly DocumentSection[];
  readonly index: SearchIndex;
}

/** Sections in the search of the site. */
const searchedSections = (sections: readonly DocumentSection[]): SearchedSections => ({
  sections,
  index: createSearch(
    sections.map((section, id) => ({
      id,
      url: addressOf(section)?.slice(1) ?? section.name,
      page: section.page,
      heading: section.heading,
      text: proseOf(section.text),
      kind: addressOf(section) === '/' ? 'home' : 'guide',
    })),
  ),
});

/** Numbers alone are no evidence: `3` is in many sections. They only decide which of the others are better. */
function hitsOf({sections, index}: SearchedSections, query: string): readonly AgentHit[] {
  const words = query.replaceAll(/\b\d+\b/g, ' ');
  const shares = new Map(
    index.search(words.trim() === '' ? query : words).map(({id, share}) => [id, share]),
  );
  return index.search(query).flatMap(({id, score}) => {
    const section = sections[id];
    const share = shares.get(id) ?? 0;
    return section && share >= minShare
      ? [{...section, share, score: Math.round(score * 100) / 100}]
      : [];
  });
}
