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
  /** The number of backticks that opened the current code in this line; 0 outside of code. */
  readonly code: number;
  /** The current line so far; of a long line its end, see `shortened`. */
  readonly line: string;
  /** The fences that are open, outermost first. A fence with a document may contain others. */
  readonly fences: readonly Fence[];
}

interface Fence {
  readonly run: string;
  readonly hasDocument: boolean;
}

const unscanned: Scanned = {text: '', markers: [], held: '', code: 0, line: '', fences: []};

/**
 * Backticks, in whose code a marker is an index; a line end, which ends the code of an unmatched backtick; a marker.
 */
const TOKEN = /(`+)|(\n)|\[(\d{1,3})\](?!\()/g;

const UNDECIDED = /(?:`+|\[\d{0,3}\]?)$/;

const FENCE = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*?)\s*$/;

/** The open fences after a line. */
function fencesAfter(fences: readonly Fence[], line: string): readonly Fence[] {
  const [, run = '', info = ''] = FENCE.exec(line) ?? [];
  if (run === '') return fences;
  const last = fences.at(-1);
  if (last && info === '' && run.startsWith(last.run)) return fences.slice(0, -1);
  const opens = !last || (last.hasDocument && info !== '' && run.startsWith(last.run.charAt(0)));
  return opens ? [...fences, {run, hasDocument: /^(?:markdown|md|mdx)(?!\S)/i.test(info)}] : fences;
}

/** The length up to which a line is kept as it is. */
const LONG_LINE = 1000;

/** The end of a long line, behind a letter: it is neither a fence nor a definition. The cost does not grow with the line. */
const shortened = (line: string): string =>
  line.length > LONG_LINE ? `a${line.slice(-LONG_LINE)}` : line;

/** Whether `[n]` after this part of a line is not a citation: in a formula, or after the text of a link. */
const isSyntax = (before: string): boolean =>
  /\$(?:[a-z]|(?=[^\s$]*[\\_^{])[^\s$]*)$/.test(before) ||
  (before.endsWith(']') && /\D/.test(before.slice(before.lastIndexOf('[') + 1, -1)));

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
  let {text, code, line, fences} = before;
  let from = 0;
  let lineFrom = 0;
  for (const {index, 0: token, 1: ticks, 2: lineEnd, 3: digits} of readable.matchAll(TOKEN)) {
    if (ticks !== undefined) {
      if (code === 0) code = ticks.length;
      else if (code === ticks.length) code = 0;
    } else if (lineEnd !== undefined) {
      fences = fencesAfter(fences, line + readable.slice(lineFrom, index));
      code = 0;
      line = '';
      lineFrom = index + 1;
    } else {
      const number = Number(digits);
      if (code > 0 || fences.length > 0 || number < 1 || number > count) continue;
      const start = line + shortened(readable.slice(lineFrom, index));
      const isDefinition = readable[index + token.length] === ':' && /^ {0,3}$/.test(start);
      if (isDefinition || isSyntax(start)) continue;
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
    line: shortened(line + readable.slice(lineFrom)),
    fences,
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
