import type {MarkdownEngine} from '../../core/markdown/engine.js';
import {RecoveringDocument} from './recovering-document.js';
import type {MarkedInstance} from './reader.js';

/**
 * A Markdown engine based on `marked`: the tokens of its lexer are rendered instead of those of the built-in parser.
 * Extensions, tokenizers, hooks, renderers and `walkTokens` of the instance apply; what they add after a text was
 * rendered applies to texts that are rendered later. The HTML of renderers is sanitized.
 *
 * @param instance An instance of `Marked`, or the shared `marked`.
 */
export function markedEngine(instance: MarkedInstance): MarkdownEngine {
  return {
    name: 'marked',
    parse: (decode, syntax) => new RecoveringDocument(instance, decode, syntax),
  };
}
