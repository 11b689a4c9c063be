import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import MiniSearch from 'minisearch';
import {chunksOf, type Chunk} from './chunks.js';

/** Characters of a query that are searched for: a fuzzy search costs the square of the length of a word. */
const longestQuery = 200;

export interface Hit extends Chunk {
  readonly score: number;
}

/** The project's own documentation, searchable. Read when first asked for. */
export class Corpus {
  readonly #root: string;
  #chunks: ReadonlyMap<string, Chunk> | undefined;
  #index: MiniSearch<Chunk> | undefined;

  /** `root` is the folder whose Markdown files, and those under `demo`, are the documentation. */
  constructor(root: string) {
    this.#root = root;
  }

  get(id: string): Chunk | undefined {
    return this.#load().get(id);
  }

  all(): readonly Chunk[] {
    return [...this.#load().values()];
  }

  /** The best hits in the documentation and in `more`, best first, at most `limit`. */
  search(query: string, limit: number, more: readonly Chunk[] = []): Hit[] {
    const known = this.#load();
    this.#index ??= indexOf([...known.values()]);
    const all = new Map([...known, ...more.map(chunk => [chunk.id, chunk] as const)]);
    return [this.#index, indexOf(more)]
      .flatMap(index => index.search(query.slice(0, longestQuery)))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .flatMap(({id, score}) => {
        const chunk = all.get(String(id));
        return chunk ? [{...chunk, score: Math.round(score * 100) / 100}] : [];
      });
  }

  #load(): ReadonlyMap<string, Chunk> {
    this.#chunks ??= new Map(
      this.#files().flatMap(name =>
        chunksOf(name, readFileSync(join(this.#root, name), 'utf8')).map(chunk => [
          chunk.id,
          chunk,
        ]),
      ),
    );
    return this.#chunks;
  }

  #files(): string[] {
    const below = readdirSync(join(this.#root, 'demo'), {recursive: true, encoding: 'utf8'});
    return [...readdirSync(this.#root), ...below.map(name => join('demo', name))]
      .filter(name => name.endsWith('.md') && !name.includes('node_modules'))
      .sort();
  }
}

function indexOf(chunks: readonly Chunk[]): MiniSearch<Chunk> {
  const index = new MiniSearch<Chunk>({
    fields: ['heading', 'text', 'name'],
    searchOptions: {boost: {heading: 2}, prefix: true, fuzzy: 0.2},
  });
  index.addAll(chunks);
  return index;
}
