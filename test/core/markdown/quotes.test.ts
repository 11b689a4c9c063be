import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {outline, read, readAll} from './block-cases.js';

const quote = (inner: string): string => `<blockquote>\n${inner}</blockquote>\n`;
const p = (text: string): string => `<p>${text}</p>\n`;

describe('the marker of a quote', () => {
  readAll({
    'may stand without a space behind it': ['>tea', quote(p('tea'))],
    'takes one space of what follows, not more': [
      '>     tea',
      quote('<pre><code>tea\n</code></pre>\n'),
    ],
    'may be indented by three columns': ['   > tea', quote(p('tea'))],
    'is code when it is indented by four': ['    > tea', '<pre><code>&gt; tea\n</code></pre>\n'],
    'is text behind a backslash': ['\\> tea', p('&gt; tea')],
    'takes one column of a tab and leaves the others': [
      '>\t\ttea',
      quote('<pre><code>  tea\n</code></pre>\n'),
    ],
    'alone makes an empty quote': ['>', quote('')],
    'alone on several lines makes one empty quote': ['>\n> \n>', quote('')],
    'interrupts a paragraph': ['tea\n> milk', p('tea') + quote(p('milk'))],
    'interrupts a table': [
      '|a|\n|-|\n> milk',
      `<table><thead><tr><th>a</th></tr>\n</thead></table>\n${quote(p('milk'))}`,
    ],
    'is text in a fence': ['```\n> tea\n```', '<pre><code>&gt; tea\n</code></pre>\n'],
    'is distinguished from text that only contains one': ['tea > milk', p('tea &gt; milk')],
  });
});

describe('a quote', () => {
  readAll({
    'holds a heading, a rule and a paragraph': [
      '> # tea\n> ***\n> milk',
      quote(`<h1>tea</h1>\n<hr />\n${p('milk')}`),
    ],
    'holds two paragraphs with an empty marker between them': [
      '> tea\n>\n> milk',
      quote(p('tea') + p('milk')),
    ],
    'begins and ends with empty lines that show nothing': ['>\n> tea\n>', quote(p('tea'))],
    'ends at a blank line': ['> tea\n\nmilk', quote(p('tea')) + p('milk')],
    'is another one behind a blank line': ['> tea\n\n> milk', quote(p('tea')) + quote(p('milk'))],
    'holds a list': ['> - tea\n> - milk', quote('<ul>\n<li>tea\n</li>\n<li>milk\n</li>\n</ul>\n')],
    'stands in an item of a list': [
      '- > tea\n  > milk',
      `<ul>\n<li>${quote(p('tea\nmilk'))}</li>\n</ul>\n`,
    ],
    'holds a fence whose lines keep their own spaces': [
      '> ```\n>  tea\n>   milk\n> ```',
      quote('<pre><code> tea\n  milk\n</code></pre>\n'),
    ],
    'holds a fence with a blank line in it': [
      '> ```\n> tea\n>\n> milk\n> ```',
      quote('<pre><code>tea\n\nmilk\n</code></pre>\n'),
    ],
    'ends the fence in it with the last of its lines': [
      '> ```\n> tea\nmilk',
      quote('<pre><code>tea\n</code></pre>\n') + p('milk'),
    ],
    'ends indented code in it with the last of its lines': [
      '>     tea\n    milk',
      quote('<pre><code>tea\n</code></pre>\n') + '<pre><code>milk\n</code></pre>\n',
    ],
    'holds a table': [
      '> |a|b|\n> |-|-|\n> |1|2|',
      quote(
        '<table><thead><tr><th>a</th><th>b</th></tr>\n</thead><tbody><tr><td>1</td><td>2</td></tr>\n</tbody></table>\n',
      ),
    ],
    'ends the table in it, for a row is never lazy': [
      '> |a|\n> |-|\n> |1|\n|2|',
      quote(
        '<table><thead><tr><th>a</th></tr>\n</thead><tbody><tr><td>1</td></tr>\n</tbody></table>\n',
      ) + p('|2|'),
    ],
    'holds HTML, which is never lazy': ['> <div>\ntea', `${quote('<div>\n')}${p('tea')}`],
    'stands in quotes': ['>>> tea', quote(quote(quote(p('tea'))))],
    'is left by a line with fewer markers when there is no paragraph to go on': [
      '>> # tea\n> milk',
      quote(quote('<h1>tea</h1>\n') + p('milk')),
    ],
  });
});

