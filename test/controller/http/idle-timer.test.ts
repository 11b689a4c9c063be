import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ChatError} from '../../../src/controller/http/errors.js';
import {Watchdog} from '../../../src/controller/http/watchdog.js';
import {defaultLimits, Settings} from '../../../src/controller/settings.js';
import {ManualEnvironment} from '../support/manual-environment.js';

const {idleTimeoutMs} = defaultLimits;

const watching = (limit?: number) => {
  const environment = new ManualEnvironment();
  const parent = new AbortController();
  return {
    environment,
    parent,
    watchdog: new Watchdog(parent.signal, new Settings({}, environment), limit),
  };
};

describe('the watchdog', () => {
  it('aborts a request without a byte', () => {
    const {environment, watchdog} = watching();
    environment.advance(idleTimeoutMs - 1);
    assert.equal(watchdog.signal.aborted, false);
    environment.advance(idleTimeoutMs / 4 + 1);
    assert.equal(watchdog.signal.aborted, true);
    const {reason} = watchdog.signal as {reason: unknown};
    assert.ok(reason instanceof ChatError);
    assert.equal(reason.info.code, 'timeout');
    assert.deepEqual(environment.pending, []);
  });

  it('keeps a request alive as long as bytes arrive', () => {
    const {environment, watchdog} = watching();
    for (let n = 0; n < 100; n++) {
      environment.advance(idleTimeoutMs - 1);
      watchdog.reset();
    }
    assert.equal(watchdog.signal.aborted, false);
  });

  it('sees soon after waking that the machine has slept', () => {
    const {environment, watchdog} = watching();
    environment.advance(1000);
    environment.sleep(8 * 60 * 60_000);
    assert.equal(watchdog.signal.aborted, false);
    environment.advance(idleTimeoutMs / 4);
    assert.equal(watchdog.signal.aborted, true);
  });

  it('ends with its parent, for the same reason', () => {
    const {environment, parent, watchdog} = watching();
    const reason = new Error('left');
    parent.abort(reason);
    assert.equal(watchdog.signal.reason, reason);
    assert.deepEqual(environment.pending, []);
  });

  it('has ended when its parent had', () => {
    const parent = AbortSignal.abort();
    const environment = new ManualEnvironment();
    assert.equal(new Watchdog(parent, new Settings({}, environment)).signal.aborted, true);
    assert.deepEqual(environment.pending, []);
  });

  it('leaves no timer when it is stopped', () => {
    const {environment, watchdog} = watching();
    watchdog.stop();
    assert.deepEqual(environment.pending, []);
    environment.advance(idleTimeoutMs * 2);
    assert.equal(watchdog.signal.aborted, false);
  });

  it('allows a body the time that it needs on a line of 128 kbit/s', () => {
    const {environment, watchdog} = watching();
    watchdog.expectBody(16_000_000);
    environment.advance(1_000_000 + idleTimeoutMs - 1);
    assert.equal(watchdog.signal.aborted, false);
    environment.advance(idleTimeoutMs / 4 + 1);
    assert.equal(watchdog.signal.aborted, true);
  });

  it('can be without a limit', () => {
    const {environment, watchdog} = watching(Infinity);
    assert.deepEqual(environment.pending, []);
    environment.advance(idleTimeoutMs * 100);
    assert.equal(watchdog.signal.aborted, false);
  });
});
