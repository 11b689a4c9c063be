import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {RebuildLoop} from '../../../src/controller/run/rebuild-loop.js';
import {defaultEnvironment} from '../../../src/controller/environment.js';
import {ManualWorld} from '../support/manual-world.js';

describe('the rebuild loop', () => {
  it('flushes once a frame, however often it is asked', () => {
    const world = new ManualWorld();
    let flushes = 0;
    const loop = new RebuildLoop(() => (flushes += 1), world);
    for (let n = 0; n < 100; n++) loop.request();
    assert.equal(flushes, 0);
    world.advance(16);
    assert.equal(flushes, 1);
    world.advance(1000);
    assert.equal(flushes, 1);
    loop.request();
    world.advance(16);
    assert.equal(flushes, 2);
  });

  it('flushes at once when told to, and not again for what was asked before', () => {
    const world = new ManualWorld();
    let flushes = 0;
    const loop = new RebuildLoop(() => (flushes += 1), world);
    loop.request();
    loop.now();
    assert.equal(flushes, 1);
    world.advance(1000);
    assert.equal(flushes, 1);
    assert.deepEqual(world.pending, []);
  });

  it('flushes by a timer where there are no frames', async () => {
    await new Promise<void>(resolve => new RebuildLoop(resolve, defaultEnvironment).request());
  });
});
