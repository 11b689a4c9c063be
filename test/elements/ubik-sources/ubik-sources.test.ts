import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-sources/ubik-sources.define.js';
import type {UbikSources} from '../../../src/elements/ubik-sources/ubik-sources.js';
import {locales, readLocale} from '../../../src/elements/locales/locales.js';
import {all, find, collectEvents, mutations, until, words} from '../support/dom.js';
import {source} from '../support/items.js';

const first = source({url: 'https://example.org/hours', snippet: 'From ten to six.'});
const second = source({id: 'second', number: 2, title: 'Bad', url: 'javascript:alert(1)'});

const render = (): Promise<UbikSources> =>
  fixture(html`<ubik-sources .sources=${[first, second]}></ubik-sources>`);

describe('<ubik-sources>', () => {
  it('is accessible, open and closed', async () => {
    const element = await render();
    await expect(element).to.be.accessible();
    find(element, 'summary').click();
    await expect(element).to.be.accessible();
  });

  it('links only safe addresses', async () => {
    const element = await render();
    const links = all(element, 'a');
    expect(links.map(link => link.getAttribute('href'))).to.deep.equal([
      'https://example.org/hours',
    ]);
    expect(links[0]?.getAttribute('rel')).to.contain('noopener');
    expect(words(find(element, 'li'))).to.equal(
      '1 Opening hours example.org (opens in a new tab) From ten to six.',
    );
  });

  for (const language of locales.names()) {
    it(`shows the page or pages of a quotation, with its text: ${language}`, async () => {
      const sources = [
        source({firstPage: 3, snippet: 'From ten.'}),
        source({id: 'b', number: 2, firstPage: 4, lastPage: 6, snippet: 'To six.'}),
      ];
      const element = await fixture<UbikSources>(
        html`<ubik-sources lang=${language} .sources=${sources}></ubik-sources>`,
      );
      const {page, pages} = (await readLocale(language)).sources;
      await until(() => words(find(element, 'li')).includes(page('3')));
      expect(all(element, 'li').map(words)).to.deep.equal([
        `1 Opening hours ${page('3')} From ten.`,
        `2 Opening hours ${pages('4–6')} To six.`,
      ]);
    });
  }

  it('makes bidi control characters of a title visible', async () => {
    const element = await render();
    element.sources = [source({title: 'moc.\u202Eknab', url: 'https://evil.example/'})];
    await element.updateComplete;
    expect(words(find(element, 'a'))).to.equal('moc.‹U+202e›knab');
  });

  it('asks before a link opens', async () => {
    const element = await render();
    find(element, 'summary').click();
    const events = collectEvents(element, 'ubik-link-request');
    element.addEventListener('ubik-link-request', event => event.preventDefault());
    const click = new MouseEvent('click', {bubbles: true, cancelable: true, composed: true});
    find(element, 'a').dispatchEvent(click);
    expect(events.map(({url}) => url)).to.deep.equal(['https://example.org/hours']);
    expect(click.defaultPrevented).to.be.true;
  });

  it('renders nothing again for another list of the same sources', async () => {
    const element = await render();
    const changes = await mutations(element, async () => {
      element.sources = [first, second];
      await element.updateComplete;
    });
    expect(changes).to.equal(0);
  });
});
