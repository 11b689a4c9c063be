import DOMPurify from 'dompurify';
import {marked} from 'marked';
import type {Candidate} from './markdown-feed.js';

/** Blocks in a section. */
const SECTION = 24;

const SHEET = `
  .section { contain: content }
  .finished { content-visibility: auto; contain-intrinsic-size: auto 60em }
`;

/** An action of the oracle when a part of the text has arrived. */
interface ScheduledAction {
  readonly at: number;
  act(): void;
}

/**
 * A lower bound for every reader of Markdown: knows the final nodes and only appends them, or text to them, as the text
 * arrives. Uses sections, so that finished ones out of view cost nothing.
 */
export function createOracle(place: HTMLElement, text: string): Candidate {
  const sheet = document.createElement('style');
  sheet.textContent = SHEET;
  document.head.append(sheet);
  const whole = document.createElement('template');
  whole.innerHTML = DOMPurify.sanitize(marked.parse(text, {async: false}));
  splitLines(whole.content);
  const script = new OracleScript(place);
  const blocks = [...whole.content.children];
  for (let from = 0; from < blocks.length; from += SECTION) {
    script.writeSection(blocks.slice(from, from + SECTION));
  }
  const {steps, length} = script;
  let done = 0;
  return {
    show({length: arrived}, _, last) {
      const at = last ? Infinity : (arrived / text.length) * length;
      for (let step = steps[done]; step && step.at <= at; step = steps[++done]) step.act();
      script.growing?.upTo(at);
    },
  };
}

/** Code grows line by line, because a single text node would be laid out again completely. */
function splitLines(whole: DocumentFragment): void {
  for (const code of whole.querySelectorAll('pre > code')) {
    const lines = code.textContent.split(/(?<=\n)/);
    code.replaceChildren(...lines);
  }
}

/** The steps that write a document, in order. */
class OracleScript {
  readonly steps: ScheduledAction[] = [];
  /** Characters. */
  length = 0;
  /** The text node that grows. */
  growing: GrowingText | undefined;
  readonly #place: Element;

  constructor(place: Element) {
    this.#place = place;
  }

  writeSection(blocks: readonly Element[]): void {
    const section = document.createElement('div');
    section.className = 'section';
    this.#add(() => this.#place.append(section));
    for (const block of blocks) this.#write(block, section);
    this.#add(() => section.classList.add('finished'));
  }

  #write(node: Node, parent: Node): void {
    const copy = node.cloneNode(false);
    if (copy instanceof Text) {
      const growing = new GrowingText(copy, this.length);
      this.#add(() => {
        this.growing?.upTo(Infinity);
        this.growing = growing;
        parent.appendChild(copy);
      });
      this.length += (node as Text).length;
      return;
    }
    this.#add(() => parent.appendChild(copy));
    for (const child of node.childNodes) this.#write(child, copy);
  }

  #add(act: () => void): void {
    this.steps.push({at: this.length, act});
  }
}

/** A text node that grows. */
class GrowingText {
  readonly #node: Text;
  readonly #whole: string;
  readonly #start: number;
  #shown = 0;

  constructor(node: Text, start: number) {
    this.#node = node;
    this.#whole = node.data;
    this.#start = start;
    node.data = '';
  }

  upTo(arrived: number): void {
    const until = Math.min(this.#whole.length, Math.ceil(arrived - this.#start));
    if (until <= this.#shown) return;
    this.#node.appendData(this.#whole.slice(this.#shown, until));
    this.#shown = until;
  }
}
