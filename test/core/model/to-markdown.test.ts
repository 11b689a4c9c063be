import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {marked} from 'marked';
import type {Item, Kind} from '../../../src/core/model/item.js';
import {toMarkdown} from '../../../src/core/model/to-markdown.js';
import {item, nested, RUNS, status} from './trees.js';
import {forAll} from '../../support/for-all.js';

const message = (...children: Item[]): Item => item('m', 'message', {role: 'assistant'}, children);
const text = (words: string, marks?: object[]): Item =>
  item('text', 'text', {text: words, ...(marks && {marks})});
const source = (number: number, fields: object): Item =>
  item(`source-${number}`, 'source', {number, title: '', ...fields});
const tool = (fields: object): Item =>
  item('t', 'tool', {name: 'web_search', input: '', output: '', log: '', ...fields});
const request = (prompt: string, answer?: object): Item =>
  item('r', 'request', {prompt, inputTypes: ['text'], ...(answer && {answer})});

/** The Markdown text, line by line. */
const lines = (...result: string[]): string => result.join('\n');

const run = message(
  item('th', 'thinking', {text: 'Where is it?\n\n```\nopen'}),
  item('s1', 'step', {number: 1, title: 'Search the web'}, [
    tool({
      input: '{"query": "``` in Markdown"}',
      log: 'found 2\n',
      'log:thoughts': 'hm',
      output: 'plain ````',
      phases: [
        {name: 'search', status: 'completed', message: 'Found 2'},
        {name: 'rerank', status: 'started'},
      ],
    }),
    item('s11', 'step', {title: 'Read'}, [
      text('Hangzhou lies at a lake.', [
        {offset: 8, source: 'source-1', label: '1'},
        {offset: 23, source: 'source-2', label: '2'},
      ]),
    ]),
  ]),
  item('c', 'checkpoint', {name: 'after_search'}),
  request('Go on?', {input: 'yes', type: 'text'}),
  item('f', 'file', {name: 'report.pdf', url: 'https://files.test/report.pdf'}),
  item('n', 'notice', {code: 'cut', text: 'It was cut.'}),
  item('e', 'error', {code: 'failed', text: 'It broke.', advice: 'Try again.'}),
  source(1, {title: 'West Lake', url: 'https://lake.test/'}),
  source(2, {documentId: 'doc-2'}),
  source(3, {url: 'https://other.test/'}),
);

describe('toMarkdown', () => {
  it('writes a run: steps as headings, tools folded, sources as footnotes', () => {
    assert.equal(
      toMarkdown(run),
      lines(
        '### Step 1: Search the web',
        '',
        '> **web_search** (done)',
        '',
        '#### Read',
        '',
        'Hangzhou[^1] lies at a lake[^2].',
        '',
        '*Checkpoint: after_search*',
        '',
        '> **Question:** Go on?',
        '>',
        '> **Answer:** yes',
        '',
        '[report.pdf](https://files.test/report.pdf)',
        '',
        '> It was cut.',
        '',
        '> **Error:** It broke.',
        '>',
        '> Try again.',
        '',
        '**Sources**',
        '',
        '- <https://other.test/>',
        '',
        '[^1]: [West Lake](https://lake.test/)',
        '[^2]: doc-2',
      ),
    );
  });

  it('writes the activity of a tool, and the reasoning, if requested', () => {
    const result = toMarkdown(run, {tools: 'full', thinking: true, steps: false});
    assert.ok(
      result.startsWith(
        lines(
          '> Where is it?',
          '>',
          '> ```',
          '> open',
          '> ```',
          '',
          '> **web_search** (done)',
          '>',
          '> - search: Found 2',
          '> - rerank',
          '>',
          '> ````json',
          '> {"query": "``` in Markdown"}',
          '> ````',
          '>',
          '> response:',
          '>',
          '> ```',
          '> found 2',
          '> ```',
          '>',
          '> thoughts:',
          '>',
          '> ```',
          '> hm',
          '> ```',
          '>',
          '> `````',
          '> plain ````',
          '> `````',
          '',
          'Hangzhou[^1]',
        ),
      ),
      result,
    );
  });

  it('says of a refused tool that it was denied', () => {
    const call = (fields: object): Item => tool({name: 'delete', denied: true, ...fields});
    assert.equal(toMarkdown(call({})), '> **delete** (denied)');
    assert.equal(toMarkdown(call({error: 'No.'})), '> **delete** (denied): No.');
    const labels = {denied: 'abgelehnt'};
    assert.equal(toMarkdown(call({}), {labels}), '> **delete** (abgelehnt)');
  });

  it('writes neither tools nor their sources if tools are excluded', () => {
    const result = item('t', 'tool', {name: 'agent'}, [text('inside')]);
    assert.equal(toMarkdown(message(result, text('outside')), {tools: 'none'}), 'outside');
    assert.equal(toMarkdown(message(result)), lines('> **agent** (done)', '', 'inside'));
  });

  it('uses other labels if they are given', () => {
    const words = {step: 'Schritt', failed: 'fehlgeschlagen'};
    const result = message(
      item('s', 'step', {number: 2, title: 'Rechnen'}, [
        tool({title: 'Rechner', status: 'failed', error: 'Division\ndurch 0'}),
      ]),
    );
    assert.equal(
      toMarkdown(result, {labels: words}),
      lines('### Schritt 2: Rechnen', '', '> **Rechner** (fehlgeschlagen): Division durch 0'),
    );
  });

  it('omits empty headings', () => {
    const result = message(
      item('a', 'step', {number: 1, title: 'Only', single: true}, [text('one')]),
      item('b', 'step', {number: 2, title: ''}, [text('two')]),
    );
    assert.equal(toMarkdown(result), lines('one', '', 'two'));
  });

  it('returns an empty text for items without content', () => {
    const result = message(text(' \n '), item('th', 'thinking', {text: 'x'}), item('n', 'notice'));
    assert.equal(toMarkdown(result), '');
    assert.equal(
      toMarkdown(item('s', 'source', {number: 1, title: 'Alone'})),
      lines('**Sources**', '', '- Alone'),
    );
  });

  it('uses the code of an error without a text', () => {
    assert.equal(
      toMarkdown(item('e', 'error', {code: 'rate_limited'})),
      '> **Error:** rate_limited',
    );
  });
});

