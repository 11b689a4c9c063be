/** Shuffles entries; the order depends on the seed only (linear congruential generator). */
export function shuffleEntries<T>(entries: readonly T[], seed: number): T[] {
  const result = [...entries];
  let state = seed >>> 0;
  for (let n = result.length - 1; n > 0; n--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (n + 1));
    const a = result[n] as T;
    result[n] = result[other] as T;
    result[other] = a;
  }
  return result;
}
