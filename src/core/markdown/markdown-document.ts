import type {TextDelta} from '../model/growth.js';
import type {Mark} from '../model/item.js';
import type {Block} from './block.js';
import {BlockParser} from './blocks/block-parser.js';
import type {InlineContext} from './inline.js';
import type {Decode} from './destination.js';
import type {ParsedText} from './engine.js';
import {GrowingText} from './growing-text.js';
import type {MarkdownSyntax} from './syntax.js';

/**
 * The built-in engine. Each `update` receives the complete text, but only the added part is parsed, unless the text
 * changed at another place than its end.
 */
export class MarkdownDocument implements ParsedText {
  readonly #decode: Decode;
  readonly #inline: Pick<InlineContext, 'syntax'>;
  readonly #syntax: readonly MarkdownSyntax[];
  readonly #text = new GrowingText();
  #parser: BlockParser;

  /** @param syntax The syntax of extensions. */
  constructor(decode: Decode, syntax: readonly MarkdownSyntax[] = []) {
    this.#decode = decode;
    const inline = syntax.filter(one => one.level === 'inline');
    this.#inline = inline.length > 0 ? {syntax: inline} : {};
    this.#syntax = syntax;
    this.#parser = this.#createParser();
  }

  get blocks(): readonly Block[] {
    return this.#parser.children;
  }

  /** The context for parsing the text of a block. */
  get context(): InlineContext {
    const {definitions} = this.#parser;
    return {definitions, decode: this.#decode, streaming: !this.#text.ended, ...this.#inline};
  }

  /** Parses the added text. While the text may continue, its last line is parsed tentatively. */
  update(text: string, marks: readonly Mark[], streaming: boolean, growth?: TextDelta): boolean {
    const ended = this.#text.ended;
    const {restarted, added} = this.#text.update(text, marks, streaming, growth);
    if (restarted) this.#parser = this.#createParser();
    this.#parser.push(added);
    if (streaming) this.#parser.preview();
    else if (restarted || !ended) this.#parser.end();
    return restarted;
  }

  #createParser(): BlockParser {
    return new BlockParser(this.#decode, this.#syntax);
  }
}
