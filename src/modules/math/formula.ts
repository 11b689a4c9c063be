import {complete} from './complete.js';
import {copySource} from './copying.js';
import {LazyModule} from '../../controller/lazy-module.js';
import {buildMath, type MathTree} from './build.js';
import type {Formula} from './syntax.js';

/** The function of the library that returns a tree. The nodes are created here. */
interface TexReader {
  __renderToMathMLTree(
    tex: string,
    options: {displayMode: boolean; throwOnError: boolean; maxSize: readonly [number, number]},
  ): MathTree;
}

/**
 * Maximum number of characters of a complete formula, and of one that is still streaming and thus parsed repeatedly:
 * for some tables the parse time is quadratic. Definitions are excluded because they could expand a few characters to
 * any length.
 */
const [maxLength, maxPendingLength] = [3000, 1000];
const DEFINITION =
  /\\(?:[gex]?def|(?:re)?newcommand|providecommand|DeclareMathOperator|let|futurelet)(?![a-z])/i;

/** Maximum sizes in a formula, in `em` and in points. */
const maxSize = [20, 200] as const;

const library = new LazyModule(async () => (await import('temml')).default as unknown as TexReader);

/** Creates an element that displays a formula: as MathML once the library has loaded, as TeX if it cannot be parsed. */
export function createFormula(formula: Formula): HTMLElement {
  const element = document.createElement(formula.display ? 'div' : 'span');
  element.className = 'math';
  // TeX can position its output anywhere: keep it inside this element.
  const place = formula.display
    ? {overflowX: 'auto', contain: 'paint'}
    : {display: 'inline-block', contain: 'paint'};
  Object.assign(element.style, place);
  const render = (): void => {
    if (library.value) show(element, formula, library.value);
  };
  element.textContent = formula.tex;
  // What copies of a table or an answer have instead of the symbols, which are one number for a fraction.
  element.dataset['alt'] = formula.raw.trim();
  copySource(element);
  library.subscribe({requestUpdate: render});
  render();
  return element;
}

function show(
  element: HTMLElement,
  {tex, display, pending}: Formula,
  {__renderToMathMLTree}: TexReader,
): void {
  // An incomplete command may lack its arguments.
  const more = pending ? ['', '{}', '{}{}'] : [''];
  const readable = tex.length <= (pending ? maxPendingLength : maxLength) && !DEFINITION.test(tex);
  for (const end of readable ? more : []) {
    try {
      const whole = pending ? complete(tex + end) : tex;
      const options = {displayMode: display, throwOnError: true, maxSize};
      const tree = __renderToMathMLTree(whole, options);
      element.replaceChildren(buildMath(tree));
      return;
    } catch {
      // Invalid or incomplete TeX.
    }
  }
  element.textContent = pending ? '…' : tex;
}
