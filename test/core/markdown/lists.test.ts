import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {outline, read, readAll} from './block-cases.js';

const ul = (...items: string[]): string => `<ul>\n${li(items)}</ul>\n`;
const ol = (...items: string[]): string => `<ol>\n${li(items)}</ol>\n`;
const li = (items: readonly string[]): string => items.map(item => `<li>${item}</li>\n`).join('');
const p = (text: string): string => `<p>${text}</p>\n`;
const code = (text: string): string => `<pre><code>${text}\n</code></pre>\n`;

describe('the marker of an item', () => {
  readAll({
    'is a dash': ['- tea', ul('tea\n')],
    'is a plus': ['+ tea', ul('tea\n')],
    'is a star': ['* tea', ul('tea\n')],
    'is a number with a dot': ['1. tea', ol('tea\n')],
    'is a number with a bracket': ['1) tea', ol('tea\n')],
    'is no letter': ['a. tea', p('a. tea')],
    'is no number with another sign': ['1: tea', p('1: tea')],
    'is no negative number': ['-1. tea', p('-1. tea')],
    'needs white space behind it': ['-tea\n1.tea', p('-tea\n1.tea')],
    'may have a tab behind it': ['-\ttea', ul('tea\n')],
    'may stand alone': ['-', ul('')],
    'may be indented by three columns': ['   - tea', ul('tea\n')],
    'is code when it is indented by four': ['    - tea', code('- tea')],
    'is text behind a backslash': ['\\- tea', p('- tea')],
    'is text when its dot is behind a backslash': ['1\\. tea', p('1. tea')],
    'may have nine digits': ['123456789. tea', '<ol start="123456789">\n<li>tea\n</li>\n</ol>\n'],
    'may not have ten digits': ['1234567890. tea', p('1234567890. tea')],
    'is not taken from a rule': ['- - -', '<hr />\n'],
    'is not taken from a rule of stars in a list': [
      '* tea\n* * *\n* milk',
      `${ul('tea\n')}<hr />\n${ul('milk\n')}`,
    ],
    'may be that of an item which holds a rule': ['- tea\n- * * *', ul('tea\n', '<hr />\n')],
    'is not taken from emphasis': ['*tea* milk', p('<em>tea</em> milk')],
  });
});

describe('the number of the first item', () => {
  readAll({
    'is where the list begins': ['7. tea', '<ol start="7">\n<li>tea\n</li>\n</ol>\n'],
    'may be nought': ['0. tea', '<ol start="0">\n<li>tea\n</li>\n</ol>\n'],
    'may begin with noughts': ['007. tea', '<ol start="7">\n<li>tea\n</li>\n</ol>\n'],
    'is not asked of those that follow': [
      '3. tea\n1. milk\n1. oil',
      '<ol start="3">\n<li>tea\n</li>\n<li>milk\n</li>\n<li>oil\n</li>\n</ol>\n',
    ],
    'must be one to interrupt a paragraph': ['tea\n14. milk', p('tea\n14. milk')],
    'may be one in more digits to interrupt a paragraph': [
      'tea\n01. milk',
      `${p('tea')}${ol('milk\n')}`,
    ],
    'may be any where the paragraph has ended': [
      'tea\n\n14. milk',
      `${p('tea')}<ol start="14">\n<li>milk\n</li>\n</ol>\n`,
    ],
    'may be any in a list that goes on': ['1. tea\n5. milk', ol('tea\n', 'milk\n')],
  });
});

describe('interruptions of a paragraph', () => {
  readAll({
    'is an item with words': ['tea\n* milk', p('tea') + ul('milk\n')],
    'is no item without words': ['tea\n*', p('tea\n*')],
    'is no item with spaces alone': ['tea\n+   \nmilk', p('tea\n+<br />\nmilk')],
    'is no ordered item without words': ['tea\n1.', p('tea\n1.')],
    'in an item is the next item, even without words': [
      '- tea\n-\n- milk',
      ul('tea\n', '', 'milk\n'),
    ],
    'in an item is any number of its list': ['1. tea\n9. milk', ol('tea\n', 'milk\n')],
    'in an item is a list of its own': ['- tea\n  - milk', ul(`tea\n${ul('milk\n')}`)],
  });
});