describe('a text', () => {
  it('stays unchanged, without blank lines around it', () => {
    const words = '\n  \n- a\n  - b\n\n| a |\n|---|\n| *1* |\n\n';
    assert.equal(toMarkdown(text(words)), '- a\n  - b\n\n| a |\n|---|\n| *1* |');
  });

  for (const [what, open, end] of [
    ['a fence', '```js\nx', '\n```'],
    ['a longer fence', '`````\n```\nx', '\n`````'],
    ['tildes', '~~~\n```\nx', '\n~~~'],
    ['a fence in a list', '- a\n  ```\n  x', '\n  ```'],
    ['a fence that begins a list', '1. ```\n   x', '\n   ```'],
    ['a fence after a closed one', '```\na\n```\n```\nb', '\n```'],
    ['a fence with words where it might end', '```\nx\n``` y', '\n```'],
  ] as const) {
    it(`has its code block closed when it ends in ${what}`, () => {
      const result = toMarkdown(message(text(open), item('c', 'checkpoint', {name: 'after'})));
      assert.equal(result, `${open}${end}\n\n*Checkpoint: after*`);
      assert.match(marked.parse(result) as string, /<p><em>Checkpoint: after<\/em><\/p>/);
    });
  }

  for (const words of [
    '```\nx\n```',
    '~~~\nx\n~~~~',
    'a ``` b',
    '``` a ```',
    '- ```\n  x\n  ```',
  ]) {
    it(`stays unchanged when no code block is open: ${JSON.stringify(words)}`, () => {
      assert.equal(toMarkdown(text(words)), words);
    });
  }
});

