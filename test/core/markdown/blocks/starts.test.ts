import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {base, type Block} from '../../../../src/core/markdown/block.js';
import {continueBlock} from '../../../../src/core/markdown/blocks/continuation.js';
import {Line} from '../../../../src/core/markdown/blocks/line.js';
import {STARTS, type LinePosition} from '../../../../src/core/markdown/blocks/starts.js';
import {outline} from '../block-cases.js';
import {aside, note} from '../syntax.js';
import {decode} from '../to-html.js';

/** The block starts of a line, and the rest of it. */
function startIn(
  source: string,
  place: Partial<LinePosition> = {},
): [started: string, rest: string] | undefined {
  const line = new Line(source);
  for (const start of STARTS) {
    const started = start({
      line,
      number: 3,
      top: undefined,
      afterParagraph: false,
      incomplete: false,
      decode,
      syntax: [],
      ...place,
    });
    if (started) return [started.map(block => outline([block])).join(' in '), line.rest];
  }
  return undefined;
}

const paragraph: Block = {...base('paragraph', 1), lines: ['a']};
const list = (delimiter: string): Block => ({
  ...base('list', 1),
  children: [],
  delimiter,
  first: undefined,
  loose: false,
});
const item = (indent: number, ...children: Block[]): Block => ({
  ...base('item', 1),
  children,
  indent,
  checked: undefined,
});

describe('STARTS', () => {
  it('read the markers of a block and leave its text', () => {
    for (const [source, started, rest] of [
      ['> tea', 'quote@3()', 'tea'],
      ['>  tea', 'quote@3()', ' tea'],
      ['>\ttea', 'quote@3()', '  tea'],
      ['  >tea', 'quote@3()', 'tea'],
      ['## tea #', 'h2@3"tea"', ''],
      ['``` js', 'fence{js}@3""', ''],
      ['  ~~~~', 'fence{}@3""', ''],
      [' <div> tea', 'html@3""', ' <div> tea'],
      ['[^a]: tea', 'note{^a}@3()', 'tea'],
      ['---', 'rule@3', ''],
      ['- tea', 'tight-@3() in item@3()', 'tea'],
      ['-   tea', 'tight-@3() in item@3()', 'tea'],
      ['-     tea', 'tight-@3() in item@3()', '    tea'],
      ['12) tea', 'tight12)@3() in item@3()', 'tea'],
      ['*', 'tight*@3() in item@3()', ''],
      ['      tea', 'code@3""', '  tea'],
      ['\t\ttea', 'code@3""', '\ttea'],
    ] as const) {
      assert.deepEqual(startIn(source), [started, rest], source);
    }
  });

  it('leave a line unchanged without a start', () => {
    for (const source of [
      'tea',
      '',
      '   ',
      '#tea',
      '``',
      '[a]: /b',
      '--',
      '1.tea',
      '<tea',
      '|a|',
      '===',
    ]) {
      assert.equal(startIn(source), undefined, source);
    }
  });

  it('have no code within a paragraph', () => {
    assert.equal(startIn('    tea', {afterParagraph: true}), undefined);
  });

  it('have no empty item and no other number than one within a paragraph', () => {
    const place = {top: paragraph, afterParagraph: true};
    for (const source of ['-', '*  ', '1.', '2. tea', '0. tea', '10) tea']) {
      assert.equal(startIn(source, place), undefined, source);
    }
    assert.deepEqual(startIn('1. tea', place), ['tight1.@3() in item@3()', 'tea']);
    assert.deepEqual(startIn('+ tea', place), ['tight+@3() in item@3()', 'tea']);
  });

  it('accept any item if the paragraph belongs to another item', () => {
    const place = {top: list('.'), afterParagraph: true};
    assert.deepEqual(startIn('2. tea', place), ['item@3()', 'tea']);
    assert.deepEqual(startIn('2.', place), ['item@3()', '']);
  });

  it('add an item to a list with its marker, and begin another list for another marker', () => {
    assert.deepEqual(startIn('- tea', {top: list('-')}), ['item@3()', 'tea']);
    assert.deepEqual(startIn('* tea', {top: list('-')}), ['tight*@3() in item@3()', 'tea']);
    assert.deepEqual(startIn('1) tea', {top: list('.')}), ['tight1)@3() in item@3()', 'tea']);
  });

  it('contain the indentation of the text of an item', () => {
    const indentOf = (source: string): number | undefined => {
      const line = new Line(source);
      for (const start of STARTS) {
        const found = start({
          line,
          number: 1,
          top: undefined,
          afterParagraph: false,
          incomplete: false,
          decode,
          syntax: [],
        });
        const last = found?.at(-1);
        if (last) return last.kind === 'item' ? last.indent : undefined;
      }
      return undefined;
    };
    for (const [source, indent] of [
      ['- a', 2],
      ['-    a', 5],
      ['-     a', 2],
      ['-\ta', 4],
      ['  - a', 4],
      ['10. a', 4],
      ['   123456789)    a', 17],
      ['-', 2],
      ['-      ', 2],
    ] as const) {
      assert.equal(indentOf(source), indent, source);
    }
  });

  it('ask extensions first, save in code', () => {
    assert.deepEqual(startIn(':::a', {syntax: [note]}), ['custom@3""', ':::a']);
    assert.equal(startIn('    :::a', {syntax: [note]})?.[0], 'code@3""');
    assert.equal(startIn('a:::', {syntax: [note]}), undefined);
    const headings = {...note, start: (line: string) => line.indexOf('#')};
    assert.equal(startIn('# a', {syntax: [headings]})?.[0], 'custom@3""');
    assert.equal(startIn('> # a', {syntax: [headings]})?.[0], 'quote@3()');
  });

  it('call the reader of an extension that has no start, but not within a paragraph', () => {
    assert.equal(startIn('aside: a', {syntax: [aside]})?.[0], 'custom@3""');
    assert.equal(startIn('aside: a', {syntax: [aside], afterParagraph: true}), undefined);
    assert.equal(startIn('', {syntax: [{...aside, tokenizer: raw => ({raw})}]}), undefined);
  });
});