describe('a list', () => {
  readAll({
    'ends where the bullet changes': ['- tea\n* milk', ul('tea\n') + ul('milk\n')],
    'ends where the sign behind the number changes': [
      '1. tea\n1) milk',
      ol('tea\n') + ol('milk\n'),
    ],
    'ends where bullets follow numbers': ['1. tea\n- milk', ol('tea\n') + ul('milk\n')],
    'goes on behind one blank line': ['- tea\n\n- milk', ul(p('tea'), p('milk'))],
    'goes on behind many blank lines': ['- tea\n\n\n\n- milk', ul(p('tea'), p('milk'))],
    'ends at a paragraph behind a blank line': ['- tea\n\nmilk', ul('tea\n') + p('milk')],
    'ends at a heading': ['- tea\n# milk', `${ul('tea\n')}<h1>milk</h1>\n`],
    'ends at a fence that is not indented': ['- tea\n```\nmilk\n```', ul('tea\n') + code('milk')],
    'ends at a quote': ['- tea\n> milk', `${ul('tea\n')}<blockquote>\n${p('milk')}</blockquote>\n`],
    'is parted from the next by a comment': [
      '- tea\n\n<!-- -->\n\n- milk',
      `${ul('tea\n')}<!-- -->\n${ul('milk\n')}`,
    ],
    'takes items that are indented by less than their words': [
      '- tea\n - milk\n  - oil\n   - salt',
      ul('tea\n', 'milk\n', 'oil\n', 'salt\n'),
    ],
    'takes an item that is indented by four for words': [
      '- tea\n - milk\n  - oil\n   - salt\n    - rye',
      ul('tea\n', 'milk\n', 'oil\n', 'salt\n- rye\n'),
    ],
    'takes an item indented by four behind a blank line for code': [
      '1. tea\n\n  2. milk\n\n    3. oil',
      `${ol(p('tea'), p('milk'))}${code('3. oil')}`,
    ],
    'may be the first thing in an item': ['- - tea', ul(ul('tea\n'))],
    'may be the first thing in several items at once': [
      '1. - 2. tea',
      ol(ul('<ol start="2">\n<li>tea\n</li>\n</ol>\n')),
    ],
    'stands in a list that stands in a list': [
      '- tea\n  - milk\n    - oil\n- salt',
      ul(`tea\n${ul(`milk\n${ul('oil\n')}`)}`, 'salt\n'),
    ],
    'goes back over two levels at once': [
      '* tea\n  1. milk\n     + oil\n* salt',
      ul(`tea\n${ol(`milk\n${ul('oil\n')}`)}`, 'salt\n'),
    ],
    'needs as many columns as the number is wide to stand in it': [
      '10) tea\n    - milk',
      `<ol start="10">\n<li>tea\n${ul('milk\n')}</li>\n</ol>\n`,
    ],
    'does not stand in a number when it is indented by less': [
      '10) tea\n   - milk',
      `<ol start="10">\n<li>tea\n</li>\n</ol>\n${ul('milk\n')}`,
    ],
    'stands in an item by a tab': ['- tea\n\t- milk', ul(`tea\n${ul('milk\n')}`)],
  });
});

describe('an item', () => {
  readAll({
    'holds what is indented as far as its words': ['- tea\n\n  milk', ul(p('tea') + p('milk'))],
    'does not hold what is indented by less': ['- tea\n\n milk', ul('tea\n') + p('milk')],
    'counts the spaces behind its marker up to four': [
      '-    tea\n\n     milk',
      ul(p('tea') + p('milk')),
    ],
    'takes five spaces behind its marker for one, and code': [
      '-     tea\n\n  milk',
      ul(code('tea') + p('milk')),
    ],
    'counts its own indent': ['  - tea\n\n    milk', ul(p('tea') + p('milk'))],
    'holds indented code': ['- tea\n\n      milk', ul(p('tea') + code('milk'))],
    'keeps more spaces in its code': ['1.      tea', ol(code(' tea'))],
    'holds a fence with blank lines': [
      '- ```\n  tea\n\n\n  milk\n  ```',
      ul(code('tea\n\n\nmilk')),
    ],
    'holds a heading': ['- # tea\n- milk\n  ---', ul('<h1>tea</h1>\n', '<h2>milk</h2>\n')],
    'holds a paragraph behind a heading': ['- # tea\n  milk', ul('<h1>tea</h1>\nmilk\n')],
    'may begin with an empty line': ['-\n  tea', ul('tea\n')],
    'may begin with a fence behind an empty line': ['-\n  ```\n  tea\n  ```', ul(code('tea'))],
    'may begin with one empty line, not with two': ['-\n\n  tea', ul('') + p('tea')],
    'with spaces alone wants one column more than its marker': ['-   \n  tea', ul('tea\n')],
    'without words may stand between others': ['- tea\n-\n- milk', ul('tea\n', '', 'milk\n')],
    'without words may be the last': ['- tea\n-', ul('tea\n', '')],
    'goes on lazily': ['- tea\nmilk', ul('tea\nmilk\n')],
    'goes on with less indent': ['-  tea\n milk', ul('tea\nmilk\n')],
    'goes on lazily from a list in it': ['- tea\n  - milk\noil', ul(`tea\n${ul('milk\noil\n')}`)],
    'holds a table': [
      '- |a|\n  |-|\n  |1|',
      ul(
        '<table><thead><tr><th>a</th></tr>\n</thead><tbody><tr><td>1</td></tr>\n</tbody></table>\n',
      ),
    ],
    'holds HTML': ['- <div>\n  tea\n  </div>', ul('<div>\ntea\n</div>\n')],
  });
});

