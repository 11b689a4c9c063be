import {expect, fixture, html} from '@open-wc/testing';
import {define} from '../../src/define.js';
import {all, find} from './support/dom.js';
import {answer, request, step, text, tool} from './support/items.js';

const tags = ['chat', 'markdown', 'message', 'step', 'thinking', 'tool'];

describe('define', () => {
  it('registers nothing when it is imported', () => {
    expect(tags.filter(tag => customElements.get(`ubik-${tag}`))).to.deep.equal([]);
  });

  it('registers every element under another prefix, which its templates follow', async () => {
    define({prefix: 'acme'});
    expect(tags.filter(tag => !customElements.get(`acme-${tag}`))).to.deep.equal([]);
    const item = answer([step({status: 'streaming', children: [tool(), text('Hello')]})]);
    const message = await fixture(html`<acme-message .item=${item}></acme-message>`);
    const drawn = find(message, 'acme-step');
    expect(all(drawn, '.row > *').map(node => node.localName)).to.deep.equal([
      'acme-tool',
      'acme-markdown',
    ]);
  });

  it('registers rarely used elements when they are first rendered, under the same prefix', async () => {
    expect(customElements.get('acme-request')).to.equal(undefined);
    const item = answer([request()]);
    const message = await fixture(html`<acme-message .item=${item}></acme-message>`);
    expect(find(message, 'acme-request').textContent).to.equal(request().prompt);
    await customElements.whenDefined('acme-request');
    expect(customElements.get('ubik-request')).to.equal(undefined);
  });

  it('does nothing the second time', () => {
    const before = customElements.get('acme-chat');
    define({prefix: 'acme'});
    expect(customElements.get('acme-chat')).to.equal(before);
  });
});
