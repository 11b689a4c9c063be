import {expect, fixture, html} from '@open-wc/testing';
import fc from 'fast-check';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import {type MarkdownOutput, markdown} from '../../../src/elements/base/markdown-service.js';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import {emoji, everySyntax, highlight, note} from '../../core/markdown/syntax.js';
import {cut, markdownText} from '../../core/markdown/texts.js';
import {standardTokens} from '../../../src/elements/ubik-markdown/parse.js';
import {collectErrors} from '../../modules/marked/support.js';
import {all, find, has, mutations, until, words} from '../support/dom.js';
import {instead} from '../support/instead.js';
import {content, start, stream as streamWith} from '../support/markdown.js';
import {forAllAsync} from '../../support/for-all.js';

const extended = new Markdown<MarkdownOutput>();
extended.use({extensions: everySyntax});

const stream = (pieces: readonly string[], extensions = extended): Promise<UbikMarkdown> =>
  streamWith(pieces, extensions);

describe('<ubik-markdown> with extensions', () => {
  it('renders their syntax in place, through the sanitizer', async () => {
    const element = await stream([
      'A ==word== and :fox:.\n\n:::note\n<b onclick="x()">in</b>\n:::',
    ]);
    expect(words(find(element, 'mark'))).to.equal('word');
    expect(words(find(element, 'p'))).to.equal('A word and fox.');
    expect(find(element, 'p > b').outerHTML).to.equal('<b>in</b>');
  });

  it('ends with the same nodes however the text was cut', async () => {
    const piece = fc.oneof(
      markdownText,
      fc.constantFrom('==a *b*==', ':fox:', ':::\na\n:::', ':x'),
    );
    const text = fc.array(piece, {maxLength: 4}).map(parts => parts.join('\n\n'));
    const cuts = fc.array(fc.nat(), {maxLength: 8});
    await forAllAsync(200, [text, cuts], async (source, at) => {
      const [whole, streamed] = [await stream([source]), await stream(cut(source, at))];
      expect(content(streamed).isEqualNode(content(whole)), content(streamed).innerHTML).to.be.true;
      whole.remove();
      streamed.remove();
    });
  });

  it('renders unfinished syntax as the final element, and keeps its node', async () => {
    const element = await stream([]);
    element.streaming = true;
    element.text = 'See :fo';
    await element.updateComplete;
    const node = find(element, 'p > span');
    expect(words(node)).to.equal('fo');
    element.text += 'x: now';
    await element.updateComplete;
    expect(find(element, 'p > span')).to.equal(node);
    expect(words(find(element, 'p'))).to.equal('See fox now');
  });

  it('shows the source if an extension fails or returns nothing', async () => {
    const failing = new Markdown<MarkdownOutput>();
    const fail = (): never => {
      throw new Error('This extension always fails.');
    };
    failing.use({extensions: [{...highlight, renderer: () => undefined}]});
    failing.use({
      extensions: [
        {...emoji, tokenizer: fail},
        {...note, renderer: fail},
      ],
    });
    const reported: unknown[] = [];
    const listen = (event: ErrorEvent): void => {
      event.preventDefault();
      reported.push(event.message);
    };
    addEventListener('error', listen);
    const {onerror} = window;
    window.onerror = null; // mocha's own, for which each is a failure
    const element = await stream(['==a== :b:\n\n:::\nc\n:::'], failing);
    window.onerror = onerror;
    removeEventListener('error', listen);
    expect(words(content(element))).to.equal('==a== :b:::: c :::');
    expect(reported).not.to.be.empty;
  });

  it('shows the text of a block that fails when it is created, and tries again when it grows', async () => {
    const reported: unknown[] = [];
    const listen = (event: ErrorEvent): void => {
      event.preventDefault();
      reported.push(event.message);
    };
    addEventListener('error', listen);
    const {onerror} = window;
    window.onerror = null; // mocha's own, for which each is a failure
    const own = new Markdown<MarkdownOutput>();
    const without = ['ul', 'table', 'pre', 'h3', 'blockquote'];
    const create = (name: string): Element => {
      if (without.includes(name)) throw new Error(`No ${name}.`);
      return document.createElementNS('http://www.w3.org/1999/xhtml', name);
    };
    const text =
      'Before\n\n# Title\n\n- one\n- two\n\n| a |\n|---|\n| 1 |\n\n```\nx\n```\n\n> said\n\nAfter';
    let element: UbikMarkdown | undefined;
    await instead(document, 'createElement', create, async () => {
      element = await stream([text], own);
    });
    window.onerror = onerror;
    removeEventListener('error', listen);
    const shown = words(content(element!));
    for (const part of ['Before', 'Title', 'one two', 'a 1', 'x', 'said', 'After'])
      expect(shown).to.contain(part);
    expect(all(element!, 'p.source').length).to.be.greaterThan(3);
    expect(reported).to.have.length.greaterThan(3);
  });

  it('reports once an extension that does not read the block that it began', async () => {
    const own = new Markdown<MarkdownOutput>();
    const name = 'of-paragraphs';
    own.use({
      extensions: [
        {
          name,
          level: 'block',
          start: line => (line.startsWith('!!!') ? 0 : -1),
          tokenizer(text) {
            const [raw] = /^!!! \w+\n[^]*?\n!!!/.exec(text) ?? [];
            return raw === undefined ? undefined : {raw};
          },
          renderer: ({raw}) => `<kbd>${raw.length}</kbd>`,
        },
      ],
    });
    const warnings: string[] = [];
    const {warn} = console;
    console.warn = (...args: unknown[]) => warnings.push(String(args[0]));
    const short = await stream(['!!! note\na\n!!!'], own);
    expect(warnings).to.be.empty;
    const long = await stream(['!!! note\na\n\nb\n!!!', '\n\n!!! tip\nc\n\nd'], own);
    console.warn = warn;
    expect(has(short, 'kbd')).to.equal(true);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain(name);
    for (const word of ['note', 'a', 'b', 'tip', 'c', 'd'])
      expect(words(content(long))).to.contain(word);
  });

  it('renders a text again when the code for changes of standard tokens has loaded', async () => {
    const own = new Markdown<MarkdownOutput>();
    own.use({renderer: {strong: () => '<b>changed</b>'}} as object);
    const element = await stream(['**a**'], own);
    await until(() => has(element, 'b'));
    expect(words(content(element))).to.equal('changed');
  });

  it('changes standard tokens inside the syntax of an extension', async () => {
    const own = new Markdown<MarkdownOutput>();
    own.use({
      renderer: {hr: () => '<p><b>line</b></p>'},
      extensions: [
        {
          ...note,
          tokenizer: (text: string) => ({
            raw: text,
            tokens: [{raw: text.split('\n').slice(1, -1).join('\n')}],
          }),
          renderer({tokens}: {tokens: unknown}) {
            const {parser} = this as unknown as {parser: {parse(tokens: unknown): string}};
            return `<section>${parser.parse(tokens)}</section>`;
          },
        },
      ],
    } as object);
    const element = await stream([':::note\n---\n:::\n\n---'], own);
    await until(() => all(element, 'b').length === 2);
    expect(has(element, 'hr')).to.be.false;
  });

  it('changes a standard token once, when it is complete', async () => {
    const own = new Markdown<MarkdownOutput>();
    const types: string[] = [];
    own.use({walkTokens: ({type}: {type: string}) => types.push(type)} as object);
    await standardTokens.load();
    const element = await start(own);
    for (const chunk of ['# A', ' *b*\n\nc', ' d\n\n', '```\ne\n']) {
      element.text += chunk;
      await element.updateComplete;
    }
    expect(types.join(' ')).to.equal('heading text em text paragraph text');
    const changes = await mutations(find(element, '.section'), async () => {
      element.text += 'f\n';
      await element.updateComplete;
    });
    expect(changes).to.be.lessThan(3);
    element.streaming = false;
    await element.updateComplete;
    expect(types.at(-1)).to.equal('code');
    expect(types).to.have.length(7);
  });

  it('displays a standard token if its renderer fails', async () => {
    const own = new Markdown<MarkdownOutput>();
    const fail = (): never => {
      throw new Error('This renderer always fails.');
    };
    own.use({renderer: {heading: fail, strong: fail}} as object);
    await standardTokens.load();
    const messages: string[] = [];
    const element = await collectErrors(messages, () => stream(['# A\n\n**b** *c*'], own));
    expect(words(find(element, 'h1'))).to.equal('A');
    expect(words(find(element, 'strong'))).to.equal('b');
    expect(messages).not.to.be.empty;
  });

  it('asks before it loads an image in the HTML of an extension', async () => {
    const own = new Markdown<MarkdownOutput>();
    own.use({extensions: [note]});
    const source =
      '<img src="https://images.invalid/a.png" alt="a"> <a href="https://a.example">b</a>';
    const element = await stream([`:::\n${source}\n:::`], own);
    expect(has(element, 'img')).to.be.false;
    expect(words(find(element, 'button.image'))).to.equal('Load image from images.invalid: a');
    expect(find(element, 'a').getAttribute('rel')).to.contain('noopener');
  });

  it('renders the page again when an extension is added or removed', async () => {
    const element = await fixture<UbikMarkdown>(html`<ubik-markdown text="==a=="></ubik-markdown>`);
    const undo = markdown.use({extensions: [highlight]});
    await element.updateComplete;
    expect(words(find(element, 'mark'))).to.equal('a');
    undo();
    await element.updateComplete;
    expect(has(element, 'mark')).to.be.false;
  });

  it('observes extensions again after it was moved', async () => {
    const element = await fixture<UbikMarkdown>(html`<ubik-markdown text="==a=="></ubik-markdown>`);
    const place = await fixture<HTMLElement>(html`<div></div>`);
    place.append(element);
    await element.updateComplete;
    const undo = markdown.use({extensions: [highlight]});
    await element.updateComplete;
    expect(all(element, 'mark')).to.have.length(1);
    undo();
  });
});
