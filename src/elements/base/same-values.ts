/** Whether two lists have identical values in the same order. */
export const hasSameValues = (a: readonly unknown[], b: readonly unknown[] | undefined): boolean =>
  a.length === b?.length && a.every((value, index) => value === b[index]);
