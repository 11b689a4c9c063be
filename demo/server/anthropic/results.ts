import type {Corpus} from '../agent/corpus.js';
import type {CitedSource} from '../agent/citations.js';
import {isObject, textOf, type JsonObject} from '../json.js';
import type {Asset} from '../store/executions.js';

/** Creates citations and URLs of sources that a browser can open. */
export class Library {
  readonly #base: string;
  readonly #corpus: Corpus;

  /** `base` is the URL of the documentation: `…/documentation/`. */
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

  citation({id, title}: CitedSource, text: string): JsonObject {
    return {
      type: 'web_search_result_location',
      url: this.url(id),
      title,
      encrypted_index: Buffer.from(id).toString('base64'),
      cited_text: this.#corpus.get(id)?.text.slice(0, 150) ?? text,
    };
  }

  /** A `data:` URL: the Messages format cannot store files. */
  assetUrl({type, bytes}: Asset): string {
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  }
}

/** The result block of a tool call. */
export function resultOf(
  library: Library,
  {id, isSearch, output, failed}: {id: string; isSearch: boolean; output: unknown; failed: boolean},
): JsonObject {
  if (!isSearch) {
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
