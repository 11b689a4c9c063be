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
  const property = fc.property(...arbitraries, (...values: Values) => check(...values) !== false);
  fc.assert(property, {numRuns});
}

/** Checks an asynchronous property, as `forAll`. */
export function forAllAsync<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  arbitraries: Arbitraries<Values>,
  check: (...values: Values) => Promise<unknown>,
): Promise<void> {
  const holds = async (...values: Values): Promise<boolean> => (await check(...values)) !== false;
  return fc.assert(fc.asyncProperty(...arbitraries, holds), {numRuns});
}
