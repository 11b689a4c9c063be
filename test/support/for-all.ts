import fc from 'fast-check';

type Arbitraries<Values extends readonly unknown[]> = {
  [Index in keyof Values]: fc.Arbitrary<Values[Index]>;
};

/** Checks that a property holds for this number of random values. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  arbitraries: Arbitraries<Values>,
  check: (...values: Values) => boolean | void,
): void {
  fc.assert(fc.property(...arbitraries, check), {numRuns});
}

/** Checks an asynchronous property, as `forAll`. */
export function forAllAsync<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  arbitraries: Arbitraries<Values>,
  check: (...values: Values) => Promise<boolean | void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(...arbitraries, check), {numRuns});
}
