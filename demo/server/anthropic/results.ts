import type {Corpus} from '../agent/corpus.js';
import type {Quoted} from '../agent/quotes.js';
import {isObject, textOf, type JsonObject} from '../json.js';
import type {Asset} from '../store/executions.js';

/** What an answer refers to, with addresses that a browser can follow. */
export class Library {
  readonly #base: string;
  readonly #corpus: Corpus;

  /** `base` is where the documentation can be read: `…/documentation/`. */
  constructor(base: string, corpus: Corpus) {
    this.#base = base;
    this.#corpus = corpus;
  }

  isSearch(tool: string): boolean {
    return tool === 'docs_search';
  }

  url(id: string): string {
    return `${this.#base}${id}`;
  }

  citation({id, title}: Quoted, words: string): JsonObject {
    return {
      type: 'web_search_result_location',
      url: this.url(id),
      title,
      encrypted_index: Buffer.from(id).toString('base64'),
      cited_text: this.#corpus.get(id)?.text.slice(0, 150) ?? words,
    };
  }

  /** A picture goes into the answer's own text: the format has nowhere to keep a file. */
  keep({type, bytes}: Asset): string {
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  }
}

/** The block that tells what a call gave. */
export function resultOf(
  library: Library,
  {id, searches, output, failed}: {id: string; searches: boolean; output: unknown; failed: boolean},
): JsonObject {
  if (!searches) {
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    return {
      type: 'mcp_tool_result',
      tool_use_id: id,
      is_error: failed,
      content: [{type: 'text', text}],
    };
  }
  const sources = isObject(output) && Array.isArray(output['sources']) ? output['sources'] : [];
  const content = failed
    ? {type: 'web_search_tool_result_error', error_code: 'unavailable'}
    : sources.filter(isObject).map(source => ({
        type: 'web_search_result',
        url: library.url(textOf(source['id'])),
        title: source['title'],
        encrypted_content: Buffer.from(textOf(source['snippet'])).toString('base64'),
        page_age: null,
      }));
  return {type: 'web_search_tool_result', tool_use_id: id, content};
}
