import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {MarkdownDocument} from '../../../src/core/markdown/markdown-document.js';
import {outline, read, readAll} from './block-cases.js';
import {decode, documentToHtml} from './to-html.js';

const p = (text: string): string => `<p>${text}</p>\n`;
const link = (href: string, text: string, title?: string): string =>
  `<a href="${href}"${title === undefined ? '' : ` title="${title}"`}>${text}</a>`;
const quote = (inner: string): string => `<blockquote>\n${inner}</blockquote>\n`;

describe('the definition of a link', () => {
  readAll({
    'may come before its link': ['[tea]: /leaf "green"\n\n[tea]', p(link('/leaf', 'tea', 'green'))],
    'may come behind its link': ['[tea]\n\n[tea]: /leaf', p(link('/leaf', 'tea'))],
    'may be indented by three columns': ['   [tea]: /leaf\n\n[tea]', p(link('/leaf', 'tea'))],
    'is code when it is indented by four': [
      '    [tea]: /leaf\n\n[tea]',
      `<pre><code>[tea]: /leaf\n</code></pre>\n${p('[tea]')}`,
    ],
    'may stand on three lines': [
      "[tea]:\n  /leaf\n  'green'\n\n[tea]",
      p(link('/leaf', 'tea', 'green')),
    ],
    'may have its title on several lines': [
      '[tea]: /leaf "green\nand black\n"\n\n[tea]',
      p(link('/leaf', 'tea', 'green\nand black\n')),
    ],
    'may not have a blank line in its title': [
      '[tea]: /leaf "green\n\nblack"\n\n[tea]',
      p('[tea]: /leaf &quot;green') + p('black&quot;') + p('[tea]'),
    ],
    'may do without a title': ['[tea]:\n/leaf\n\n[tea]', p(link('/leaf', 'tea'))],
    'may not do without a target': ['[tea]:\n\n[tea]', p('[tea]:') + p('[tea]')],
    'may have an empty target in angle brackets': ['[tea]: <>\n\n[tea]', p(link('', 'tea'))],
    'may have spaces in a target in angle brackets': [
      '[tea]: <a leaf>\n\n[tea]',
      p(link('a leaf', 'tea')),
    ],
    'needs a space between target and title': [
      '[tea]: <leaf>(green)\n\n[tea]',
      p('[tea]: <leaf>(green)') + p('[tea]'),
    ],
    'may have escapes and references in target and title': [
      '[tea]: /l\\*eaf&auml; "\\"green\\" &copy;"\n\n[tea]',
      p(link('/l*eafä', 'tea', '&quot;green&quot; ©')),
    ],
    'may have a backslash in its label': ['[te\\]a]: /leaf\n\n[te\\]a]', p(link('/leaf', 'te]a'))],
    'may have a label of any script': ['[ТЕЯ]: /leaf\n\n[тея]', p(link('/leaf', 'тея'))],
    'is found by a label that differs in case': ['[Tea]: /leaf\n\n[tEA]', p(link('/leaf', 'tEA'))],
    'is found by a label that differs in white space': [
      '[green  tea]: /leaf\n\n[green\ntea]',
      p(link('/leaf', 'green\ntea')),
    ],
    'needs a label that is not blank': ['[ \n ]: /leaf', p('[\n]: /leaf')],
    'needs its colon behind the bracket': [
      '[tea] : /leaf\n\n[tea]',
      p('[tea] : /leaf') + p('[tea]'),
    ],
    'has no words behind its title': [
      '[tea]: /leaf "green" more\n\n[tea]',
      p('[tea]: /leaf &quot;green&quot; more') + p('[tea]'),
    ],
    'leaves a line that only begins like a title': [
      '[tea]: /leaf\n"green" more\n\n[tea]',
      p('&quot;green&quot; more') + p(link('/leaf', 'tea')),
    ],
    'shows nothing by itself': ['[tea]: /leaf', ''],
    'stays the first of its label': [
      '[tea]\n\n[tea]: /first\n[tea]: /second',
      p(link('/first', 'tea')),
    ],
    'does not interrupt a paragraph': [
      'tea\n[milk]: /cow\n\n[milk]',
      p('tea\n[milk]: /cow') + p('[milk]'),
    ],
    'may follow a heading at once': [
      '# [tea]\n[tea]: /leaf\n> milk',
      `<h1>${link('/leaf', 'tea')}</h1>\n${quote(p('milk'))}`,
    ],
    'may follow another at once': [
      '[a]: /1 "b"\n[c]: /2\n  "d"\n[e]: /3\n\n[a] [c] [e]',
      p(`${link('/1', 'a', 'b')} ${link('/2', 'c', 'd')} ${link('/3', 'e')}`),
    ],
    'may have words of its paragraph behind it': [
      '[tea]: /leaf\nmilk [tea]',
      p(`milk ${link('/leaf', 'tea')}`),
    ],
    'is text if its target is a file': [
      '[Input]: data.csv\n[Output]: result.json\n\nDone.',
      p('[Input]: data.csv\n[Output]: result.json') + p('Done.'),
    ],
    'may have a file as its target if the text before refers to it': [
      '![a tree][Tree] and [leaf]\n\n[tree]: tree.png\n[leaf]: a.example/leaf\n[milk]: milk.png',
      p(`<img src="tree.png" alt="a tree" /> and ${link('a.example/leaf', 'leaf')}`) +
        p('[milk]: milk.png'),
    ],
    'does not count below words': [
      '[1]: two words\n[2]: https://a.example/2',
      p(`[1]: two words\n[2]: ${link('https://a.example/2', 'https://a.example/2')}`),
    ],
    'may stand in a quote for the whole text': [
      '[tea]\n\n> [tea]: /leaf',
      p(link('/leaf', 'tea')) + quote(''),
    ],
    'may stand in an item for the whole text': [
      '- [tea]: /leaf\n\n[tea]',
      `<ul>\n<li></li>\n</ul>\n${p(link('/leaf', 'tea'))}`,
    ],
    'is no definition in a fence': [
      '```\n[tea]: /leaf\n```\n[tea]',
      `<pre><code>[tea]: /leaf\n</code></pre>\n${p('[tea]')}`,
    ],
    'is text behind a backslash': ['\\[tea]: /leaf\n\n[tea]', p('[tea]: /leaf') + p('[tea]')],
    'may be named like what every object has': [
      '[constructor] [a][__proto__] [toString]\n\n[__proto__]: /leaf',
      p(`[constructor] ${link('/leaf', 'a')} [toString]`),
    ],
  });
});

