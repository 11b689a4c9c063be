import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {outline, read, readAll} from './block-cases.js';
import {decode} from './to-html.js';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';

const RULE = 'paragraph@1 rule@2 paragraph@3';

const p = (text: string): string => `<p>${text}</p>\n`;
const h = (level: number, text: string): string =>
  `<h${String(level)}>${text}</h${String(level)}>\n`;
const code = (text: string): string => `<pre><code>${text}\n</code></pre>\n`;

describe('a heading behind hashes', () => {
  readAll({
    'has as many levels as there are hashes, up to six': [
      '# a\n## b\n### c\n#### d\n##### e\n###### f',
      h(1, 'a') + h(2, 'b') + h(3, 'c') + h(4, 'd') + h(5, 'e') + h(6, 'f'),
    ],
    'has no seventh level': ['####### a', p('####### a')],
    'needs white space behind the hashes': ['#5 things\n\n#tag', p('#5 things') + p('#tag')],
    'may have a tab behind the hashes': ['#\ttea', h(1, 'tea')],
    'may have many spaces around its words': ['#      tea      ', h(1, 'tea')],
    'is text when its hash is behind a backslash': ['\\## tea', p('## tea')],
    'may be indented by three columns': [' # a\n  # b\n   # c', h(1, 'a') + h(1, 'b') + h(1, 'c')],
    'is code when it is indented by four': ['    # tea', code('# tea')],
    'is text of a paragraph when it is indented by four': ['tea\n    # milk', p('tea\n# milk')],
    'reads its words as those of a paragraph': [
      '# tea *with* `milk`',
      h(1, 'tea <em>with</em> <code>milk</code>'),
    ],
    'may be closed by any number of hashes': [
      '## tea ##\n# milk #####',
      h(2, 'tea') + h(1, 'milk'),
    ],
    'may have spaces behind the hashes that close it': ['# tea #    ', h(1, 'tea')],
    'is not closed by hashes with words behind them': ['# tea ## b', h(1, 'tea ## b')],
    'is not closed by hashes that touch a word': ['# C#', h(1, 'C#')],
    'is not closed by hashes behind a backslash': [
      '# tea \\#\n# milk #\\##',
      h(1, 'tea #') + h(1, 'milk ###'),
    ],
    'may have no words': ['#\n## \n### ###', h(1, '') + h(2, '') + h(3, '')],
    'interrupts a paragraph': ['tea\n# milk\noil', p('tea') + h(1, 'milk') + p('oil')],
    'may stand between rules without blank lines': [
      '***\n# tea\n***',
      `<hr />\n${h(1, 'tea')}<hr />\n`,
    ],
    'is text in a fence': ['```\n# tea\n```', code('# tea')],
  });
});

describe('a heading above a line', () => {
  readAll({
    'is of the first level above equal signs': ['tea\n=', h(1, 'tea')],
    'is of the second level above dashes': ['tea\n-', h(2, 'tea')],
    'may have a line of any length': ['tea\n=========================', h(1, 'tea')],
    'may have several lines of words': ['tea *with\nmilk*\n==', h(1, 'tea <em>with\nmilk</em>')],
    'leaves the spaces at both ends of its words out': ['  tea  \n==', h(1, 'tea')],
    'has no line break before its line': ['tea  \n==', h(1, 'tea')],
    'has no backslash taken from its end': ['tea\\\n==', h(1, 'tea\\')],
    'may have an indented line': ['tea\n   ---', h(2, 'tea')],
    'has no line that is indented by four': ['tea\n    ---', p('tea\n---')],
    'may have spaces behind its line': ['tea\n---   ', h(2, 'tea')],
    'has no spaces in its line': ['tea\n= =', p('tea\n= =')],
    'has no other signs in its line': ['tea\n==-', p('tea\n==-')],
    'is a rule when there are spaces in its dashes': ['tea\n--- -', `${p('tea')}<hr />\n`],
    'needs words': ['\n===', p('===')],
    'is not made of code': ['    tea\n---', `${code('tea')}<hr />\n`],
    'is not made of a quote': ['> tea\n---', `<blockquote>\n${p('tea')}</blockquote>\n<hr />\n`],
    'is not made of an item': ['- tea\n---', '<ul>\n<li>tea\n</li>\n</ul>\n<hr />\n'],
    'is not made of another heading': ['# tea\n---', `${h(1, 'tea')}<hr />\n`],
    'is not made of a fence': ['```\ntea\n```\n---', `${code('tea')}<hr />\n`],
    'may follow another': ['tea\n---\nmilk\n---', h(2, 'tea') + h(2, 'milk')],
    'may be followed by words at once': ['tea\n---\nmilk', h(2, 'tea') + p('milk')],
    'may have several lines above equals signs': [
      'tea\nmilk\n===\noil',
      h(1, 'tea\nmilk') + p('oil'),
    ],
    'is not made of several lines above dashes': [
      'tea\nmilk\n---\noil',
      `${p('tea\nmilk')}<hr />\n${p('oil')}`,
    ],
    'is text behind a backslash': ['tea\n\\---', p('tea\n---')],
    'is not parted by code that begins in it': ['`tea\n---\nmilk`', h(2, '`tea') + p('milk`')],
    'keeps a definition out of its words': ['[a]: /b\ntea\n---', h(2, 'tea')],
    'is none above definitions alone': ['[a]: /b\n---', '<hr />\n'],
    'is words, not a heading, above definitions and equal signs': [
      '[a]: /b\n===\n[a]',
      p('===\n<a href="/b">a</a>'),
    ],
  });
});

