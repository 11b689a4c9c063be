import assert from 'node:assert/strict';

/** Microseconds of processor time, the best of three measurements. */
function cost(work: () => void): number {
  let best = Infinity;
  for (let time = 0; time < 3; time++) {
    const before = process.cpuUsage();
    work();
    const {user, system} = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return Math.max(1, best);
}

/** Microseconds; shorter times are too inaccurate to compare. */
const MEASURABLE = 10_000;

/**
 * Compares the cost of an input with that of the same amount in inputs of a sixteenth of its length, because a single short
 * one is too fast to measure. Linear work costs the same, quadratic work 16 times as much. The machine may be busy during one
 * of the measurements, so the bound is far from both, and one of several comparisons has to pass.
 */
export function assertLinear(work: (size: number) => void, size: number): void {
  work(size);
  const short = (): void => {
    for (let count = 0; count < 16; count++) work(size / 4);
  };
  let ratio = Infinity;
  for (let tries = 0; tries < 5 && ratio >= 5; tries++) {
    const long = cost(() => work(4 * size));
    if (long < MEASURABLE) return;
    ratio = Math.min(ratio, long / cost(short));
  }
  assert.ok(
    ratio < 5,
    `an input costs ${ratio.toFixed(1)} times as much as the same amount in inputs of a sixteenth of its length`,
  );
}
