import {median} from './statistics.js';

/** The processor time of a synchronous function in milliseconds, which depends less on other load than the time of a clock. */
export function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const {user, system} = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The cost of one work as a multiple of another, which run alternately: the median of the ratios of all rounds. The load of
 * a shared machine changes more slowly than a round takes, so it hardly changes the result.
 *
 * @param rounds An odd number. One more round at the start warms up and is not counted.
 */
export function ratioOf(work: () => void, other: () => void, rounds = 9): number {
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [cost, base] = [timed(work), timed(other)];
    if (round > 0) ratios.push(cost / base);
  }
  return median(ratios);
}
