import {Registry} from '../registry.js';
import type {CodeBlock, HtmlBlock, TableBlock} from './block.js';
import type {ImageInline} from './inline.js';

/** What an extension may draw in its own way. */
export interface MarkdownTokens {
  /** Code whose fence names a language: `code:mermaid`. Any code: `code`. */
  readonly code: CodeBlock;
  readonly table: TableBlock;
  readonly html: HtmlBlock;
  readonly image: ImageInline;
}

/**
 * Draws a token, or declines it by giving `undefined`. It is asked once, when nothing more will come of the token. What
 * it gives is a node, or HTML, which goes through the same gate as the HTML of a text.
 */
export type TokenRenderer<Token, Output> = (token: Token) => Output | undefined;

/** A later addition to Markdown, such as highlighting or diagrams: renderers by the name of what they draw. */
export interface MarkdownExtension<Output> {
  readonly code?: TokenRenderer<CodeBlock, Output>;
  readonly table?: TokenRenderer<TableBlock, Output>;
  readonly html?: TokenRenderer<HtmlBlock, Output>;
  readonly image?: TokenRenderer<ImageInline, Output>;
}

/** The extensions of Markdown, shared or of one chat. */
export class Markdown<Output> {
  readonly #extensions: Registry<MarkdownExtension<Output>>;

  constructor(parent?: Markdown<Output>) {
    this.#extensions = new Registry(parent && parent.#extensions);
  }

  /** Adds an extension, which is asked before those that are there; gives back the function that undoes it. */
  use(extension: MarkdownExtension<Output>): () => void {
    return this.#extensions.register('', extension);
  }

  /** What the first extension that does not decline makes of a token. */
  render<K extends keyof MarkdownTokens>(kind: K, token: MarkdownTokens[K]): Output | undefined {
    return undefined;
  }
}
