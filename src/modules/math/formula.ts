import {complete} from './complete.js';
import {buildMath, type MathTree} from './build.js';
import type {Formula} from './syntax.js';

/** The part of the library that gives a tree, of which the nodes are built here. */
interface TexReader {
  __renderToMathMLTree(
    tex: string,
    options: {displayMode: boolean; throwOnError: boolean},
  ): MathTree;
}

let library: TexReader | undefined;
let loading: Promise<void> | undefined;

/** An element that shows a formula: in MathML as soon as the library is there, and as TeX where it cannot be read. */
export function createFormula(formula: Formula): HTMLElement {
  const element = document.createElement(formula.display ? 'div' : 'span');
  element.className = 'math';
  if (formula.display) element.style.overflowX = 'auto';
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
  const tries = pending ? ['', '{}', '{}{}'].map(more => complete(tex + more)) : [tex];
  for (const whole of tries) {
    try {
      const tree = __renderToMathMLTree(whole, {
        displayMode: display,
        throwOnError: true,
      });
      element.replaceChildren(buildMath(tree));
      return;
    } catch {
      // Not TeX, or not yet.
    }
  }
  element.textContent = pending ? '…' : tex;
}
