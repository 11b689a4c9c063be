import {expect, fixture, html} from '@open-wc/testing';
import fc from 'fast-check';
import {Marked, marked, type MarkedExtension} from 'marked';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import {type MarkdownOutput, markdown} from '../../../src/elements/base/markdown-service.js';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import {markedEngine} from '../../../src/modules/marked/index.js';
import {math} from '../../../src/modules/math/index.js';
import {everySyntax, note} from '../../core/markdown/syntax.js';
import {cut, markdownText, syntaxSoup} from '../../core/markdown/texts.js';
import {all, find, has, mutations, until, words} from '../../elements/support/dom.js';
import {content, start, stream} from '../../elements/support/markdown.js';
import {collectErrors, endsAlike, loadRendering, markedWith} from './support.js';
import {forAllAsync} from '../../support/for-all.js';

const cuts = fc.array(fc.nat(), {maxLength: 8});

describe('the engine `marked`', () => {
  before(loadRendering);

  it('ends with the same nodes however a text was cut', async () => {
    const extensions = markedWith();
    await forAllAsync(100, [fc.oneof(markdownText, syntaxSoup), cuts], (text, at) =>
      endsAlike(text, cut(text, at), extensions),
    );
  });

  it('renders what marked reads with the views of the built-in engine', async () => {
    const text =
      '# A *b*\n\n> q\n\n1. a\n2. b\n\n- [x] done\n- [ ] open\n\n```js\nx\n```\n\n| a | b |\n|:-|-:|\n| `c` | **d** |\n\n' +
      '[l](https://a.example "t") ~~s~~ &copy; \\* <b>c</b>  \nd <https://b.example> ![i](data:image/png;base64,AA)\n\n---\n\n    code\n';
    const own = await stream([text]);
    const other = await stream([text], markedWith());
    const told = `${content(other).innerHTML} instead of ${content(own).innerHTML}`;
    expect(content(other).isEqualNode(content(own)), told).to.be.true;
  });

  it('renders a link again when its definition arrives', async () => {
    const element = await start(markedWith());
    for (const chunk of ['See [x].\n\n', 'Other.\n\nMore.\n\n', '[x]: https://a.example\n\n']) {
      element.text += chunk;
      await element.updateComplete;
    }
    expect(has(element, 'a')).to.be.false;
    element.text += 'Text.\n\nText.\n\nText.';
    await element.updateComplete;
    expect(find(element, 'a').getAttribute('href')).to.equal('https://a.example');
  });

  it('does not change finished blocks while a text streams, nor at its end', async () => {
    const element = await start(markedWith());
    element.text = 'First *block*.\n\n```\ncode\n```\n\n| a |\n|-|\n| b |\n\nSecond.\n\nThird.';
    await element.updateComplete;
    const changes = await mutations(find(element, 'p'), async () => {
      for (let more = 0; more < 30; more++) {
        element.text += `\n\nParagraph ${more} with **bold**.`;
        await element.updateComplete;
      }
      element.streaming = false;
      await element.updateComplete;
    });
    expect(changes).to.equal(0);
    expect(all(element, 'p')).to.have.length(33);
  });

  it('lexes only the end of a text that streams, and the whole text once', async () => {
    let characters = 0;
    const element = await start(
      markedWith({
        hooks: {
          preprocess(text) {
            characters += text.length;
            return text;
          },
        },
      }),
    );
    const paragraph = 'Some words with *emphasis*, in a paragraph.\n\n';
    for (let count = 0; count < 300; count++) {
      element.text += paragraph;
      await element.updateComplete;
    }
    element.streaming = false;
    await element.updateComplete;
    expect(characters).to.be.below(6 * 300 * paragraph.length);
  });

  it('renders citations in texts, and after code and links', async () => {
    const text = 'A fact. [a](https://a.example) `code`\n\n```\nx\n```';
    const marks = [7, 10, text.indexOf('od'), text.indexOf('x\n') + 1].map((offset, index) => ({
      offset,
      source: String(index),
      label: String(index + 1),
    }));
    const element = await fixture<UbikMarkdown>(
      html`<ubik-markdown .text=${text} .marks=${marks} .markdown=${markedWith()}></ubik-markdown>`,
    );
    await until(() => all(element, 'button.citation').length === 4);
    expect(words(find(element, 'p'))).to.equal('A fact.1 a2 code3');
    expect(words(find(element, '.code'))).to.contain('4');
  });

  it('displays HTML as the setting says, and never runs it', async () => {
    const text = 'a <b>b</b> <script>alert(1)</script>\n\n<div onclick="x()">c</div>';
    const element = await stream([text], markedWith());
    expect(words(find(element, 'b'))).to.equal('b');
    expect(words(content(element))).to.contain('<script>alert(1)</script>');
    expect(words(content(element))).to.contain('<div onclick="x()">c</div>');
  });

  it('sanitizes what renderers return, and renders nested Markdown itself', async () => {
    const element = await stream(
      ['# Title\n\n> quote with ![i](https://images.invalid/a.png)\n>\n> ```\n> code\n> ```'],
      markedWith({
        renderer: {
          heading: ({text}) =>
            `<h2 id="x" class="bar" style="color: red" onclick="x()">${text}<script>1</script></h2>`,
          blockquote({tokens}) {
            return `<details open><summary>More</summary>${this.parser.parse(tokens)}</details>`;
          },
        },
      }),
    );
    expect(find(element, 'h2').outerHTML).to.equal('<h2 aria-level="4">Title</h2>');
    expect(words(find(element, 'details summary'))).to.equal('More');
    expect(has(element, 'details .code button')).to.be.true;
    expect(has(element, 'details button.image')).to.be.true;
  });

  it('renders each entry of a list and each cell of a table, although renderers also render what is in the first one', async () => {
    const bold = (text: string): string => `<b>${text}</b>`;
    const extensions = markedWith({
      renderer: {
        codespan: ({text}) => bold(text),
        listitem({tokens}) {
          return `<li>${this.parser.parse(tokens)}</li>`;
        },
        tablecell({tokens}) {
          return `<td>${this.parser.parseInline(tokens)}</td>`;
        },
      },
    });
    const element = await stream(['- `a`\n- b\n\n| `c` | d |\n|---|---|\n| e | f |\n'], extensions);
    const parts = all(element, 'li, td').map(part => words(part));
    expect(parts).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(all(element, 'b').map(part => words(part))).to.deep.equal(['a', 'c']);
  });

  it('applies hooks, tokenizers and `walkTokens`', async () => {
    const element = await stream(
      ['One $two$ and {three}.'],
      markedWith({
        hooks: {
          preprocess: text => text.replace('One', '*One*'),
          postprocess: text => text.replace('and', '&amp;'),
        },
        tokenizer: {
          codespan(text) {
            const [raw, words = ''] = /^\$([^$]+)\$/.exec(text) ?? [];
            return raw === undefined ? undefined : {type: 'codespan', raw, text: words};
          },
          inlineText(text) {
            const raw = /^[^$*]+|^[$*]/.exec(text)?.[0];
            return raw === undefined ? undefined : {type: 'text', raw, text: raw, escaped: false};
          },
        },
        walkTokens(token) {
          if (token.type === 'text') token.text = String(token.text).replace(/[{}]/g, '');
        },
      }),
    );
    expect(words(content(element))).to.equal('One two & three.');
    expect(words(find(element, 'em'))).to.equal('One');
    expect(words(find(element, 'code'))).to.equal('two');
  });

  it('displays every block once while it streams if a hook replaces, adds or removes tokens', async () => {
    const hooks: Record<string, NonNullable<MarkedExtension['hooks']>> = {
      replaced: {processAllTokens: tokens => tokens.map(token => ({...token}))},
      added: {
        processAllTokens: tokens => [
          {type: 'heading', raw: '', depth: 2, text: 'Contents', tokens: []},
          ...tokens,
        ],
      },
      'added by an extension': {
        processAllTokens: tokens => [{type: 'contents', raw: ''}, ...tokens],
      },
      removed: {processAllTokens: tokens => tokens.filter(({type}) => type !== 'space')},
    };
    const extensions = [{name: 'contents', renderer: () => '<h2>Contents</h2>'}];
    for (const [name, hook] of Object.entries(hooks)) {
      const element = await start(markedWith({extensions, hooks: hook}));
      for (let count = 1; count <= 6; count++) {
        element.text += `Paragraph ${count}.\n\n`;
        await element.updateComplete;
        expect(all(element, 'p'), name).to.have.length(count);
        expect(all(element, 'h2'), name).to.have.length(name.startsWith('added') ? 1 : 0);
      }
      element.remove();
    }
  });

  it('has the syntax of `markdown.use` too', async () => {
    const extensions = markedWith();
    extensions.use({extensions: everySyntax});
    extensions.use(math());
    const text =
      'A ==word==.\n:::note\nin\n:::\naside: x\n\naside: y\n\n$$\nx^2\ny\n$$\n\nEnd $a$.';
    const element = await stream([text], extensions);
    expect(words(find(element, 'mark'))).to.equal('word');
    expect(words(content(element))).to.contain('aside: y');
    expect(all(element, '.math')).to.have.length(2);
    for (let at = 0; at < text.length; at += 3) {
      await endsAlike(text, [text.slice(0, at), text.slice(at)], extensions);
    }
  });

  it('parses with the built-in engine what an extension fails on, and reports the error', async () => {
    const failing = markedWith({
      walkTokens() {
        throw new Error('This extension always fails.');
      },
    });
    const reported: string[] = [];
    const [element, asynchronous] = await collectErrors(reported, async () => [
      await stream(['Some *words*.', ' And more.'], failing),
      await stream(['Some *words*.'], markedWith({async: true})),
    ]);
    expect(words(content(element))).to.equal('Some words. And more.');
    expect(words(find(asynchronous, 'em'))).to.equal('words');
    expect(reported).to.have.length(2);
    expect(reported[1]).to.contain('asynchronous');
  });

  it('displays all text after a block whose extension fails to find its end, as the built-in engine does', async () => {
    const fail = (): never => {
      throw new Error('This extension always fails.');
    };
    for (const failing of [{end: fail}, {end: () => false, endsBefore: fail}]) {
      for (const extensions of [markedWith(), new Markdown<MarkdownOutput>()]) {
        extensions.use({extensions: [{...note, ...failing}]});
        const reported: string[] = [];
        const element = await collectErrors(reported, () =>
          stream(['Before.\n\n', ':::\n', 'inside\n', ':::\n\n', 'After.'], extensions),
        );
        expect(words(content(element))).to.match(/^Before\..*inside.*After\.$/);
        expect(reported).not.to.be.empty;
      }
    }
  });

  it('ends a block within a line, and leaves a line to its paragraph, as the built-in engine does', async () => {
    const syntax = {
      ...note,
      continues: (line: string, paragraph: readonly string[]) =>
        line === ':::' && paragraph.some(each => each.endsWith('(')),
      end: (line: string, first: boolean) => !first && line.startsWith('::: ') && 4,
    };
    for (const extensions of [markedWith(), new Markdown<MarkdownOutput>()]) {
      extensions.use({extensions: [syntax]});
      const element = await stream([':::\ninside\n::: be*hind*\nmore\n\nopen (\n:::'], extensions);
      expect(all(element, 'p').map(words)).to.deep.equal(['inside', 'behind more', 'open ( :::']);
    }
  });

  it('begins a block below a paragraph whose extension fails to say whether it continues', async () => {
    const continues = (): never => {
      throw new Error('This extension always fails.');
    };
    for (const extensions of [markedWith(), new Markdown<MarkdownOutput>()]) {
      extensions.use({extensions: [{...note, continues}]});
      const reported: string[] = [];
      const element = await collectErrors(reported, () =>
        stream(['Before.\n', ':::\n', 'inside\n', ':::\n\n', 'After.'], extensions),
      );
      expect(all(element, 'p').map(words)).to.deep.equal(['Before.', 'inside', 'After.']);
      expect(reported).not.to.be.empty;
    }
  });

  it('displays a text that is nested too deeply for marked', async () => {
    const text = `${'> '.repeat(10_000)}deep`;
    const reported: string[] = [];
    const element = await collectErrors(reported, () => stream([text], markedWith()));
    expect(words(content(element))).to.contain('deep');
    expect(reported).to.have.length(1);
  });
});

