import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ChatError} from '../../../src/controller/http/errors.js';
import {idleTimeoutMs, Watchdog} from '../../../src/controller/http/watchdog.js';
import {ManualWorld} from '../support/manual-world.js';

const watching = (limit?: number) => {
  const world = new ManualWorld();
  const parent = new AbortController();
  return {world, parent, watchdog: new Watchdog(parent.signal, world, limit)};
};

describe('the watchdog', () => {
  it('ends a request that stays silent', () => {
    const {world, watchdog} = watching();
    world.advance(idleTimeoutMs - 1);
    assert.equal(watchdog.signal.aborted, false);
    world.advance(idleTimeoutMs / 4 + 1);
    assert.equal(watchdog.signal.aborted, true);
    const {reason} = watchdog.signal as {reason: unknown};
    assert.ok(reason instanceof ChatError);
    assert.equal(reason.fault.code, 'timeout');
    assert.deepEqual(world.pending, []);
  });

  it('lets a request live as long as bytes come', () => {
    const {world, watchdog} = watching();
    for (let n = 0; n < 100; n++) {
      world.advance(idleTimeoutMs - 1);
      watchdog.beat();
    }
    assert.equal(watchdog.signal.aborted, false);
  });

  it('sees soon after waking that the machine has slept', () => {
    const {world, watchdog} = watching();
    world.advance(1000);
    world.sleep(8 * 60 * 60_000);
    assert.equal(watchdog.signal.aborted, false);
    world.advance(idleTimeoutMs / 4);
    assert.equal(watchdog.signal.aborted, true);
  });

  it('ends with its parent, for the same reason', () => {
    const {world, parent, watchdog} = watching();
    const reason = new Error('left');
    parent.abort(reason);
    assert.equal(watchdog.signal.reason, reason);
    assert.deepEqual(world.pending, []);
  });

  it('has ended when its parent had', () => {
    const parent = AbortSignal.abort();
    const world = new ManualWorld();
    assert.equal(new Watchdog(parent, world).signal.aborted, true);
    assert.deepEqual(world.pending, []);
  });

  it('leaves nothing behind when it is stopped', () => {
    const {world, parent, watchdog} = watching();
    watchdog.stop();
    assert.deepEqual(world.pending, []);
    parent.abort();
    assert.equal(watchdog.signal.aborted, false);
  });

  it('can be without a limit', () => {
    const {world, watchdog} = watching(Infinity);
    assert.deepEqual(world.pending, []);
    world.advance(idleTimeoutMs * 100);
    assert.equal(watchdog.signal.aborted, false);
  });
});
