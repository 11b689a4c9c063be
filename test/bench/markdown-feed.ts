import {piecesOf, textOf} from './markdown-text.js';

/** A renderer of a streaming answer. */
export interface Candidate {
  /**
   * @param text The text so far.
   * @param pieces The new chunks.
   * @param last Whether the text is complete.
   */
  show(text: string, pieces: readonly string[], last: boolean): void;
  /** Resolves when all deferred work is done. */
  readonly settle?: () => Promise<void>;
}

/** Creates a candidate in an element of the page. */
export type Prepare = (place: HTMLElement, text: string) => Candidate | Promise<Candidate>;

/** The result of a run and the number of chunks. */
export interface FeedOutcome {
  readonly finished: boolean;
  readonly pieces: number;
}

/** Chunks per animation frame. */
const PIECES_A_FRAME = 33;
/** Characters. Longer texts are fed ten times as fast. */
const LONG = 450_000;

/** The page in which one candidate renders one text. */
export class ChunkFeed {
  readonly #candidates: Readonly<Record<string, Prepare>>;
  readonly #place = document.createElement('div');
  #candidate: Candidate | undefined;
  #text = '';

  constructor(candidates: Readonly<Record<string, Prepare>>) {
    this.#candidates = candidates;
  }

  /** Creates the candidate, which is not measured. */
  async prepare(name: string, kind: string, length: number): Promise<void> {
    this.#text = textOf(kind, length);
    document.body.append(this.#place);
    this.#candidate = await this.#candidates[name]?.(this.#place, this.#text);
    if (!this.#candidate) throw new Error(`There is no candidate ${name}.`);
    await settle();
  }

  /** Feeds the text frame by frame; aborts after a time in milliseconds. */
  async run(limit: number): Promise<FeedOutcome> {
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

  /** The number of characters in the page. Counting is not part of the measured run. */
  get shown(): number {
    return charactersIn(this.#place);
  }
}

/** Scrolls to the end, as a reader does, and waits for the next frame. */
async function followEnd(): Promise<void> {
  window.scrollTo(0, document.documentElement.scrollHeight);
  await new Promise(requestAnimationFrame);
}

/** Waits enough frames for candidates that schedule their own rendering. */
async function settle(): Promise<void> {
  for (let frame = 0; frame < 10; frame++) await followEnd();
}

/** The number of characters in a node and its shadow trees. */
function charactersIn(node: Node): number {
  if (node instanceof Text) return node.data.trim().length;
  if (node instanceof HTMLStyleElement) return 0;
  const roots = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
  return [...roots, ...node.childNodes].reduce((sum, child) => sum + charactersIn(child), 0);
}
