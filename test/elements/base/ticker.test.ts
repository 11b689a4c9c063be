import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-step/ubik-step.define.js';
import {Ticker, type TickingHost} from '../../../src/elements/base/ticker.js';
import type {UbikStep} from '../../../src/elements/ubik-step/ubik-step.js';
import {step} from '../support/items.js';

interface CountingHost extends TickingHost {
  draws: number;
}

const host = (isConnected: boolean, onDraw?: () => void): CountingHost => ({
  isConnected,
  draws: 0,
  requestUpdate() {
    this.draws += 1;
    onDraw?.();
  },
  addController: () => undefined,
  removeController: () => undefined,
  updateComplete: Promise.resolve(true),
});

/** Resolves with the next tick of the page's clock. */
const tick = (): Promise<void> =>
  new Promise(resolve => {
    const ticker = new Ticker(
      host(true, () => {
        ticker.tick(false);
        resolve();
      }),
    );
    ticker.tick(true);
  });

describe('the clock of running times', () => {
  it('updates a host until it is removed', async () => {
    const one = host(true);
    const ticker = new Ticker(one);
    ticker.tick(true);
    await tick();
    expect(one.draws).to.equal(1);
    ticker.tick(false);
    await tick();
    expect(one.draws).to.equal(1);
  });

  it('does not add a disconnected host, which would never be removed', async () => {
    const gone = host(false);
    new Ticker(gone).tick(true);
    await tick();
    expect(gone.draws).to.equal(0);
  });

  it('continues for a host that was moved', async () => {
    const startedAt = new Date().toISOString();
    const element = await fixture<UbikStep>(
      html`<ubik-step .item=${step({status: 'streaming', startedAt})}></ubik-step>`,
    );
    const place = element.parentElement;
    element.remove();
    place?.append(element);
    await element.updateComplete;
    let draws = 0;
    element.addController({hostUpdate: () => (draws += 1)});
    await tick();
    await element.updateComplete;
    expect(draws).to.equal(1);
  });
});
