import {scan, unscanned, type Scanned} from './markers.js';

interface Answer {
  readonly words: string;
  readonly count: number;
  readonly scanned: Scanned;
}

/** The model's texts by step, each read once: what is added to one is read alone. */
export class Answers {
  readonly #answers = new Map<string, Answer>();

  /** The text without the markers of the sources, of which there are `count`. */
  read(id: string, words: string, count: number): Scanned {
    const known = this.#answers.get(id);
    if (known?.words === words && known.count === count) return known.scanned;
    return this.#keep(id, {words, count, scanned: scan(unscanned, words, count)});
  }

  /** Takes what was added to a text; gives what that adds to what is shown, if it changes nothing else. */
  grow(id: string, added: string, words: string): string | undefined {
    const known = this.#answers.get(id);
    if (known?.words.length !== words.length - added.length) return undefined;
    const {count, scanned: before} = known;
    const scanned = this.#keep(id, {words, count, scanned: scan(before, added, count)});
    if (scanned.markers !== before.markers) return undefined;
    const whole = before.held + added;
    return whole.slice(0, whole.length - scanned.held.length);
  }

  #keep(id: string, answer: Answer): Scanned {
    this.#answers.set(id, answer);
    return answer.scanned;
  }
}
