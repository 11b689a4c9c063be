import {Registry} from '../registry.js';
import type {CodeBlock, HtmlBlock, TableBlock} from './block.js';
import type {ImageInline} from './inline.js';
import type {MarkdownSyntax} from './syntax.js';

/** The tokens that an extension can render. */
export interface MarkdownTokens {
  readonly code: CodeBlock;
  readonly table: TableBlock;
  readonly html: HtmlBlock;
  readonly image: ImageInline;
}

type TokenRenderers<Output> = {
  readonly [K in keyof MarkdownTokens]?: (token: MarkdownTokens[K]) => Output | undefined;
};

/** Accompanies a block of code while it is displayed. */
export interface Companion {
  /** The lines from this one on are new or changed; `done` if no more lines follow. */
  update(from: number, done: boolean): void;
  /** The block is removed or rendered again: undo every change to it. */
  remove(): void;
}

/** An extension of Markdown. Each function renders a complete token, or returns `undefined` to decline it. */
export interface MarkdownExtension<Output> extends TokenRenderers<Output> {
  /** Additional syntax. */
  readonly extensions?: readonly MarkdownSyntax<Output>[];
  /**
   * Accompanies a block of code from its first line on, or returns `undefined`. The renderer defines the type of
   * `place`.
   */
  accompany?(place: unknown): Companion | undefined;
}

/** The Markdown extensions of one chat. They take precedence over the shared extensions of the fallback. */
export class Markdown<Output> {
  readonly #parent: Markdown<Output> | undefined;
  readonly #extensions: Registry<MarkdownExtension<Output>>;
  readonly #listeners = new Set<() => void>();

  constructor(parent?: Markdown<Output>) {
    this.#parent = parent;
    this.#extensions = new Registry(parent ? parent.#extensions : undefined);
  }

  /**
   * Adds an extension, which takes precedence over earlier ones, and renders the page again. Returns a function that
   * removes it.
   */
  use(extension: MarkdownExtension<Output>): () => void {
    const undo = this.#extensions.register('markdown', extension);
    this.#tell();
    return () => {
      undo();
      this.#tell();
    };
  }

  /**
   * Calls the listener when an extension is added or removed, here or in the fallback. Returns an unsubscribe function.
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    const undo = this.#parent?.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      undo?.();
    };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** The syntax of all extensions, in order of precedence. */
  get syntax(): readonly MarkdownSyntax<Output>[] {
    return this.#extensions.all('markdown').flatMap(({extensions = []}) => extensions);
  }

  /** Creates the companions of a block of code. */
  accompany(place: unknown): Companion[] {
    return this.#extensions
      .all('markdown')
      .flatMap(extension => extension.accompany?.(place) ?? []);
  }

  /** Renders a token with the first extension that does not decline it. */
  render<K extends keyof MarkdownTokens>(kind: K, token: MarkdownTokens[K]): Output | undefined {
    for (const extension of this.#extensions.all('markdown')) {
      const renderers: TokenRenderers<Output> = extension;
      const output = renderers[kind]?.(token);
      if (output !== undefined) return output;
    }
    return undefined;
  }
}
