import type {MarkdownExtension} from '../../core/markdown/markdown.js';
import {createFormula} from './formula.js';
import {blockMath, inlineMath, type Formula} from './syntax.js';

/**
 * Mathematics in TeX: `$…$` and `\(…\)` within a line, `$$…$$` and `\[…\]` on lines of their own. It becomes MathML; the
 * library that reads TeX is fetched with the first formula.
 */
export function math(): MarkdownExtension<Node> {
  const renderer = (token: object): Node => createFormula(token as Formula);
  return {
    extensions: [...blockMath, inlineMath].map(syntax => ({...syntax, renderer})),
  };
}
