import type {Item} from '../../core/model/item.js';

interface WithItem extends Element {
  readonly item?: Item;
}

/** Space above the message of the user, in pixels. */
const marginPx = 8;

/** Of a long message of the user, at most this share of the view remains visible. */
const messageShare = 0.5;

/** A text that begins further below the message than this share of the view is held instead of the message. */
const nearShare = 0.6;

/** The share of the view above such a text. */
const aboveShare = 0.25;

/** The text that an answer ends with so far; `undefined` while it ends with something else. */
function lastText(turn: Element): Element | undefined {
  for (let host = turn.firstElementChild; host;) {
    const rows = [...(host.shadowRoot?.querySelectorAll('.row:not([data-folded])') ?? [])];
    const content: WithItem | null | undefined = rows.at(-1)?.firstElementChild;
    if (content?.item?.kind !== 'step') return content?.item ? undefined : (content ?? undefined);
    host = content;
  }
  return undefined;
}

/**
 * Where the user begins to read an answer that ends with a text: at the message of the user if the text is near, or else
 * at the text. Returns a function that returns the scroll position in pixels.
 */
export function readingStart(
  scroller: Element,
  message: Element,
  answer: Element,
): (() => number) | undefined {
  const text = lastText(answer);
  if (!text) return undefined;
  return () => {
    const {clientHeight, scrollTop} = scroller;
    const {top: start, bottom} = message.getBoundingClientRect();
    const read = text.isConnected ? text.getBoundingClientRect().top : start;
    const isNear = read - start <= clientHeight * nearShare;
    const top = Math.max(start - marginPx, bottom - clientHeight * messageShare);
    const target = isNear ? top : read - clientHeight * aboveShare;
    return scrollTop + target - scroller.getBoundingClientRect().top;
  };
}

/** Work that the reader may be looking at; the header of a step is in the shadow tree of the step. */
const workKinds: ReadonlySet<string> = new Set(['tool', 'thinking', 'checkpoint', 'request']);

/** Pixels between the heights of the view that are examined. */
const stepPx = 16;

/** The innermost element at a height of the scroll container, and the elements of items around it, outermost first. */
function elementsAt(scroller: Element, y: number): readonly WithItem[] {
  const {left, width} = scroller.getBoundingClientRect();
  const path: WithItem[] = [];
  let root: DocumentOrShadowRoot | null = scroller.getRootNode() as ShadowRoot | Document;
  while (root) {
    const found: Element | null = root.elementFromPoint(left + width / 2, y);
    if (!found || path.includes(found)) break;
    path.push(found);
    root = found.shadowRoot;
  }
  return path;
}

const hasOwnText = ({childNodes}: Element): boolean =>
  [...childNodes].some(node => node instanceof Text && node.data.trim() !== '');

/** What a reader who scrolls freely has in view: the work of this message, or else an element with text, if any. */
export function readingPlace(scroller: Element, message: unknown): 'work' | Element | undefined {
  const {top, bottom} = scroller.getBoundingClientRect();
  let place: Element | undefined;
  for (let y = top + stepPx; y < bottom; y += stepPx) {
    const path = elementsAt(scroller, y);
    const inner = path.at(-1);
    const isWork =
      path.some(({item}) => item && workKinds.has(item.kind)) || inner?.closest('.header');
    if (isWork && path.some(each => each === message)) return 'work';
    if (inner && hasOwnText(inner)) place ??= inner;
  }
  return place;
}
