import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Block, CodeBlock} from '../../../src/core/markdown/block.js';
import {outline, read, readAll} from './block-cases.js';

const p = (text: string): string => `<p>${text}</p>\n`;
const code = (text: string, language = ''): string =>
  `<pre><code${language && ` class="language-${language}"`}>${text && `${text}\n`}</code></pre>\n`;

describe('the fence', () => {
  readAll({
    'is made of three backticks': ['```\ntea\n```', code('tea')],
    'is made of three tildes': ['~~~\ntea\n~~~', code('tea')],
    'is not made of two': ['``\ntea\n``', p('<code>tea</code>')],
    'is not made of both': ['``~\ntea', p('``~\ntea')],
    'may be longer': ['``````\ntea\n``````', code('tea')],
    'may be indented by three columns': ['   ```\ntea\n   ```', code('tea')],
    'is indented code when it is indented by four': ['    ```\n    tea', code('```\ntea')],
    'is text of a paragraph when it is indented by four': [
      'tea\n    ```\nmilk',
      p('tea\n```\nmilk'),
    ],
    'interrupts a paragraph': ['tea\n```\nmilk\n```\noil', p('tea') + code('milk') + p('oil')],
    'has no backtick behind backticks': ['``` tea``` milk\noil', p('<code> tea</code> milk\noil')],
    'may have backticks behind tildes': ['~~~ a`b ``` c\ntea\n~~~', code('tea', 'a`b')],
    'is text behind a backslash': ['\\```\ntea', p('```\ntea')],
  });
});

describe('the end of a fence', () => {
  readAll({
    'is of the same sign': ['```\ntea\n~~~\n```', code('tea\n~~~')],
    'is of the same sign with tildes': ['~~~\ntea\n```\n~~~', code('tea\n```')],
    'is at least as long': ['````\ntea\n```\n````', code('tea\n```')],
    'may be longer than its beginning': ['```\ntea\n``````\nmilk', code('tea') + p('milk')],
    'may be indented by three columns, whatever its beginning is': [
      '```\ntea\n   ```\nmilk',
      code('tea') + p('milk'),
    ],
    'is not indented by four': ['```\ntea\n    ```', code('tea\n    ```')],
    'may have spaces and tabs behind it': ['```\ntea\n``` \t \nmilk', code('tea') + p('milk')],
    'has no words behind it': ['```\ntea\n``` b', code('tea\n``` b')],
    'has no spaces in it': ['```\ntea\n`` `', code('tea\n`` `')],
    'may be missing': ['```\ntea\n\nmilk\n', code('tea\n\nmilk')],
    'may be missing from an empty fence': ['```', code('')],
    'comes with the end of the item that holds it': [
      '- ```\n  tea\nmilk',
      `<ul>\n<li>${code('tea')}</li>\n</ul>\n${p('milk')}`,
    ],
    'need not have a blank line behind it': [
      '```\ntea\n```\n# milk',
      `${code('tea')}<h1>milk</h1>\n`,
    ],
  });
});

describe('the text of a fence', () => {
  readAll({
    'may be empty': ['```\n```', code('')],
    'may be blank lines only': ['```\n\n  \n```', code('\n  ')],
    'keeps blank lines at its beginning and its end': ['```\n\ntea\n\n\n```', code('\ntea\n\n')],
    'is not read as Markdown': [
      '```\n*tea* &amp; \\* [a](b)\n- c\n```',
      code('*tea* &amp;amp; \\* [a](b)\n- c'),
    ],
    'loses as many columns as the fence is indented by': [
      '  ```\ntea\n  milk\n    oil\n ```',
      code('tea\nmilk\n  oil'),
    ],
    'loses no more columns than it has': ['   ```\n tea\n      milk\n   ```', code('tea\n   milk')],
    'keeps its tabs': ['```\n\ttea\n\t\tmilk\n```', code('\ttea\n\t\tmilk')],
    'loses columns of a tab where the fence is indented': ['  ```\n\ttea\n  ```', code('  tea')],
    'keeps spaces at the end of its lines': ['```\ntea  \nmilk\t\n```', code('tea  \nmilk\t')],
    'holds what would be a definition': ['```\n[a]: /b\n```\n\n[a]', code('[a]: /b') + p('[a]')],
  });
});

