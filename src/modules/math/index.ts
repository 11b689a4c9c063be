import type {MarkdownExtension} from '../../core/markdown/markdown.js';
import {createFormula} from './formula.js';
import {blockMath, inlineMath, type Formula} from './syntax.js';

/**
 * Renders mathematics in TeX: `$…$` and `\(…\)` inline, `$$…$$` and `\[…\]` as blocks. The output is MathML; the TeX
 * library loads with the first formula.
 */
export function math(): MarkdownExtension<Node> {
  const renderer = (token: object): Node => createFormula(token as Formula);
  return {
    extensions: [...blockMath, inlineMath].map(syntax => ({...syntax, renderer})),
  };
}
