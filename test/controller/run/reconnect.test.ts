import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Reconnect} from '../../../src/controller/run/reconnect.js';
import {ManualWorld} from '../support/manual-world.js';

const never = new AbortController().signal;

/** Lets time pass until a promise is settled; gives back its value and how long it took. */
async function outlast<T>(world: ManualWorld, promise: Promise<T>): Promise<[T, number]> {
  const start = world.now();
  for (;;) {
    const value = await Promise.race([
      promise,
      new Promise<undefined>(resolve => {
        setImmediate(() => resolve(undefined));
      }),
    ]);
    if (value !== undefined) return [value, world.now() - start];
    world.advance(50);
  }
}

describe('coming back', () => {
  it('waits longer and longer, and gives up after eight tries', async () => {
    const world = new ManualWorld();
    world.chance = 1;
    const reconnect = new Reconnect(world);
    const waits: number[] = [];
    for (;;) {
      const [goes, wait] = await outlast(world, reconnect.again(never, undefined));
      if (!goes) break;
      waits.push(wait);
    }
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('waits a random part of that time', async () => {
    const world = new ManualWorld();
    world.chance = 0.5;
    const [, wait] = await outlast(world, new Reconnect(world).again(never, undefined));
    assert.equal(wait, 250);
  });

  it('waits at least as long as the server wants, whatever happens meanwhile', async () => {
    const world = new ManualWorld();
    world.chance = 0;
    const again = new Reconnect(world).again(never, 7);
    world.advance(1000);
    world.wake('online');
    world.wake('visible');
    const [goes, wait] = await outlast(world, again);
    assert.deepEqual([goes, wait], [true, 6000]);
  });

  for (const wake of ['online', 'restored', 'visible'] as const) {
    it(`waits no longer when the page is ${wake}`, async () => {
      const world = new ManualWorld();
      const again = new Reconnect(world).again(never, undefined);
      world.wake(wake);
      assert.equal(await again, true);
      assert.deepEqual([world.pending, world.sleepers], [[], 0]);
    });
  }

  it('gets all its tries back when a connection came further than any before', async () => {
    const world = new ManualWorld();
    const reconnect = new Reconnect(world);
    for (let n = 0; n < 30; n++) {
      assert.equal((await outlast(world, reconnect.again(never, undefined)))[0], true);
      reconnect.reached(n + 1);
    }
  });

  it('gives up on a server that always breaks at the same place', async () => {
    const world = new ManualWorld();
    const reconnect = new Reconnect(world);
    let tries = 0;
    for (;;) {
      reconnect.reached(5);
      if (!(await outlast(world, reconnect.again(never, undefined)))[0]) break;
      tries += 1;
    }
    assert.equal(tries, 8);
  });

  it('does not count tries while there is no network', async () => {
    const world = new ManualWorld();
    const reconnect = new Reconnect(world);
    world.isOnline = false;
    for (let n = 0; n < 50; n++) {
      assert.equal((await outlast(world, reconnect.again(never, undefined)))[0], true);
    }
  });

  it('ends at once, and leaves nothing behind, when it is aborted', async () => {
    const world = new ManualWorld();
    const abort = new AbortController();
    const again = new Reconnect(world).again(abort.signal, undefined);
    abort.abort();
    assert.equal(await again, false);
    assert.deepEqual([world.pending, world.sleepers], [[], 0]);
    assert.equal(await new Reconnect(world).again(abort.signal, undefined), false);
  });
});
