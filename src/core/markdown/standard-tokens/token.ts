import type {MarkdownToken} from '../syntax.js';

/** A token in the form of `marked`, which extensions read and change. */
export interface MarkedToken extends MarkdownToken {
  type: string;
  raw: string;
  text?: string;
  tokens?: MarkedToken[];
  depth?: number;
  lang?: string;
  href?: string;
  title?: string | null;
  /** Whether the text is HTML. */
  escaped?: boolean;
}

type TokenFunction = (this: object, token: MarkedToken) => unknown;

interface SyntaxParts {
  readonly name: string;
  readonly tokenizer?: unknown;
  readonly renderer?: TokenFunction;
}

/** The parts of an extension of `marked` that change tokens of standard syntax. */
export interface TokenParts {
  /** Those without a tokenizer render tokens of the type that is their name. */
  readonly extensions?: readonly SyntaxParts[] | null | undefined;
  readonly renderer?: Readonly<Record<string, TokenFunction>> | null;
  readonly tokenizer?: {
    readonly inlineText?: (this: object, text: string) => MarkedToken | false | undefined;
  } | null;
  readonly hooks?: {
    preprocess?(text: string): string;
    postprocess?(html: string): string;
  } | null;
  readonly walkTokens?: TokenFunction | null;
}
