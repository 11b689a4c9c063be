import {expect, fixture, html} from '@open-wc/testing';
import {focusedIn} from '../../../src/elements/base/focused-element.js';

/** A host with a button in its shadow tree. */
function hostIn(parent: Node): {host: HTMLElement; button: HTMLButtonElement} {
  const {ownerDocument} = parent;
  const host = ownerDocument!.createElement('div');
  const button = ownerDocument!.createElement('button');
  host.attachShadow({mode: 'open'}).append(button);
  parent.appendChild(host);
  return {host, button};
}

describe('the focused element in a shadow tree', () => {
  it('is found in the page, in a closed shadow tree, and in the document of a frame', async () => {
    const page = await fixture<HTMLElement>(html`<div></div>`);
    const closed = await fixture<HTMLElement>(html`<div></div>`);
    const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
    const parents = [page, closed.attachShadow({mode: 'closed'}), frame.contentDocument!.body];
    for (const {host, button} of parents.map(hostIn)) {
      expect(focusedIn(host)).to.equal(null);
      button.focus();
      expect(focusedIn(host)).to.equal(button);
      host.remove();
      expect(focusedIn(host)).to.equal(null);
    }
  });

  it('is none while the focus is in another shadow tree', async () => {
    const page = await fixture<HTMLElement>(html`<div></div>`);
    const [one, other] = [hostIn(page), hostIn(page)];
    one.button.focus();
    expect(focusedIn(other.host)).to.equal(null);
    expect(focusedIn(one.host)).to.equal(one.button);
  });
});