describe('lazy continuation', () => {
  readAll({
    'goes on with the paragraph of a quote': ['> tea\nmilk', quote(p('tea\nmilk'))],
    'goes on through several quotes at once': [
      '>>> tea\nmilk',
      quote(quote(quote(p('tea\nmilk')))),
    ],
    'goes on with some of the markers': ['>>> tea\n> milk', quote(quote(quote(p('tea\nmilk'))))],
    'goes on in a list in a quote': [
      '> 1. tea\nmilk',
      quote('<ol>\n<li>tea\nmilk\n</li>\n</ol>\n'),
    ],
    'goes on in a quote in a list': [
      '1. > tea\nmilk',
      `<ol>\n<li>${quote(p('tea\nmilk'))}</li>\n</ol>\n`,
    ],
    'takes a line that is indented like code for text': ['> tea\n    milk', quote(p('tea\nmilk'))],
    'takes a marker that is indented like code for text': [
      '> tea\n    - milk',
      quote(p('tea\n- milk')),
    ],
    'makes no heading of a row of equal signs': ['> tea\n===', quote(p('tea\n==='))],
    'makes a rule of a row of dashes': ['> tea\n---', `${quote(p('tea'))}<hr />\n`],
    'makes no table of a row of delimiters': [
      '> a | b\n- | -',
      `${quote(p('a | b'))}<ul>\n<li>| -\n</li>\n</ul>\n`,
    ],
    'makes no table of a row of delimiters with pipes around it': [
      '> | a |\n| - |',
      quote(p('| a |\n| - |')),
    ],
    'ends at a heading': ['> tea\n# milk', `${quote(p('tea'))}<h1>milk</h1>\n`],
    'ends at a fence': ['> tea\n```\nmilk', `${quote(p('tea'))}<pre><code>milk\n</code></pre>\n`],
    'ends at a list': ['> tea\n- milk', `${quote(p('tea'))}<ul>\n<li>milk\n</li>\n</ul>\n`],
    'ends at an HTML block': ['> tea\n<div>', `${quote(p('tea'))}<div>\n`],
    'does not end at a lone tag that is no block': ['> tea\n<x-y>', quote(p('tea\n<x-y>'))],
    'ends at any number, for the paragraph is not its neighbour': [
      '> tea\n2. milk',
      `${quote(p('tea'))}<ol start="2">\n<li>milk\n</li>\n</ol>\n`,
    ],
    'ends behind an empty marker': ['> tea\n>\nmilk', quote(p('tea')) + p('milk')],
    'does not begin behind a heading': ['> # tea\nmilk', quote('<h1>tea</h1>\n') + p('milk')],
    'does not begin behind a rule': ['> ***\nmilk', quote('<hr />\n') + p('milk')],
  });
});

describe('the lines of a quote', () => {
  const linesOf = (text: string): string => outline(read([text]).blocks);

  it('are counted with the lazy ones', () => {
    assert.equal(linesOf('> tea\nmilk\n> sugar'), 'quote@1-3(paragraph@1-3"tea\\nmilk\\nsugar")');
  });

  it('are counted with an empty marker at the end', () => {
    assert.equal(linesOf('> tea\n>\n\nmilk'), 'quote@1-2(paragraph@1"tea") paragraph@4"milk"');
  });

  it('do not continue behind a blank line', () => {
    assert.equal(linesOf('> tea\n\n\n'), 'quote@1(paragraph@1"tea")');
  });

  it('of an inner quote end with it', () => {
    assert.equal(linesOf('> > # tea\n> milk'), 'quote@1-2(quote@1(h1@1"tea") paragraph@2"milk")');
  });
});
