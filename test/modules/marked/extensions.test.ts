import {expect} from '@open-wc/testing';
import type {MarkedExtension} from 'marked';
import {gfmHeadingId} from 'marked-gfm-heading-id';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import type {MarkdownOutput} from '../../../src/elements/base/markdown-service.js';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import {until, words} from '../../elements/support/dom.js';
import {content, stream} from '../../elements/support/markdown.js';
import {cases} from './extensions.js';
import {endsAlike, loadRendering, markedWith} from './support.js';

/** Collects the warnings of an action, of which it has at least one. */
async function collectWarnings(act: () => void): Promise<readonly string[]> {
  const warnings: string[] = [];
  const {warn} = console;
  console.warn = (...args: unknown[]) => warnings.push(String(args[0]));
  act();
  await until(() => warnings.length > 0);
  console.warn = warn;
  return warnings;
}

function builtInWith(extension: MarkedExtension): Markdown<MarkdownOutput> {
  const markdown = new Markdown<MarkdownOutput>();
  markdown.use(extension);
  return markdown;
}

describe('extensions of npm for `marked`', () => {
  before(loadRendering);

  for (const {name, create, text, shows, everywhere, missing} of cases) {
    const [selector, expected] = shows;
    const engines = [
      {engine: 'marked', extensions: () => markedWith(create())},
      ...(everywhere ? [{engine: 'built-in', extensions: () => builtInWith(create())}] : []),
    ];

    for (const {engine, extensions} of engines) {
      it(`renders ${name} with the engine ${engine}`, async () => {
        const element = await stream([text], extensions());
        const found = content(element).querySelector(selector);
        expect(found?.textContent.trim(), content(element).innerHTML).to.equal(expected);
        expect(content(element).querySelector('[id], [style]')).to.be.null;
      });

      it(`ends with the same nodes at each cut with ${name} and the engine ${engine}`, async () => {
        const used = extensions();
        for (let at = 0; at <= text.length; at++) {
          await endsAlike(text, [text.slice(0, at), text.slice(at)], used);
        }
        await endsAlike(text, Array.from(text), used);
      });
    }

    if (everywhere) continue;
    it(`reports what the built-in engine lacks for ${name}, and loses no text`, async () => {
      let extensions = new Markdown<MarkdownOutput>();
      const [warning, ...more] = await collectWarnings(() => (extensions = builtInWith(create())));
      for (const key of missing) expect(warning).to.contain(key);
      expect(more).to.be.empty;
      const plain = await stream([text], new Markdown<MarkdownOutput>());
      const element = await stream([text], extensions);
      expect(words(content(element))).to.equal(words(content(plain)));
    });
  }

  it('reports a key that changes nothing, and adds the rest', async () => {
    let extensions = new Markdown<MarkdownOutput>();
    const sup = cases.find(({name}) => name === 'marked-subsuper-text');
    const [warning] = await collectWarnings(
      () => (extensions = builtInWith({...sup?.create(), breaks: true})),
    );
    expect(warning).to.contain('breaks');
    const element = await stream(['x^2^'], extensions);
    expect(content(element).querySelector('sup')?.textContent).to.equal('2');
  });

  it('displays the footnotes of the built-in engine without an extension', async () => {
    const text = cases.find(({name}) => name === 'marked-footnote')?.text ?? '';
    const element = await stream([text], new Markdown<MarkdownOutput>());
    expect(content(element).querySelector('sup')?.textContent).to.equal('1');
    expect(content(element).querySelector('ol.footnotes em')?.textContent).to.equal('note');
  });

  it('reports that another engine does not apply changes of standard tokens', async () => {
    const extensions = markedWith();
    extensions.use(gfmHeadingId());
    const [warning] = await collectWarnings(() => void stream(['# A'], extensions));
    expect(warning).to.contain('marked.use(extension)');
  });
});
