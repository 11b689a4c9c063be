import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readHtmlStart, readMarkup, TAG} from '../../../src/core/markdown/html.js';
import {outline, read, readAll} from './block-cases.js';

const p = (text: string): string => `<p>${text}</p>\n`;

describe('an HTML block that ends by its own sign', () => {
  readAll({
    'is a script, with blank lines in it': [
      '<script>\n*a*\n\nb\n</script>\n*c*',
      '<script>\n*a*\n\nb\n</script>\n<p><em>c</em></p>\n',
    ],
    'is a style': [
      '<style\n type="a">\n\nb {}\n</style>\nc',
      `<style\n type="a">\n\nb {}\n</style>\n${p('c')}`,
    ],
    'is preformatted text': ['<pre>\n*a*\n\n</pre>\nb', `<pre>\n*a*\n\n</pre>\n${p('b')}`],
    'is a text area': [
      '<textarea>\n\n*a*\n</textarea>\nb',
      `<textarea>\n\n*a*\n</textarea>\n${p('b')}`,
    ],
    'may end by another one of these tags': [
      '<script>\n\n</style>\na',
      `<script>\n\n</style>\n${p('a')}`,
    ],
    'is a comment': ['<!-- a\n\n- b -->\nc', `<!-- a\n\n- b -->\n${p('c')}`],
    'is an instruction': ['<?php\n\necho 1;\n?>\na', `<?php\n\necho 1;\n?>\n${p('a')}`],
    'is a declaration': ['<!DOCTYPE\n\nhtml>\na', `<!DOCTYPE\n\nhtml>\n${p('a')}`],
    'is a section of characters': [
      '<![CDATA[\n\na > b\n]]>\nc',
      `<![CDATA[\n\na > b\n]]>\n${p('c')}`,
    ],
    'may end in the line in which it begins': [
      '<!-- a -->\n*b*',
      '<!-- a -->\n<p><em>b</em></p>\n',
    ],
    'keeps what stands behind its end in the line': [
      '<!-- a --> *b*\n*c*',
      '<!-- a --> *b*\n<p><em>c</em></p>\n',
    ],
    'may have no end': ['<!-- a\n\nb', '<!-- a\n\nb\n'],
    'ends with what holds it': ['> <!-- a\n\nb', `<blockquote>\n<!-- a\n</blockquote>\n${p('b')}`],
    'interrupts a paragraph': ['a\n<!-- b -->\nc', `${p('a')}<!-- b -->\n${p('c')}`],
    'is recognised in any case of letters': [
      '<SCRIPT>\n\n</Script>\na',
      `<SCRIPT>\n\n</Script>\n${p('a')}`,
    ],
    'is not recognised by the beginning of a longer name': [
      '<scripts>\n\n*a*',
      '<scripts>\n<p><em>a</em></p>\n',
    ],
  });
});

describe('an HTML block that ends at a blank line', () => {
  readAll({
    'begins with the tag of a block': [
      '<div>\n*a*\n</div>\n\n*b*',
      '<div>\n*a*\n</div>\n<p><em>b</em></p>\n',
    ],
    'begins with a tag that closes one': ['</div>\n*a*', '</div>\n*a*\n'],
    'begins with a tag that is not whole': ['<div id="a"\n*b*', '<div id="a"\n*b*\n'],
    'begins with a tag alone': ['<table', '<table\n'],
    'begins with a tag that closes itself': ['<hr/>\n*a*', '<hr/>\n*a*\n'],
    'keeps words behind the tag': ['<p>*a*', '<p>*a*\n'],
    'interrupts a paragraph': ['a\n<section>\nb', `${p('a')}<section>\nb\n`],
    'may be indented by three columns': ['   <div>\n  a', '   <div>\n  a\n'],
    'is code when it is indented by four': ['    <div>', '<pre><code>&lt;div&gt;\n</code></pre>\n'],
    'lets Markdown begin behind the blank line': [
      '<details>\n\n# a\n\n</details>',
      '<details>\n<h1>a</h1>\n</details>\n',
    ],
    'does not begin with a name that only begins so': ['<divan>a', p('<divan>a')],
    'is recognised in any case of letters': ['<DIV>\n*a*', '<DIV>\n*a*\n'],
    'is not begun by a bracket with a space behind': ['< div>\n*a*', p('&lt; div&gt;\n<em>a</em>')],
  });
});

