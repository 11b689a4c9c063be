const {process} = globalThis as {process?: {env: Record<string, string | undefined>}};

/** Whether tests try every case (`npm run test:all`), or a part of the cases, so that `npm test` is fast. */
export const isFull = process?.env['TEST_FULL'] !== undefined;

/** The number of random cases of a property test: a tenth if the tests are not full. */
export const runs = (count: number): number => (isFull ? count : Math.ceil(count / 10));

/** The cases to try: every fourth if the tests are not full. */
export const cases = <T>(all: readonly T[]): readonly T[] =>
  isFull ? all : all.filter((_, at) => at % 4 === 0);
