import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {RebuildLoop} from '../../../src/controller/run/rebuild-loop.js';
import {defaultEnvironment} from '../../../src/controller/environment.js';
import {ManualEnvironment} from '../support/manual-environment.js';

describe('the rebuild loop', () => {
  it('flushes once a frame, however often it is asked', () => {
    const environment = new ManualEnvironment();
    let flushes = 0;
    const loop = new RebuildLoop(() => (flushes += 1), environment);
    for (let n = 0; n < 100; n++) loop.request();
    assert.equal(flushes, 0);
    environment.advance(16);
    assert.equal(flushes, 1);
    environment.advance(1000);
    assert.equal(flushes, 1);
    loop.request();
    environment.advance(16);
    assert.equal(flushes, 2);
  });

  it('flushes at once on request, and not again for the earlier request', () => {
    const environment = new ManualEnvironment();
    let flushes = 0;
    const loop = new RebuildLoop(() => (flushes += 1), environment);
    loop.request();
    loop.now();
    assert.equal(flushes, 1);
    environment.advance(1000);
    assert.equal(flushes, 1);
    assert.deepEqual(environment.pending, []);
  });

  it('flushes by a timer if there are no frames', async () => {
    await new Promise<void>(resolve => new RebuildLoop(resolve, defaultEnvironment).request());
  });
});
