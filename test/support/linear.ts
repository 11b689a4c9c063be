import assert from 'node:assert/strict';

/** Microseconds that the processor worked, the best of three: others may have it in between. */
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
 * Sixteen times the input: what grows with it costs about sixteen times as much, what grows with its square 256 times. The
 * machine may be busy with something else while one of the two is measured, so the bound is far from both, and one good
 * comparison of several is enough.
 */
export function assertLinear(work: (size: number) => void, size: number): void {
  work(size);
  let ratio = Infinity;
  for (let tries = 0; tries < 5 && ratio >= 80; tries++) {
    ratio = Math.min(ratio, cost(() => work(4 * size)) / cost(() => work(size / 4)));
  }
  assert.ok(ratio < 80, `sixteen times the input costs ${ratio.toFixed(1)} times as much`);
}
