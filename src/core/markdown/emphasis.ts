import {after, before} from './characters.js';
import type {InlineList, ChainLink} from './inline-list.js';

/** What a delimiter run can do. */
export interface Flanking {
  readonly opens: boolean;
  readonly closes: boolean;
  /** Whether it probably opens emphasis, so that emphasis is displayed before its end has arrived. */
  readonly likelyOpens: boolean;
}

/** A run of `*`, `_` or `~` that can open or close emphasis. */
export interface Delimiter extends Flanking {
  readonly character: string;
  readonly length: number;
  readonly link: ChainLink;
  /** The number of unused characters. */
  left: number;
  previous: Delimiter | undefined;
  next: Delimiter | undefined;
}

/** Computes whether a delimiter run can open and close emphasis (CommonMark 6.2, GFM 6.5). */
export function flanking(text: string, from: number, to: number): Flanking {
  const left = before(text, from);
  const right = after(text, to);
  const leftFlanking =
    !right.space && (!right.punctuation || left.space || left.punctuation || left.cjk);
  const rightFlanking =
    !left.space && (!left.punctuation || right.space || right.punctuation || right.cjk);
  const word = text[from] === '_';
  const opens = leftFlanking && (!word || !rightFlanking || left.punctuation || left.space);
  const closes = rightFlanking && (!word || !leftFlanking || right.punctuation || right.space);
  // In languages without spaces, a double delimiter is probably emphasis; a single star may be a multiplication.
  const likelyOpens = opens && (!closes || (to - from > 1 && (left.cjk || right.cjk)));
  return {opens, closes, likelyOpens};
}

/**
 * The delimiter runs of a text. `match` converts pairs of them to emphasis with the algorithm of the CommonMark
 * specification.
 */
export class Delimiters {
  last: Delimiter | undefined;

  add(link: ChainLink, character: string, length: number, can: Flanking): void {
    const {opens, closes, likelyOpens} = can;
    const delimiter = {
      opens,
      closes,
      likelyOpens,
      character,
      length,
      link,
      left: length,
      previous: this.last,
      next: undefined,
    };
    if (this.last) this.last.next = delimiter;
    this.last = delimiter;
  }

  /** Matches all runs after `bottom` and removes them. */
  match(chain: InlineList, bottom: Delimiter | undefined): void {
    /** For each kind of closer, the offset down to which no opener was found. */
    const searched = new Map<string, number>();
    let closer = bottom ? bottom.next : this.#first();
    while (closer) {
      if (!closer.closes) {
        closer = closer.next;
        continue;
      }
      const key = `${closer.character}${String(closer.opens)}${String(closer.length % 3)}`;
      const opener = findOpener(closer, searched.get(key) ?? bottom?.link.end ?? -1);
      if (opener) closer = this.#join(chain, opener, closer);
      else {
        searched.set(key, closer.previous?.link.end ?? -1);
        const {next}: Delimiter = closer;
        if (!closer.opens) this.#forget(closer);
        closer = next;
      }
    }
  }

  forgetAfter(bottom: Delimiter | undefined): void {
    this.last = bottom;
    if (bottom) bottom.next = undefined;
  }

  /** Closes all emphasis that is open at the end of the text, innermost first. */
  closeAll(chain: InlineList, bottom: Delimiter | undefined): void {
    for (
      let delimiter = this.last;
      delimiter && delimiter !== bottom;
      delimiter = delimiter.previous
    ) {
      if (!delimiter.likelyOpens || delimiter.left > 3) continue;
      if (delimiter.character === '~' && delimiter.left !== 2) continue;
      while (delimiter.left > 0) wrap(chain, delimiter, undefined, delimiter.left > 1 ? 2 : 1);
      chain.remove(delimiter.link);
    }
  }

  #first(): Delimiter | undefined {
    let first = this.last;
    while (first?.previous) first = first.previous;
    return first;
  }

  /** Matches two runs. Returns the run to continue with. */
  #join(chain: InlineList, opener: Delimiter, closer: Delimiter): Delimiter | undefined {
    const strike = closer.character === '~';
    const width = strike ? closer.left : opener.left > 1 && closer.left > 1 ? 2 : 1;
    wrap(chain, opener, closer, width);
    while (closer.previous && closer.previous !== opener) this.#forget(closer.previous);
    if (opener.left === 0) {
      chain.remove(opener.link);
      this.#forget(opener);
    }
    if (closer.left > 0) return closer;
    chain.remove(closer.link);
    const {next} = closer;
    this.#forget(closer);
    return next;
  }

  #forget(delimiter: Delimiter): void {
    if (delimiter.previous) delimiter.previous.next = delimiter.next;
    if (delimiter.next) delimiter.next.previous = delimiter.previous;
    else this.last = delimiter.previous;
  }
}

function findOpener(closer: Delimiter, floor: number): Delimiter | undefined {
  for (let opener = closer.previous; opener && opener.link.end > floor; opener = opener.previous) {
    if (opener.opens && opener.character === closer.character && fits(opener, closer))
      return opener;
  }
  return undefined;
}

function fits(opener: Delimiter, closer: Delimiter): boolean {
  if (closer.character === '~') return opener.length === closer.length;
  if (!opener.closes && !closer.opens) return true;
  return (
    (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0)
  );
}

/** Wraps the nodes between two runs in emphasis and uses up characters of the runs. */
function wrap(
  chain: InlineList,
  opener: Delimiter,
  closer: Delimiter | undefined,
  width: number,
): void {
  const {inlines: children, depth} = chain.takeBetween(opener.link, closer?.link);
  const kind = opener.character === '~' ? 'strike' : width === 2 ? 'strong' : 'emphasis';
  chain.insertAfter(opener.link, {kind, children}, depth);
  for (const delimiter of closer ? [opener, closer] : [opener]) {
    delimiter.left -= width;
    delimiter.link.inline = {kind: 'text', text: delimiter.character.repeat(delimiter.left)};
  }
}
