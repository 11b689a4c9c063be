import type {LitElement} from 'lit';
import {focusedElement} from './focused-element.js';
import {positionIn} from '../shared/reading-position.js';

/** How long server-rendered content waits for its replacement: milliseconds. */
const renderTimeoutMs = 10_000;

/** Within this distance of the end, in pixels, the reader counts as being at the end. */
const endTolerancePx = 24;

// Replacing server-rendered content: the chat renders a complete new tree in a hidden box, waits until every element in
// it has rendered (`whenRendered`), and swaps. `readState` captures before the swap what the reader has done in the old
// tree (form values, focus, selection, scroll position), and returns a function that applies it to the new tree. Elements
// are matched by tag, classes and index within their shadow tree (`counterpart`).

type TranscriptElement = HTMLElementTagNameMap['ubik-transcript'];
type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether it is a Lit element; of any copy of Lit, so without `instanceof`. */
const isLitElement = (element: Element): element is LitElement => 'updateComplete' in element;

const isField = (element: Element | undefined): element is FormField =>
  element?.matches('input, textarea, select') ?? false;

/** These elements and all their descendants, including shadow trees. */
function descendants(tops: Iterable<Element>): Element[] {
  return [...tops].flatMap(top => [
    top,
    ...descendants(top.shadowRoot?.children ?? []),
    ...descendants(top.children),
  ]);
}

/**
 * Resolves when every element in the box has rendered, including everything that it loads lazily.
 *
 * @param whenLoaded `whenLoaded` of the elements' bundle: this file may be in a bundle with a copy of its own.
 */
export async function whenRendered(
  box: HTMLElement,
  whenLoaded: () => Promise<unknown> | undefined,
): Promise<void> {
  const deadline = new Promise<'late'>(resolve => setTimeout(resolve, renderTimeoutMs, 'late'));
  await box.querySelector<TranscriptElement>('.transcript')?.renderAll();
  let rendered = new Set<Element>();
  for (;;) {
    const elements = descendants([box]).filter(isLitElement);
    const loading = whenLoaded();
    if (!loading && elements.every(each => rendered.has(each) && !each.isUpdatePending)) return;
    rendered = new Set(elements);
    const all = Promise.all([loading, ...elements.map(each => each.updateComplete)]);
    if ((await Promise.race([all, deadline])) === 'late') return;
  }
}

/** Captures the reader's changes to server-rendered content; returns a function that applies them to its replacement. */
export function readState(box: HTMLElement): () => void {
  const root = box.getRootNode() as ShadowRoot;
  const focus = readFocus(root, box);
  const place = readPosition(root);
  const fields = descendants([...root.children].filter(child => child !== box))
    .filter(isChanged)
    .map(field => [field, counterpart(field, root, box)] as const);
  return () => {
    for (const [field, other] of fields) if (isField(other)) copyValue(field, other);
    const transcript = box.querySelector<TranscriptElement>('.transcript');
    if (place === undefined) transcript?.showLatest();
    else void transcript?.showPosition(place);
    focus?.();
  };
}

/** The element of the box that corresponds to an element of the server-rendered content. */
function counterpart(element: Element, root: ShadowRoot, box: HTMLElement): Element | undefined {
  const tree = element.getRootNode() as ShadowRoot;
  const other = tree === root ? box : counterpart(tree.host, root, box)?.shadowRoot;
  const selector = [element.localName, ...element.classList]
    .map(name => CSS.escape(name))
    .join('.');
  return other?.querySelectorAll(selector)[[...tree.querySelectorAll(selector)].indexOf(element)];
}

function isChanged(element: Element): element is FormField {
  if (element instanceof HTMLSelectElement)
    return [...element.options].some(option => option.selected !== option.defaultSelected);
  if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue;
  if (!(element instanceof HTMLInputElement) || element.type === 'file') return false; // No file can be copied.
  return (
    element.checked !== element.defaultChecked || currentValue(element) !== element.defaultValue
  );
}

/** The value of a checkbox or radio button is constant, so it does not count as entered. */
const currentValue = (field: HTMLInputElement): string =>
  /^(checkbox|radio)$/.test(field.type) ? field.defaultValue : field.value;

/** Copies a value and fires the events that user input fires. */
function copyValue(from: FormField, to: FormField): void {
  to.value = from.value;
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.checked = from.checked;
  for (const type of ['input', 'change']) {
    to.dispatchEvent(new Event(type, {bubbles: true, composed: type === 'input'}));
  }
}

/** The scroll position of the transcript; `undefined` at its end. */
function readPosition(root: ShadowRoot): string | undefined {
  const transcript = root.querySelector('.transcript')?.shadowRoot;
  const scroller = transcript?.querySelector<HTMLElement>('.scroller');
  const end = scroller?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  return scroller && end - scroller.getBoundingClientRect().bottom > endTolerancePx
    ? positionIn(scroller)
    : undefined;
}

/** Captures the focus and the selection of a field; returns a function that restores them. */
function readFocus(root: ShadowRoot, box: HTMLElement): (() => void) | undefined {
  const active = focusedElement(root);
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
