import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {RetryTimer} from '../../../src/controller/http/retry.js';
import {Settings} from '../../../src/controller/settings.js';
import {ManualEnvironment} from '../support/manual-environment.js';

const never = new AbortController().signal;

/** Advances the clock until a promise is settled; returns its value and the duration. */
async function outlast<T>(
  environment: ManualEnvironment,
  promise: Promise<T>,
): Promise<[T, number]> {
  const start = environment.now();
  for (;;) {
    const value = await Promise.race([
      promise,
      new Promise<undefined>(resolve => {
        setImmediate(() => resolve(undefined));
      }),
    ]);
    if (value !== undefined) return [value, environment.now() - start];
    environment.advance(50);
  }
}

describe('RetryTimer', () => {
  it('increases the delay, and gives up after eight attempts', async () => {
    const environment = new ManualEnvironment();
    environment.chance = 1;
    const timer = new RetryTimer(new Settings({}, environment));
    const waits: number[] = [];
    for (;;) {
      const [goes, wait] = await outlast(environment, timer.wait(never, undefined));
      if (!goes) break;
      waits.push(wait);
    }
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('waits a random part of that time', async () => {
    const environment = new ManualEnvironment();
    environment.chance = 0.5;
    const [, wait] = await outlast(
      environment,
      new RetryTimer(new Settings({}, environment)).wait(never, undefined),
    );
    assert.equal(wait, 250);
  });

  it('waits at least as long as the server wants, whatever happens meanwhile', async () => {
    const environment = new ManualEnvironment();
    environment.chance = 0;
    const again = new RetryTimer(new Settings({}, environment)).wait(never, 7);
    environment.advance(1000);
    environment.wake('online');
    environment.wake('visible');
    const [goes, wait] = await outlast(environment, again);
    assert.deepEqual([goes, wait], [true, 6000]);
  });

  for (const wake of ['online', 'restored', 'visible'] as const) {
    it(`waits no longer when the page is ${wake}`, async () => {
      const environment = new ManualEnvironment();
      const again = new RetryTimer(new Settings({}, environment)).wait(never, undefined);
      environment.wake(wake);
      assert.equal(await again, true);
      assert.deepEqual([environment.pending, environment.wakeListeners], [[], 0]);
    });
  }

  it('resets the attempts when a connection made progress', async () => {
    const environment = new ManualEnvironment();
    const timer = new RetryTimer(new Settings({}, environment));
    for (let n = 0; n < 30; n++) {
      assert.equal((await outlast(environment, timer.wait(never, undefined)))[0], true);
      timer.progress(n + 1);
    }
  });

  it('gives up on a server that always fails at the same position', async () => {
    const environment = new ManualEnvironment();
    const timer = new RetryTimer(new Settings({}, environment));
    let tries = 0;
    for (;;) {
      timer.progress(5);
      if (!(await outlast(environment, timer.wait(never, undefined)))[0]) break;
      tries += 1;
    }
    assert.equal(tries, 8);
  });

  it('does not count attempts while offline', async () => {
    const environment = new ManualEnvironment();
    const timer = new RetryTimer(new Settings({}, environment));
    environment.isOnline = false;
    for (let n = 0; n < 50; n++) {
      assert.equal((await outlast(environment, timer.wait(never, undefined)))[0], true);
    }
  });

  it('ends at once, and leaves no timer, when it is aborted', async () => {
    const environment = new ManualEnvironment();
    const abort = new AbortController();
    const again = new RetryTimer(new Settings({}, environment)).wait(abort.signal, undefined);
    abort.abort();
    assert.equal(await again, false);
    assert.deepEqual([environment.pending, environment.wakeListeners], [[], 0]);
    assert.equal(
      await new RetryTimer(new Settings({}, environment)).wait(abort.signal, undefined),
      false,
    );
  });
});
