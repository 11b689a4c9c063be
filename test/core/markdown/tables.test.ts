import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {TableBlock} from '../../../src/core/markdown/block.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {outline, read, readAll} from './block-cases.js';
import {decode, toHtml} from './to-html.js';

const p = (text: string): string => `<p>${text}</p>\n`;

/** A table without alignments. */
function table(header: readonly string[], ...rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>\n`;
  const body = rows.map(cells => row(cells, 'td')).join('');
  return `<table><thead>${row(header, 'th')}</thead>${body && `<tbody>${body}</tbody>`}</table>\n`;
}

describe('the header of a table', () => {
  readAll({
    'has as many cells as the row of delimiters': ['|a|b|\n|-|-|', table(['a', 'b'])],
    'has no more cells than a row of delimiters without pipes at its ends': [
      'a|b|c\n-|-',
      p('a|b|c\n-|-'),
    ],
    'gives the number of columns between pipes': ['|a|b|c|\n|-|-|', table(['a', 'b', 'c'])],
    'has no fewer cells than the row of delimiters': ['|a|\n|-|-|', p('|a|\n|-|-|')],
    'may do without pipes at its ends': ['a | b\n- | -', table(['a', 'b'])],
    'may be one cell between pipes': ['|a|\n|-|', table(['a'])],
    'may be one cell with a colon below': [
      'a\n:-',
      table(['a']).replace('<th>', '<th align="left">'),
    ],
    'is a heading when only dashes are below': ['a\n-', '<h2>a</h2>\n'],
    'may have empty cells': ['||b|\n|-|-|', table(['', 'b'])],
    'is read as the text of a paragraph': [
      '|*a*|`b`|\n|-|-|',
      table(['<em>a</em>', '<code>b</code>']),
    ],
    'is the last line of the paragraph before it': ['tea\n|a|\n|-|', p('tea') + table(['a'])],
    'may be indented by three columns': ['   |a|\n   |-|', table(['a'])],
    'has no delimiters that are indented by four': ['|a|\n    |-|', p('|a|\n|-|')],
    'is code when it is indented by four': [
      '    |a|\n    |-|',
      '<pre><code>|a|\n|-|\n</code></pre>\n',
    ],
    'is not the last line of a heading': [
      '# a | b\n- | -',
      '<h1>a | b</h1>\n<ul>\n<li>| -\n</li>\n</ul>\n',
    ],
  });
});

describe('the row of delimiters', () => {
  readAll({
    'may have any number of dashes': ['|a|b|\n|-|--------|', table(['a', 'b'])],
    'may have spaces around its cells': ['|a|b|\n|  -  |\t- |', table(['a', 'b'])],
    'may have a pipe at one end only': ['|a|b|\n-|-|', table(['a', 'b'])],
    'may not have spaces in a cell': ['|a|b|\n|- -|-|', p('|a|b|\n|- -|-|')],
    'may not have other signs in a cell': ['|a|b|\n|-|=|', p('|a|b|\n|-|=|')],
    'may not have colons alone in a cell': ['|a|b|\n|-|::|', p('|a|b|\n|-|::|')],
    'may not have a colon in the middle of a cell': ['|a|b|\n|-|-:-|', p('|a|b|\n|-|-:-|')],
    'may not have empty cells': ['|a|b|\n|-||', p('|a|b|\n|-||')],
    'may not stand alone': ['|-|-|', p('|-|-|')],
    'may not come behind a blank line': ['|a|b|\n\n|-|-|', p('|a|b|') + p('|-|-|')],
  });

  it('contains the alignment of each column', () => {
    const [block] = read(['a|b|c|d\n-|:-|-:|:-:']).blocks as TableBlock[];
    assert.deepEqual(block?.alignments, [undefined, 'left', 'right', 'center']);
  });
});

describe('the rows of a table', () => {
  readAll({
    'are drawn with the cells that are missing': [
      '|a|b|\n|-|-|\n|1|',
      table(['a', 'b'], ['1', '']),
    ],
    'have the cells that are too many in the last one': ['|a|\n|-|\n|1|2|', table(['a'], ['1|2'])],
    'may be lines without pipes': ['|a|b|\n|-|-|\ntea', table(['a', 'b'], ['tea', ''])],
    'may have empty cells': ['|a|b|\n|-|-|\n||1|\n| | |', table(['a', 'b'], ['', '1'], ['', ''])],
    'may be indented by three columns': ['|a|\n|-|\n  |1|\n   |2|', table(['a'], ['1'], ['2'])],
    'end at a blank line': ['|a|\n|-|\n|1|\n\n|2|', table(['a'], ['1']) + p('|2|')],
    'end at a quote': ['|a|\n|-|\n> 1', `${table(['a'])}<blockquote>\n${p('1')}</blockquote>\n`],
    'end at a heading': ['|a|\n|-|\n# 1', `${table(['a'])}<h1>1</h1>\n`],
    'end at a rule': ['|a|\n|-|\n***', `${table(['a'])}<hr />\n`],
    'end at a fence': ['|a|\n|-|\n```\n1', `${table(['a'])}<pre><code>1\n</code></pre>\n`],
    'end at a list': ['|a|\n|-|\n- 1', `${table(['a'])}<ul>\n<li>1\n</li>\n</ul>\n`],
    'end at code': ['|a|\n|-|\n    |1|', `${table(['a'])}<pre><code>|1|\n</code></pre>\n`],
    'end at an HTML block': ['|a|\n|-|\n<div>', `${table(['a'])}<div>\n`],
    'never make a heading': ['|a|\n|-|\n|1|\n===', table(['a'], ['1'], ['==='])],
    'never make another table': ['|a|\n|-|\n|1|\n|-|', table(['a'], ['1'], ['-'])],
    'never define anything': ['|a|\n|-|\n[b]: /c\n\n[b]', table(['a'], ['[b]: /c']) + p('[b]')],
  });
});

