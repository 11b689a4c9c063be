import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {marked} from 'marked';
import {
  closed,
  fence,
  inline,
  link,
  prose,
  quote,
  textOf,
} from '../../../src/core/model/markdown-text.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

type TextCases = readonly (readonly [from: unknown, to: string])[];

/** The visible text of Markdown: no tags, decoded entities. */
const seen = (markdown: string): string =>
  marked
    .parse(markdown, {async: false})
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .trim();

describe('textOf', () => {
  it('is the value if it is a text, else an empty one', () => {
    assert.equal(textOf('a'), 'a');
    for (const value of [undefined, null, 7, {}, ['a']]) assert.equal(textOf(value), '');
  });
});

describe('inline', () => {
  const cases: TextCases = [
    ['plain words', 'plain words'],
    [' on \n one\tline ', 'on one line'],
    ['*a* `b` [c] <d> ~e~', '\\*a\\* \\`b\\` \\[c] \\<d> \\~e\\~'],
    ['a\\b', 'a\\\\b'],
    ['AT&T &amp; &#1; &x', 'AT&T \\&amp; \\&#1; &x'],
    ['snake_case_name', 'snake_case_name'],
    ['_a_ b_ _c', '\\_a\\_ b\\_ \\_c'],
    ['é_è 1_2', 'é_è 1_2'],
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['# a', '\\# a'],
    ['> a', '\\> a'],
    ['=== a', '\\=== a'],
    ['1. a', '1\\. a'],
    ['12) a', '12\\) a'],
    ['1.5 a', '1\\.5 a'],
    ['a #', 'a \\#'],
    ['a ###', 'a \\###'],
    ['C# is', 'C# is'],
    ['', ''],
    [undefined, ''],
    [7, ''],
  ];
  for (const [from, to] of cases) {
    it(`writes ${JSON.stringify(from)} as ${JSON.stringify(to)}`, () => {
      assert.equal(inline(from), to);
    });
  }

  it('is read as the given text', () => {
    const signs = fc.constantFrom(...'ab1 _*`~[]()<>#+-=.!\\&|:"\'é'.split(''));
    const words = fc.array(signs, {minLength: 1, maxLength: 12}).map(list => list.join(''));
    forAll(runs(1_000), [words], text => {
      const plain = text.replace(/\s+/g, ' ').trim();
      assert.equal(seen(`### ${inline(text)}`), plain);
    });
  });
});

describe('prose', () => {
  const cases: TextCases = [
    ['one line', 'one line'],
    ['two\nlines', 'two\nlines'],
    ['\n around \n', 'around'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['# a\n- b\n1. c', '\\# a\n\\- b\n1\\. c'],
    ['a\n\nb', 'a\n\nb'],
    [undefined, ''],
  ];
  for (const [from, to] of cases) {
    it(`writes ${JSON.stringify(from)} as ${JSON.stringify(to)}`, () => {
      assert.equal(prose(from), to);
    });
  }
});

describe('quote', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a', '> a'],
    ['a\nb', '> a\n> b'],
    ['a\n\nb', '> a\n>\n> b'],
    ['a\r\nb', '> a\n> b'],
    ['', '>'],
    ['> a', '> > a'],
  ];
  for (const [from, to] of cases) {
    it(`writes ${JSON.stringify(from)} as ${JSON.stringify(to)}`, () => {
      assert.equal(quote(from), to);
    });
  }
});

