import {expect} from '@open-wc/testing';
import {lazyElement} from '../../../src/elements/base/lazy-element.js';
import {until} from '../support/dom.js';
import {instead} from '../support/instead.js';

describe('an element that is loaded when it is first rendered', () => {
  it('is requested again when the page is back online', async () => {
    const reported: unknown[] = [];
    let attempts = 0;
    const isLoaded = lazyElement(() => {
      attempts += 1;
      return attempts > 1 ? Promise.resolve('loaded') : Promise.reject(new TypeError('offline'));
    });
    await instead(
      window,
      'reportError',
      (error: unknown) => reported.push(error),
      async () => {
        expect(isLoaded()).to.be.false;
        await until(() => reported.length === 1);
        dispatchEvent(new Event('online'));
        await until(isLoaded);
      },
    );
    expect(attempts).to.equal(2);
    expect(String(reported[0])).to.contain('offline');
  });
});
