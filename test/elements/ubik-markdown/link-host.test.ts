import {expect} from '@open-wc/testing';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import {hiddenTarget} from '../../../src/elements/ubik-markdown/link-host.js';
import {linkTarget} from '../../../src/elements/shared/html/safe-url.js';
import {markdown} from '../../../src/elements/base/markdown-service.js';
import {math} from '../../../src/modules/math/index.js';
import {sharedServices} from '../../../src/elements/base/services.js';
import {markdownHtml} from '../../../src/ssr/markdown-html.js';
import {all, until} from '../support/dom.js';
import {stream} from '../support/markdown.js';
import {deceiving, honest, type LinkCase} from './link-names.js';

function shown([words, href]: LinkCase): string | undefined {
  const target = linkTarget(href);
  if (!target) throw new Error(`No link leads to ${href}`);
  return hiddenTarget(words, target, href);
}

/** The link as Markdown, with every sign of its text escaped. */
const written = ([words, href]: LinkCase): string =>
  `[${words.replace(/[!-/:-@[-`{-~]/g, '\\$&')}](<${href}>)`;

/** The hosts that are displayed next to the links of some HTML. */
const hostsOf = (links: Iterable<Element>): readonly (string | null)[] =>
  Array.from(links, link => link.getAttribute('data-host'));

describe('the real target of a link', () => {
  it('is displayed if the text names another host', () => {
    expect(deceiving.filter(link => shown(link) === undefined)).to.deep.equal([]);
  });

  it('is not displayed if the text names no host, or the same', () => {
    expect(honest.filter(link => shown(link) !== undefined)).to.deep.equal([]);
  });

  it('is the host with its port, the mail addresses or the telephone number', () => {
    expect(shown(['a.example', 'https://evil.example:8443/x'])).to.equal('evil.example:8443');
    expect(shown(['a@a.example', 'mailto:b%40c@evil.example?cc=d@e.example'])).to.equal(
      'b@c@evil.example, d@e.example',
    );
    expect(shown(['+1 800 555 0100', 'tel:+1-900-555-0100'])).to.equal('+1-900-555-0100');
    expect(shown(['a@a.example', 'mailto:b@\u202Ec.example'])).to.equal('b@‹U+202e›c.example');
  });

  it('is the same in streamed text, in complete text and in server-rendered HTML', async () => {
    const links = [...deceiving, ...honest].filter(([words]) => words !== '');
    const text = links.map(written).join('\n\n');
    const parts = text.match(/[^]{1,7}/gu) ?? [];
    const [whole, streamed] = [await stream([text]), await stream(parts)];
    const page = document.createElement('template');
    page.setHTMLUnsafe(markdownHtml(text, [], sharedServices));
    const expected = links.map(link => shown(link) ?? null);
    expect(hostsOf(all(whole, 'a'))).to.deep.equal(expected);
    expect(hostsOf(all(streamed, 'a'))).to.deep.equal(expected);
    expect(hostsOf(page.content.querySelectorAll('a'))).to.deep.equal(expected);
  });

  it('is displayed for text that is split, in an escaped tag, a picture, a title and HTML', async () => {
    const element = await stream([
      [
        '[pay**pal**.com](https://evil.example)',
        '[pay<b>pal</b>.com](https://evil.example)',
        '[paypal<wbr>.com](https://evil.example)',
        '[<u paypal.com>](https://evil.example)',
        '[![paypal.com](https://evil.example/a.png)](https://evil.example)',
        '[Sign in](https://evil.example "https://paypal.com")',
        '<a href="https://evil.example">paypal.com</a>',
        '<div><a href="https://evil.example">pay<i>pal</i>.com</a></div>',
        '<div><a href="https://evil.example"><img src="x" alt="paypal.com"></a></div>',
        '[paypal.com]\n\n[paypal.com]: https://evil.example',
      ].join('\n\n'),
    ]);
    element.rawHtml = 'block';
    await until(() => all(element, 'a').length === 10);
    expect(hostsOf(all(element, 'a'))).to.deep.equal(Array(10).fill('evil.example'));
  });

  it('is displayed for every text with a token of an extension, such as a formula', async () => {
    const remove = markdown.use(math());
    try {
      const element = await stream([
        [
          '[$\\text{paypal}\\text{.com}$](https://evil.example)',
          '[**$paypal{.}com$**](https://evil.example)',
          '[to $x$](mailto:a@evil.example)',
          '[to $x$](tel:+19005550100)',
          '[to $5](https://evil.example)',
        ].join('\n\n'),
      ]);
      expect(hostsOf(all(element, 'a'))).to.deep.equal([
        'evil.example',
        'evil.example',
        'a@evil.example',
        '+19005550100',
        null,
      ]);
    } finally {
      remove();
    }
  });

  it('is text that is seen, and part of the name of the link [WCAG 2.4.4, 2.5.3]', async () => {
    const element = await stream(['[paypal.com](https://evil.example)']);
    const [link] = all(element, 'a');
    expect(link && getComputedStyle(link, '::after').content).to.contain('(');
    expect(link?.dataset['host']).to.equal('evil.example');
  });

  it('follows the text of a link that changes', async () => {
    const element = await stream(['[Sign in](https://evil.example)']);
    const [link] = all(element, 'a');
    element.text = '[paypal.com](https://evil.example)';
    await element.updateComplete;
    expect(all(element, 'a')).to.deep.equal([link]);
    expect(link?.dataset['host']).to.equal('evil.example');
  });
});