describe('fence', () => {
  it('has its language, if there is one', () => {
    assert.equal(fence('a'), '```\na\n```');
    assert.equal(fence('a', 'json'), '```json\na\n```');
  });

  it('keeps one line end at the end, not two', () => {
    assert.equal(fence('a\n'), '```\na\n```');
    assert.equal(fence('a\n\n'), '```\na\n\n```');
  });

  it('is longer than every fence in its text', () => {
    assert.equal(fence('a`b``c'), '```\na`b``c\n```');
    assert.equal(fence('```\nx\n```'), '````\n```\nx\n```\n````');
    assert.equal(fence('`'.repeat(9)), `${'`'.repeat(10)}\n${'`'.repeat(9)}\n${'`'.repeat(10)}`);
  });

  it('is read as the given text', () => {
    const lines = fc.array(fc.constantFrom('a', '```', '````', '~~~', '`', '> b', ''), {
      minLength: 1,
    });
    forAll(runs(1_000), [lines], parts => {
      const text = `x\n${parts.join('\n')}\ny`;
      assert.equal(seen(fence(text)), text);
    });
  });
});

describe('link', () => {
  const cases: readonly (readonly [text: unknown, url: unknown, to: string])[] = [
    ['A', 'https://a.example', '[A](https://a.example)'],
    ['A', 'HTTP://a.example', '[A](HTTP://a.example)'],
    ['https://a.example', 'https://a.example', '<https://a.example>'],
    ['[A]', 'https://a.example', '[\\[A&#93;](https://a.example)'],
    ['A', 'https://a.example/(x)', '[A](<https://a.example/(x)>)'],
    ['A', 'https://a.example/a b', '[A](https://a.example/a%20b)'],
    ['A', 'https://a.example/<x>\\', '[A](https://a.example/%3Cx%3E%5C)'],
    ['A', 'https://a.example/?a=1&amp;b', '[A](https://a.example/?a=1&amp;amp;b)'],
    ['A', 'https://a.example/?a=1&b=2', '[A](https://a.example/?a=1&b=2)'],
    ['A', 'javascript:alert(1)', 'A'],
    ['A', 'data:text/html,x', 'A'],
    ['A', '/relative', 'A'],
    ['A', '', 'A'],
    ['A', undefined, 'A'],
    ['A', 7, 'A'],
    ['*A*', undefined, '\\*A\\*'],
    [undefined, undefined, ''],
  ];
  for (const [text, url, to] of cases) {
    it(`writes ${JSON.stringify(text)} and ${JSON.stringify(url)} as ${to}`, () => {
      assert.equal(link(text, url), to);
    });
  }
});

describe('closed', () => {
  const cases: readonly (readonly [title: string, from: string, to: string])[] = [
    ['leaves text as it is', 'a\n\nb', 'a\n\nb'],
    ['leaves a fence that is closed', '```\na\n```', '```\na\n```'],
    ['closes a fence', '```js\na', '```js\na\n```'],
    ['closes a fence with as many marks', '`````\n```\na', '`````\n```\na\n`````'],
    ['closes a fence of tildes', '~~~\n```\na', '~~~\n```\na\n~~~'],
    ['takes a longer fence for the end', '```\na\n`````', '```\na\n`````'],
    ['takes a shorter one for text', '`````\na\n```', '`````\na\n```\n`````'],
    ['takes a fence with words for text', '```\na\n``` b', '```\na\n``` b\n```'],
    ['takes a code span on one line for none', '``` a ``` b', '``` a ``` b'],
    ['closes a fence in a list where it began', '- ```\n  a', '- ```\n  a\n  ```'],
    ['closes a fence in a numbered list', '10. ```\n    a', '10. ```\n    a\n    ```'],
    [
      'leaves a document that contains fences',
      '```markdown\n```js\na\n```\nb\n```',
      '```markdown\n```js\na\n```\nb\n```',
    ],
    ['closes each fence of a document', '```md\n```js\na', '```md\n```js\na\n```\n```'],
    ['indents the end of code in a list', '- ```\n  a\n```\n\nb', '- ```\n  a\n  ```\n\nb'],
    [
      'indents code in a list',
      '1. a\n   ```\nc\n\n    d\n    ```\n\ne',
      '1. a\n   ```\n   c\n   \n       d\n   ```\n\ne',
    ],
    ['reads tabs', '-\t```\n\ta', '-\t```\n\ta\n    ```'],
    ['takes a fence behind a tab for text', '```\na\n\t```', '```\na\n\t```\n```'],
    ['closes the last of several', '```\na\n```\n\n```\nb', '```\na\n```\n\n```\nb\n```'],
    ['takes blank lines around away', '\n \n a\n\n', ' a'],
    ['reads other line ends', '```\r\na\r\n```\r\nb', '```\r\na\r\n```\r\nb'],
    ['is nothing for nothing', ' \n ', ''],
    ['closes a comment', 'a\n<!-- b\n\nc', 'a\n<!-- b\n\nc-->'],
    [
      'closes HTML that blank lines do not end',
      '<Pre class="a">\n\n```',
      '<Pre class="a">\n\n```</pre>',
    ],
    ['closes a section', '<![CDATA[ a > b', '<![CDATA[ a > b]]>'],
    ['closes an instruction', '  <?php\n\na()', '  <?php\n\na()?>'],
    ['closes a declaration', '<!DOCTYPE', '<!DOCTYPE>'],
    [
      'leaves HTML that is closed',
      '<!-- a\nb -->\n\n<STYLE>a</style>',
      '<!-- a\nb -->\n\n<STYLE>a</style>',
    ],
    ['leaves HTML in code', '```\n<!-- a\n```', '```\n<!-- a\n```'],
    ['leaves HTML that a blank line ends', '<prelude>\n<div>', '<prelude>\n<div>'],
  ];
  for (const [title, from, to] of cases) {
    it(title, () => {
      assert.equal(closed(from), to);
    });
  }

  it('does not swallow later text', () => {
    const starts = ['<!-- b', '<pre>', 'a</pre>', '-->', '<?', '<![CDATA['];
    const parts = ['a', '```', '````js', '~~~', '- ```', '  ', 'b `c`', ...starts];
    const lines = fc.array(fc.constantFrom(...parts), {
      maxLength: 8,
    });
    forAll(runs(1_000), [lines], parts => {
      const html = marked.parse(`${closed(parts.join('\n'))}\n\nEND`, {async: false});
      assert.match(html, /<p>END<\/p>/);
    });
  });
});