describe('definitions in streamed text', () => {
  const open = (text: string): string => {
    const document = new MarkdownDocument(decode);
    document.update(text, [], true);
    return documentToHtml(document, true);
  };

  it('render nothing themselves', () => {
    const text = '[tea]: https://a.example/leaf "green"\n[milk]: <cow>\n\n';
    for (let end = 1; end <= text.length; end++) {
      assert.doesNotMatch(open(text.slice(0, end)), /:|example|green|cow/, text.slice(0, end));
    }
  });

  it('take no file back', () => {
    const text = '[Input]: data.csv\n[Output]: result.json\n\nDone.';
    let before = '';
    for (let end = text.indexOf('sult'); end <= text.length; end++) {
      const now = open(text.slice(0, end)).replace(/<[^>]*>|\s/g, '');
      assert.ok(now.startsWith(before), `${before} became ${now}`);
      before = now;
    }
  });

  it('end alike whatever the cuts are', () => {
    const text = '[5]\n\n[1]: /1\n[3]: /3\n"title"\n[5]: a.b/five\n[6]: /6\nEnd\n\n[3] [6]';
    const whole = documentToHtml(read([text]));
    assert.match(whole, /href="\/6"/);
    for (let end = 1; end < text.length; end++) {
      const document = new MarkdownDocument(decode);
      document.update(text.slice(0, end), [], true);
      document.update(text, [], true);
      document.update(text, [], false);
      assert.equal(documentToHtml(document), whole, text.slice(0, end));
    }
    assert.equal(documentToHtml(read(Array.from(text))), whole);
  });

  it('count from the end of their paragraph on', () => {
    const document = new MarkdownDocument(decode);
    document.update('[tea]: /le', [], true);
    assert.equal(document.context.definitions.size, 0);
    document.update('[tea]: /leaf\n', [], true);
    assert.equal(document.context.definitions.size, 0);
    document.update('[tea]: /leaf\n\n', [], true);
    assert.deepEqual(
      [...document.context.definitions],
      [['tea', {href: '/leaf', title: undefined}]],
    );
  });

  it('never use an incomplete target', () => {
    assert.equal(
      documentToHtml(read(['[tea]: /l', 'eaf', '\n\n[tea', ']'])),
      p(link('/leaf', 'tea')),
    );
  });

  it('wait for a title on the next line', () => {
    assert.equal(
      documentToHtml(read(['[tea]: /leaf\n', '"green', '"\n\n[tea]'])),
      p(link('/leaf', 'tea', 'green')),
    );
  });
});

