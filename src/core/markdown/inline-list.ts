import {inlineText, type Inline} from './inline.js';

/** A node of the list. Inlines can be removed and wrapped in constant time while emphasis and links are matched. */
export interface ChainLink {
  inline: Inline;
  previous: ChainLink | undefined;
  next: ChainLink | undefined;
  /** The offset in the source at which it ends. */
  readonly end: number;
  /** The nesting depth of the inline. */
  depth: number;
}

/** Maximum nesting depth. Deeper markup is plain text, so that renderers may recurse. */
const MAX_DEPTH = 32;

/** The inlines removed from a list, with their nesting depth. */
export interface RemovedInlines {
  readonly inlines: readonly Inline[];
  readonly depth: number;
}

/** A doubly linked list of inlines. */
export class InlineList {
  first: ChainLink | undefined;
  last: ChainLink | undefined;

  append(inline: Inline, end: number): ChainLink {
    const link: ChainLink = {inline, previous: this.last, next: undefined, end, depth: 0};
    if (this.last) this.last.next = link;
    else this.first = link;
    this.last = link;
    return link;
  }

  insertAfter(place: ChainLink, inline: Inline, depth: number): void {
    const link: ChainLink = {inline, previous: place, next: place.next, end: place.end, depth};
    if (place.next) place.next.previous = link;
    else this.last = link;
    place.next = link;
  }

  remove(link: ChainLink): void {
    if (link.previous) link.previous.next = link.next;
    else this.first = link.next;
    if (link.next) link.next.previous = link.previous;
    else this.last = link.previous;
  }

  /** Removes the nodes between two links, or all nodes after the first. */
  takeBetween(from: ChainLink, to: ChainLink | undefined): RemovedInlines {
    const inlines: Inline[] = [];
    let depth = 1;
    for (let link = from.next; link && link !== to; link = link.next) {
      inlines.push(link.inline);
      depth = Math.max(depth, link.depth + 1);
    }
    from.next = to;
    if (to) to.previous = from;
    else this.last = from;
    if (depth <= MAX_DEPTH) return {inlines: joinText(inlines), depth};
    return {inlines: [{kind: 'text', text: inlineText(inlines)}], depth: 1};
  }

  toArray(): Inline[] {
    const all: Inline[] = [];
    for (let link = this.first; link; link = link.next) all.push(link.inline);
    return joinText(all);
  }
}

/** Characters of a text from which on it ends at a line end. */
const LONG_TEXT = 1024;

/**
 * Joins adjacent texts. A long one ends at a line end, because longer texts are slow to search, and many short ones slow to
 * append to.
 */
export function joinText(inlines: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  let text = '';
  const end = (): void => {
    if (text !== '') joined.push({kind: 'text', text});
    text = '';
  };
  for (const inline of inlines) {
    if (inline.kind === 'text') {
      text += inline.text;
      if (text.length >= LONG_TEXT && inline.text.endsWith('\n')) end();
    } else {
      end();
      joined.push(inline);
    }
  }
  end();
  return joined;
}