describe('the cells of a table', () => {
  readAll({
    'hold a pipe behind a backslash': ['|a \\| b|\n|-|', table(['a | b'])],
    'hold a pipe behind a backslash in code': [
      '|a|\n|-|\n|`b \\| c`|',
      table(['a'], ['<code>b | c</code>']),
    ],
    'hold a pipe in code, also if cells are missing then': [
      '|a|b|\n|-|-|\n|`c|d`|',
      table(['a', 'b'], ['<code>c|d</code>', '']),
    ],
    'hold code that is a pipe': [
      '|a|b|c|\n|-|-|-|\n|`|`|or|\n|<kbd>|</kbd>|or|',
      table(['a', 'b', 'c'], ['<code>|</code>', 'or', ''], ['<kbd>|</kbd>', 'or', '']),
    ],
    'end at a pipe behind a lone backtick': [
      '|a|b|\n|-|-|\n|it`s|c|',
      table(['a', 'b'], ['it`s', 'c']),
    ],
    'keep other backslashes for the text': ['|a|\n|-|\n|\\*b\\*|', table(['a'], ['*b*'])],
    'hold links with their titles': [
      '|a|\n|-|\n|[b](/c "d e")|',
      table(['a'], ['<a href="/c" title="d e">b</a>']),
    ],
    'hold no emphasis across two of them': [
      '|a|b|\n|-|-|\n|*c|d*|',
      table(['a', 'b'], ['*c', 'd*']),
    ],
    'hold no blocks': ['|a|b|\n|-|-|\n|# c|- d|', table(['a', 'b'], ['# c', '- d'])],
    'have no spaces at their ends': ['|  a\t|\n|-|\n|   b   |', table(['a'], ['b'])],
    'hold words of any script': ['|茶|牛奶|\n|-|-|\n|一|二|', table(['茶', '牛奶'], ['一', '二'])],
  });
});

describe('a table in other blocks', () => {
  readAll({
    'may stand in a quote': [
      '> |a|\n> |-|\n> |1|',
      `<blockquote>\n${table(['a'], ['1'])}</blockquote>\n`,
    ],
    'may stand in an item': [
      '1. |a|\n   |-|\n   |1|',
      `<ol>\n<li>${table(['a'], ['1'])}</li>\n</ol>\n`,
    ],
    'may follow the words of an item': [
      '- tea\n\n  |a|\n  |-|',
      `<ul>\n<li>${p('tea')}${table(['a'])}</li>\n</ul>\n`,
    ],
    'may stand in a footnote': [
      '[^1]: |a|\n    |-|',
      `<aside title="^1">\n${table(['a'])}</aside>\n`,
    ],
    'is not made of two lines of which one is lazy': [
      '> |a|\n|-|',
      `<blockquote>\n${p('|a|\n|-|')}</blockquote>\n`,
    ],
  });
});

