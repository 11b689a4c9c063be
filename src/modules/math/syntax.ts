import type {BlockSyntax, InlineSyntax, MarkdownToken} from '../../core/markdown/syntax.js';

/** A piece of TeX. */
export interface Formula extends MarkdownToken {
  readonly tex: string;
  /** On a line of its own. */
  readonly display: boolean;
  /** More of it may come. */
  readonly pending: boolean;
}

/** Dollar signs are prices more often than not: none stands inside of a space, nor before a digit at the end. */
const INLINE = [
  /^(?<display>\$\$)([^$]{1,2000})\$\$/,
  /^\$(?![\s$])((?:\\[^]|[^$\\`])*?)(?<!\s)\$(?!\d)/,
  /^\\\(([^]{1,2000}?)\\\)/,
  /^(?<display>\\\[)([^]{1,2000}?)\\\]/,
];

/** What has been begun at the end of a text that may go on. */
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

/** Formulas on lines of their own, each from its mark to the end of a line with the other one; TeX has no blank line. */
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
