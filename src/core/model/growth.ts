/**
 * How a text became longer: `after` is `before` and `piece`. A string that was put together is copied whole before any
 * part of it can be read, so who has read `before` reads `piece`: then a chunk costs the same however long the text is.
 */
export interface Growth {
  readonly before: string;
  readonly piece: string;
  readonly after: string;
}

const growths = new WeakMap<object, Growth>();

/** The growth of the text of an item that was added to last, whichever of its fields that is, since the item was made. */
export const growthOf = (item: object): Growth | undefined => growths.get(item);

export const keepGrowth = (item: object, growth: Growth): unknown => growths.set(item, growth);

/** A growth and what comes next, or only that, where the growth is that of another text. */
export function extend(growth: Growth | undefined, before: string, piece: string): Growth {
  const after = before + piece;
  return growth?.after === before
    ? {before: growth.before, piece: growth.piece + piece, after}
    : {before, piece, after};
}

/** What was added to a text, where a growth tells it. */
export const addedBy = (
  growth: Growth | undefined,
  before: string,
  after: string,
): string | undefined =>
  growth?.after === after && growth.before === before ? growth.piece : undefined;