describe('citations', () => {
  const cited = (marks: object[], ...sources: Item[]): string =>
    toMarkdown(message(text('abc', marks), ...sources));
  const a = source(1, {title: 'A'});

  it('are in the order of their positions, and inside the text', () => {
    const marks = [
      {offset: 99, source: 'source-1'},
      {offset: 1, source: 'source-1'},
      {offset: -5, source: 'source-1'},
    ];
    assert.equal(cited(marks, a), '[^1]a[^1]bc[^1]\n\n[^1]: A');
  });

  it('are written once per position', () => {
    const marks = [
      {offset: 1, source: 'source-1'},
      {offset: 1, source: 'source-1'},
      {offset: 1, source: 'source-2'},
    ];
    assert.equal(cited(marks, a, source(2, {title: 'B'})), 'a[^1][^2]bc\n\n[^1]: A\n[^2]: B');
  });

  it('of unknown sources, and such as are none, are passed over', () => {
    assert.equal(
      cited([{offset: 1, source: 'x'}, {offset: 'y'}, null as never], a),
      'abc\n\n**Sources**\n\n- A',
    );
    assert.equal(toMarkdown(item('t', 'text', {text: 'abc', marks: 'no list'})), 'abc');
  });

  it('have their own labels if two sources have one number', () => {
    const other = item('other', 'source', {number: 1, title: 'Other'});
    const odd = item('odd', 'source', {number: NaN, title: 'Odd'});
    const marks = ['source-1', 'other', 'odd'].map((id, offset) => ({offset, source: id}));
    assert.equal(cited(marks, a, other, odd), '[^1]a[^2]b[^3]c\n\n[^1]: A\n[^2]: Other\n[^3]: Odd');
  });
});

describe('the labels of several texts', () => {
  const both = (one: string, other: string): string => {
    const whole = toMarkdown(message(text(one), text(other)));
    assert.ok(whole.startsWith(`${one}\n\n`), whole);
    return whole.slice(one.length + 2);
  };

  it('are renamed if an earlier text has defined them otherwise', () => {
    for (const [later, renamed] of [
      ['See [1].\n\n[1]: /b', 'See [1][1-2].\n\n[1-2]: /b'],
      [
        'See [x][1], [1][] and ![y][1].\n\n[1]: /b',
        'See [x][1-2], [1][1-2] and ![y][1-2].\n\n[1-2]: /b',
      ],
      ['[![y][1]][1]\n\n[1]: /b "t"', '[![y][1-2]][1-2]\n\n[1-2]: /b "t"'],
      ['- [1](/c), [1]: d\n\n  [1]: /b', '- [1](/c), [1][1-2]: d\n\n  [1-2]: /b'],
      [
        '`[1]` \\[1]\n\n```\n[1]\n```\n\n[1]\n\n[1]: /b',
        '`[1]` \\[1]\n\n```\n[1]\n```\n\n[1][1-2]\n\n[1-2]: /b',
      ],
      ['[1] and [2][1-2]\n\n[1]: /b\n[1-2]: /c', '[1][1-3] and [2][1-2]\n\n[1-3]: /b\n[1-2]: /c'],
    ] as const)
      assert.equal(both('a [1]\n\n[1]: /a', later), renamed);
  });

  it('of footnotes are renamed, whatever they say', () => {
    assert.equal(
      both('a[^1]\n\n[^1]: A', 'b[^1][^b]\n\n[^1]: A\n[^b]: B'),
      'b[^1-2][^b]\n\n[^1-2]: A\n[^b]: B',
    );
  });

  it('stay if they are free, mean the same, or define nothing', () => {
    for (const later of [
      'b [2]\n\n[2]: /a',
      'b [1]\n\n[1]: /a',
      'b [1] and [1]: see',
      '```\n[1]: /b\n```',
    ])
      assert.equal(both('a [1]\n\n[1]: /a', later), later);
  });

  it('are those of questions and reasoning, too', () => {
    const whole = toMarkdown(
      message(item('th', 'thinking', {text: '[1]\n\n[1]: /a'}), request('[1]\n\n[1]: /b')),
      {thinking: true},
    );
    assert.equal(whole, '> [1]\n>\n> [1]: /a\n\n> **Question:**\n>\n> [1][1-2]\n>\n> [1-2]: /b');
  });
});

describe('text that is no Markdown', () => {
  const result = (name: string): string => toMarkdown(item('f', 'file', {name}));

  it('is displayed literally, whatever characters it has', () => {
    forAll(
      RUNS,
      [
        fc
          .array(fc.constantFrom(...'\\`*_[]<>&~#-+=1.)(!|:a b;"\n'.split(''), '&amp;', '**', '~~'))
          .map(signs => signs.join('')),
      ],
      name => {
        const html = marked.parse(result(name)) as string;
        const shown = html
          .replace(/^<p>|<\/p>\s*$/g, '')
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&#39;/g, "'")
          .replace(/&amp;/g, '&');
        assert.equal(shown, name.replace(/\s+/g, ' ').trim());
      },
    );
  });

  it('is escaped only if necessary', () => {
    assert.equal(result('web_search (1) & more'), 'web_search (1) & more');
    assert.equal(result('C# in 5.'), 'C# in 5.');
    assert.equal(result('_a_ *b* &lt; 1'), '\\_a\\_ \\*b\\* \\&lt; 1');
    assert.equal(result('- a'), '\\- a');
    assert.equal(result('1. a'), '1\\. a');
    assert.equal(result('# a ##'), '\\# a \\##');
  });
});

