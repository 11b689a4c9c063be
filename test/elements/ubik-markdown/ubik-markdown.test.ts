import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {markdownEngine} from '../../../src/elements/shared/lazy-engine.js';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import {all, find, has, collectEvents, mutations, press, until, words} from '../support/dom.js';

async function render(text: string, streaming = false): Promise<UbikMarkdown> {
  await markdownEngine.load();
  return fixture(html`<ubik-markdown .text=${text} ?streaming=${streaming}></ubik-markdown>`);
}

const content = (element: UbikMarkdown): HTMLElement => find(element, '.content');

/** The rendered HTML, with adjacent text nodes joined. */
function rendered(element: UbikMarkdown): Node {
  const copy = content(element).cloneNode(true);
  copy.normalize();
  return copy;
}

async function show(element: UbikMarkdown, text: string, streaming = true): Promise<void> {
  element.text = text;
  element.streaming = streaming;
  await element.updateComplete;
}

const everything = `# A *title* with [a link](https://example.com "Title")

Some **strong**, ~~struck~~ and \`code\`, a [reference][late] and <kbd>Ctrl</kbd>.

- one
- two
  1. nested
  2. [x] not a task

- loose
- [x] done

> A quote
> > in a quote

| a | b |
| --- | :-: |
| 1 | **2** |
| 3 | \`4\` |

\`\`\`ts
const answer = 42;

\`\`\`

Setext
======

![a picture](https://example.com/a.png) and https://example.com

<div><p>Some <b>HTML</b></p></div>

    indented code

[late]: https://example.org/late
`;

