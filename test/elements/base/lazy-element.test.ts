import {expect} from '@open-wc/testing';
import {LazyModule, lazyElement} from '../../../src/elements/base/lazy-element.js';
import {until} from '../support/dom.js';
import {instead} from '../support/instead.js';

/** The parts of a host that a lazy module uses. */
const host = () => {
  const drawn = {
    times: 0,
    requestUpdate: (): void => void (drawn.times += 1),
    addController: (): void => undefined,
    removeController: (): void => undefined,
    updateComplete: Promise.resolve(true),
  };
  return drawn;
};

describe('a part that is fetched', () => {
  it('is loaded once, and updates the elements that requested it', async () => {
    let fetched = 0;
    const part = new LazyModule(async () => {
      await Promise.resolve();
      return `part ${(fetched += 1)}`;
    });
    const [one, other] = [host(), host()];
    expect([part.get(one), part.get(other), part.get(one)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    await until(() => one.times > 0);
    expect([one.times, other.times, fetched]).to.deep.equal([1, 1, 1]);
    expect(part.get(one)).to.equal('part 1');
  });

  it('is fetched again when the page is back online, and not before at every drawing', async () => {
    const received: unknown[] = [];
    let tries = 0;
    const isThere = lazyElement(() => {
      tries += 1;
      return tries > 1 ? Promise.resolve('there') : Promise.reject(new TypeError('offline'));
    });
    await instead(
      window,
      'reportError',
      (error: unknown) => received.push(error),
      async () => {
        expect(isThere()).to.be.false;
        await until(() => received.length === 1);
        expect(isThere()).to.be.false;
        expect(tries).to.equal(1);
        dispatchEvent(new Event('online'));
        await until(isThere);
      },
    );
    expect(tries).to.equal(2);
    expect(String(received[0])).to.contain('offline');
  });
});
