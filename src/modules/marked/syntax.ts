import type {
  MarkedOptions,
  Token,
  TokenizerExtensionFunction,
  TokenizerStartFunction,
} from 'marked';
import {
  maxBefore,
  type BlockSyntax,
  type InlineSyntax,
  type MarkdownSyntax,
  type MarkdownToken,
} from '../../core/markdown/syntax.js';

/** The type of tokens of extensions that were added with `markdown.use`. */
export const SYNTAX_TYPE = 'ubik-chat';

/** A token of the syntax of such an extension. */
export interface SyntaxToken {
  readonly type: typeof SYNTAX_TYPE;
  readonly raw: string;
  readonly syntax: MarkdownSyntax;
  /** The token of inline syntax. */
  readonly found?: MarkdownToken;
  /** The text before inline syntax. */
  readonly before?: string;
  /** The lines of block syntax. */
  readonly lines?: readonly string[];
}

/** The options of an instance, extended with the syntax of `markdown.use`, which takes precedence. */
export function addSyntax(
  defaults: MarkedOptions,
  syntax: readonly MarkdownSyntax[],
): MarkedOptions {
  if (syntax.length === 0) return {...defaults};
  const inline = syntax.filter(one => one.level === 'inline');
  const block = syntax.filter(one => one.level === 'block');
  const known = defaults.extensions;
  return {
    ...defaults,
    extensions: {
      renderers: known?.renderers ?? {},
      childTokens: known?.childTokens ?? {},
      inline: [...inline.map(readInline), ...(known?.inline ?? [])],
      block: [...block.map(readBlock), ...(known?.block ?? [])],
      startInline: [...inline.map(startInline), ...(known?.startInline ?? [])],
      startBlock: [...block.map(startBlock), ...(known?.startBlock ?? [])],
    },
  };
}

function readInline(syntax: InlineSyntax): TokenizerExtensionFunction {
  return (src, tokens) => {
    if (syntax.start && syntax.start(src) !== 0) return undefined;
    const earlier = tokens.slice(-2).map(({raw}) => raw);
    const before = earlier.join('').slice(-maxBefore);
    const found = syntax.tokenizer(src, false, before);
    if (!found?.raw || !src.startsWith(found.raw)) return undefined;
    return {type: SYNTAX_TYPE, raw: found.raw, syntax, found, before} satisfies SyntaxToken;
  };
}

function startInline(syntax: InlineSyntax): TokenizerStartFunction {
  return src => (syntax.start ? syntax.start(src) : 0);
}

/** Whether a block may begin with a line. */
function begins(syntax: BlockSyntax, line: string): boolean {
  const content = /^ {0,3}(?=\S)(.*)/.exec(line)?.[1];
  if (content === undefined) return false;
  return syntax.start ? syntax.start(content) === 0 : syntax.tokenizer(content, true) !== undefined;
}

/** Whether a line continues the text above it in a tight item, whose lines are read one by one. */
function continues(syntax: BlockSyntax, line: string, above: Token | undefined): boolean {
  if (!syntax.continues || above?.type !== 'text') return false;
  return syntax.continues(line.trimStart(), above.raw.trimEnd().split('\n'));
}

function readBlock(syntax: BlockSyntax): TokenizerExtensionFunction {
  return (src, tokens) => {
    const lines: string[] = [];
    let at = 0;
    for (const line of linesOf(src)) {
      if (lines.length === 0 && (!begins(syntax, line) || continues(syntax, line, tokens.at(-1))))
        return undefined;
      if (!syntax.end && /^\s*$/.test(line)) break;
      if (lines.length > 0 && syntax.end && syntax.endsBefore?.(line, lines)) break;
      const content = lines.length === 0 ? line.trimStart() : line;
      const end = syntax.end?.(content, lines.length === 0);
      const rest = typeof end === 'number' && end > 0 ? content.slice(end) : '';
      lines.push(content.slice(0, content.length - rest.length));
      at += rest === '' ? line.length + 1 : line.length - rest.length;
      if (end) break;
    }
    if (lines.length === 0) return undefined;
    return {type: SYNTAX_TYPE, raw: src.slice(0, at), syntax, lines} satisfies SyntaxToken;
  };
}

/** The next line of the same paragraph with which a block begins. */
function startBlock(syntax: BlockSyntax): TokenizerStartFunction {
  return src => {
    if (!syntax.start) return undefined;
    let at = 0;
    const paragraph: string[] = [];
    for (const line of linesOf(src)) {
      const isInside = syntax.continues?.(line.trimStart(), paragraph) ?? false;
      if (at > 0 && !isInside && begins(syntax, line)) return at;
      paragraph.push(line);
      if (/^\s*$/.test(line)) return undefined;
      at += line.length + 1;
    }
    return undefined;
  };
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end < 0 ? text.length : end);
    from = end < 0 ? text.length : end + 1;
  }
}
