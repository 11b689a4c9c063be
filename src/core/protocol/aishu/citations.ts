import type {Citable} from './skills.js';
import type {Mark, SourceItem} from '../../model/item.js';

/** A citation `[n]` that was removed from a text: its number and its offset. */
export interface Marker {
  readonly offset: number;
  readonly number: number;
}

/** The state of scanning a text that may grow. Immutable. */
export interface Scanned {
  /** The text to display, without markers and without incomplete ones. */
  readonly text: string;
  readonly markers: readonly Marker[];
  /** The end of the scanned text, as long as it may be the beginning of a marker. */
  readonly held: string;
  /** The number of backticks that opened the current code; 0 outside of code. */
  readonly code: number;
}

const unscanned: Scanned = {text: '', markers: [], held: '', code: 0};

/**
 * Backticks, in whose code a marker is an index; a line end, which ends the code of an unmatched backtick; a marker.
 */
const TOKEN = /(`+)|(\n)|\[(\d{1,3})\](?!\()/g;

const UNDECIDED = /(?:`+|\[\d{0,3}\]?)$/;

/**
 * Scans more text. `[n]` with 1 ≤ n ≤ `count` becomes a marker; anything else, such as a link, an index in code or a
 * number without a source, stays text. `last` means that no more text follows.
 */
export function scan(before: Scanned, more: string, count: number, last = false): Scanned {
  const whole = before.held + more;
  if (count === 0) return {...before, text: before.text + whole, held: ''};
  const held = last ? '' : (UNDECIDED.exec(whole.slice(-64))?.[0] ?? '');
  const readable = whole.slice(0, whole.length - held.length);
  const markers: Marker[] = [];
  let {text, code} = before;
  let from = 0;
  for (const {index, 0: token, 1: ticks, 2: line, 3: digits} of readable.matchAll(TOKEN)) {
    if (ticks !== undefined) {
      if (code === 0) code = ticks.length;
      else if (code === ticks.length) code = 0;
    } else if (line !== undefined) {
      if (code < 3) code = 0;
    } else {
      const number = Number(digits);
      if (code > 0 || number < 1 || number > count) continue;
      text += readable.slice(from, index);
      markers.push({offset: text.length, number});
      from = index + token.length;
    }
  }
  return {
    text: text + readable.slice(from),
    markers: markers.length > 0 ? [...before.markers, ...markers] : before.markers,
    held,
    code,
  };
}

interface ScannedAnswer {
  readonly text: string;
  readonly count: number;
  readonly scanned: Scanned;
}

/** The texts of the model by step. Only the added part of a text is scanned. */
export class ScannedAnswers {
  readonly #answers = new Map<string, ScannedAnswer>();

  /** Scans a text. `count` is the number of sources. */
  read(id: string, text: string, count: number): Scanned {
    const known = this.#answers.get(id);
    if (known?.text === text && known.count === count) return known.scanned;
    return this.#keep(id, {text, count, scanned: scan(unscanned, text, count)});
  }

  /** Scans an addition to a text. Returns the addition to the displayed text, if nothing else changes. */
  grow(id: string, added: string, text: string): string | undefined {
    const known = this.#answers.get(id);
    if (known?.text.length !== text.length - added.length) return undefined;
    const {count, scanned: before} = known;
    const scanned = this.#keep(id, {text, count, scanned: scan(before, added, count)});
    if (scanned.markers !== before.markers) return undefined;
    const whole = before.held + added;
    return whole.slice(0, whole.length - scanned.held.length);
  }

  #keep(id: string, answer: ScannedAnswer): Scanned {
    this.#answers.set(id, answer);
    return answer.scanned;
  }
}

/** The marks of a text, and the numbers of the cited sources without duplicates. */
interface CitationMarks {
  readonly marks: readonly Mark[];
  readonly numbers: readonly number[];
}

/** The citations in texts as marks. They are computed again only when a text has another marker. */
export class Citations {
  readonly #run: string;
  readonly #known = new WeakMap<readonly Marker[], CitationMarks>();

  constructor(run: string) {
    this.#run = run;
  }

  read(markers: readonly Marker[]): CitationMarks {
    const known = this.#known.get(markers);
    if (known) return known;
    const cited = {
      marks: markers.map(({offset, number}) => ({
        offset,
        source: sourceId(this.#run, number),
        label: String(number),
      })),
      numbers: [...new Set(markers.map(({number}) => number))],
    };
    this.#known.set(markers, cited);
    return cited;
  }
}

/** The sources of a turn, and which of them have items already. */
export class AishuSources {
  readonly #run: string;
  readonly #citables: readonly Citable[];
  readonly #shown = new Set<number>();

  constructor(run: string, citables: readonly Citable[]) {
    this.#run = run;
    this.#citables = citables;
  }

  get count(): number {
    return this.#citables.length;
  }

  /** Creates the items of the sources that have none yet. */
  show(numbers: readonly number[]): readonly SourceItem[] {
    return numbers.flatMap(number => {
      const citable = this.#citables[number - 1];
      if (!citable || this.#shown.has(number)) return [];
      this.#shown.add(number);
      const id = sourceId(this.#run, number);
      return {id, kind: 'source', status: 'done', children: [], number, ...citable};
    });
  }

  /** Creates the items of all sources after a number that have none yet. */
  showAfter(number: number): readonly SourceItem[] {
    return this.show(this.#citables.map((_, index) => index + 1).slice(number));
  }
}

function sourceId(run: string, number: number): string {
  return `${run}.source${number}`;
}
