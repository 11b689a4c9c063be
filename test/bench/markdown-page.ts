import DOMPurify from 'dompurify';
import {marked} from 'marked';
import {define} from '../../src/elements/internal/define.js';
import {UbikMarkdown} from '../../src/elements/ubik-markdown.js';
import {endless, mixedText, piecesOf} from './markdown-text.js';

define('ubik-markdown', UbikMarkdown);

/** Shows a text that is told again and again, each time with more at its end. */
interface Candidate {
  show(text: string, last: boolean): void;
}

/** Pieces that arrive within one frame. */
const PIECES_A_FRAME = 33;

const candidates: Readonly<Record<string, (place: HTMLElement, text: string) => Candidate>> = {
  harness: () => ({show: text => void text.charCodeAt(text.length - 1)}),
  'ubik-markdown': place => {
    const element = new UbikMarkdown();
    place.append(element);
    return {
      show(text, last) {
        element.streaming = !last;
        element.text = text;
      },
    };
  },
  'oracle in sections': createOracle,
  naive: place => ({
    show(text) {
      place.innerHTML = DOMPurify.sanitize(marked.parse(text, {async: false}));
    },
  }),
};

/** Something that the oracle does once so much of the text has arrived. */
interface Step {
  readonly at: number;
  act(): void;
}

/** Knows the final nodes, and only appends them, or to them, as the text that they show arrives. */
function createOracle(place: HTMLElement, text: string): Candidate {
  const whole = new UbikMarkdown();
  whole.text = text;
  document.body.append(whole);
  const root = place.attachShadow({mode: 'open'});
  let steps: readonly Step[] | undefined;
  let length = 0;
  let done = 0;
  let growing: Growing | undefined;
  return {
    show(shown, last) {
      if (!steps) {
        length = whole.shadowRoot?.textContent.length ?? 0;
        steps = takeSteps(whole, root, text => (growing = text));
      }
      const arrived = last ? Infinity : (shown.length / text.length) * length;
      for (let step = steps[done]; step && step.at <= arrived; step = steps[++done]) {
        growing?.upTo(Infinity);
        step.act();
      }
      growing?.upTo(arrived);
    },
  };
}

/** The text node that is being written. */
class Growing {
  readonly #node: Text;
  readonly #data: string;
  readonly #start: number;
  #shown = 0;

  constructor(node: Text, data: string, start: number) {
    this.#node = node;
    this.#data = data;
    this.#start = start;
  }

  upTo(arrived: number): void {
    const until = Math.min(this.#data.length, Math.ceil(arrived - this.#start));
    if (until > this.#shown) this.#node.appendData(this.#data.slice(this.#shown, until));
    this.#shown = Math.max(this.#shown, until);
  }
}

function takeSteps(
  whole: UbikMarkdown,
  root: ShadowRoot,
  grow: (text: Growing) => void,
): readonly Step[] {
  const content = whole.shadowRoot?.querySelector('.content');
  whole.remove();
  root.adoptedStyleSheets = whole.shadowRoot?.adoptedStyleSheets ?? [];
  const steps: Step[] = [];
  let at = 0;
  const visit = (node: Node, parent: Node): void => {
    const copy = node.cloneNode(false);
    const start = at;
    if (copy instanceof Text) {
      const growing = new Growing(copy, copy.data, start);
      at += copy.data.length;
      copy.data = '';
      steps.push({
        at: start,
        act: () => {
          parent.appendChild(copy);
          grow(growing);
        },
      });
      return;
    }
    const finished = copy instanceof Element && copy.classList.contains('finished');
    if (finished) copy.classList.remove('finished');
    steps.push({at: start, act: () => parent.appendChild(copy)});
    for (const child of node.childNodes) visit(child, copy);
    if (finished) steps.push({at, act: () => copy.classList.add('finished')});
  };
  if (content) visit(content, root);
  return steps;
}

/** The text that a benchmark shows: `mixed`, or one endless block. */
export function textOf(name: string, length: number): string {
  return endless[name]?.(length) ?? mixedText(length);
}

/** Shows a text piece by piece, a frame at a time; gives the number of pieces. */
export async function run(candidate: string, name: string, length: number): Promise<number> {
  const text = textOf(name, length);
  const place = document.createElement('div');
  document.body.append(place);
  const shown = candidates[candidate]?.(place, text);
  await nextFrame();
  performance.mark('begin');
  let arrived = '';
  let count = 0;
  for (const piece of piecesOf(text)) {
    arrived += piece;
    if (++count % PIECES_A_FRAME !== 0) continue;
    shown?.show(arrived, false);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await nextFrame();
  }
  shown?.show(text, true);
  await nextFrame();
  place.remove();
  return count;
}

function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame);
}
