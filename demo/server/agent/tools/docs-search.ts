import {z} from 'zod';
import type {DocumentSection} from '../sections.js';
import type {Corpus} from '../corpus.js';
import type {AgentTool} from '../tool.js';

interface Source {
  readonly rank: number;
  readonly title: string;
  readonly id: string;
  readonly snippet: string;
  readonly score: number;
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
      const hits = corpus.search(query, 8, attached);
      await context.phase('RETRIEVAL', 'completed', {data: {retrieved_count: hits.length}});
      await context.phase('RERANKING', 'started');
      const best = hits.slice(0, 3);
      const sources = best.map((hit, n) => ({
        rank: n + 1,
        title: `${hit.name}: ${hit.heading}`,
        id: hit.id,
        snippet: firstSentence(hit.text),
        score: hit.score,
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

/** Characters of a section that are searched for its first sentence. */
const maxSearchedCharacters = 4000;

/** The first sentence of prose; tables and code are skipped. */
function firstSentence(text: string): string {
  const prose: string[] = [];
  let fence = '';
  for (const line of text.slice(0, maxSearchedCharacters).split('\n')) {
    const mark = /^`{3,}/.exec(line)?.[0] ?? '';
    if (fence !== '') {
      if (mark.length >= fence.length) fence = '';
    } else if (mark !== '') fence = mark;
    else if (!line.trimStart().startsWith('|')) prose.push(line);
  }
  const flat = prose
    .join('\n')
    .replace(/[`*_#>[\]<]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const end = flat.search(/[.!?](\s|$)/);
  return (end < 0 ? flat : flat.slice(0, end + 1)).slice(0, 240);
}
