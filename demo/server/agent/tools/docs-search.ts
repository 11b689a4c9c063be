import {z} from 'zod';
import {termsOf} from '../../../site/search-terms.js';
import type {Corpus} from '../corpus.js';
import {addressOf, proseOf, type DocumentSection} from '../sections.js';
import type {AgentTool} from '../tool.js';

interface Source {
  readonly rank: number;
  readonly title: string;
  readonly id: string;
  /** The address of the section on this site. */
  readonly url?: string | undefined;
  readonly snippet: string;
  readonly score: number;
  /** Whether the quotation, with its headings, contains all words of the query. */
  readonly complete: boolean;
}

interface SearchResult {
  readonly query: string;
  /** Text with `<citation>` tags, in the format of the API guide's document search. */
  readonly response: string;
  readonly sources: readonly Source[];
}

/** Full-text search in the documentation and in `attached` sections. */
export function docsSearch(
  corpus: Corpus,
  attached: readonly DocumentSection[],
): AgentTool<{query: string}, SearchResult> {
  return {
    id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e03',
    name: 'docs_search',
    description: "Searches the project's documentation.",
    input: z.object({query: z.string().min(1)}),
    async run({query}, context) {
      await context.phase('SEARCH_PREPARATION', 'started', {query});
      const hits = corpus.search(query, 8, attached).flatMap(hit => {
        const snippet = quotationOf(hit.text, query);
        return snippet === '' ? [] : [{...hit, snippet}];
      });
      await context.phase('RETRIEVAL', 'completed', {data: {retrieved_count: hits.length}});
      await context.phase('RERANKING', 'started');
      const best = hits.slice(0, 3);
      const sources = best.map((hit, n) => ({
        rank: n + 1,
        title: hit.page === hit.heading ? hit.page : `${hit.page}: ${hit.heading}`,
        id: hit.id,
        url: addressOf(hit),
        snippet: hit.snippet,
        score: hit.score,
        complete: isComplete(`${hit.page} ${hit.heading} ${hit.snippet}`, query),
      }));
      await context.phase('RERANKING', 'completed', {
        data: {
          initial_count: hits.length,
          reranked_count: hits.length,
          kept_count: best.length,
          sources,
        },
        output_key: 'sources',
      });
      await context.phase('COMPILING_RESULTS', 'started');
      const response = sources.map(source => `${source.snippet} ${cite(source)}`).join('\n\n');
      for (const source of sources)
        await context.log(`${source.snippet} <source_${source.rank}>\n`);
      return {query, response: response || 'Nothing was found.', sources};
    },
  };
}

/** The `<citation>` tag of a source. */
export function cite({id, title, rank}: Source): string {
  const name = title.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`);
  return `<citation id="${id}" name="${name}">[${rank}]</citation>`;
}

/** Characters of a section that are searched for a quotation. */
const maxSearchedCharacters = 4000;

/** The longest quotation, in characters. */
const maxQuotation = 240;

/** Whether a text contains all words of a query, without numbers. */
const isComplete = (text: string, query: string): boolean => {
  const terms = termsOf(text);
  return [...termsOf(query)].every(term => terms.has(term) || /^\d+$/.test(term));
};

/**
 * The sentence of a section that has most words of a query; of those, a whole sentence before a row of a table. Empty if
 * the section is only figures and code.
 */
function quotationOf(text: string, query: string): string {
  const terms = termsOf(query);
  const scored = sentencesOf(text).map(sentence => ({
    sentence,
    score:
      [...termsOf(sentence)].filter(term => terms.has(term)).length -
      (/[.!?]$/.test(sentence) ? 0 : 0.5),
  }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), {
    sentence: '',
    score: -Infinity,
  });
  return best.sentence.length > maxQuotation
    ? `${best.sentence.slice(0, maxQuotation).replace(/\s+\S*$/, '')} …`
    : best.sentence;
}

/** Whether a text can be quoted: no code, no request, and not only figures. */
const isProse = (text: string): boolean =>
  !/[{}]|:$|^(?:GET|POST|PUT|PATCH|DELETE) /.test(text) &&
  (text.match(/\p{L}{3,}/gu)?.length ?? 0) > 3;

/** The sentences of the prose of a section. */
const sentencesOf = (text: string): readonly string[] =>
  proseOf(text.slice(0, maxSearchedCharacters))
    .split(/\n\s*\n|(?<=[.!?])\s+/)
    .map(sentence => sentence.replace(/\s+/g, ' ').trim())
    .filter(isProse);
