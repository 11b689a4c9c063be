import assert from 'node:assert/strict';

/** A turn in view in the transcript, and how far below the top of the transcript it starts, in pixels. */
export type TurnPosition = readonly [turn: string, top: number];

/** Asserts that the same turns are in view at the same positions, with a tolerance of one pixel. */
export function samePlaces(
  actual: readonly TurnPosition[],
  expected: readonly TurnPosition[],
): void {
  const near = actual.map(([turn, top], n): TurnPosition => {
    const before = expected[n]?.[1] ?? 0;
    return [turn, Math.abs(top - before) <= 1 ? before : top];
  });
  assert.deepEqual(near, expected);
}
