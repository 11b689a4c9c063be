import {Registry} from '../registry.js';
import type {JsonRecord} from '../values.js';
import type {CodeBlock, HtmlBlock, TableBlock} from './block.js';
import type {MarkdownEngine} from './engine.js';
import type {ImageInline} from './inline.js';
import type {TokenParts} from './standard-tokens/token.js';
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

/** An extension written for `marked`. Parts that only `marked` has are reported. */
export interface MarkedExtension {
  readonly extensions?: readonly {readonly name: string}[] | null | undefined;
}

// Older versions of marked need `useNewRenderer`.
const KEYS: ReadonlySet<string> = new Set([
  ...['accompany', 'code', 'extensions', 'html', 'image', 'table'],
  ...['useNewRenderer', 'walkTokens'],
]);
/** The types of standard tokens that extensions may change. */
const TYPES: ReadonlySet<string> = new Set([
  ...['heading', 'paragraph', 'code', 'blockquote', 'hr', 'html'],
  ...['text', 'codespan', 'br', 'em', 'strong', 'del', 'link', 'image'],
]);
/** The functions that are supported of keys of `marked` with several. */
const FUNCTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  hooks: new Set(['preprocess', 'postprocess']),
  renderer: TYPES,
  tokenizer: new Set(['inlineText']),
};
/** Other parts of an extension rely on these. */
const NEEDED = /^(?:async$|hooks|tokenizer)| /;

/** The Markdown extensions of one chat. They take precedence over the shared extensions of the fallback. */
export class Markdown<Output> {
  readonly #parent: Markdown<Output> | undefined;
  readonly #extensions: Registry<MarkdownExtension<Output>>;
  /** The engines by name. */
  readonly #engines: Registry<MarkdownEngine>;
  readonly #listeners = new Set<() => void>();
  #engine: MarkdownEngine | string | undefined;

  constructor(parent?: Markdown<Output>) {
    this.#parent = parent;
    this.#extensions = new Registry(parent ? parent.#extensions : undefined);
    this.#engines = new Registry(parent ? parent.#engines : undefined);
  }

  /**
   * The engine that parses the texts, or its name; by default, that of the fallback, or the built-in one, whose name is
   * `built-in`. A change renders the page again.
   */
  get engine(): MarkdownEngine | string | undefined {
    return this.#engine ?? this.#parent?.engine;
  }

  set engine(engine: MarkdownEngine | string | undefined) {
    if (engine === this.#engine) return;
    this.#engine = engine;
    this.#notify();
  }

  /** Registers an engine, so that its name selects it. */
  addEngine(engine: MarkdownEngine): void {
    this.#engines.register(engine.name, engine);
    this.#notify();
  }

  /** The engine with this name, or the selected one; `undefined` for the built-in one. An unknown name is returned. */
  findEngine(name?: string): MarkdownEngine | string | undefined {
    const wanted = name ?? this.engine;
    if (wanted === 'built-in' || wanted === '') return undefined;
    return typeof wanted === 'string' ? (this.#engines.get(wanted) ?? wanted) : wanted;
  }

  /**
   * Adds an extension, which takes precedence over earlier ones, and renders the page again. Returns a function that
   * removes it. What the built-in engine does not support of an extension of `marked` is reported; if the rest of the
   * extension needs it, the extension is not added.
   */
  use(extension: MarkdownExtension<Output> | MarkedExtension, ...others: never[]): () => void {
    if (!isSupported<Output>(extension, others)) return () => undefined;
    const undo = this.#extensions.register('markdown', extension);
    this.#notify();
    return () => {
      undo();
      this.#notify();
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

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** The syntax of all extensions, in order of precedence. */
  get syntax(): readonly MarkdownSyntax<Output>[] {
    const all = this.#extensions.all('markdown').flatMap(({extensions}) => extensions ?? []);
    return all.filter(({tokenizer}) => Boolean(tokenizer));
  }

  /** The extensions that change standard tokens, in order of precedence. */
  get tokenParts(): readonly TokenParts[] {
    const all: readonly TokenParts[] = this.#extensions.all('markdown');
    return all.filter(({extensions, hooks, renderer, tokenizer, walkTokens}) => {
      const own = extensions?.find(one => !one.tokenizer);
      return own ?? hooks ?? renderer ?? tokenizer ?? walkTokens;
    });
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

/** Reports the keys of an extension that are not supported. Returns whether the others work without them. */
function isSupported<Output>(
  extension: MarkdownExtension<Output> | MarkedExtension,
  others: readonly unknown[],
): extension is MarkdownExtension<Output> {
  if (Array.isArray(extension) || others.length > 0) {
    console.warn('ubik-chat: markdown.use takes one extension; call it for each.');
    if (Array.isArray(extension)) return false;
  }
  // `false` is the default of the options of `marked` except for `gfm`; extensions set them to it.
  const given = Object.entries(extension).filter(
    ([key, value]) => Boolean(value) || (key === 'gfm' && value === false),
  );
  const keys = given.flatMap(([key, value]) => {
    const known = FUNCTIONS[key];
    if (!known) return KEYS.has(key) ? [] : [key];
    const others = Object.entries(value as object).filter(
      ([name, part]) => part && !known.has(name),
    );
    return others.map(([name]) => `${key}.${name}`);
  });
  for (const {name, ...syntax} of extension.extensions ?? []) {
    const {level, tokenizer, renderer}: JsonRecord = syntax;
    if (level !== 'inline' && level !== 'block')
      keys.push(`${name} with the level ${String(level)}`);
    if (typeof renderer !== 'function') keys.push(`${name} without renderer`);
    // Without a tokenizer, it renders tokens of a standard type, or of one that `walkTokens` sets.
    const isUsed = 'walkTokens' in extension || TYPES.has(name);
    if (typeof tokenizer !== 'function' && !isUsed) keys.push(`${name} without tokenizer`);
  }
  if (keys.length === 0) return true;
  const isPartial = !keys.some(key => NEEDED.test(key));
  import('./extension-report.js').then(
    ({reportUnsupported}) => reportUnsupported(keys, isPartial),
    () => console.warn(`ubik-chat: markdown.use does not support ${keys.join(', ')}.`),
  );
  return isPartial;
}