describe('links', () => {
  const result = (name: string, url: string): string => toMarkdown(item('f', 'file', {name, url}));

  it('lead to the web', () => {
    assert.equal(result('[a]', 'https://a.test/?b=1&c=2'), '[\\[a&#93;](https://a.test/?b=1&c=2)');
    assert.equal(
      result('a', 'https://a.test/b (1)\\<c>&copy;'),
      '[a](<https://a.test/b%20(1)%5C%3Cc%3E&amp;copy;>)',
    );
  });

  it('lead nowhere else', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/files/1', 'file:///etc']) {
      assert.equal(result('a', url), 'a');
    }
  });
});

describe('questions', () => {
  it('keeps its lines', () => {
    assert.equal(
      toMarkdown(request('Which?\n\n- A\n- B', {input: 'A\n# B', type: 'text'})),
      lines(
        '> **Question:**',
        '>',
        '> Which?',
        '>',
        '> - A',
        '> - B',
        '>',
        '> **Answer:**',
        '>',
        '> A',
        '> \\# B',
      ),
    );
  });

  it('without an answer are written alone', () => {
    assert.equal(toMarkdown(request('Go on?')), '> **Question:** Go on?');
  });

  it('omit the answer to a form with a password', () => {
    const schema = {properties: {pin: {type: 'string', format: 'password'}}};
    const answer = {input: {pin: '1234'}, type: 'json'};
    const asked = item('r', 'request', {prompt: 'Code?', inputTypes: ['json'], schema, answer});
    assert.equal(toMarkdown(asked), '> **Question:** Code?');
  });

  it('that a structure answers report it as JSON', () => {
    assert.equal(
      toMarkdown(request('?', {input: {a: 1}, type: 'json'})),
      lines(
        '> **Question:** ?',
        '>',
        '> **Answer:**',
        '>',
        '> ```json',
        '> {',
        '>   "a": 1',
        '> }',
        '> ```',
      ),
    );
    assert.equal(
      toMarkdown(request('?', {input: undefined, type: 'json'})),
      '> **Question:** ?\n>\n> **Answer:**',
    );
  });
});

describe('the Markdown of anything', () => {
  it('never throws', () => {
    const kind = fc.constantFrom<Kind>(
      ...(['message', 'step', 'text', 'thinking', 'tool', 'checkpoint'] as const),
      ...(['request', 'source', 'file', 'notice', 'error'] as const),
    );
    const value = fc.oneof(
      fc.constantFrom(undefined, null, 5, {}, [null], [{}]),
      fc.string(),
      fc.constantFrom('https://a.test/', '```\n'),
      fc.constant([{offset: 1, source: 'item-0'}]),
      fc.constant({input: {}}),
    );
    const names = [
      'text',
      'title',
      'name',
      'url',
      'marks',
      'phases',
      'input',
      'output',
      'log',
      'error',
    ];
    const fields = fc.record(
      Object.fromEntries(
        [...names, 'prompt', 'answer', 'number', 'code', 'advice', 'log:x'].map(name => [
          name,
          value,
        ]),
      ),
      {requiredKeys: []},
    );
    forAll(
      RUNS,
      [
        fc.array(fc.record({kind, status, fields}), {maxLength: 5}),
        fc.constantFrom('folded' as const, 'full' as const),
      ],
      (items, tools) => {
        const children = items.map((one, at) =>
          item(`item-${at}`, one.kind, {...one.fields, status: one.status}),
        );
        assert.equal(typeof toMarkdown(message(...children), {tools, thinking: true}), 'string');
      },
    );
  });

  it('reaches items nested 10,000 deep, and no heading is deeper than the sixth', () => {
    const result = toMarkdown(nested(10_000));
    assert.ok(result.endsWith('\n\n###### Level 10000\n\ndeep'));
    assert.ok(result.startsWith('### Level 1\n\n#### Level 2\n'));
  });

  it('fences 200,000 runs of marks', () => {
    const output = '` '.repeat(200_000);
    assert.ok(toMarkdown(tool({output}), {tools: 'full'}).includes(output));
  });
});
