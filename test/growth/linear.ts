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

/**
 * Compares the cost of an input with that of one sixteen times as long. Linear work costs about 16 times as much, quadratic
 * work 256 times. The machine may be busy during one of the measurements, so the bound is far from both, and one of several
 * comparisons has to pass.
 */
export function assertLinear(work: (size: number) => void, size: number): void {
  work(size);
  let ratio = Infinity;
  for (let tries = 0; tries < 5 && ratio >= 80; tries++) {
    ratio = Math.min(ratio, cost(() => work(4 * size)) / cost(() => work(size / 4)));
  }
  assert.ok(ratio < 80, `sixteen times the input costs ${ratio.toFixed(1)} times as much`);
}
