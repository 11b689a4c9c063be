import {expect} from '@open-wc/testing';
import type {TickingHost} from '../../../../src/elements/base/ticker.js';
import {Stopwatch} from '../../../../src/elements/shared/work/stopwatch.js';
import {instead} from '../../support/instead.js';

const host: TickingHost = {
  isConnected: false,
  requestUpdate: () => undefined,
  addController: () => undefined,
  removeController: () => undefined,
  updateComplete: Promise.resolve(true),
};

const start = '2026-03-04T14:00:00.000Z';
const running = {id: 's', status: 'streaming', startedAt: start} as const;

describe('Stopwatch', () => {
  let seconds = 0;
  const withClock = (act: () => void): Promise<void> =>
    instead(Date, 'now', () => Date.parse(start) + seconds * 1000, act);

  it('stands still while the item waits for the user, and does not count that time', async () => {
    const stopwatch = new Stopwatch(host);
    await withClock(() => {
      seconds = 5;
      expect(stopwatch.read(running)).to.equal(5);
      seconds = 6;
      expect(stopwatch.read(running, true)).to.equal(5);
      seconds = 66;
      expect(stopwatch.read(running, true)).to.equal(5);
      expect(stopwatch.read(running)).to.equal(6);
      const done = {...running, status: 'done', endedAt: '2026-03-04T14:01:10Z'} as const;
      expect(stopwatch.read(done)).to.equal(10);
    });
  });

  it('does not know how long an item ran that waits since before it was displayed', async () => {
    const stopwatch = new Stopwatch(host);
    seconds = 90;
    await withClock(() => {
      expect(stopwatch.read({...running, status: 'waiting'})).to.equal(undefined);
      expect(stopwatch.read({...running, id: 't'})).to.equal(90);
    });
  });

  it('measures an item without a start time from the end of its first wait', async () => {
    const stopwatch = new Stopwatch(host);
    const item = {id: 's', status: 'streaming'} as const;
    await withClock(() => {
      seconds = 0;
      stopwatch.read(item, true);
      seconds = 60;
      stopwatch.read(item);
      seconds = 90;
      expect(stopwatch.read(item)).to.equal(30);
    });
  });

  it('counts a wait at most up to the end of the item', async () => {
    const stopwatch = new Stopwatch(host);
    await withClock(() => {
      seconds = 5;
      stopwatch.read(running);
      stopwatch.read(running, true);
      seconds = 3600;
      const done = {...running, status: 'done', endedAt: '2026-03-04T14:00:40Z'} as const;
      expect(stopwatch.read(done)).to.equal(5);
    });
  });
});
