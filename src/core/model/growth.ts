/**
 * The last change of a growing text: `after` is `before` plus `added`. A concatenated string is copied as a whole when
 * it is first read. A reader that knows `before` therefore reads only `added`, so that the cost of a chunk does not
 * depend on the length of the text.
 */
export interface TextDelta {
  readonly before: string;
  readonly added: string;
  readonly after: string;
}

const growths = new WeakMap<object, TextDelta>();

/** The last growth of a text field of an item, since the item object was created. */
export const lastDelta = (item: object): TextDelta | undefined => growths.get(item);

export const recordDelta = (item: object, growth: TextDelta): unknown => growths.set(item, growth);

/** Adds a chunk to a growth. Starts a new one if the growth belongs to another text. */
export function appendDelta(
  growth: TextDelta | undefined,
  before: string,
  added: string,
): TextDelta {
  const after = before + added;
  return growth?.after === before
    ? {before: growth.before, added: growth.added + added, after}
    : {before, added, after};
}

/** The text that was appended, if the delta is known. */
export const deltaSince = (
  growth: TextDelta | undefined,
  before: string,
  after: string,
): string | undefined =>
  growth?.after === after && growth.before === before ? growth.added : undefined;
