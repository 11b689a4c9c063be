import {median} from './statistics.js';

/** What candidates cost, in milliseconds of the main thread, in rounds in which each has its turn. */
export class Costs {
  readonly #rounds = new Map<string, number[]>();
  readonly #baseline: string;

  /** @param baseline The candidate whose cost is not that of any other, and is taken from all. */
  constructor(baseline: string) {
    this.#baseline = baseline;
  }

  /** One for each round, in their order. */
  add(candidate: string, length: number, milliseconds: number): void {
    const key = keyOf(candidate, length);
    this.#rounds.set(key, [...(this.#rounds.get(key) ?? []), milliseconds]);
  }

  /** The median of the rounds; NaN where it was not measured. */
  of(candidate: string, length: number): number {
    return median(this.#less(candidate, length));
  }

  /**
   * How many times that of another it costs. A shared machine has fast minutes and slow ones, so each round is compared
   * by itself, and the median is that of the ratios.
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
