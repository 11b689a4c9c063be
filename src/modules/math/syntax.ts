import type {BlockSyntax, InlineSyntax, MarkdownToken} from '../../core/markdown/syntax.js';

/** A formula found in a text. */
export interface Formula extends MarkdownToken {
  readonly tex: string;
  /** Whether it is displayed as a block. */
  readonly display: boolean;
  /** Whether more of it may arrive. */
  readonly pending: boolean;
}

/**
 * A dollar sign is usually a price: the delimiters of a formula have no space inside, and no digit follows the closing
 * one.
 */
const INLINE = [
  /^(?<display>\$\$)([^$]{1,2000})\$\$/,
  /^\$(?![\s$])((?:\\[^]|[^$\\`])*?)(?<!\s)\$(?!\d)/,
  /^\\\(([^]{1,2000}?)\\\)/,
  /^(?<display>\\\[)([^]{1,2000}?)\\\]/,
];

/** Formulas that are open at the end of a streaming text. */
const PENDING = [
  /^(?<display>\$\$)([^$]{0,2000})\$?$/,
  /^\$(?![\s\d$])([^$\n]{0,300})$/,
  /^\\\(([^]{0,2000})$/,
  /^(?<display>\\\[)([^]{0,2000})$/,
];

type WithoutRenderer<S> = Omit<S, 'renderer'>;

export const inlineMath: WithoutRenderer<InlineSyntax> = {
  name: 'math',
  level: 'inline',
  start: text => text.search(/\$|\\[([]/),
  tokenizer: (text, open) =>
    read(INLINE, text, false) ?? (open ? read(PENDING, text, true) : undefined),
};

function read(patterns: readonly RegExp[], text: string, pending: boolean): Formula | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (!match) continue;
    const display = match.groups?.['display'] !== undefined;
    return {raw: match[0], tex: match[display ? 2 : 1] ?? '', display, pending};
  }
  return undefined;
}

/**
 * Formulas in lines of their own. They end with the line that contains the closing delimiter; a blank line ends them
 * too.
 */
export const blockMath = [
  blockBetween(/^\$\$((?:(?!\$\$).)*)(\$\$\s*)?$/, /\$\$\s*$/),
  blockBetween(/^\\\[((?:(?!\\\]).)*)(\\\]\s*)?$/, /\\\]\s*$/),
];

function blockBetween(begins: RegExp, ends: RegExp): WithoutRenderer<BlockSyntax> {
  return {
    name: 'math-block',
    level: 'block',
    start: line => (begins.test(line) ? 0 : -1),
    end: (line, first) =>
      first ? begins.exec(line)?.[2] !== undefined : /^\s*$/.test(line) || ends.test(line),
    tokenizer(raw, open): Formula | undefined {
      const body = raw.trim().slice(2);
      const whole = ends.test(body);
      if (!whole && !open) return undefined;
      const tex = whole ? body.replace(ends, '') : body.replace(/[$\\]$/, '');
      return {raw, tex, display: true, pending: !whole};
    },
  };
}
