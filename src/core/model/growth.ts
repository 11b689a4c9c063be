/**
 * How a text became longer: `after` is `before` and `piece`. A string that was put together is copied whole before any
 * part of it can be read, so who has read `before` reads `piece`: then a chunk costs the same however long the text is.
 */
export interface TextDelta {
  readonly before: string;
  readonly piece: string;
  readonly after: string;
}

const growths = new WeakMap<object, TextDelta>();

/** The growth of the text of an item that was added to last, whichever of its fields that is, since the item was made. */
export const lastDelta = (item: object): TextDelta | undefined => growths.get(item);

export const recordDelta = (item: object, growth: TextDelta): unknown => growths.set(item, growth);

/** A growth and what comes next, or only that, where the growth is that of another text. */
export function appendDelta(
  growth: TextDelta | undefined,
  before: string,
  piece: string,
): TextDelta {
  const after = before + piece;
  return growth?.after === before
    ? {before: growth.before, piece: growth.piece + piece, after}
    : {before, piece, after};
}

/** The text that was appended, if the delta is known. */
export const deltaSince = (
  growth: TextDelta | undefined,
  before: string,
  after: string,
): string | undefined =>
  growth?.after === after && growth.before === before ? growth.piece : undefined;
