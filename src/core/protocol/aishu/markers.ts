/** A citation `[n]` that was taken out of a text: its number, and where it stood. */
export interface Marker {
  readonly offset: number;
  readonly number: number;
}

/** A text of the model that may still grow. States are never changed: another text is another state. */
export interface Scanned {
  /** What can be shown: no marker in it, and no half of one. */
  readonly text: string;
  readonly markers: readonly Marker[];
  /** The end of what was read, while it may be the beginning of a marker. */
  readonly held: string;
  /** Length of the run of backticks that opened the code we are in; 0 outside. */
  readonly code: number;
}

export const unscanned: Scanned = {text: '', markers: [], held: '', code: 0};

/** Code, in which a marker is an index; a line end, which ends the code of a stray backtick; a marker. */
const TOKEN = /(`+)|(\n)|\[(\d{1,3})\](?!\()/g;

const UNDECIDED = /(?:`+|\[\d{0,3}\]?)$/;

/**
 * Reads on: `[n]` with 1 ≤ n ≤ `count` becomes a marker; anything else, such as a link, an index in code or a
 * number without a source, stays text. `last` says that nothing will follow.
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
