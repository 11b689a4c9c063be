import fc from 'fast-check';

type Arbitraries<Values extends readonly unknown[]> = {
  [Index in keyof Values]: fc.Arbitrary<Values[Index]>;
};

/** Checks a property with this number of random values. It does not hold if `check` throws or returns `false`. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  arbitraries: Arbitraries<Values>,
  check: (...values: Values) => unknown,
): void {
  fc.assert(
    fc.property(...arbitraries, (...values: Values) => check(...values) !== false),
    {
      numRuns,
    },
  );
}
