import {complete} from './complete.js';
import {buildMath, type MathTree} from './build.js';
import type {Formula} from './syntax.js';

/** The part of the library that gives a tree, of which the nodes are built here. */
interface TexReader {
  __renderToMathMLTree(
    tex: string,
    options: {displayMode: boolean; throwOnError: boolean; maxSize: readonly [number, number]},
  ): MathTree;
}

/**
 * Characters of a formula, and of one that is being written, which is read again and again: with some tables the time
 * that it takes grows with their square. Definitions could make more of a few characters.
 */
const [longest, longestPending] = [3000, 1000];
const DEFINITION =
  /\\(?:[gex]?def|(?:re)?newcommand|providecommand|DeclareMathOperator|let|futurelet)(?![a-z])/i;

/** What a formula may be in size: in `em`, and in points. */
const maxSize = [20, 200] as const;

let library: TexReader | undefined;
let loading: Promise<void> | undefined;

/** An element that shows a formula: in MathML as soon as the library is there, and as TeX where it cannot be read. */
export function createFormula(formula: Formula): HTMLElement {
  const element = document.createElement(formula.display ? 'div' : 'span');
  element.className = 'math';
  // TeX can move what it says to anywhere: it stays in its place, and covers nothing.
  const place = formula.display
    ? {overflowX: 'auto', contain: 'paint'}
    : {display: 'inline-block', contain: 'paint'};
  Object.assign(element.style, place);
  if (library) show(element, formula, library);
  else {
    loading ??= import('temml').then(loaded => {
      library = loaded.default as unknown as TexReader;
    });
    element.textContent = formula.tex;
    loading.then(
      () => library && show(element, formula, library),
      () => {
        loading = undefined; // what is shown as TeX can be read; the next formula tries again
      },
    );
  }
  return element;
}

function show(
  element: HTMLElement,
  {tex, display, pending}: Formula,
  {__renderToMathMLTree}: TexReader,
): void {
  // A command that was just begun may still want its arguments.
  const more = pending ? ['', '{}', '{}{}'] : [''];
  const readable = tex.length <= (pending ? longestPending : longest) && !DEFINITION.test(tex);
  for (const end of readable ? more : []) {
    try {
      const whole = pending ? complete(tex + end) : tex;
      const options = {displayMode: display, throwOnError: true, maxSize};
      const tree = __renderToMathMLTree(whole, options);
      element.replaceChildren(buildMath(tree));
      return;
    } catch {
      // Not TeX, or not yet.
    }
  }
  element.textContent = pending ? '…' : tex;
}
