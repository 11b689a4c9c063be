import {deltaSince, type TextDelta} from '../model/growth.js';
import {withoutHalf} from '../model/shorten.js';
import type {Mark} from '../model/item.js';
import {insertMarks, markOffset} from './marks.js';

/** Characters compared at once with the previous text. */
const PART = 4096;

/** What an update of a growing text added. */
export interface AddedText {
  /** Whether the text changed at another place than its end, so that it must be parsed from its beginning. */
  readonly restarted: boolean;
  /** The added text with its marks; all of the text after a restart. */
  readonly added: string;
}

/**
 * Finds what was added to a text. To detect other changes, the previous text is stored in parts of fixed length and
 * compared with the new one.
 */
export class GrowingText {
  #text = '';
  /** The previous text in parts, because the next text may differ. */
  #parts: string[] = [];
  #marks: readonly Mark[] = [];
  #ended = false;
  #updates = 0;
  /** The number of marks in the previous text. */
  #insertedMarks = 0;

  /** Whether the text is complete. */
  get ended(): boolean {
    return this.#ended;
  }

  update(
    source: string,
    marks: readonly Mark[],
    streaming: boolean,
    growth: TextDelta | undefined,
  ): AddedText {
    const text = streaming ? withoutHalf(source) : source;
    const known = deltaSince(growth, this.#text, text);
    const restarted = !this.#continues(text, marks, streaming, known !== undefined);
    if (restarted) {
      this.#text = '';
      this.#parts = [];
      this.#insertedMarks = 0;
    }
    const from = this.#text.length;
    const fresh = marks.slice(this.#insertedMarks);
    const chunk = restarted || known === undefined ? copy(text.slice(from)) : known;
    const added =
      fresh.length > 0
        ? copy(insertMarks(text, fresh, from, this.#insertedMarks))
        : insertMarks(chunk, [], 0, 0);
    this.#storeParts(chunk);
    this.#text = text;
    this.#marks = marks;
    this.#insertedMarks = marks.length;
    this.#ended = !streaming;
    return {restarted, added};
  }

  /**
   * Whether the new text begins with the previous one. While a long text streams, each update compares only the last
   * parts and one other part in turn. A change further ahead is thus detected a few updates later, or at the end.
   */
  #hasSameStart(text: string, streaming: boolean): boolean {
    const parts = this.#parts;
    // Comparing slices is much faster than `startsWith`.
    const isKept = (at: number): boolean =>
      text.slice(at * PART, Math.min((at + 1) * PART, this.#text.length)) === (parts[at] ?? '');
    if (!streaming) return parts.every((_, at) => isKept(at));
    const turn = this.#updates++ % (parts.length || 1);
    return isKept(turn) && isKept(parts.length - 1) && isKept(Math.max(0, parts.length - 2));
  }

  #storeParts(chunk: string): void {
    let rest = (this.#parts.pop() ?? '') + chunk;
    for (; rest.length > PART; rest = rest.slice(PART)) this.#parts.push(rest.slice(0, PART));
    this.#parts.push(rest);
  }

  #continues(text: string, marks: readonly Mark[], streaming: boolean, grown: boolean): boolean {
    // What was read as the end of the text must be read again, even if the text grows only later.
    if (this.#ended && (streaming || text.length !== this.#text.length || marks !== this.#marks)) {
      return false;
    }
    if (!grown && !this.#hasSameStart(text, streaming)) return false;
    if (marks === this.#marks) return true;
    return (
      this.#marks.every((mark, at) => isSame(mark, marks[at])) &&
      marks.slice(this.#insertedMarks).every(mark => markOffset(text, mark) >= this.#text.length)
    );
  }
}

/** Copies a slice, because a slice keeps the string that it was cut from in memory. */
function copy(slice: string): string {
  return ` ${slice}`.slice(1);
}

function isSame(mark: Mark, other: Mark | undefined): boolean {
  return (
    mark.offset === other?.offset && mark.source === other.source && mark.label === other.label
  );
}
