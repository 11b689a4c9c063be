import {Registry} from '../registry.js';
import type {CodeBlock, HtmlBlock, TableBlock} from './block.js';
import type {ImageInline} from './inline.js';

/** What an extension may draw in its own way. */
export interface MarkdownTokens {
  readonly code: CodeBlock;
  readonly table: TableBlock;
  readonly html: HtmlBlock;
  readonly image: ImageInline;
}

/**
 * A later addition to Markdown, such as highlighting or diagrams. Each function draws a token, or declines it by giving
 * `undefined`; it is asked once, when nothing more will come of the token.
 */
export type MarkdownExtension<Output> = {
  readonly [K in keyof MarkdownTokens]?: (token: MarkdownTokens[K]) => Output | undefined;
};

/** The extensions of Markdown: those of one chat, before those that all chats share. */
export class Markdown<Output> {
  readonly #extensions: Registry<MarkdownExtension<Output>>;

  constructor(parent?: Markdown<Output>) {
    this.#extensions = new Registry(parent ? parent.#extensions : undefined);
  }

  /** Adds an extension, which is asked before those that are there; gives back the function that undoes it. */
  use(extension: MarkdownExtension<Output>): () => void {
    return this.#extensions.register('markdown', extension);
  }

  /** What the first extension that does not decline makes of a token. */
  render<K extends keyof MarkdownTokens>(kind: K, token: MarkdownTokens[K]): Output | undefined {
    for (const extension of this.#extensions.all('markdown')) {
      const output = extension[kind]?.(token);
      if (output !== undefined) return output;
    }
    return undefined;
  }
}
