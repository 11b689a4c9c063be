import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-page/ubik-page.define.js';
import type {ToolItem} from '../../../src/core/index.js';
import type {UbikPage} from '../../../src/elements/ubik-page/ubik-page.js';
import {all, find, has, collectEvents, press, until, words} from '../support/dom.js';

const made = {title: 'Opening hours', size: [640, 360]};

const call = (output: unknown): ToolItem => ({
  id: 'call',
  kind: 'tool',
  status: 'done',
  children: [],
  name: 'web_processor',
  input: '',
  output: typeof output === 'string' ? output : JSON.stringify(output),
  log: '',
});

/** A page of this server, which no test needs to see. */
const address = new URL('/no-such-page', location.href).href;

async function render(output: unknown = {...made, url: address}): Promise<UbikPage> {
  return fixture(html`<ubik-page .item=${call(output)}></ubik-page>`);
}

/** The same, after the user has asked for the page. */
async function show(output?: unknown): Promise<UbikPage> {
  return ask(await render(output));
}

async function ask(page: UbikPage): Promise<UbikPage> {
  find(page, '.load').focus();
  await press('Enter');
  await until(() => has(page, 'iframe'));
  return page;
}

describe('<ubik-page>', () => {
  it('is accessible before and after the page is loaded, and enlarged', async () => {
    const page = await render();
    await expect(page).to.be.accessible();
    find(page, '.load').focus();
    await press('Enter');
    await until(() => has(page, 'iframe'));
    await expect(page).to.be.accessible();
    find(page, '.resize').click();
    await until(() => has(page, '.icon-collapse'));
    await expect(page).to.be.accessible();
  });

  it('keeps the focus when the frame replaces the button [WCAG 2.4.3]', async () => {
    const page = await show();
    expect(has(page, '.load')).to.be.false;
    expect(document.activeElement).to.equal(page);
  });

  it('requests nothing before the user loads the page', async () => {
    const page = await render();
    expect(words(find(page, '.title'))).to.equal('Opening hours');
    expect(words(find(page, '.load'))).to.equal(`Load page from ${location.host}`);
    find(page, '.load').click();
    await page.updateComplete;
    expect(has(page, 'iframe'), 'a script may not decide it').to.be.false;
  });

  it('shows the page in a frame without permissions, in its intended size', async () => {
    const page = await show();
    const frame = find(page, 'iframe', HTMLIFrameElement);
    expect(frame.src).to.equal(address);
    expect(frame.title).to.equal('Opening hours');
    expect(frame.sandbox.value).to.equal('allow-scripts');
    expect(frame.referrerPolicy).to.equal('no-referrer');
    expect(frame.style.aspectRatio).to.equal('640 / 360');
  });

  it('is enlarged and reduced without loading the page again', async () => {
    const page = await render();
    let loads = 0;
    page.shadowRoot?.addEventListener('load', () => loads++, true);
    await ask(page);
    const frame = find(page, 'iframe', HTMLIFrameElement);
    await until(() => loads > 0);
    const {width} = frame.getBoundingClientRect();
    const escapes = collectEvents(page, 'keydown');
    find(page, '.resize').focus();
    await press('Enter');
    await until(() => has(page, '.icon-collapse'));
    expect(find(page, '.card').matches(':popover-open')).to.be.true;
    expect(frame.getBoundingClientRect().height).to.be.greaterThan(innerHeight / 2);
    await press('Escape');
    await until(() => has(page, '.icon-expand'));
    expect(
      escapes.some(({key}) => key === 'Escape'),
      'what stands around it stays open',
    ).to.be.false;
    expect(frame.getBoundingClientRect().width).to.equal(width);
    expect(find(page, 'iframe')).to.equal(frame);
    expect(loads).to.equal(1);
  });

  it('is reduced when the focus moves behind it [WCAG 2.4.11]', async () => {
    const page = await show();
    const button = document.createElement('button');
    page.after(button);
    find(page, '.resize').focus();
    await press('Enter');
    await until(() => find(page, '.card').matches(':popover-open'));
    find(page, 'a').focus();
    expect(find(page, '.card').matches(':popover-open')).to.be.true;
    button.focus();
    await until(() => has(page, '.icon-expand'));
    expect(find(page, '.card').matches(':popover-open')).to.be.false;
    expect(document.activeElement).to.equal(button);
    button.remove();
  });

  it('stays as it is where the page prevents that it is loaded', async () => {
    const page = await render();
    page.addEventListener('ubik-toggle-request', event => event.preventDefault());
    find(page, '.load').focus();
    await press('Enter');
    await page.updateComplete;
    expect(has(page, 'iframe')).to.be.false;
  });

  it('opens in a new tab, unless the page objects', async () => {
    const page = await render();
    const link = find(page, 'a', HTMLAnchorElement);
    expect([link.href, link.target, link.rel]).to.deep.equal([
      address,
      '_blank',
      'noopener noreferrer',
    ]);
    expect(link.getAttribute('aria-label')).to.equal(
      `Opening hours, ${location.host}, opens in a new tab`,
    );
    page.addEventListener('ubik-link-request', event => event.preventDefault());
    const asked = collectEvents(page, 'ubik-link-request');
    link.click();
    expect(asked.map(({url}) => url)).to.deep.equal([address]);
  });

  it('shows its host beside the title of the tool, also when it is loaded', async () => {
    const page = await show({url: address, title: 'www.bank.example \u202Emoc'});
    expect(words(find(page, '.title'))).to.equal('www.bank.example ‹U+202e›moc');
    expect(words(find(page, '.host'))).to.equal(location.host);
    await expect(page).to.be.accessible();
  });

  it('has the name of its host if the tool provides no title, and a default size', async () => {
    const page = await show({url: address, size: ['wide', 0]});
    expect(words(find(page, '.title'))).to.equal(location.host);
    expect(has(page, '.host')).to.be.false;
    expect(find(page, 'iframe').style.aspectRatio).to.equal('');
  });

  it('asks again when the page is replaced by another', async () => {
    const page = await show();
    page.item = call({...made, url: `${address}/other`});
    await page.updateComplete;
    expect(has(page, 'iframe')).to.be.false;
    expect(has(page, '.load')).to.be.true;
  });

  for (const output of [
    '',
    'plain words',
    'null',
    [],
    {title: 'No address'},
    {url: 'javascript:alert(1)'},
    {url: 'data:text/html,x'},
    {url: 'file:///etc/passwd'},
    {url: 7},
  ]) {
    it(`renders nothing for ${JSON.stringify(output)}`, async () => {
      expect(all(await render(output), '*')).to.have.length(0);
    });
  }
});