describe('<ubik-markdown>', () => {
  it('writes its buttons in the language of the page, also if that is known after the text', async () => {
    const element = await render('| a |\n| - |\n| 1 |\n');
    element.lang = 'de';
    await until(() => find(element, '.bar button').ariaLabel === 'Als CSV kopieren');
  });

  it('is accessible', async () => {
    await expect(await render(everything)).to.be.accessible();
  });

  it('renders streamed text like text that is set at once', async () => {
    const whole = rendered(await render(everything));
    for (const size of [1, 3, 7, 40]) {
      const element = await render('', true);
      for (let at = size; at < everything.length; at += size) {
        await show(element, everything.slice(0, at));
      }
      await show(element, everything, false);
      expect(rendered(element).isEqualNode(whole), `in pieces of ${size}`).to.be.true;
    }
  });

  it('keeps the nodes of finished blocks, rows, items and lines unchanged', async () => {
    const text = 'First *paragraph*.\n\n- one\n- two\n- th';
    const element = await render(text, true);
    const kept = all(element, 'p, li:not(:last-child)');
    const [paragraph] = kept;
    if (!paragraph) throw new Error('Nothing was drawn.');
    const changes = await mutations(paragraph, async () => {
      await show(element, `${text}ree\n- four\n\n| a |\n| - |\n| 1 |\n| 2`);
      await show(element, `${text}ree\n- four\n\n| a |\n| - |\n| 1 |\n| 2 |\n\nLast.`, false);
    });
    expect(changes).to.equal(0);
    for (const node of kept) expect(node.isConnected).to.be.true;
  });

  it('renders references again when the text is replaced', async () => {
    const element = await render('[a]\n\n[a]: /one', true);
    await show(element, '[a]\n\n[a]: /two', true);
    await show(element, '[a]\n\n[a]: /two\n\n');
    expect(find(element, 'a').getAttribute('href')).to.equal('/two');
  });

  it('renders an element that is not closed yet, and its tag if it never is', async () => {
    const element = await render('Press <kbd>Ct', true);
    expect(words(find(element, 'p'))).to.equal('Press Ct');
    const key = find(element, 'kbd');
    await show(element, 'Press <kbd>Ctrl</kbd> now');
    expect(find(element, 'kbd') === key).to.be.true;
    await show(element, '<a href="https://a.example">bank.ex', true);
    await show(element, '<a href="https://a.example">bank.example</a>', false);
    expect(find(element, 'a').dataset['host']).to.equal('a.example');
    await show(element, 'Press <kbd>Ctrl', false);
    expect(words(find(element, 'p'))).to.equal('Press <kbd>Ctrl');
  });

  it('grows a text by adding to its text node', async () => {
    const element = await render('Some words', true);
    const node = find(element, 'p').firstChild;
    await show(element, 'Some words and more');
    expect(find(element, 'p').firstChild).to.equal(node);
    expect(node?.textContent).to.equal('Some words and more');
  });

  it('keeps the selection and the focus while more text arrives', async () => {
    const text = 'Select [this link](https://example.com) now.\n\nMore';
    const element = await render(text, true);
    find(element, 'a').focus();
    const node = find(element, 'p').lastChild;
    getSelection()?.setBaseAndExtent(node as Node, 1, node as Node, 4);
    await show(element, `${text} and more.\n\n- a\n- b`);
    await show(element, `${text} and more.\n\n- a\n- b`, false);
    expect(element.shadowRoot?.activeElement).to.equal(find(element, 'a'));
    expect(String(getSelection())).to.equal('now');
    getSelection()?.removeAllRanges();
  });

  it('hides syntax that is still incomplete', async () => {
    const element = await render('', true);
    const text = 'A **strong** word, `code` and [a link](https://example.com/path).';
    for (let at = 1; at <= text.length; at++) {
      await show(element, text.slice(0, at));
      expect(words(content(element)), text.slice(0, at)).not.to.match(/[*`[\]()]/);
    }
  });

  it('fetches no image before its button is pressed by a person', async () => {
    const {href} = new URL('/favicon.ico?asked', location.href);
    const element = await render(`![a picture](${href})`);
    expect(has(element, 'img')).to.be.false;
    find(element, 'button.image').click();
    expect(has(element, 'img')).to.be.false;
    find(element, 'button.image').focus();
    await press('Enter');
    await until(() => has(element, 'img'));
    expect(find(element, 'img', HTMLImageElement).src).to.equal(href);
  });

  it('names the host of a blocked image, and loads images of allowed origins', async () => {
    const {origin} = location;
    const element = await render(
      `![one](${origin}/favicon.ico?a) ![two](https://example.invalid/b.png)`,
    );
    expect(words(find(element, 'button.image'))).to.equal(`Load image from ${location.host}: one`);
    element.imageOrigins = `https://images.example ${origin}`;
    await element.updateComplete;
    expect(all(element, 'img').map(image => image.getAttribute('alt'))).to.deep.equal(['one']);
    expect(all(element, 'button.image').map(words)).to.deep.equal([
      'Load image from example.invalid: two',
    ]);
  });

  it('displays the host in a link without a text', async () => {
    const element = await render(
      '[![](https://x.example/b.svg)](https://y.example/c) [](mailto:a@z.example) [](/d) [](#e)',
    );
    expect(all(element, 'a').map(words)).to.deep.equal([
      'y.example',
      'mailto:a@z.example',
      '/d',
      '',
    ]);
    element.imageOrigins = 'https://x.example';
    await element.updateComplete;
    expect(words(find(element, 'a'))).to.equal('');
    expect(has(element, 'a img')).to.be.true;
  });

  it('makes bidi control characters visible in links and code', async () => {
    const element = await render(
      '[a\u202Eb **\u2066c**](https://example.com) `d\u202E`\n\n```f\u202E\ne\u202E\n```',
    );
    expect(words(find(element, 'a'))).to.equal('a‹U+202e›b ‹U+2066›c');
    expect(words(find(element, 'p code'))).to.equal('d‹U+202e›');
    expect(find(element, 'pre').textContent).to.equal('e‹U+202e›\n');
    expect(find(element, '.bar').dataset['language']).to.equal('f‹U+202e›');
    expect(find(element, 'pre').ariaLabel).to.equal('Code in f‹U+202e›');
  });

  it('renders HTML as configured, and escapes the rest', async () => {
    const text = 'A <b>bold</b> word.\n\n<div>A <i>part</i></div>\n\n<p>x</p><style>y</style>';
    const element = await render(text);
    const shown = () => words(content(element));
    expect(shown()).to.equal('A bold word.<div>A <i>part</i></div><p>x</p><style>y</style>');
    element.rawHtml = 'block';
    await element.updateComplete;
    expect(shown()).to.equal('A bold word.A part<p>x</p><style>y</style>');
    element.rawHtml = 'escape';
    await element.updateComplete;
    expect(shown()).to.equal('A <b>bold</b> word.<div>A <i>part</i></div><p>x</p><style>y</style>');
  });

  it('opens links in a new tab without a referrer', async () => {
    const element = await render('[here](https://example.com)');
    const link = find(element, 'a', HTMLAnchorElement);
    expect(link.target).to.equal('_blank');
    expect(link.rel).to.equal('noopener noreferrer nofollow ugc');
  });

  it('asks the page before a link is followed', async () => {
    const element = await render('[here](https://example.com/x)');
    const events = collectEvents(element, 'ubik-link-request');
    element.addEventListener('ubik-link-request', event => event.preventDefault());
    const click = new MouseEvent('click', {bubbles: true, composed: true, cancelable: true});
    expect(find(element, 'a').dispatchEvent(click)).to.be.false;
    expect(events.map(({url}) => url)).to.deep.equal(['https://example.com/x']);
  });

  it('shows the host of a link whose text names another host', async () => {
    const element = await render('[bank.example](https://evil.example/) [fine](https://a.example)');
    const hosts = all(element, 'a').map(({dataset}) => dataset['host']);
    expect(hosts).to.deep.equal(['evil.example', undefined]);
  });

  for (const words of [
    '**bank.example**',
    '`https://bank.example/login`',
    'Log in at https://bank.example now',
    'to www.bank.example',
    'bank\u200B.exam\u00ADple',
    '<b>https://</b>bank.example',
    'https\\://bank.example',
    'bänk.example',
    'bank.example@home',
  ]) {
    it(`shows the host of a link with the text ${JSON.stringify(words)}`, async () => {
      const element = await render(`[${words}](https://evil.example/)`);
      expect(find(element, 'a').dataset['host']).to.equal('evil.example');
    });
  }

  it('shows the host of an address that begins with the name of another host', async () => {
    const element = await render('https://bank.example@evil.example/ <https://a:b@evil.example>');
    const hosts = all(element, 'a').map(({dataset}) => dataset['host']);
    expect(hosts).to.deep.equal(['evil.example', 'evil.example']);
  });

  it('shows no host for a link whose text names its own host, or none', async () => {
    const same = [
      'www.a.example',
      'HTTPS://A.example/b',
      'the docs of https://a.example',
      'Node.js docs',
    ];
    const links = same.map(words => `[${words}](https://a.example/x)`);
    const element = await render([...links, '[bücher.example](https://bücher.example)'].join(' '));
    expect(has(element, '[data-host]')).to.be.false;
  });

  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc']) {
    it(`makes no link of ${href}`, async () => {
      const element = await render(
        `[a](${href}) <a href="${href}">b</a>\n\n<div><a href="${href}">c</a></div>`,
      );
      expect(has(element, 'a[href]')).to.be.false;
    });
  }

  it('copies code, and confirms it', async () => {
    const copied: string[] = [];
    const original = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    const writeText = (text: string): Promise<void> => Promise.resolve(void copied.push(text));
    Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {writeText}});
    try {
      const element = await render('```ts\nconst a = 1;\nconst b = 2;\n```');
      const events = collectEvents(element, 'ubik-copied');
      find(element, '[part="copy"]').click();
      await until(() => events.length === 1);
      expect(copied).to.deep.equal(['const a = 1;\nconst b = 2;']);
      expect(find(element, '[part="copy"]').ariaLabel).to.equal('Copied');
      expect(has(element, '[part="copy"] svg')).to.be.true;
    } finally {
      if (original) Object.defineProperty(navigator, 'clipboard', original);
      else Reflect.deleteProperty(navigator, 'clipboard');
    }
  });

  it('wraps the long lines of code, and lets them be long again', async () => {
    const element = await render(`\`\`\`\n${'wide '.repeat(200)}\n\`\`\``);
    const scroller = find(element, 'pre');
    const button = find(element, '[part="wrap"]');
    expect(scroller.scrollWidth).to.be.above(scroller.clientWidth);
    button.click();
    expect(scroller.scrollWidth).to.equal(scroller.clientWidth);
    expect(button.ariaPressed).to.equal('true');
    await expect(element).to.be.accessible();
    button.click();
    expect(scroller.scrollWidth).to.be.above(scroller.clientWidth);
  });

  it('renders the icons of the buttons of code and tables without a layer', async () => {
    const element = await render('```ts\nconst a = 1;\n```\n\n| a |\n| - |\n| 1 |\n');
    const pictures = all(element, '.code button').map(
      button => getComputedStyle(button).backgroundImage,
    );
    const faces = all(element, '.table button').map(
      button => getComputedStyle(button, '::after').content,
    );
    expect(pictures).to.have.length(2).that.does.not.include('none');
    expect(faces).to.have.length(2).that.does.not.include('none');
    expect(has(element, 'svg')).to.be.false;
  });

  it('displays no bar above code without a language, and no code below its buttons', async () => {
    const code = (language: string): string =>
      `\`\`\`${language}\n${'word '.repeat(60)}\n\`\`\`\n\n`;
    const element = await render(`${code('')}${code('text')}`);
    const [plain, named] = all(element, '.code');
    const heightOf = (box?: HTMLElement): number => box?.offsetHeight ?? 0;
    expect(heightOf(plain)).to.be.lessThan(heightOf(named) - 16);
    const bar = find(element, '.bar');
    const pre = find(element, 'pre');
    expect(bar.getBoundingClientRect().top).to.be.within(
      pre.getBoundingClientRect().top,
      pre.getBoundingClientRect().top + 1,
    );
    pre.scrollLeft = pre.scrollWidth;
    const text = document.createRange();
    text.selectNodeContents(find(element, 'code'));
    const {left} = bar.getBoundingClientRect();
    expect(text.getBoundingClientRect().right).to.be.at.most(left);
    bar.querySelector<HTMLElement>('.wrap')?.click();
    expect(text.getBoundingClientRect().right).to.be.at.most(left);
  });

  it('renders citations in place, and after code that contains them', async () => {
    const text = 'A fact. More.\n\n```\ncode\n```\n';
    const element = await render(text);
    element.marks = [
      {offset: 6, source: 's1', label: '1'},
      {offset: text.indexOf('code') + 2, source: 's2', label: '2'},
    ];
    await element.updateComplete;
    expect(words(find(element, 'p'))).to.equal('A fact1. More.');
    expect(find(element, 'pre').textContent).to.equal('code\n');
    expect(all(element, '.citation').map(({dataset}) => dataset['source'])).to.deep.equal([
      's1',
      's2',
    ]);
    await expect(element).to.be.accessible();
  });

  it('renders nothing when a property is set to its own value', async () => {
    const element = await render(everything);
    const changes = await mutations(element, async () => {
      await show(element, everything, false);
      element.requestUpdate();
      await element.updateComplete;
    });
    expect(changes).to.equal(0);
  });

  it('sets no style attribute, no id and no name', async () => {
    const element = await render(
      `${everything}\n\n<p style="color: red" id="a" name="b" onclick="x()">x</p>\n\n|a|\n|:-:|\n|b|`,
    );
    expect(has(element, '[style], [id], [name], [onclick]')).to.be.false;
  });

  it('lets code be scrolled by the keyboard [WCAG 2.1.1]', async () => {
    const element = await render(`\`\`\`\n${'wide '.repeat(200)}\n\`\`\``);
    const scroller = find(element, 'pre');
    scroller.focus();
    await executeServerCommand('engine:press', {keys: 'ArrowRight'});
    await until(() => scroller.scrollLeft > 0);
  });
});
