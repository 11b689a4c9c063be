import type {Marked, MarkedOptions, Token} from 'marked';
import type {Postprocess} from '../../core/markdown/standard-tokens/postprocess.js';
import type {MarkdownSyntax} from '../../core/markdown/syntax.js';
import {addAnswerRules} from './answers.js';
import {addSyntax} from './syntax.js';

/** An instance of `Marked`, or the shared instance `marked`. */
export type MarkedInstance = Pick<
  Marked,
  'defaults' | 'Hooks' | 'Lexer' | 'Parser' | 'Renderer' | 'walkTokens'
>;

/** Link reference definitions by label. */
export type Links = Record<string, {readonly href: string; readonly title: string}>;

/** The tokens of a text after all hooks. */
export interface LexedText {
  readonly tokens: readonly Token[];
  /** The source of each token as the lexer read it, because `walkTokens` may change tokens. */
  readonly sources: ReadonlyMap<Token, string>;
  /** The code of each block of code before `walkTokens`. */
  readonly codes: ReadonlyMap<Token, string>;
}

/** Reads texts with the lexer, the hooks and `walkTokens` of an instance. */
export class MarkedReader {
  readonly instance: MarkedInstance;
  readonly options: MarkedOptions;

  constructor(instance: MarkedInstance, syntax: readonly MarkdownSyntax[]) {
    this.instance = instance;
    this.options = addSyntax(addAnswerRules(instance.defaults), syntax);
    if (instance.defaults.async) {
      throw new Error(
        'ubik-chat: the Markdown engine of `marked` does not support asynchronous extensions.',
      );
    }
  }

  /** The hook `postprocess`, if the page has one. */
  get postprocess(): Postprocess | undefined {
    const {hooks} = this.options;
    const standard: unknown = Reflect.get(this.instance.Hooks.prototype as object, 'postprocess');
    const isOwn = hooks && hooks.postprocess !== standard;
    return isOwn ? html => hooks.postprocess(html) : undefined;
  }

  /** @param links The definitions of the text before. */
  lex(source: string, links: Links): LexedText {
    const {hooks = null, walkTokens} = this.options;
    try {
      if (hooks) Object.assign(hooks, {options: this.options, block: true});
      const text = hooks ? hooks.preprocess(source) : source;
      const lexer = new this.instance.Lexer(this.options);
      Object.assign(lexer.tokens.links, links);
      const lexed = lexer.lex(text);
      const sources = new Map(lexed.map(token => [token, token.raw]));
      const codes = new Map(codesIn(lexed));
      const tokens = hooks ? hooks.processAllTokens(lexed) : lexed;
      if (walkTokens) this.#walk(tokens, walkTokens);
      return {tokens, sources, codes};
    } catch (error) {
      // Extensions such as `marked-footnote` reset their state for the next text in `walkTokens`.
      if (walkTokens) this.#walk([{type: 'space', raw: ''}], walkTokens);
      throw error;
    }
  }

  #walk(tokens: Token[], walkTokens: NonNullable<MarkedOptions['walkTokens']>): void {
    void this.instance.walkTokens(tokens, walkTokens);
  }
}

function codesIn(tokens: readonly Token[]): [Token, string][] {
  const codes: [Token, string][] = [];
  for (const token of tokens) {
    if (token.type === 'code') codes.push([token, (token as {text?: string}).text ?? '']);
    codes.push(...codesIn(childrenOf(token)));
  }
  return codes;
}

/** The nested block tokens of a token. */
export function childrenOf(token: Token): readonly Token[] {
  const {items, tokens} = token as {items?: unknown; tokens?: unknown};
  if (token.type === 'list' && Array.isArray(items)) return items as Token[];
  return Array.isArray(tokens) ? (tokens as Token[]) : [];
}
