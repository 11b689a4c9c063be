import {piecesOf, textOf} from './markdown-text.js';

/** Something that shows an answer while it is being written. */
export interface Candidate {
  /**
   * @param text All that has arrived.
   * @param pieces What of it is new.
   * @param last Whether it is the whole text.
   */
  show(text: string, pieces: readonly string[], last: boolean): void;
  /** Resolves when it has done what it puts off. */
  readonly settle?: () => Promise<void>;
}

/** Makes a candidate ready, in a place of the page. */
export type Prepare = (place: HTMLElement, text: string) => Candidate | Promise<Candidate>;

/** What a run has come to, and the pieces it was fed. */
export interface Outcome {
  readonly finished: boolean;
  readonly pieces: number;
}

/** Pieces that arrive within one frame. */
const PIECES_A_FRAME = 33;
/** Characters. What is longer comes ten times as fast, so that it ends. */
const LONG = 450_000;

/** The page in which one candidate shows one text. */
export class Feed {
  readonly #candidates: Readonly<Record<string, Prepare>>;
  readonly #place = document.createElement('div');
  #candidate: Candidate | undefined;
  #text = '';

  constructor(candidates: Readonly<Record<string, Prepare>>) {
    this.#candidates = candidates;
  }

  /** Makes a candidate ready: what that costs is not measured. */
  async prepare(name: string, kind: string, length: number): Promise<void> {
    this.#text = textOf(kind, length);
    document.body.append(this.#place);
    this.#candidate = await this.#candidates[name]?.(this.#place, this.#text);
    if (!this.#candidate) throw new Error(`There is no candidate ${name}.`);
    await settle();
  }

  /** Feeds it the text, a frame at a time; gives up after a time in milliseconds. */
  async run(limit: number): Promise<Outcome> {
    const atOnce = this.#text.length > LONG ? 10 * PIECES_A_FRAME : PIECES_A_FRAME;
    const deadline = performance.now() + limit;
    let text = '';
    let count = 0;
    let fresh: string[] = [];
    for (const piece of piecesOf(this.#text)) {
      fresh.push(piece);
      if (++count % atOnce !== 0) continue;
      text += fresh.join('');
      this.#candidate?.show(text, fresh, false);
      fresh = [];
      await followEnd();
      if (performance.now() > deadline) return {finished: false, pieces: count};
    }
    this.#candidate?.show(this.#text, fresh, true);
    await this.#candidate?.settle?.();
    await settle();
    return {finished: true, pieces: count};
  }

  /** The characters that stand in the page. To count them costs time: it is no part of the run. */
  get shown(): number {
    return charactersIn(this.#place);
  }
}

/** Scrolls to the end, as whoever reads along does, and waits for the frame. */
async function followEnd(): Promise<void> {
  window.scrollTo(0, document.documentElement.scrollHeight);
  await new Promise(requestAnimationFrame);
}

/** Frames enough for those that draw by a schedule of their own. */
async function settle(): Promise<void> {
  for (let frame = 0; frame < 10; frame++) await followEnd();
}

/** How many characters stand in a node and the shadow trees in it. */
function charactersIn(node: Node): number {
  if (node instanceof Text) return node.data.trim().length;
  if (node instanceof HTMLStyleElement) return 0;
  const roots = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
  return [...roots, ...node.childNodes].reduce((sum, child) => sum + charactersIn(child), 0);
}