describe('the info string of a fence', () => {
  readAll({
    'begin with the language': ['```ts\ntea\n```', code('tea', 'ts')],
    'may have white space around them': ['~~~   ts   \ntea\n~~~', code('tea', 'ts')],
    'may be several': ['```ts {1-3} title="a b"\ntea\n```', code('tea', 'ts')],
    'may be any sign': ['~~~;\n~~~', code('', ';')],
    'may hold escapes and references': ['```c\\+\\+&copy;\n```', code('', 'c++©')],
    'may be in any script': ['```数据\n```', code('', '数据')],
  });

  it('are kept complete for the renderer', () => {
    const [block] = read(['``` ts  {1-3}  a\ntea']).blocks as CodeBlock[];
    assert.deepEqual(block?.fence, {character: '`', length: 3, indent: 0, info: 'ts  {1-3}  a'});
  });

  it('go along with the sign, the length and the indent of the fence', () => {
    const [block] = read(['  ~~~~~x']).blocks as CodeBlock[];
    assert.deepEqual(block?.fence, {character: '~', length: 5, indent: 2, info: 'x'});
  });
});

describe('indented code', () => {
  readAll({
    'is indented by four columns': ['    tea\n      milk', code('tea\n  milk')],
    'may be indented by a tab': ['\ttea\n\t\tmilk', code('tea\n\tmilk')],
    'may be indented by spaces and a tab': ['  \ttea', code('tea')],
    'is not indented by three columns': ['   tea', p('tea')],
    'is not read as Markdown': ['    *tea* <b>\n    - milk', code('*tea* &lt;b&gt;\n- milk')],
    'goes on behind blank lines': ['    tea\n\n\n    milk', code('tea\n\n\nmilk')],
    'keeps the columns beyond four of its blank lines': [
      '    tea\n      \n    milk',
      code('tea\n  \nmilk'),
    ],
    'leaves blank lines at both ends out': ['\n    \n    tea\n    \n\n', code('tea')],
    'does not interrupt a paragraph': ['tea\n    milk', p('tea\nmilk')],
    'ends with a line that is indented by less': ['    tea\nmilk', code('tea') + p('milk')],
    'may follow a heading at once': [
      '# tea\n    milk\nmilk\n---\n    oil',
      `<h1>tea</h1>\n${code('milk')}<h2>milk</h2>\n${code('oil')}`,
    ],
    'may be indented by more in its first line': ['        tea\n    milk', code('    tea\nmilk')],
    'keeps spaces at the end of its lines': ['    tea  ', code('tea  ')],
    'begins behind a blank line in an item': [
      '- tea\n\n      milk',
      `<ul>\n<li>${p('tea')}${code('milk')}</li>\n</ul>\n`,
    ],
    'gives way to the words of an item': [
      '  - tea\n\n    milk',
      `<ul>\n<li>${p('tea')}${p('milk')}</li>\n</ul>\n`,
    ],
    'gives way to an item that holds code': [
      '1.  tea\n\n    - milk',
      `<ol>\n<li>${p('tea')}<ul>\n<li>milk\n</li>\n</ul>\n</li>\n</ol>\n`,
    ],
  });
});

describe('a line of spaces in code of an item', () => {
  readAll({
    'keeps what is more than the indentation of the item': [
      '1. a\n   ```\n   x\n     \n   y\n   ```',
      `<ol>\n<li>a\n${code('x\n  \ny')}</li>\n</ol>\n`,
    ],
    'keeps nothing of a shorter one': [
      '1. a\n   ```\n   x\n  \n   y\n   ```',
      `<ol>\n<li>a\n${code('x\n\ny')}</li>\n</ol>\n`,
    ],
    'keeps what is more than that of indented code': [
      '- a\n\n      x\n        \n      y',
      `<ul>\n<li>${p('a')}${code('x\n  \ny')}</li>\n</ul>\n`,
    ],
  });
});

describe('the fields of code', () => {
  const folded = (text: string): string => outline(read([text]).blocks);

  it('count the line that ends a fence', () => {
    assert.equal(folded('```\ntea\n```\nmilk'), 'fence{}@1-3"tea" paragraph@4"milk"');
  });

  it('count blank lines of an open fence', () => {
    assert.equal(folded('~~~\ntea\n\n'), 'fence{}@1-3"tea\\n"');
  });

  it('leave blank lines behind indented code out', () => {
    assert.equal(folded('    tea\n\n    milk\n\n\n'), 'code@1-3"tea\\n\\nmilk"');
  });

  it('have no fence when the code is indented', () => {
    const [block] = read(['    tea']).blocks as CodeBlock[];
    assert.equal(block?.fence, undefined);
  });

  it('keep the array of lines while the code grows', () => {
    const linesAt = (blocks: readonly Block[]): readonly string[] => {
      const [block] = blocks;
      assert.ok(block?.kind === 'code');
      return block.lines;
    };
    const document = read(['']);
    document.update('```\ntea\n', [], true);
    const before = linesAt(document.blocks);
    document.update('```\ntea\nmilk\n', [], true);
    assert.equal(linesAt(document.blocks), before);
    assert.deepEqual(before, ['tea', 'milk']);
  });
});
