import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {RetryTimer} from '../../src/controller/http/retry.js';
import {Settings} from '../../src/controller/settings.js';
import type {Environment} from '../../src/controller/environment.js';

const clients = 10_000;
/** The server is down for so long, and then accepts so many requests per second; in seconds. */
const outage = 10;
const capacity = 2000;

/** Resolves when no further work is pending at this moment. */
const atRest = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** A clock for many clients: timers are grouped by the millisecond when they are due. */
class CrowdEnvironment implements Environment {
  readonly #random: () => number;
  readonly #due = new Map<number, (() => void)[]>();
  #now = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  now = (): number => this.#now;
  random = (): number => this.#random();
  online = (): boolean => true;
  visible = (): boolean => true;
  frame = (callback: () => void): (() => void) => this.after(16, callback);
  onWake = (): (() => void) => () => undefined;
  onHide = (): (() => void) => () => undefined;

  after(milliseconds: number, callback: () => void): () => void {
    const at = this.#now + Math.max(1, Math.round(milliseconds));
    const due = this.#due.get(at);
    if (due) due.push(callback);
    else this.#due.set(at, [callback]);
    return () => undefined;
  }

  /** Lets a second pass. */
  async second(): Promise<void> {
    for (const end = this.#now + 1000; this.#now < end;) {
      this.#now += 1;
      const due = this.#due.get(this.#now);
      if (!due) continue;
      this.#due.delete(this.#now);
      for (const callback of due) callback();
      await atRest();
    }
  }
}

interface Storm {
  /** Most attempts in one second, from the moment when the server is up again. */
  readonly peak: number;
  /** Seconds after that until 99 % are back. */
  readonly most: number;
  readonly back: number;
}

/** All clients lose the server at once, and reconnect with the real retry code. */
async function storm(random: () => number): Promise<Storm> {
  const environment = new CrowdEnvironment(random);
  let second = 0;
  let arrivals = 0;
  let back = 0;
  let most = 0;
  let given = 0;
  const client = async (): Promise<void> => {
    const timer = new RetryTimer(new Settings({}, environment));
    const {signal} = new AbortController();
    while (await timer.wait(signal, undefined)) {
      arrivals += 1;
      if (second < outage || arrivals > capacity) continue;
      back += 1;
      if (back === clients * 0.99) most = second - outage + 1;
      return;
    }
    given += 1;
  };
  for (let n = 0; n < clients; n++) void client();
  let peak = 0;
  for (; back + given < clients; second++) {
    arrivals = 0;
    await environment.second();
    if (second >= outage) peak = Math.max(peak, arrivals);
  }
  return {peak, most, back};
}

/** Chance that can be repeated. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

describe('ten thousand clients that lose the server at once', () => {
  it('reconnect spread out, and not in waves', async () => {
    const spread = await storm(chance(42));
    const waves = await storm(() => 1);
    const after = ({most}: Storm): string => (most ? `${most} s after the server` : 'never');
    console.log(
      `at most ${spread.peak} tries a second with jitter, ${waves.peak} without; ` +
        `99 % are back ${after(spread)} with jitter, ${after(waves)} without`,
    );
    assert.ok(spread.back >= clients * 0.99, `${spread.back} are back`);
    assert.ok(spread.peak * 3 < waves.peak, `${spread.peak} against ${waves.peak}`);
    assert.ok(spread.most > 0 && (waves.back < clients || spread.most < waves.most));
  });
});
