import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-json/ubik-json.define.js';
import type {UbikJson} from '../../../src/elements/ubik-json/ubik-json.js';
import {all, find, has, collectEvents, press, until, words} from '../support/dom.js';

const render = (value: unknown): Promise<UbikJson> =>
  fixture(html`<ubik-json .value=${value}></ubik-json>`);

describe('<ubik-json>', () => {
  it('is accessible', async () => {
    const element = await render({name: 'x', list: [1, null, true], empty: {}});
    find(element, '.branch').click();
    await element.updateComplete;
    await expect(element).to.be.accessible();
  });

  it('renders a branch only when it is opened, also with the keyboard', async () => {
    const element = await render({list: ['first', 'second']});
    expect(words(find(element, '.root'))).to.equal('list 2 items');
    find(element, '.branch').focus();
    await press('Enter');
    await element.updateComplete;
    expect(words(find(element, '.root'))).to.equal('list 2 items 0 first 1 second');
  });

  it('opens only the branch that was pressed, also if keys contain slashes', async () => {
    const element = await render({a: {b: {inner: 1}}, 'a/b': {other: 2}});
    find(element, 'li:last-child > .branch').click();
    await element.updateComplete;
    find(element, 'li:first-child > .branch').click();
    await element.updateComplete;
    expect(words(find(element, '.root'))).to.equal('a 1 entry b 1 entry a/b 1 entry other 2');
  });

  it('paginates long lists', async () => {
    const element = await render(Array.from({length: 120}, (_, index) => index));
    expect(all(element, '.entry')).to.have.length(50);
    find(element, '.more').click();
    await element.updateComplete;
    expect(all(element, '.entry')).to.have.length(100);
    expect(words(find(element, '.more'))).to.equal('Show 20 more');
  });

  it('cuts long strings until they are asked for', async () => {
    const element = await render({text: 'x'.repeat(1000)});
    expect(words(find(element, '.string'))).to.have.length(401);
    find(element, '.more').click();
    await element.updateComplete;
    expect(words(find(element, '.string'))).to.have.length(1000);
  });

  it('keeps the focus at the place when nothing is left to show [WCAG 2.4.3]', async () => {
    const element = await render(Array.from({length: 120}, (_, index) => index));
    const focused = () => element.shadowRoot?.activeElement;
    find(element, '.more').focus();
    await press('Enter');
    await until(() => all(element, '.entry').length === 100);
    expect(focused()).to.equal(find(element, '.more'));
    await press('Enter');
    await until(() => focused() === all(element, '.entry')[99]);
    const text = await render({text: 'x'.repeat(1000)});
    find(text, '.more').focus();
    await press('Enter');
    await until(() => text.shadowRoot?.activeElement === find(text, '.string'));
  });

  it('cuts a long string between characters', async () => {
    const element = await render(`${'x'.repeat(399)}😀`);
    expect(words(find(element, '.string'))).to.equal(`${'x'.repeat(399)}…`);
  });

  it('shows a very long string in parts, because its layout takes long', async () => {
    const element = await render('x '.repeat(50_000));
    find(element, '.more').click();
    await element.updateComplete;
    expect(find(element, '.string').textContent).to.have.length(20_001);
    find(element, '.more').click();
    await element.updateComplete;
    expect(find(element, '.string').textContent).to.have.length(100_000);
    expect(has(element, '.more')).to.be.false;
  });

  it('shows a value with 50,000 levels, and reports that it cannot be copied', async () => {
    const element = await render(JSON.parse('[1,'.repeat(50_000) + '0' + ']'.repeat(50_000)));
    expect(words(find(element, '.root'))).to.equal('0 1 1 2 items');
    find(element, '.branch').click();
    await element.updateComplete;
    expect(words(find(element, '.root'))).to.equal('0 1 1 2 items 0 1 1 2 items');
    const failures = collectEvents(element, 'ubik-error');
    find(element, '.copy').click();
    await until(() => find(element, '.copy').ariaLabel === 'Could not be copied');
    expect(failures.map(({error}) => error.code)).to.deep.equal(['not_copied']);
  });

  it('shows hostile text as text', async () => {
    const element = await render({text: '<img src=x onerror=alert(1)>'});
    expect(has(element, 'img')).to.be.false;
  });
});
