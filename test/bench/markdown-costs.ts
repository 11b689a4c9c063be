import {median} from './statistics.js';

/** The costs of candidates in milliseconds of the main thread, by round. Each candidate is measured once per round. */
export class Costs {
  readonly #rounds = new Map<string, number[]>();
  readonly #baseline: string;

  /** @param baseline The candidate that does nothing. Its cost is subtracted from all others. */
  constructor(baseline: string) {
    this.#baseline = baseline;
  }

  /** One cost per round, in order. */
  add(candidate: string, length: number, milliseconds: number): void {
    const key = keyOf(candidate, length);
    this.#rounds.set(key, [...(this.#rounds.get(key) ?? []), milliseconds]);
  }

  /** The median of the rounds; NaN without measurements. */
  of(candidate: string, length: number): number {
    return median(this.#less(candidate, length));
  }

  /**
   * The cost as a multiple of that of another candidate: the median of the ratios of all rounds. Comparing within a round
   * makes the result independent of the changing load of a shared machine.
   */
  ratio(candidate: string, other: string, length: number): number {
    const others = this.#less(other, length);
    return median(
      this.#less(candidate, length).map((cost, round) => cost / (others[round] ?? NaN)),
    );
  }

  #less(candidate: string, length: number): readonly number[] {
    const baseline = median(this.#rounds.get(keyOf(this.#baseline, length)) ?? []);
    return (this.#rounds.get(keyOf(candidate, length)) ?? []).map(cost => cost - baseline);
  }
}

const keyOf = (candidate: string, length: number): string => `${candidate} ${String(length)}`;
