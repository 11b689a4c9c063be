import type {Inline} from './inline.js';

/** An inline in the making, in a list that can be cut and joined at any place at no cost. */
export interface Link {
  inline: Inline;
  previous: Link | undefined;
  next: Link | undefined;
  /** Offset in the source at which it ends. */
  readonly end: number;
}

/** A doubly linked list of inlines. */
export class Chain {
  first: Link | undefined;
  last: Link | undefined;

  append(inline: Inline, end: number): Link {
    const link: Link = {inline, previous: this.last, next: undefined, end};
    if (this.last) this.last.next = link;
    else this.first = link;
    this.last = link;
    return link;
  }

  insertAfter(place: Link, inline: Inline): Link {
    const link: Link = {inline, previous: place, next: place.next, end: place.end};
    if (place.next) place.next.previous = link;
    else this.last = link;
    place.next = link;
    return link;
  }

  remove(link: Link): void {
    if (link.previous) link.previous.next = link.next;
    else this.first = link.next;
    if (link.next) link.next.previous = link.previous;
    else this.last = link.previous;
  }

  /** Takes out what stands between two links, or after the first. */
  takeBetween(from: Link, to: Link | undefined): Inline[] {
    const taken: Inline[] = [];
    for (let link = from.next; link && link !== to; link = link.next) append(taken, link.inline);
    from.next = to;
    if (to) to.previous = from;
    else this.last = from;
    return taken;
  }

  toArray(): Inline[] {
    const all: Inline[] = [];
    for (let link = this.first; link; link = link.next) append(all, link.inline);
    return all;
  }
}

/** Adds an inline, joining text to text. */
function append(inlines: Inline[], inline: Inline): void {
  const last = inlines.at(-1);
  if (inline.kind !== 'text' || last?.kind !== 'text') {
    if (inline.kind !== 'text' || inline.text !== '') inlines.push(inline);
    return;
  }
  inlines[inlines.length - 1] = {kind: 'text', text: last.text + inline.text};
}
