import MiniSearch, {type Options, type SearchResult} from 'minisearch';
import {englishOf} from './foreign-words.js';
import {indexedTermsOf, indexedWords, queryWords, termOf, termsOf} from './search-terms.js';

/** A passage of a page in the search index. */
export interface SearchEntry {
  readonly id: number;
  /** Relative to the root of the site, with the fragment of the heading. */
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Names in its code samples, separated by spaces. */
  readonly names?: string;
  readonly kind: 'guide' | 'home' | 'reference' | 'types' | 'report' | 'changelog';
}

/** A passage that was found. */
export interface SearchHit extends SearchEntry {
  readonly score: number;
  /** The share of the words of the query that the passage contains, from 0 to 1. */
  readonly share: number;
}

/** Finds passages, best first. */
export interface SearchIndex {
  search(query: string): readonly SearchHit[];
  /** Whether a passage has this word, or another form of it. */
  has(word: string): boolean;
}

/** The name of the page in its address: `docs/control.html#status` is `control`. */
const nameOf = ({url}: SearchEntry): string => /([\w-]+)\.html/.exec(url)?.[1] ?? '';

const options: Options<SearchEntry> = {
  fields: ['heading', 'page', 'text', 'name', 'names'],
  storeFields: ['url', 'page', 'heading', 'text', 'kind'],
  extractField: (entry, field) =>
    field === 'name' ? nameOf(entry) : String(entry[field as keyof SearchEntry] ?? ''),
  tokenize: indexedWords,
  searchOptions: {
    tokenize: queryWords,
    boost: {heading: 3, page: 2, name: 2, names: 0.5},
    // Only the last word may be incomplete: in `open chat`, `open` is not the beginning of `openai`.
    prefix: (term, index, terms) => term.length > 2 && index === terms.length - 1,
    weights: {fuzzy: 0.2, prefix: 0.4},
    combineWith: 'OR',
  },
};

/** The share of the letters of a word that may be wrong. */
const fuzziness = 0.2;

/** The reference repeats the words of the guides for each element; the home page summarizes them. */
const weights = {
  guide: 1,
  home: 0.6,
  reference: 0.45,
  types: 0.2,
  report: 0.2,
  changelog: 0.15,
} as const;

/** The term of what every page is about: beside other words it says nothing. */
const subject = 'chat';

/** At most this many passages of a page are found. */
const maxPerPage = 2;

/** Creates the index of all passages. A passage with all words of a query is found before one with some of them. */
export function createSearch(entries: readonly SearchEntry[]): SearchIndex {
  const known = new Set<string>();
  const index = new MiniSearch<SearchEntry>({
    ...options,
    processTerm(word) {
      const terms = indexedTermsOf(word);
      for (const term of terms ?? []) known.add(term);
      return terms;
    },
  });
  index.addAll(entries);
  /**
   * The terms of a word of a query. If no passage has the word, it is translated, or two letters in the wrong order are
   * corrected.
   */
  const queryTerms = (word: string): string[] => {
    const term = termOf(word);
    const begins = (other: string): boolean => other.startsWith(term ?? '');
    if (term === null) return [];
    if (known.has(term) || [...known].some(begins)) return [term];
    const english = englishOf(word);
    if (english !== undefined) return [...termsOf(english)];
    const others = transpositionsOf(word).map(termOf);
    const corrected = others.find(other => other !== null && known.has(other));
    return corrected ? [corrected] : others.includes(null) ? [] : [term];
  };
  /** Without a passage about `TrustedHTML`, its parts are searched. */
  const divideNames = (query: string): string =>
    query.replace(/\p{L}+/gu, name =>
      known.has(termOf(name.toLowerCase()) ?? '')
        ? name
        : name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '),
    );
  /** Names of two neighbouring words: `session id` prefers passages about `session-id`. */
  const namesIn = (query: string): readonly string[] => {
    const words = query.toLowerCase().match(/\p{L}+/gu) ?? [];
    return words
      .slice(1)
      .map((word, at) => `${words[at]}${word}`)
      .filter(name => known.has(termOf(name) ?? ''));
  };
  /** Words of the passages are written correctly. */
  const fuzzy = (term: string): number => (term.length > 4 && !known.has(term) ? fuzziness : 0);
  return {
    has: word => known.has(termOf(word) ?? ''),
    search(typed) {
      const query = divideNames(typed);
      const isSpecific = [...termsOf(query, queryTerms)].some(
        term => !/^(?:ubik|chat)$/.test(term),
      );
      const processTerm = (word: string): string[] =>
        isSpecific ? queryTerms(word).filter(term => term !== subject) : queryTerms(word);
      const terms = termsOf(query, processTerm);
      const hits = index
        .search([...(isSpecific ? namesIn(query) : []), query].join(' '), {processTerm, fuzzy})
        .filter(startsAlike)
        .map(result => hitOf(result as SearchResult & SearchEntry, terms, known))
        .sort((a, b) => b.score - a.score);
      const found = new Map<string, number>();
      return hits.filter(({url}) => {
        const path = url.replace(/#.*/, '');
        const before = found.get(path) ?? 0;
        found.set(path, before + 1);
        return before < maxPerPage;
      });
    },
  };
}

/** The longest word whose letters are exchanged. */
const maxLetters = 20;

/** A word with each two neighbouring letters exchanged. */
const transpositionsOf = (word: string): readonly string[] =>
  word.length < 4 || word.length > maxLetters
    ? []
    : Array.from({length: word.length - 1}, (_, at) =>
        [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
      );

/** A typing error is rarely in the first letter: `jquery` does not find `query`. */
const startsAlike = ({terms, queryTerms}: SearchResult): boolean =>
  terms.some(term => queryTerms.some(queried => term.startsWith(queried.charAt(0))));

/** Kinds whose headings are names of parts and properties, each of which other elements have, too. */
const named: ReadonlySet<SearchEntry['kind']> = new Set(['reference', 'types']);

/** A heading that consists of the terms of the query is probably what was searched. */
function hitOf(
  result: SearchResult & SearchEntry,
  terms: ReadonlySet<string>,
  known: ReadonlySet<string>,
): SearchHit {
  const {url, page, heading, text, kind} = result;
  // A word with other letters is probably another word.
  const count = [...new Set(result.queryTerms)].reduce((sum, term) => {
    const isFound = known.has(term) || result.terms.some(found => found.startsWith(term));
    return sum + (isFound ? 1 : 0.5);
  }, 0);
  const share = Math.min(count / (terms.size || 1), 1);
  const headingTerms = termsOf(heading);
  const isHeading =
    !named.has(kind) &&
    headingTerms.size === terms.size &&
    [...terms].every(term => headingTerms.has(term));
  // The beginning of a page is about its subject, if the heading says so.
  const isBeginning = !url.includes('#');
  const isSubject = isBeginning && [...terms].some(term => headingTerms.has(term));
  const position = isSubject ? 1.3 : isBeginning ? 1.1 : 1;
  const score = result.score * share ** 2 * weights[kind] * position * (isHeading ? 2 : 1);
  return {id: Number(result.id), url, page, heading, text, kind, share, score};
}
