import {expect, fixture, html} from '@open-wc/testing';
// Only the example: another import could register the element.
import {show} from '../../../demo/examples/write.js';
import {find, has, until, words} from '../support/dom.js';

describe('the example that renders Markdown without a chat', () => {
  it('registers the element, and writes each chunk', async () => {
    // eslint-disable-next-line @typescript-eslint/require-await
    async function* answer(): AsyncGenerator<string> {
      yield 'The museum is **op';
      yield 'en**.';
    }
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const element = await show(answer(), container);
    await until(() => has(element, 'strong'));
    expect(words(find(element, 'p'))).to.equal('The museum is open.');
  });
});
