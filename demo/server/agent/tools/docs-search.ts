import {z} from 'zod';
import type {Chunk} from '../chunks.js';
import type {Corpus} from '../corpus.js';
import type {Tool} from '../tool.js';

interface Source {
  readonly rank: number;
  readonly title: string;
  readonly id: string;
  readonly snippet: string;
  readonly score: number;
}

interface Found {
  readonly query: string;
  /** With `<citation>` marks, as the guide's document search writes them. */
  readonly response: string;
  readonly sources: readonly Source[];
}

/** Full-text search over the documentation, and over `attached` documents. */
export function docsSearch(
  corpus: Corpus,
  attached: readonly Chunk[],
): Tool<{query: string}, Found> {
  return {
    id: '5c2a7f10-8a53-4a1e-9a55-0d6f3c1b7e03',
    name: 'docs_search',
    description: "Searches the project's documentation.",
    input: z.object({query: z.string().min(1)}),
    async run({query}, call) {
      await call.phase('SEARCH_PREPARATION', 'started', {query});
      const hits = corpus.search(query, 8, attached);
      await call.phase('RETRIEVAL', 'completed', {data: {retrieved_count: hits.length}});
      await call.phase('RERANKING', 'started');
      const kept = hits.slice(0, 3);
      const sources = kept.map((hit, n) => ({
        rank: n + 1,
        title: `${hit.name}: ${hit.heading}`,
        id: hit.id,
        snippet: firstSentence(hit.text),
        score: hit.score,
      }));
      await call.phase('RERANKING', 'completed', {
        data: {
          initial_count: hits.length,
          reranked_count: hits.length,
          kept_count: kept.length,
          sources,
        },
        output_key: 'sources',
      });
      await call.phase('COMPILING_RESULTS', 'started');
      const response = sources.map(source => `${source.snippet} ${cite(source)}`).join('\n\n');
      for (const source of sources) await call.log(`${source.snippet} <source_${source.rank}>\n`);
      return {query, response: response || 'Nothing was found.', sources};
    },
  };
}

/** The mark that cites a source. */
export function cite({id, title, rank}: Source): string {
  const name = title.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`);
  return `<citation id="${id}" name="${name}">[${rank}]</citation>`;
}

/** Characters in which the first sentence is looked for. */
const searched = 4000;

/** The first sentence of prose, tables and code left out. */
function firstSentence(text: string): string {
  const prose: string[] = [];
  let fence = '';
  for (const line of text.slice(0, searched).split('\n')) {
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