describe('dashes', () => {
  for (const text of [
    'Done.',
    'Done.[^1]',
    'Done.[1][2]',
    'Done.【4:0†source】',
    'Done. [1](https://a.example)',
    'Done. ([a.example](https://a.example/x?b=1))',
    '**Done!** [Source](https://a.example) 🚀',
    'Happy coding! 🚀',
    'Fertig? 👍🏽 👨‍👩‍👧🇩🇪',
    '完成！🎉',
    '**Done.** ✅',
    '„Fertig.“',
    'Done.】',
    'So it ends without a mark, as the last sentence of an answer does that somebody dictated',
  ])
    it(`are a rule below a sentence: ${text}`, () => {
      assert.equal(
        outline(read(Array.from(`${text}\n---\nx`)).blocks).replace(/"[^"]*"/g, ''),
        RULE,
      );
    });

  it('are a rule below a sentence with a citation mark', () => {
    const document = new MarkdownDocument(decode);
    const marks = [{offset: 16, source: 's', label: '1'}];
    document.update('The sky is blue.\n---\nx', [...marks, ...marks], false);
    assert.equal(outline(document.blocks).replace(/"[^"]*"/g, ''), RULE);
  });

  for (const text of [
    'Title',
    'Title 🚀',
    'Title[^1]',
    'Chapter 1 [a](b)',
    'Chapter 1. [a](b)',
    'Chapter 1: [a](https://a.example)',
    'Step 1: Install',
    'Step 1: 🚀',
    '**Note**',
    'Version 2.0',
    'Version 2. [draft]',
    'Node.js [guide](https://a.example)',
    `[Title](https://a.example/${'a'.repeat(80)})`,
  ])
    it(`make a heading of a title: ${text}`, () => {
      assert.match(outline(read(Array.from(`${text}\n---\nx`)).blocks), /^h2@/);
    });
});

describe('a rule', () => {
  readAll({
    'is three stars, dashes or underscores': ['***\n\n---\n\n___', '<hr />\n<hr />\n<hr />\n'],
    'is not made of plus or equal signs': ['+++\n\n===', p('+++') + p('===')],
    'is not made of two signs': ['--\n\n**\n\n__', p('--') + p('**') + p('__')],
    'may be longer': ['_____________________________________', '<hr />\n'],
    'may have spaces and tabs between its signs': [' - \t-  -\n\n*\t*\t*', '<hr />\n<hr />\n'],
    'may have spaces behind its signs': ['- - - -    ', '<hr />\n'],
    'may be indented by three columns': [' ***\n  ***\n   ***', '<hr />\n<hr />\n<hr />\n'],
    'is code when it is indented by four': ['    ***', code('***')],
    'is text of a paragraph when it is indented by four': ['tea\n    ***', p('tea\n***')],
    'is of one sign only': ['*-*\n\n_ _ *', p('<em>-</em>') + p('_ _ *')],
    'has no words in it': ['--- tea\n\n_ _ _ a', p('--- tea') + p('_ _ _ a')],
    'interrupts a paragraph': ['tea\n***\nmilk', `${p('tea')}<hr />\n${p('milk')}`],
    'ends a list': [
      '- tea\n***\n- milk',
      '<ul>\n<li>tea\n</li>\n</ul>\n<hr />\n<ul>\n<li>milk\n</li>\n</ul>\n',
    ],
    'comes before an item': ['* tea\n* * *', '<ul>\n<li>tea\n</li>\n</ul>\n<hr />\n'],
  });
});

describe('a paragraph', () => {
  readAll({
    'ends at a blank line': ['tea\n\nmilk', p('tea') + p('milk')],
    'ends at many blank lines': ['tea\n\n\n\nmilk', p('tea') + p('milk')],
    'ends at a line of white space': ['tea\n \t \nmilk', p('tea') + p('milk')],
    'has as many lines as follow each other': ['tea\nmilk\noil', p('tea\nmilk\noil')],
    'leaves the white space before its lines out': ['  tea\n milk\n\t\toil', p('tea\nmilk\noil')],
    'may begin behind three spaces': ['   tea', p('tea')],
    'may begin behind blank lines': ['\n\n  \ntea', p('tea')],
    'leaves the spaces at its end out': ['tea     \n\nmilk   ', p('tea') + p('milk')],
    'keeps a line break at the end of a line, not at its own end': [
      'tea  \nmilk  ',
      p('tea<br />\nmilk'),
    ],
  });
});

describe('the lines of a heading', () => {
  it('include those of its text and of the line below', () => {
    assert.equal(
      outline(read(['\ntea\nmilk\n===\noil']).blocks),
      'h1@2-4"tea\\nmilk" paragraph@5"oil"',
    );
  });

  it('start with the definitions before its text', () => {
    assert.equal(outline(read(['[a]: /b\ntea\n---']).blocks), 'h2@1-3"tea"');
  });

  it('are settled with the line that ends it', () => {
    const document = read(['# tea\nmilk']);
    const found = document.blocks.map(({kind, done, open}) => ({kind, done, open}));
    assert.deepEqual(found, [
      {kind: 'heading', done: true, open: false},
      {kind: 'paragraph', done: true, open: false},
    ]);
  });
});
