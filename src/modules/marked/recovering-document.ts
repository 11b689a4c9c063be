import type {Block} from '../../core/markdown/block.js';
import type {Decode} from '../../core/markdown/destination.js';
import type {ParsedText} from '../../core/markdown/engine.js';
import type {InlineContext} from '../../core/markdown/inline.js';
import {MarkdownDocument} from '../../core/markdown/markdown-document.js';
import type {MarkdownSyntax} from '../../core/markdown/syntax.js';
import {MarkedDocument} from './marked-document.js';
import {MarkedReader, type MarkedInstance} from './reader.js';
import {reportToConsole} from '../../controller/report-to-console.js';

/**
 * Parses a text with `marked`. If that fails, for example because an extension throws or a text is nested too deeply,
 * the error is reported and the text is parsed by the built-in engine, so that no text is lost.
 */
export class RecoveringDocument implements ParsedText {
  #parsed: ParsedText;
  readonly #createFallback: () => ParsedText;

  constructor(instance: MarkedInstance, decode: Decode, syntax: readonly MarkdownSyntax[]) {
    this.#createFallback = () => new MarkdownDocument(decode, syntax);
    try {
      this.#parsed = new MarkedDocument(new MarkedReader(instance, syntax), decode);
    } catch (error) {
      this.#parsed = this.#recover(error);
    }
  }

  get blocks(): readonly Block[] {
    return this.#parsed.blocks;
  }

  get context(): InlineContext {
    return this.#parsed.context;
  }

  update(...change: Parameters<ParsedText['update']>): boolean {
    try {
      return this.#parsed.update(...change);
    } catch (error) {
      this.#parsed = this.#recover(error);
      const [text, marks, streaming] = change;
      this.#parsed.update(text, marks, streaming);
      return true;
    }
  }

  #recover(error: unknown): ParsedText {
    reportToConsole(error);
    return this.#createFallback();
  }
}
