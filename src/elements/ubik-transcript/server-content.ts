import type {LitElement} from 'lit';
import {placeIn} from './reading-place.js';

/** How long server-rendered content waits for what replaces it: milliseconds. */
const patience = 10_000;

/** So near the end, in pixels, a reader is at the end. */
const nearTheEnd = 24;

type Transcript = HTMLElementTagNameMap['ubik-transcript'];
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether an element is made with Lit, of whichever copy. */
const rendersLater = (element: Element): element is LitElement => 'updateComplete' in element;

const isField = (element: Element | undefined): element is Field =>
  element?.matches('input, textarea, select') ?? false;

/** All elements below some others, in their shadow trees too. */
function allBelow(tops: Iterable<Element>): Element[] {
  return [...tops].flatMap(top => [
    top,
    ...allBelow(top.shadowRoot?.children ?? []),
    ...allBelow(top.children),
  ]);
}

/**
 * Resolves when every element in the box has rendered, with everything that is loaded for it.
 *
 * @param whenLoaded The one of the elements: this file may be loaded as a bundle of its own, with a state of its own.
 */
export async function whenRendered(
  box: HTMLElement,
  whenLoaded: () => Promise<unknown> | undefined,
): Promise<void> {
  const deadline = new Promise<'late'>(resolve => setTimeout(resolve, patience, 'late'));
  await box.querySelector<Transcript>('.transcript')?.drawAll();
  let rendered = new Set<Element>();
  for (;;) {
    const elements = allBelow([box]).filter(rendersLater);
    const loading = whenLoaded();
    if (!loading && elements.every(each => rendered.has(each) && !each.isUpdatePending)) return;
    rendered = new Set(elements);
    const all = Promise.all([loading, ...elements.map(each => each.updateComplete)]);
    if ((await Promise.race([all, deadline])) === 'late') return;
  }
}

/** Reads what a reader did in server-rendered content; returns a function that does the same in what replaces it. */
export function readState(box: HTMLElement): () => void {
  const root = box.getRootNode() as ShadowRoot;
  const focus = readFocus(root, box);
  const place = readPlace(root);
  const fields = allBelow([...root.children].filter(child => child !== box))
    .filter(isChanged)
    .map(field => [field, counterpart(field, root, box)] as const);
  return () => {
    for (const [field, other] of fields) if (isField(other)) copyValue(field, other);
    const transcript = box.querySelector<Transcript>('.transcript');
    if (place === undefined) transcript?.showLatest();
    else void transcript?.showPlace(place);
    focus?.();
  };
}

/** The element that stands in the box where another one stands in the server-rendered content. */
function counterpart(element: Element, root: ShadowRoot, box: HTMLElement): Element | undefined {
  const tree = element.getRootNode() as ShadowRoot;
  const other = tree === root ? box : counterpart(tree.host, root, box)?.shadowRoot;
  const selector = [element.localName, ...element.classList]
    .map(name => CSS.escape(name))
    .join('.');
  return other?.querySelectorAll(selector)[[...tree.querySelectorAll(selector)].indexOf(element)];
}

function isChanged(element: Element): element is Field {
  if (element instanceof HTMLSelectElement)
    return [...element.options].some(option => option.selected !== option.defaultSelected);
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement) || element.type === 'file') return false; // No file can be copied.
  return element.checked !== element.defaultChecked || textOf(element) !== element.defaultValue;
}

/** The value of a box to check is its name, not what the reader entered. */
const textOf = (field: HTMLInputElement): string =>
  /^(checkbox|radio)$/.test(field.type) ? field.defaultValue : field.value;

/** As if the reader had entered it there. */
function copyValue(from: Field, to: Field): void {
  to.value = from.value;
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.checked = from.checked;
  for (const type of ['input', 'change']) {
    to.dispatchEvent(new Event(type, {bubbles: true, composed: type === 'input'}));
  }
}

/** Which turn of the transcript is in view; `undefined` at its end. */
function readPlace(root: ShadowRoot): string | undefined {
  const transcript = root.querySelector('.transcript')?.shadowRoot;
  const scroller = transcript?.querySelector<HTMLElement>('.scroller');
  const end = scroller?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  return scroller && end - scroller.getBoundingClientRect().bottom > nearTheEnd
    ? placeIn(scroller)
    : undefined;
}

/** Gives the focus back, with the selection of a field. */
function readFocus(root: ShadowRoot, box: HTMLElement): (() => void) | undefined {
  let active = root.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const other = active && counterpart(active, root, box);
  if (!(other instanceof HTMLElement)) return undefined;
  const range = active instanceof HTMLTextAreaElement && [
    active.selectionStart,
    active.selectionEnd,
  ];
  return () => {
    other.focus({preventScroll: true});
    if (range && other instanceof HTMLTextAreaElement)
      other.setSelectionRange(range[0] ?? 0, range[1] ?? 0);
  };
}
