import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {cut} from '../../core/markdown/texts.js';
import {all, find, words} from '../../elements/support/dom.js';
import {content, stream} from '../../elements/support/markdown.js';
import {endsAlike, loadRendering, markedWith} from './support.js';
import {forAllAsync} from '../../support/for-all.js';

const fenced = (info: string, ...lines: readonly string[]): string =>
  ['```' + info, ...lines, '```'].join('\n');

describe('answers of models in the engine `marked`', () => {
  before(loadRendering);

  for (const text of [
    '20~25°C。20~25°C',
    'The cost is (~$1.50) or (~$2) per run.',
    '10:00~11:00和13:00~14:00',
    'Copy ~/a to ~/b, or `~x~`.',
    '~x~ and *a ~b~ c*',
  ]) {
    it(`have single tildes as text: ${text}`, async () => {
      const element = await stream([text], markedWith());
      expect(all(element, 'del')).to.be.empty;
      expect(words(content(element))).to.equal(text.replace(/[*`]/g, ''));
    });
  }

  for (const [text, html] of [
    ['~~gone~~', '<del>gone</del>'],
    ['~~25~30~~', '<del>25~30</del>'],
    ['~~删除~~', '<del>删除</del>'],
    ['a~~b~~c', 'a<del>b</del>c'],
    ['~~a ~b~ c~~', '<del>a ~b~ c</del>'],
  ] as const) {
    it(`have text between two tildes struck: ${text}`, async () => {
      const element = await stream([text], markedWith());
      expect(find(element, 'p').innerHTML).to.equal(html);
    });
  }

  it('have single tildes as a tokenizer of the page reads them', async () => {
    const extensions = markedWith({
      tokenizer: {
        del(src) {
          const [raw, text = ''] = /^~([^~]+)~/.exec(src) ?? [];
          if (raw === undefined) return undefined;
          return {type: 'del', raw, text, tokens: [{type: 'text', raw: text, text}]};
        },
      },
    });
    const element = await stream(['a ~b~ c'], extensions);
    expect(find(element, 'del').textContent).to.equal('b');
  });

  const document = fenced(
    'markdown',
    '# T',
    '',
    fenced('bash', 'ls'),
    '',
    fenced('js', 'x()'),
    'End',
  );
  it('have a Markdown document in a fence as one block, with the text after it', async () => {
    for (const text of [
      `${document}\n\nAfter`,
      document.replaceAll('`', '~').concat('\n\nAfter'),
      `${document.replace('markdown', 'MD title')}\n\nAfter`,
    ]) {
      const element = await stream([text], markedWith());
      expect(all(element, 'pre')).to.have.length(1);
      expect(find(element, 'pre').textContent).to.contain('ls').and.to.contain('x()');
      expect(words(find(element, '.content .section > p'))).to.equal('After');
    }
  });

  it('have every other fence as in CommonMark', async () => {
    for (const [text, count] of [
      [fenced('markdown', '```', 'x', '```'), 2],
      [fenced('js', '```bash', 'x'), 1],
      ['````markdown\n```bash\nls\n```\n````', 1],
      ['~~~markdown\n```bash\nls\n```\n~~~', 1],
    ] as const) {
      const element = await stream([text], markedWith());
      expect(all(element, 'pre'), text).to.have.length(count);
    }
  });

  it('end with the same nodes however they were cut', async () => {
    const text = `1~2 ~~a ~b~~ c~d\n\n- step\n\n  ${document.replaceAll('\n', '\n  ')}\n\n${document}\n\nAfter ~x~`;
    await forAllAsync(40, [fc.array(fc.nat(), {maxLength: 8})], at =>
      endsAlike(text, cut(text, at), markedWith()),
    );
  });
});