describe('continueBlock', () => {
  const folded = (block: Block, source: string): [string, string] => {
    const line = new Line(source);
    const continuation = continueBlock(block, line);
    return [continuation, line.rest];
  };

  it('always continues with a list, whose items decide', () => {
    assert.deepEqual(folded(list('-'), 'tea'), ['continues', 'tea']);
    assert.deepEqual(folded(list('-'), ''), ['continues', '']);
  });

  it('continues with a quote by its marker', () => {
    const quote: Block = {...base('quote', 1), children: []};
    assert.deepEqual(folded(quote, '> tea'), ['continues', 'tea']);
    assert.deepEqual(folded(quote, '   >tea'), ['continues', 'tea']);
    assert.deepEqual(folded(quote, '>'), ['continues', '']);
    for (const source of ['tea', '', '    > tea', '\\> tea']) {
      assert.deepEqual(folded(quote, source), ['no match', source]);
    }
  });

  it('continues with an item by its indent, or by a blank line if it holds something', () => {
    assert.deepEqual(folded(item(3, paragraph), '   tea'), ['continues', 'tea']);
    assert.deepEqual(folded(item(3, paragraph), '     tea'), ['continues', '  tea']);
    assert.deepEqual(folded(item(2, paragraph), '\ttea'), ['continues', '  tea']);
    assert.deepEqual(folded(item(3, paragraph), '  tea'), ['no match', '  tea']);
    assert.equal(folded(item(3, paragraph), '')[0], 'continues');
    assert.equal(folded(item(3), '')[0], 'no match');
    assert.equal(folded(item(3), '   tea')[0], 'continues');
  });

  it('continues with a footnote by four columns', () => {
    const footnote: Block = {...base('footnote', 1), children: [paragraph], label: '^a'};
    assert.deepEqual(folded(footnote, '    tea'), ['continues', 'tea']);
    assert.deepEqual(folded(footnote, '   tea'), ['no match', '   tea']);
    assert.equal(folded(footnote, ' ')[0], 'continues');
    assert.equal(folded({...footnote, children: []}, '')[0], 'no match');
  });

  it('continues with indented code by four columns, or by a blank line', () => {
    const code: Block = {...base('code', 1), lines: [], fence: undefined};
    assert.deepEqual(folded(code, '     tea'), ['continues', ' tea']);
    assert.deepEqual(folded(code, ''), ['continues', '']);
    assert.deepEqual(folded(code, '      '), ['continues', '  ']);
    assert.deepEqual(folded(code, '   tea'), ['no match', '   tea']);
  });

  it('continues with a fence up to its end', () => {
    const fence = {character: '~', length: 4, indent: 2, info: ''};
    const code: Block = {...base('code', 1), lines: [], fence};
    assert.deepEqual(folded(code, 'tea'), ['continues', 'tea']);
    assert.deepEqual(folded(code, '   tea'), ['continues', ' tea']);
    assert.deepEqual(folded(code, ''), ['continues', '']);
    for (const end of ['~~~~', '   ~~~~~~', '~~~~ \t'])
      assert.equal(folded(code, end)[0], 'ends', end);
    for (const none of ['~~~', '    ~~~~', '~~~~ a', '````', '~~~~`']) {
      assert.equal(folded(code, none)[0], 'continues', none);
    }
  });

  it('continues with HTML up to its end, or to a blank line', () => {
    const html: Block = {...base('html', 1), lines: [], closer: undefined};
    assert.equal(folded(html, '# tea')[0], 'continues');
    assert.equal(folded(html, ' ')[0], 'no match');
    assert.equal(folded({...html, closer: /-->/}, ' ')[0], 'continues');
  });

  it('continues with the block of an extension up to its end, or to a blank line', () => {
    const custom: Block = {...base('custom', 1), lines: [], syntax: aside};
    assert.equal(folded(custom, '# tea')[0], 'continues');
    assert.equal(folded(custom, '')[0], 'no match');
    assert.equal(folded({...custom, syntax: note}, '')[0], 'continues');
  });

  it('continues with a paragraph and with a table up to a blank line', () => {
    const table: Block = {...base('table', 1), alignments: [], header: [], rows: [], spare: 0};
    for (const block of [paragraph, table]) {
      assert.deepEqual(folded(block, '  tea'), ['continues', '  tea']);
      assert.deepEqual(folded(block, ' \t'), ['no match', ' \t']);
    }
  });

  it('never continues with a block of one line', () => {
    const heading: Block = {...base('heading', 1), level: 1, text: ''};
    const rule: Block = {...base('rule', 1)};
    for (const block of [heading, rule]) assert.equal(folded(block, 'tea')[0], 'no match');
  });
});
