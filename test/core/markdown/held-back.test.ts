import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  base,
  type Block,
  type CodeBlock,
  type ParagraphBlock,
} from '../../../src/core/markdown/block.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {isHeldBack} from '../../../src/core/markdown/blocks/preview.js';
import {outline} from './block-cases.js';
import {note} from './syntax.js';
import {decode} from './to-html.js';

const paragraph = (...lines: string[]): ParagraphBlock => ({...base('paragraph', 1), lines});
const fence = (character: string): CodeBlock => ({
  ...base('code', 1),
  lines: [],
  fence: {character, length: 3, indent: 0, info: ''},
});

describe('isHeldBack', () => {
  it('holds back text whose meaning may still change', () => {
    for (const [what, lines] of Object.entries({
      nothing: ['', ' ', '\t'],
      bullets: ['-', '+', '*', '- ', '*   '],
      numbers: ['1', '12', '123', '1.', '99)'],
      rules: ['--', '***', '_ _', '- - -'],
      underlines: ['=', '====', '---'],
      fences: ['`', '``', '```', '~~~'],
      hashes: ['#', '######', '## '],
      delimiters: ['|', '|-', '|:-', '|---|', ':-:'],
      boxes: ['[', '[ ', '[x', '[X]', '[ ] '],
      tags: ['<', '</', '<!', '<!--', '<?', '<div', '</div', '<x-y', '<b>', '<svg width="1">'],
      rows: ['|a', '|a|b', '|a|b|', '|ψ⟩ = α|0⟩ + β|1⟩'],
      definitions: ['[a]:', '[a]: /b', '[a]: /b "c'],
      footnotes: ['[^', '[^1', '[^1]'],
    })) {
      for (const line of lines) {
        assert.ok(isHeldBack(line, undefined), `${what}: ${line}`);
        assert.ok(isHeldBack(`> - 1. ${line}`, undefined), `${what} in others: ${line}`);
      }
    }
  });

  it('shows text whose meaning is final', () => {
    for (const line of [
      'tea',
      '- tea',
      '1. tea',
      '1234',
      '12a',
      '# tea',
      '> tea',
      '| tea',
      '[ ] tea',
      '[a',
      '[a] b',
      '[a]: b c',
      '[^1]: tea',
      '<b>a',
      '|x| = 5',
      '<div id',
      '`a',
      '**a',
      '=a',
      '```js',
      `<${'x'.repeat(45)}`,
      `[${'a'.repeat(100)}]: b`,
    ]) {
      assert.ok(!isHeldBack(line, undefined), line);
      assert.ok(!isHeldBack(line, paragraph('a')), line);
    }
  });

  it('holds back in a fence a possible end of it, and no more', () => {
    for (const line of ['', '`', '``', '  ```', '````', '``` ']) {
      assert.ok(isHeldBack(line, fence('`')), line);
    }
    for (const line of ['tea', '#', '~', '~~~', '`a', '``` a', '<', '[']) {
      assert.ok(!isHeldBack(line, fence('`')), line);
    }
    for (const line of ['-', '- ', '1. ', '> ', '> `']) {
      assert.ok(!isHeldBack(line, fence('`'), false), line);
    }
    assert.ok(isHeldBack('~~', fence('~')));
    assert.ok(!isHeldBack('``', fence('~')));
  });

  it('holds back after the markers of the container of a fence', () => {
    assert.ok(isHeldBack('> ``', fence('`')));
    assert.ok(isHeldBack('>  > `', fence('`')));
    assert.ok(!isHeldBack('> a', fence('`')));
  });

  it('holds back in HTML and in custom blocks only an empty line', () => {
    const html: Block = {...base('html', 1), lines: [], closer: undefined};
    const custom: Block = {...base('custom', 1), lines: [], syntax: note};
    for (const block of [html, custom]) assert.ok(isHeldBack('', block), block.kind);
    for (const line of [' ', '#', '<', '```', ':::']) {
      assert.ok(!isHeldBack(line, html), line);
      assert.ok(!isHeldBack(line, custom), line);
    }
  });

  it('reads a line of any kind in time that grows with it', () => {
    // A pattern that backtracks would not terminate with these.
    for (const part of ['- ', '> ', '1. ', '[a]: ', '<a', '|-', '`', ' \t', '> - 1. ']) {
      assert.equal(typeof isHeldBack(part.repeat(20_000), undefined), 'boolean', part);
      assert.equal(typeof isHeldBack(`${part.repeat(20_000)}x\n`, undefined), 'boolean', part);
    }
  });
});

describe('a block that is still being written', () => {
  /** The preview after each character, without repetitions. */
  const shownOf = (text: string): string[] => {
    const document = new MarkdownDocument(decode);
    const shown: string[] = [];
    for (let end = 1; end <= text.length; end++) {
      document.update(text.slice(0, end), [], true);
      const now = outline(document.blocks);
      if (now !== shown.at(-1)) shown.push(now);
    }
    return shown;
  };

  for (const [what, text, expected] of [
    ['a heading, once there is a word', '# a', ['', 'h1@1"a"']],
    ['an item, once there is a word', '- a', ['', 'tight-@1(item@1(paragraph@1"a"))']],
    [
      'a number, once it is none',
      '2024 a',
      ['', 'paragraph@1"2024"', 'paragraph@1"2024 "', 'paragraph@1"2024 a"'],
    ],
    [
      'an item of a number, once there is a word',
      '10. a',
      ['', 'tight10.@1(item@1(paragraph@1"a"))'],
    ],
    ['a quote, once there is a word', '> a', ['', 'quote@1(paragraph@1"a")']],
    ['a task, once there is a word', '- [x] a', ['', 'tight-@1(task[x]@1(paragraph@1"a"))']],
    ['a rule, once its line has ended', '---\n', ['', 'rule@1']],
    ['a heading below words, once its line has ended', 'a\n--\n', ['paragraph@1"a"', 'h2@1-2"a"']],
    ['a fence, with its language as it comes', '```js\n', ['', 'fence{j}@1""', 'fence{js}@1""']],
    [
      'the text of a fence, without its end',
      '~~~\na\n~~~\n',
      ['', 'fence{}@1""', 'fence{}@1-2"a"', 'fence{}@1-3"a"'],
    ],
    [
      'no blank line in HTML before it has ended',
      '<!--\n\n',
      ['', 'html@1"<!--"', 'html@1-2"<!--\\n"'],
    ],
    ['HTML, once its tag is there', '<p>a', ['', 'html@1"<p>"', 'html@1"<p>a"']],
    [
      'a footnote, once its label is there',
      '[^1]: a',
      ['', 'note{^1}@1()', 'note{^1}@1(paragraph@1"a")'],
    ],
    [
      'of a definition its label, until it is distinguishable from a link',
      '[a]: /b "c"\n\n',
      ['', 'paragraph@1"[a"', 'paragraph@1"[a]"', ''],
    ],
    ['a word that begins like nothing else', 'ab', ['paragraph@1"a"', 'paragraph@1"ab"']],
  ] as const) {
    it(`shows ${what}`, () => {
      assert.deepEqual(shownOf(text), expected);
    });
  }
});