describe('the selection of an engine', () => {
  const title = {renderer: {heading: () => '<h6>marked</h6>'}};
  const isMarked = (element: Element): boolean => has(element, 'h6');

  before(loadRendering);

  it('is by name, also before the engine is registered', async () => {
    const own = new Markdown<MarkdownOutput>(markdown);
    const element = await fixture<UbikMarkdown>(
      html`<ubik-markdown markdown-engine="late" text="# a" .markdown=${own}></ubik-markdown>`,
    );
    await until(() => has(element, 'h1'));
    own.addEngine({...markedEngine(new Marked(title)), name: 'late'});
    await until(() => isMarked(element));
    element.markdownEngine = 'built-in';
    await until(() => has(element, 'h1'));
  });

  it('is that of the extensions by default, and those of the page if a chat has none', async () => {
    const own = new Markdown<MarkdownOutput>(markdown);
    const element = await fixture<UbikMarkdown>(
      html`<ubik-markdown text="# a" .markdown=${own}></ubik-markdown>`,
    );
    markdown.engine = markedEngine(new Marked(title));
    await until(() => isMarked(element));
    own.engine = 'built-in';
    await until(() => has(element, 'h1'));
    own.engine = markdown.engine = undefined;
  });

  it('registers the shared instance of marked with the module', async () => {
    await import('../../../src/modules/marked.js');
    expect(markdown.findEngine('marked')).to.include({name: 'marked'});
    const element = await fixture<UbikMarkdown>(
      html`<ubik-markdown markdown-engine="marked" text="a :fox:"></ubik-markdown>`,
    );
    await until(() => words(content(element)) === 'a :fox:');
    marked.use({renderer: {paragraph: () => '<p><b>shared</b></p>'}});
    const later = await fixture<UbikMarkdown>(
      html`<ubik-markdown markdown-engine="marked" text="a"></ubik-markdown>`,
    );
    await until(() => has(later, 'b'));
  });

  it('warns about an unknown name', async () => {
    const warnings: string[] = [];
    const {warn} = console;
    console.warn = (...args: unknown[]) => warnings.push(String(args[0]));
    const element = await fixture<UbikMarkdown>(
      html`<ubik-markdown markdown-engine="markd" text="# a"></ubik-markdown>`,
    );
    await until(() => has(element, 'h1'));
    console.warn = warn;
    expect(warnings.filter(text => text.includes('"markd"'))).to.have.length(1);
  });
});
