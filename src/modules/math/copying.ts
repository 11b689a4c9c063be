import {selectedIn} from '../../elements/shared/input/selection.js';

/** The displayed formulas, which a copy of the page may contain. */
const formulas = new Set<WeakRef<HTMLElement>>();
const registry = new FinalizationRegistry<WeakRef<HTMLElement>>(gone => formulas.delete(gone));

/** Copies the TeX of a formula, its `data-alt`, where the selection contains its symbols, which would be one line each. */
export function copySource(element: HTMLElement): void {
  if (formulas.size === 0) document.addEventListener('copy', onCopy, true);
  const reference = new WeakRef(element);
  formulas.add(reference);
  registry.register(element, reference);
}

/**
 * The browser writes the clipboard itself, as text and as HTML and across shadow trees. So each formula gives way to its
 * source until that has happened.
 */
function onCopy(event: ClipboardEvent): void {
  const shown: (readonly [HTMLElement, string, AbstractRange])[] = [];
  for (const reference of formulas) {
    const element = reference.deref();
    if (!element) formulas.delete(reference);
    // To the document, WebKit says that a selection in a shadow tree is collapsed.
    const range = element?.isConnected ? selectedIn(element.getRootNode()) : undefined;
    if (element && range && !range.collapsed)
      shown.push([element, element.dataset['alt'] ?? '', range]);
  }
  const inside = shown.find(
    ([element, , range]) =>
      element.contains(range.startContainer) && element.contains(range.endContainer),
  );
  if (inside) {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', inside[1]);
    return;
  }
  const restore = shown.map(([element, source, range]) => swap(element, source, range));
  setTimeout(() => restore.forEach(each => each()));
}

/** Displays the source of a formula instead of its symbols. Returns a function that takes it back. */
function swap(element: HTMLElement, source: string, range: AbstractRange): () => void {
  const symbols = element.querySelector('math');
  if (!symbols) return () => undefined;
  const text = document.createElement('span');
  text.style.whiteSpace = 'pre-wrap';
  text.textContent = source;
  // Within the selection, whichever end of it is in the formula.
  if (symbols.contains(range.startContainer)) element.append(text);
  else element.prepend(text);
  const {display} = symbols.style;
  symbols.style.display = 'none';
  return () => {
    text.remove();
    symbols.style.display = display;
  };
}