describe('an HTML block of any tag', () => {
  readAll({
    'begins with a whole tag alone in its line': [
      '<x-tea leaf="green">\n*a*',
      '<x-tea leaf="green">\n*a*\n',
    ],
    'begins with a tag that closes': ['</ins>\n*a*', '</ins>\n*a*\n'],
    'may have spaces behind the tag': ['<ins>  \n*a*', '<ins>  \n*a*\n'],
    'has no words behind the tag': ['<ins>*a*</ins>', p('<ins><em>a</em></ins>')],
    'does not interrupt a paragraph': ['a\n<ins>\nb', p('a\n<ins>\nb')],
    'has no tag that is not whole': ['<ins\n*a*', p('&lt;ins\n<em>a</em>')],
    'has no tag that breaks the rules': [
      '<a href="b\'>\n*c*',
      p("&lt;a href=&quot;b'&gt;\n<em>c</em>"),
    ],
    'has no address between angle brackets': [
      '<https://a.example>\nb',
      p('<a href="https://a.example">https://a.example</a>\nb'),
    ],
  });
});

describe('the lines of HTML', () => {
  it('are counted up to the one that ends it', () => {
    assert.equal(
      outline(read(['<!-- a\n\n-->\nb']).blocks),
      'html@1-3"<!-- a\\n\\n-->" paragraph@4"b"',
    );
    assert.equal(outline(read(['<div>\na\n\n\nb']).blocks), 'html@1-2"<div>\\na" paragraph@5"b"');
  });
});

describe('readHtmlStart', () => {
  const endOf = (content: string, inParagraph = false): string | undefined => {
    const found = readHtmlStart(content, inParagraph);
    return found && (found.closer?.source ?? 'blank line');
  };

  it('returns the end condition of the block', () => {
    for (const [content, end] of [
      ['<pre>', '<\\/(?:script|pre|style|textarea)>'],
      ['<style ', '<\\/(?:script|pre|style|textarea)>'],
      ['<textarea', '<\\/(?:script|pre|style|textarea)>'],
      ['<!--', '-->'],
      ['<?', '\\?>'],
      ['<!x', '>'],
      ['<![CDATA[', '\\]\\]>'],
      ['<ul', 'blank line'],
      ['</ul', 'blank line'],
      ['<H3>', 'blank line'],
      ['<search/>', 'blank line'],
      ['<b>', 'blank line'],
      ['</b >', 'blank line'],
    ] as const) {
      assert.equal(endOf(content), end, content);
    }
  });

  it('declines other text', () => {
    for (const content of [
      '',
      'a',
      ' <div>',
      '<',
      '<>',
      '<1>',
      '<!',
      '<![cdata[',
      '<b',
      '<b> c',
      '</b c>',
      '<ul-x',
      '</ pre>',
    ]) {
      assert.equal(endOf(content), undefined, content);
    }
  });

  it('lets no lone tag interrupt a paragraph', () => {
    assert.equal(endOf('<b>', true), undefined);
    assert.equal(endOf('<div>', true), 'blank line');
  });
});

describe('readMarkup', () => {
  it('returns the end of a comment, an instruction, a declaration or a section', () => {
    for (const [text, end] of [
      ['<!-- a -->b', 10],
      ['<!-->b', 5],
      ['<!--->b', 6],
      ['<!---->b', 7],
      ['<!-- a -- b -->c', 15],
      ['<?a?>b', 5],
      ['<!D e>f', 6],
      ['<![CDATA[a]]]>b', 14],
    ] as const) {
      assert.equal(readMarkup(text, 0), end, text);
    }
  });

  it('returns 0 if there is no end', () => {
    for (const text of ['<!-- a', '<?a', '<!D a', '<![CDATA[a]]']) {
      assert.equal(readMarkup(text, 0), 0, text);
    }
  });

  it('declines other markup', () => {
    for (const text of ['<a>', '<!', '<! a>', '<!1>', 'a']) {
      assert.equal(readMarkup(text, 0), undefined, text);
    }
  });

  it('starts at its position, not before', () => {
    assert.equal(readMarkup('a<?b?>', 1), 6);
    assert.equal(readMarkup('<?a?>', 1), undefined);
  });
});

describe('TAG', () => {
  const tagAt = (text: string, at = 0): string | undefined => {
    TAG.lastIndex = at;
    return TAG.exec(text)?.[0];
  };

  it('reads complete tags', () => {
    for (const tag of [
      '<a>',
      '<a/>',
      '<a />',
      '<A-1>',
      '</a>',
      '</a \n>',
      '<a b>',
      '<a b c=d e="f>g" h=\'i\' />',
      '<a _b:c.d-e = f>',
      '<a\nb="c\nd">',
    ]) {
      assert.equal(tagAt(`${tag}x`), tag, tag);
    }
  });

  it('declines invalid tags', () => {
    for (const text of [
      '<>',
      '< a>',
      '<1>',
      '<-a>',
      '<a',
      '</a b>',
      '</ a>',
      '<a b=>',
      '<a b="c>',
      '<a b="c"d>',
      '<a *b>',
      '<a b=c`d>',
      '<a@b>',
    ]) {
      assert.equal(tagAt(text), undefined, text);
    }
  });

  it('reads at its position only', () => {
    assert.equal(tagAt('a<b>', 1), '<b>');
    assert.equal(tagAt('a<b>', 0), undefined);
  });
});
