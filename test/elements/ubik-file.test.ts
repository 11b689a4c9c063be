import {expect, fixture, html} from '@open-wc/testing';
import '../../src/elements/ubik-file.define.js';
import type {FileItem} from '../../src/core/index.js';
import type {UbikFile} from '../../src/elements/ubik-file.js';
import {find, has, words} from './support/dom.js';

const draw = (item: Partial<FileItem>): Promise<UbikFile> => {
  const base = {id: 'f', kind: 'file', status: 'done', children: [], name: 'plan.pdf'} as const;
  return fixture(html`<ubik-file .item=${{...base, ...item}}></ubik-file>`);
};

describe('<ubik-file>', () => {
  it('is accessible', async () => {
    await expect(await draw({url: 'https://example.org/plan.pdf'})).to.be.accessible();
  });

  it('shows name and size', async () => {
    expect(words(find(await draw({size: 482_113}), '.file'))).to.equal('plan.pdf 482 kB');
  });

  it('opens in a new tab, and only where that is safe', async () => {
    const link = find(await draw({url: 'https://example.org/plan.pdf'}), 'a');
    expect(link.getAttribute('target')).to.equal('_blank');
    expect(has(await draw({url: 'data:text/html,hello'}), 'a')).to.be.false;
  });

  it('shows what would turn the direction of its name, and where it leads', async () => {
    const url = 'https://example.org/a';
    const element = await draw({name: 'plan_\u202Efdp.exe', url});
    expect(words(find(element, '.name'))).to.equal('plan_‹U+202e›fdp.exe');
    expect(find(element, 'a').title).to.equal(url);
  });
});