describe('blank lines', () => {
  readAll({
    'between any two items make the whole list loose': [
      '- tea\n- milk\n\n- oil',
      ul(p('tea'), p('milk'), p('oil')),
    ],
    'between two blocks of an item make its list loose': [
      '- tea\n\n  milk\n- oil',
      ul(p('tea') + p('milk'), p('oil')),
    ],
    'behind the last item leave the list tight': [
      '- tea\n- milk\n\n\noil',
      ul('tea\n', 'milk\n') + p('oil'),
    ],
    'in a fence leave the list tight': [
      '- tea\n- ```\n  a\n\n  b\n  ```\n- milk',
      ul('tea\n', code('a\n\nb'), 'milk\n'),
    ],
    'in a list of an item loosen the inner list alone': [
      '- tea\n  - milk\n\n  - oil\n- salt',
      ul(`tea\n${ul(p('milk'), p('oil'))}`, 'salt\n'),
    ],
    'between an item and a list in it loosen the outer list alone': [
      '- tea\n\n  - milk\n  - oil',
      ul(p('tea') + ul('milk\n', 'oil\n')),
    ],
    'in a quote leave the list tight': [
      '* tea\n  > milk\n  >\n* oil',
      ul(`tea\n<blockquote>\n${p('milk')}</blockquote>\n`, 'oil\n'),
    ],
    'behind an inner list, before an outer item, loosen the outer list alone': [
      '- tea\n  - milk\n\n- oil',
      ul(p('tea') + ul('milk\n'), p('oil')),
    ],
    'behind an empty item loosen the list': ['- tea\n-\n\n- milk', ul(p('tea'), '', p('milk'))],
    'before a definition in an item loosen the list': [
      '- tea\n\n  [leaf]: /leaf\n- milk',
      ul(p('tea'), p('milk')),
    ],
    'with spaces in them are as blank as others': ['- tea\n   \t\n- milk', ul(p('tea'), p('milk'))],
  });
});

describe('tasks', () => {
  const box = (checked: boolean): string =>
    `<input${checked ? ' checked=""' : ''} disabled="" type="checkbox"> `;

  readAll({
    'are open with a space in the box': ['- [ ] tea', ul(`${box(false)}tea\n`)],
    'are done with an x': ['- [x] tea', ul(`${box(true)}tea\n`)],
    'are done with a capital X': ['* [X] tea', ul(`${box(true)}tea\n`)],
    'may be numbered': ['1. [x] tea', ol(`${box(true)}tea\n`)],
    'may stand among other items': ['- tea\n- [ ] milk', ul('tea\n', `${box(false)}milk\n`)],
    'may stand in tasks': [
      '- [x] tea\n  - [ ] milk',
      ul(`${box(true)}tea\n${ul(`${box(false)}milk\n`)}`),
    ],
    'may have several blocks': ['- [ ] tea\n\n  milk', ul(`<p>${box(false)}tea</p>\n${p('milk')}`)],
    'need words': ['- [ ]\n- [x]   ', ul('[ ]\n', '[x]\n')],
    'need a space behind the box': ['- [ ]tea', ul('[ ]tea\n')],
    'need something of one character in the box': [
      '- [] tea\n- [xx] milk',
      ul('[] tea\n', '[xx] milk\n'),
    ],
    'know no other sign': ['- [-] tea', ul('[-] tea\n')],
    'are not made by a box behind words': ['- tea [x] milk', ul('tea [x] milk\n')],
    'are not made by the second paragraph of an item': [
      '- tea\n\n  [x] milk',
      ul(p('tea') + p('[x] milk')),
    ],
    'are not made outside lists': ['[ ] tea', p('[ ] tea')],
    'are not made in a quote of an item': [
      '- > [x] tea',
      ul(`<blockquote>\n${p('[x] tea')}</blockquote>\n`),
    ],
    'are not made in a heading': ['- # [x] tea', ul('<h1>[x] tea</h1>\n')],
  });
});

describe('the fields of a list', () => {
  const folded = (text: string): string => outline(read([text]).blocks);

  it('contain marker, first number, and the lines of each item', () => {
    assert.equal(
      folded('4) tea\n5) milk\n   oil\n'),
      'tight4)@1-3(item@1(paragraph@1"tea") item@2-3(paragraph@2-3"milk\\noil"))',
    );
  });

  it('become loose as soon as the second item arrives', () => {
    assert.equal(folded('- tea\n\n-'), 'loose-@1-3(item@1(paragraph@1"tea") item@3())');
  });

  it('leave the blank lines behind it out', () => {
    assert.equal(folded('+ tea\n\n\n'), 'tight+@1(item@1(paragraph@1"tea"))');
  });

  it('contain whether a task is done', () => {
    assert.equal(
      folded('- [ ] a\n- [x] b\n- c'),
      'tight-@1-3(task[ ]@1(paragraph@1"a") task[x]@2(paragraph@2"b") item@3(paragraph@3"c"))',
    );
  });
});