describe('a footnote', () => {
  const note = (label: string, inner: string): string =>
    `<aside title="${label}">\n${inner}</aside>\n`;
  const to = (label: string): string => `<sup>${label}</sup>`;

  readAll({
    'is referred to by its label': [
      'tea[^1]\n\n[^1]: leaf',
      p(`tea${to('^1')}`) + note('^1', p('leaf')),
    ],
    'may have any label without white space': [
      'a[^so-far]\n\n[^so-far]: b',
      p(`a${to('^so-far')}`) + note('^so-far', p('b')),
    ],
    'has no label with white space': ['[^so far]: b c', p('[^so far]: b c')],
    'has no empty label': ['[^]: a b', p('[^]: a b')],
    'has no label of more than 99 characters': [
      `[^${'x'.repeat(100)}]: a b`,
      p(`[^${'x'.repeat(100)}]: a b`),
    ],
    'is found by a label that differs in case': [
      'a[^B]\n\n[^b]: c',
      p(`a${to('^b')}`) + note('^b', p('c')),
    ],
    'may do without a space behind its colon': ['[^1]:leaf', note('^1', p('leaf'))],
    'may be indented by three columns': ['   [^1]: leaf', note('^1', p('leaf'))],
    'is code when it is indented by four': [
      '    [^1]: leaf',
      '<pre><code>[^1]: leaf\n</code></pre>\n',
    ],
    'holds what is indented by four behind it': [
      '[^1]: leaf\n\n    root\n\nmilk',
      note('^1', p('leaf') + p('root')) + p('milk'),
    ],
    'does not hold what is indented by less': [
      '[^1]: leaf\n\n   root',
      note('^1', p('leaf')) + p('root'),
    ],
    'goes on lazily': ['[^1]: leaf\nroot', note('^1', p('leaf\nroot'))],
    'may hold a list': [
      '[^1]:\n    - leaf\n    - root',
      note('^1', '<ul>\n<li>leaf\n</li>\n<li>root\n</li>\n</ul>\n'),
    ],
    'may hold code': [
      '[^1]: ```\n    leaf\n    ```',
      note('^1', '<pre><code>leaf\n</code></pre>\n'),
    ],
    'may hold a quote': ['[^1]: > leaf', note('^1', quote(p('leaf')))],
    'may follow another at once': [
      '[^1]: leaf\n[^2]: root',
      note('^1', p('leaf')) + note('^2', p('root')),
    ],
    'interrupts a paragraph': ['tea\n[^1]: leaf', p('tea') + note('^1', p('leaf'))],
    'may be without words': ['[^1]:', note('^1', '')],
    'may stand in a quote': ['> [^1]: leaf', quote(note('^1', p('leaf')))],
    'leaves a reference to what is not there as text': [
      'tea[^2]\n\n[^1]: leaf',
      p('tea[^2]') + note('^1', p('leaf')),
    ],
    'is not the target of a link with the same label': [
      '[1]\n\n[^1]: leaf',
      p('[1]') + note('^1', p('leaf')),
    ],
  });

  it('names its lines and its label', () => {
    assert.equal(
      outline(read(['tea\n\n[^A]: leaf\n\n    root\n\n']).blocks),
      'paragraph@1"tea" note{^a}@3-5(paragraph@3"leaf" paragraph@5"root")',
    );
  });

  it('is distinguished from a link by its definition', () => {
    const {definitions} = read(['[^1]: leaf\n[a]: /b']).context;
    assert.deepEqual(definitions.get('^1'), {href: '', title: undefined, footnote: true});
  });
});
