import {expect} from '@open-wc/testing';
import type {MarkedExtension} from 'marked';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import type {MarkdownOutput} from '../../../src/elements/base/markdown-service.js';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import {words} from '../../elements/support/dom.js';
import {content, stream} from '../../elements/support/markdown.js';
import {cases} from './extensions.js';
import {endsAlike, loadRendering, markedWith} from './support.js';

/** Collects the warnings of an action. */
function collectWarnings(act: () => void): readonly string[] {
  const warnings: string[] = [];
  const {warn} = console;
  console.warn = (...args: unknown[]) => warnings.push(String(args[0]));
  act();
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
      const [warning, ...more] = collectWarnings(() => (extensions = builtInWith(create())));
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
    const [warning] = collectWarnings(
      () => (extensions = builtInWith({...sup?.create(), breaks: true})),
    );
    expect(warning).to.contain('breaks');
    const element = await stream(['x^2^'], extensions);
    expect(content(element).querySelector('sup')?.textContent).to.equal('2');
  });
});
