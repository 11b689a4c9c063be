import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {LazyModule, whenLoaded} from '../../src/controller/lazy-module.js';
import {ManualEnvironment} from './support/manual-environment.js';

interface Scene {
  readonly module: LazyModule<string>;
  readonly environment: ManualEnvironment;
  readonly reported: readonly unknown[];
  /** The number of attempts so far. */
  readonly attempts: () => number;
}

/** A module whose first attempts fail. */
function failing(failures: number): Scene {
  const environment = new ManualEnvironment();
  const reported: unknown[] = [];
  let attempts = 0;
  const load = async (): Promise<string> => {
    attempts += 1;
    await Promise.resolve();
    if (attempts <= failures) throw new TypeError(`attempt ${attempts}`);
    return 'loaded';
  };
  const module = new LazyModule(load, {environment, report: error => reported.push(error)});
  return {module, environment, reported, attempts: () => attempts};
}

/** A subscriber that counts its updates. */
const subscriber = () => {
  const counter = {updates: 0, requestUpdate: (): void => void (counter.updates += 1)};
  return counter;
};

const settled = (): Promise<unknown> => new Promise(setImmediate);

describe('a lazy module', () => {
  it('is loaded once, and updates each subscriber once', async () => {
    const {module, attempts} = failing(0);
    const [one, other] = [subscriber(), subscriber()];
    assert.deepEqual(
      [module.get(one), module.get(other), module.get(one)],
      Array(3).fill(undefined),
    );
    assert.equal(await module.load(), 'loaded');
    assert.equal(module.get(one), 'loaded');
    assert.deepEqual([one.updates, other.updates, attempts()], [1, 1, 1]);
  });

  it('is not requested before it is needed', () => {
    const {module, attempts} = failing(0);
    assert.equal(module.value, undefined);
    assert.equal(module.attempt, undefined);
    assert.equal(attempts(), 0);
  });

  it('is requested again with increasing delays, and reports one error', async () => {
    const {module, environment, reported, attempts} = failing(3);
    environment.chance = 1;
    const element = subscriber();
    module.get(element);
    const delays: number[] = [];
    while (module.value === undefined) {
      await settled();
      const [delay] = environment.pending;
      if (delay === undefined) continue;
      delays.push(delay);
      environment.advance(delay);
    }
    assert.deepEqual(delays, [500, 1000, 2000]);
    assert.deepEqual(reported.map(String), ['TypeError: attempt 1']);
    assert.deepEqual([element.updates, attempts(), environment.wakeListeners], [1, 4, 0]);
  });

  it('is requested at once when the network is back', async () => {
    const {module, environment, attempts} = failing(1);
    module.get(subscriber());
    await settled();
    environment.wake('online');
    await settled();
    assert.equal(module.value, 'loaded');
    assert.deepEqual([attempts(), environment.pending], [2, []]);
  });

  it('is not requested at every render between two attempts', async () => {
    const {module, attempts} = failing(Infinity);
    module.get();
    await settled();
    for (let render = 0; render < 10; render++) module.get();
    await settled();
    assert.equal(attempts(), 1);
  });

  it('stops timed attempts after six failures; a wake of the page still causes one', async () => {
    const {module, environment, attempts} = failing(Infinity);
    module.get(subscriber());
    await settled();
    while (environment.pending.length > 0) {
      environment.advance(60_000);
      await settled();
    }
    assert.equal(attempts(), 6);
    environment.wake('visible');
    await settled();
    assert.equal(attempts(), 7);
  });

  it('rejects an explicit request that fails, and tries again with the next one', async () => {
    const {module, environment} = failing(1);
    await assert.rejects(module.load(), /attempt 1/);
    assert.deepEqual([environment.pending, environment.wakeListeners], [[], 0]);
    assert.equal(await module.load(), 'loaded');
  });

  it('is not requested again when the last subscriber has left', async () => {
    const {module, environment} = failing(Infinity);
    const leave = module.subscribe(subscriber());
    await settled();
    assert.equal(environment.wakeListeners, 1);
    leave();
    assert.deepEqual([environment.pending, environment.wakeListeners], [[], 0]);
  });

  it('counts among what is being loaded until it has arrived or failed', async () => {
    const {module} = failing(1);
    module.get();
    await whenLoaded();
    assert.equal(module.attempt, undefined);
    assert.equal(whenLoaded(), undefined);
  });
});