describe('a table that is still being written', () => {
  const open = (text: string): string => {
    const document = new MarkdownDocument(decode);
    document.update(text, [], true);
    return outline(document.blocks);
  };

  it('is a table from its header on', () => {
    for (const text of ['| a | b |', '| a | b |\n', '| a | b |\n|', '|a|b|\n|--', '|a|b|\n|--|-']) {
      assert.match(open(text), /^table@1\[\["a","b"\]\]$/, text);
    }
  });

  it('without spaces is nothing before its delimiter row begins', () => {
    for (const text of ['|a|b', '|a|b|', '|a|b|\n', '|a|b|\n|']) assert.equal(open(text), '', text);
  });

  it('is text as long as its line does not begin with a pipe', () => {
    assert.equal(open('a|b'), 'paragraph@1"a|b"');
    assert.equal(open('a|b\n-|'), 'paragraph@1"a|b"');
    assert.equal(open('a|b\n-|-'), 'paragraph@1"a|b"');
    assert.equal(open('a|b\n-|-\n'), 'table@1-2[["a","b"]]');
  });

  it('turns back into text when the next line is no row of delimiters', () => {
    assert.equal(open('|a|b|\nc'), 'paragraph@1-2"|a|b|\\nc"');
  });

  it('is no table at any cut if its line has absolute values', () => {
    for (const text of [
      '|a + b| ≤ |a| + |b|\n\nThis is it',
      '|x - y| = |y - x|\nholds',
      '- |a + b| ≤ |c|\n- d',
      'So\n|a + b| ≤ |c|\r\nis it',
    ]) {
      assert.doesNotMatch(outline(read([text]).blocks), /table/);
      for (let end = 1; end <= text.length; end++) {
        assert.doesNotMatch(open(text.slice(0, end)), /table/, text.slice(0, end));
      }
    }
  });

  it('renders the cells of a row as they arrive', () => {
    assert.equal(open('|a|b|\n|-|-|\n|1'), 'table@1-3[["a","b"],["1"]]');
    assert.equal(open('|a|b|\n|-|-|\n|1|2'), 'table@1-3[["a","b"],["1","2"]]');
  });

  it('does not render the pipe that begins a row', () => {
    assert.equal(open('|a|b|\n|-|-|\n|'), 'table@1-2[["a","b"]]');
  });

  it('moves no text of a row to another cell', () => {
    const head = '|a|b|c|\n|-|-|-|\n';
    for (const row of ['| `|` | or |', '| `x|y` | z |', '| <kbd>|</kbd> | or']) {
      const rows = (text: string, streaming: boolean): unknown => {
        const document = new MarkdownDocument(decode);
        document.update(head + text, [], streaming);
        return (document.blocks[0] as TableBlock).rows;
      };
      const whole = rows(row, false);
      assert.deepEqual(rows(row, true), whole, row);
      assert.deepEqual(rows(`${row}\n`, true), whole, row);
    }
  });

  it('keeps its array of rows while they arrive', () => {
    const document = new MarkdownDocument(decode);
    document.update('|a|\n|-|\n|1|\n', [], true);
    const [before] = document.blocks as TableBlock[];
    const rows = before?.rows;
    document.update('|a|\n|-|\n|1|\n|2|\n', [], true);
    const [after] = document.blocks as TableBlock[];
    assert.equal(after, before);
    assert.equal(after?.rows, rows);
    assert.deepEqual(rows, [['1'], ['2']]);
  });
});

describe('rows that lack cells', () => {
  /** A table with so many columns, and rows of one cell. */
  const sparse = (columns: number, rows: number): string =>
    `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'b\n'.repeat(rows)}`;
  const kinds = (text: string): string[] => read([text]).blocks.map(({kind}) => kind);
  const cells = (text: string): number => toHtml(text).split(/<t[dh][ >]/).length - 1;

  it('are filled up in every table that people write', () => {
    assert.deepEqual(kinds(sparse(6, 200)), ['table']);
    assert.equal(cells(sparse(6, 200)), 6 * 201);
    assert.deepEqual(kinds(sparse(30, 20)), ['table']);
  });

  it('end the table if too many are missing; later text follows it', () => {
    const text = sparse(500, 1000);
    const [table, rest] = read([text]).blocks;
    assert.ok(table?.kind === 'table' && rest?.kind === 'paragraph');
    assert.equal(table.rows.length + rest.lines.length, 1000);
    assert.ok(cells(text) < text.length, String(cells(text)));
  });

  it('end it at the same row wherever the text is cut', () => {
    const text = sparse(40, 60);
    const whole = outline(read([text]).blocks);
    assert.ok(whole.includes('paragraph'));
    for (let at = 0; at <= text.length; at++) {
      assert.equal(outline(read([text.slice(0, at), text.slice(at)]).blocks), whole);
    }
  });
});
