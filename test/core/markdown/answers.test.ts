import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readAll} from './block-cases.js';
import {toHtml, toOpenHtml} from './to-html.js';

/** The previews of a text after each character, without repetitions. */
function previewsOf(text: string): readonly string[] {
  const previews = Array.from(text, (_, at) => toOpenHtml(text.slice(0, at)));
  return [...new Set(previews)];
}

const paragraph = (html: string): string => `<p>${html}</p>\n`;

const cellsOf = (html: string): readonly string[] =>
  Array.from(html.matchAll(/<t[hd](?: [^>]*)?>(.*?)<\/t[hd]>/g), ([, cell = '']) => cell);

describe('a tilde in an answer', () => {
  for (const text of [
    '20~25°C。20~25°C',
    'The cost is (~$1.50) or (~$2) per run.',
    '10:00~11:00和13:00~14:00',
    'about ~5, then ~6 ~x~',
    '月~金、10時~18時 (약~2시간)',
    'مدة ~٣ أيام أو ~٤',
    'cp ~/a ~/b',
  ]) {
    it(`is a character: ${text}`, () => {
      assert.equal(toHtml(text), paragraph(text));
      for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /<del>/);
    });
  }

  it('strikes in pairs', () => {
    for (const [text, html] of [
      ['~~gone~~', '<del>gone</del>'],
      ['~~25~30~~', '<del>25~30</del>'],
      ['~~删除~~', '<del>删除</del>'],
      ['a~~b~~c', 'a<del>b</del>c'],
      ['~~a ~b~ c~~', '<del>a ~b~ c</del>'],
    ] as const)
      assert.equal(toHtml(text), paragraph(html));
  });
});

describe('a table in an answer', () => {
  const rows = '\n| 1 | 2 | 3 | 4 |\n| 5 | 6 | 7 | 8 |';
  for (const delimiters of [
    '|---|---|---|',
    '|---|---|---|---||',
    '|---|---|---|---|---|',
    '| :-- | --: |',
    '|—|—|—|—|',
    '| –– | –– | –– | –– |',
    '|―|―|―|―|',
    '| − | − | − |',
    '|ー|ー|ー|ー|',
    '| --- | ---',
    '|---|---|---',
  ]) {
    it(`has the columns of its header above ${delimiters}`, () => {
      const text = `| a | b | c | d |\n${delimiters}${rows}`;
      assert.deepEqual(cellsOf(toHtml(text)), 'a b c d 1 2 3 4 5 6 7 8'.split(' '));
      const shown = previewsOf(text).slice(1);
      for (const preview of shown) assert.match(preview, /^<table>/);
    });
  }

  it('begins with a pipe, and may have no pipe at the ends of its lines', () => {
    assert.deepEqual(
      cellsOf(toHtml('| a | b | c\n|---|---|\n1 | 2 | 3')),
      'a b c 1 2 3'.split(' '),
    );
  });

  it('shows no pipe before it is there, without spaces inside of its pipes', () => {
    for (const text of ['|Full name|b|\n|-|-|\n|1|2|', '||2023|2024|\n|---|---|---|\n|A|1|2|'])
      for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /\|/);
  });

  it('is no grid that is drawn with plus signs', () => {
    const text = '+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+';
    for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /<table>/);
  });

  it('has no dashes for a header', () => {
    for (const preview of previewsOf('| a |\n\n|---|---|\n| 1 | 2 |').slice(3))
      assert.doesNotMatch(preview, /<th>-/);
  });

  for (const text of [
    'Name | Region | Risk\n---|---\na | b | c',
    '| abc | def |\n| --- |\n| bar |',
    '|x| = 5 and more',
    '|x| = 5 or |y| = 6',
    'either a|b or c\n|---|',
    'either a|b or c\n|---|---|---|',
  ]) {
    it(`is none, and at no cut: ${JSON.stringify(text)}`, () => {
      assert.doesNotMatch(toHtml(text), /<table>/);
      if (text.startsWith('| abc')) return; // the header alone is displayed as one
      for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /<table>/);
    });
  }

  const head = '| A | B |\n|-|-|\n';
  for (const [row, cells] of [
    ['| `a || b` | or |', ['<code>a || b</code>', 'or']],
    ['| `ps | grep x | wc` | count |', ['<code>ps | grep x | wc</code>', 'count']],
    ['| ``a ` | b`` | c |', ['<code>a ` | b</code>', 'c']],
    ['| `x \\| y` | ok |', ['<code>x | y</code>', 'ok']],
    ['| a | b | c | d |', ['a', 'b | c | d']],
    ['| a | b || c', ['a', 'b || c']],
    ['| a | \\| | c |', ['a', '| | c']],
    ['| a |', ['a', '']],
    ['| a | b |||', ['a', 'b']],
    ['| a | b | |', ['a', 'b']],
    ['| a | b\\| | |', ['a', 'b|']],
    ['| | | c |', ['', '| c']],
  ] as const) {
    it(`loses nothing of the row ${row}`, () => {
      assert.deepEqual(cellsOf(toHtml(head + row)), ['A', 'B', ...cells]);
      const preview = cellsOf(toOpenHtml(`${head + row}\n| next`));
      assert.deepEqual(preview.slice(0, 4), ['A', 'B', ...cells]);
    });
  }

  for (const row of [
    '| `ps | wc` | count |',
    '| a `b || c` d | e |',
    '| `` `x | y` `` | z |',
    '| عربي `أ | ب` | نص |',
  ]) {
    it(`does not take apart again what is open: ${row}`, () => {
      const text = head + row;
      let shown: readonly string[] = [];
      for (let at = head.length + 4; at <= text.length; at++) {
        const now = cellsOf(toOpenHtml(text.slice(0, at))).map(cell =>
          cell.replace(/<[^>]*>|\s/g, ''),
        );
        for (const [column, cell] of shown.entries())
          assert.ok(now[column]?.startsWith(cell), `${cell} in ${text.slice(0, at)}`);
        shown = now;
      }
    });
  }

  it('ends a cell in code without an end', () => {
    assert.deepEqual(cellsOf(toHtml(`${head}| \`a | b |`)), ['A', 'B', '`a', 'b']);
  });

  for (const [header, cells] of [
    ['| Operator | `a || b` | Note |', ['Operator', '<code>a || b</code>', 'Note']],
    ['| Command | `ls | wc` | Note |', ['Command', '<code>ls | wc</code>', 'Note']],
  ] as const) {
    it(`has the columns of a header with pipes in code above a miscounted row: ${header}`, () => {
      const text = `${header}\n|---|---|\n| 1 | 2 | 3 |`;
      assert.deepEqual(cellsOf(toHtml(text)), [...cells, '1', '2', '3']);
      for (let at = header.length; at < text.length; at++)
        assert.deepEqual(cellsOf(toOpenHtml(text.slice(0, at))).slice(0, 3), cells);
    });
  }

  it('may have pipes in the code of its header', () => {
    assert.deepEqual(cellsOf(toHtml('| op | `a | b` |\n|-|-|\n| 1 | 2 |')), [
      ...['op', '<code>a | b</code>'],
      ...['1', '2'],
    ]);
  });
});

describe('emphasis in an answer', () => {
  for (const [text, html] of [
    ['**a.**b c', '**a.**b c'],
    ['**Hello (world).**World and more', '**Hello (world).**World and more'],
    ['__强调。__继续 x', '<strong>强调。</strong>继续 x'],
    ['API**“好”**的 x', 'API<strong>“好”</strong>的 x'],
    ['abc**“q”**中文 x', 'abc<strong>“q”</strong>中文 x'],
    ['Android**(안드로이드)**는', 'Android<strong>(안드로이드)</strong>는'],
    ['a**🎉重要**看', 'a<strong>🎉重要</strong>看'],
    ['**“好”**API', '<strong>“好”</strong>API'],
    ['中文**“quoted”**abc', '中文<strong>“quoted”</strong>abc'],
    ['版本**“v1”**x', '版本<strong>“v1”</strong>x'],
    ['~~（旧）~~new', '<del>（旧）</del>new'],
    ['คำ**"สำคัญ"**นี้', 'คำ<strong>&quot;สำคัญ&quot;</strong>นี้'],
    ['**ทดสอบ.**ต่อ', '<strong>ทดสอบ.</strong>ต่อ'],
    ['**ສຳຄັນ:**ຕໍ່', '<strong>ສຳຄັນ:</strong>ຕໍ່'],
    ['**សំខាន់:**បន្ត', '<strong>សំខាន់:</strong>បន្ត'],
    ['**အရေးကြီး:**ဆက်', '<strong>အရေးကြီး:</strong>ဆက်'],
    [
      '**https://a.example/x**中文',
      '<strong><a href="https://a.example/x">https://a.example/x</a></strong>中文',
    ],
    ['**a.**b 中', '**a.**b 中'],
    ['**a:**b 中(**英**)', '**a:**b 中(<strong>英</strong>)'],
    ['中**)x 文(**y**', '中**)x 文(<strong>y</strong>'],
    ['**(a)** b **(c)**d 中文', '<strong>(a)</strong> b **(c)**d 中文'],
    // Inside of words, and in calculations.
    ['变量_name_中文', '变量_name_中文'],
    ['长*(宽+高)*2', '长*(宽+高)*2'],
    ['a**(b)**c', 'a**(b)**c'],
  ] as const) {
    it(`is read as its author meant: ${text}`, () => {
      assert.equal(toHtml(text), paragraph(html));
    });
  }

  it('does not spread from a run that could not close it', () => {
    for (const text of ['**a.**b c', '__a.__b c', '**Hello (world).**World', '*a.*b c']) {
      const last = previewsOf(text).at(-1) ?? '';
      assert.doesNotMatch(last, /<(strong|em)>/, text);
    }
    for (const preview of previewsOf('API**“好”**的 x')) assert.doesNotMatch(preview, /<strong>的/);
    for (const text of ['a**(b)**c d', 'x**🎉**y z', 'foo~~(b)~~c d'])
      for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /<(strong|del)>/);
    assert.match(toOpenHtml('5**2 and **bold'), /<strong>bold/);
    for (const text of ['__init__方法用于', '__a__b c', 'see __强调__的 and'])
      assert.equal(toOpenHtml(text), paragraph(text));
    assert.match(toOpenHtml('_foo_bar'), /<em>foo_bar/);
  });
});

describe('an asterisk in an answer', () => {
  for (const text of [
    'Nutzer*innen und Leser*innen',
    'Verkäufer*in oder Käufer*in, jede*r',
    'l*w*h and x*y, a*b*c*d',
    'a*b + (a*b)*c + a*(b+c)*2',
    'COUNT(*) and SUM(*)',
    "Use (**) or '**', '*' or '*', „*“ or „*“, «*» or «*».",
    'SELECT a.*, b.* FROM a',
    'in src/**/*.test.ts, src/*/a/*/b and lib/*.js',
    'x**n + y**n',
  ])
    it(`is a character, at each cut: ${text}`, () => {
      assert.equal(toHtml(text), paragraph(text));
      for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /<(em|strong)>/);
    });

  for (const text of ['*.js and *.ts', '**/*.js and src/**/*.ts', '0 */2 * * * and */15 * * * *'])
    it(`is a character in a pattern while that grows: ${text}`, () => {
      assert.equal(toHtml(text), paragraph(text));
      for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /<em>/);
    });

  for (const [text, html] of [
    ['un*frigging*believable', 'un<em>frigging</em>believable'],
    ['*wichtig*er und un*wichtig*', '<em>wichtig</em>er und un<em>wichtig</em>'],
    ['这是*very good*的', '这是<em>very good</em>的'],
    [
      '*a* (*b*) "*c*" **;** **)** **(** *[x]*',
      '<em>a</em> (<em>b</em>) &quot;<em>c</em>&quot; <strong>;</strong> <strong>)</strong> <strong>(</strong> <em>[x]</em>',
    ],
    ['**/etc/hosts** and *(a)*', '<strong>/etc/hosts</strong> and <em>(a)</em>'],
    ['**a**/**b** *c*/*d*', '<strong>a</strong>/<strong>b</strong> <em>c</em>/<em>d</em>'],
    ['*a*b*', '<em>a</em>b*'],
    ['*Nutzer*innen sind da*', '<em>Nutzer</em>innen sind da*'],
  ] as const)
    it(`is a delimiter: ${text}`, () => {
      assert.equal(toHtml(text), paragraph(html));
    });
});

describe('an address that streams', () => {
  it('takes nothing back of a character reference', () => {
    for (const text of ['https://a.example/?b=c&amp;d=e x', 'www.a.example?a&amp;b&c']) {
      let shown = '';
      for (const preview of previewsOf(text)) {
        const now = preview.replace(/<[^>]*>|\s/g, '');
        assert.ok(now.startsWith(shown), `${shown} before ${now}`);
        shown = now;
      }
    }
  });
});

describe('an address in an answer', () => {
  for (const [text, address] of [
    ['中文https://penguin.ooo英文', 'https://penguin.ooo'],
    ['http://localhost:3000打开', 'http://localhost:3000'],
    ['https://пример.comпривет', 'https://пример.com'],
    ['https://example.com/docs了解更多', 'https://example.com/docs'],
    ['https://example.com/docs자세히', 'https://example.com/docs'],
    ['https://example.com/docsดูเพิ่ม', 'https://example.com/docs'],
    ['https://example.com/a، ثم', 'https://example.com/a'],
    ['https://example.com/a؟', 'https://example.com/a'],
    ['https://example.com/a।', 'https://example.com/a'],
    ['https://example.com/a…', 'https://example.com/a'],
    ['https://example.com/a—', 'https://example.com/a'],
    ['https://example.com/a»', 'https://example.com/a'],
    ['https://example.com/a\u200B', 'https://example.com/a'],
    ['https://example.com/a→b', 'https://example.com/a'],
    ['https://example.com/🎉', 'https://example.com/'],
    ['https://example.com™', 'https://example.com'],
    ['(https://a.example/x)后续', 'https://a.example/x'],
    ['https://a.example/a_(b)后续', 'https://a.example/a_(b)'],
    ['https://a.example/x,然后', 'https://a.example/x'],
    ['https://a.example/x——详见', 'https://a.example/x'],
    ['~~https://a.example/x~~后', 'https://a.example/x'],
    ['\\[https://a.example/x\\]', 'https://a.example/x'],
    ['https://a.example/x🇩🇪', 'https://a.example/x'],
    ['https://a.example/x1️⃣', 'https://a.example/x'],
    ['https://a.example/x•y', 'https://a.example/x'],
    ['https://a.example/x★', 'https://a.example/x'],
    ['https://a.example/x។', 'https://a.example/x'],
    ['https://a.example/x။', 'https://a.example/x'],
    ['https://a.example/xຂອງ', 'https://a.example/x'],
    ['https://a.example/xរបស់', 'https://a.example/x'],
  ] as const) {
    it(`ends before what follows it without a space: ${text}`, () => {
      assert.ok(toHtml(text).includes(`<a href="${address}">${address}</a>`), toHtml(text));
    });
  }

  for (const address of [
    'https://ja.wikipedia.org/wiki/日本',
    'https://a.example/search?q=中文',
    'https://a.example/搜索?q=中文&x=1',
    'https://a.example/docs/中文/page',
    'https://a.example/2024年度报告.pdf',
    'https://a.example/a#章节',
    'https://a.example/a-中文',
    'https://a.example/a_中文',
    'https://例え.jp/あ',
    'https://a.example/wiki/Michelson–Morley',
    'https://a.example/café',
    'https://a.example/wiki/Wikipedia:关于',
    'https://a.example/wiki/东京_(消歧义)',
    'https://a.example/东京,日本',
    'https://a.example/wiki/C♯',
  ]) {
    it(`is whole: ${address}`, () => {
      const escaped = address.replace('&', '&amp;');
      assert.equal(toHtml(address), paragraph(`<a href="${escaped}">${escaped}</a>`));
    });
  }

  /** The addresses of a text, each of which is displayed as it is. */
  const addressesOf = (text: string): readonly string[] =>
    Array.from(toHtml(text).matchAll(/<a href="(.*?)">(.*?)<\/a>/g), ([, href = '', shown]) => {
      assert.equal(href.replace(/^http:\/\/(?=www)/, ''), shown);
      return href;
    });

  it('is followed by another one', () => {
    for (const text of [
      'https://a.example/x了解https://b.example/y',
      'https://a.example/x,https://b.example/y',
      'https://a.example/x;https://b.example/y',
      'https://a.example/x|https://b.example/y',
      "['https://a.example/x','https://b.example/y']",
      '["https://a.example/x","https://b.example/y"]',
    ])
      assert.deepEqual(addressesOf(text), ['https://a.example/x', 'https://b.example/y'], text);
    assert.deepEqual(addressesOf('www.a.example,www.b.example/x以及www.c.example'), [
      'http://www.a.example',
      'http://www.b.example/x',
      'http://www.c.example',
    ]);
    const archived = 'https://a.example/web/2020/https://b.example/?u=https://c.example';
    assert.deepEqual(addressesOf(archived), [archived]);
  });

  it('ends at a quote, and at a brace that it has not opened', () => {
    for (const text of [
      '{"url":"https://a.example/x","id":5}',
      'href="https://a.example/x">',
      'url = {https://a.example/x},',
      '\\href{https://a.example/x}{text}',
    ])
      assert.deepEqual(addressesOf(text), ['https://a.example/x'], text);
    const template = 'https://a.example/{id}/items{?page}';
    assert.deepEqual(addressesOf(template), [template]);
  });

  it('has the escapes of the text around it', () => {
    for (const [text, address] of [
      ['https://a.example/a\\_b\\*c', 'https://a.example/a_b*c'],
      ['https://a.example/\\~user', 'https://a.example/~user'],
      ['https://a.example/?a=1&amp;b=2', 'https://a.example/?a=1&amp;b=2'],
      ['https://a.example/?a=1&b=2', 'https://a.example/?a=1&amp;b=2'],
      ['\\*https://a.example/x\\*', 'https://a.example/x'],
    ] as const)
      assert.deepEqual(addressesOf(text), [address], text);
  });
});

describe('the address of a link in an answer', () => {
  for (const [text, address] of [
    ['[My Report](sandbox:/mnt/data/My Report.pdf)', 'sandbox:/mnt/data/My%20Report.pdf'],
    ['[报告](https://a.example/年度 报告 (1).xlsx)', 'https://a.example/年度%20报告%20(1).xlsx'],
    ['![a](https://a.example/my chart.png)', 'https://a.example/my%20chart.png'],
  ] as const) {
    it(`may have spaces in the name of a file: ${text}`, () => {
      assert.ok(toHtml(`${text} b`).includes(`="${address}"`), toHtml(text));
      for (const preview of previewsOf(`${text} b`))
        assert.doesNotMatch(preview.replace(/<[^>]*>/g, ''), /:/);
    });
  }

  it('may have spaces in a telephone number', () => {
    const text = '[Anrufen](tel:+49 30 123) b';
    assert.match(toHtml(text), /^<p><a href="tel:\+4930123">Anrufen<\/a> b/);
    for (const preview of previewsOf(text))
      assert.doesNotMatch(preview.replace(/<[^>]*>/g, ''), /:/);
  });

  for (const [text, address] of [
    ['[a](https://wa.me/491234?text=Hallo Welt)', 'https://wa.me/491234?text=Hallo%20Welt'],
    ['[a](https://wa.me/49 30 1234)', 'https://wa.me/49301234'],
    ['[a](sms:+49 30 1234)', 'sms:+49301234'],
    ['[a](whatsapp://send?text=a b)', 'whatsapp://send?text=a%20b'],
  ] as const)
    it(`may have spaces in its query, or between digits at its end: ${text}`, () => {
      assert.equal(toHtml(`${text} b`), paragraph(`<a href="${address}">a</a> b`));
      for (const preview of previewsOf(`${text} b`))
        assert.doesNotMatch(preview.replace(/<[^>]*>/g, ''), /:|\(/);
    });

  for (const label of [
    '+49 30 1234',
    '+49 (0)30 1234',
    '+1 800 555 0100 ext. 5',
    '+44-20-7946',
    '0800 555 0100',
    '010-1234-5678',
    '01 23 45 67 89',
    '(030) 1234',
  ])
    it(`has no brackets at any cut behind a telephone number: ${label}`, () => {
      for (const address of ['https://a.example/x', 'tel:+49301234', 'tel:+49 30 1234'])
        for (const preview of previewsOf(`Tel. [${label}](${address}) b`))
          assert.doesNotMatch(preview.replace(/<[^>]*>/g, ''), /[[\]:]/, preview);
    });

  it('has no other spaces', () => {
    for (const text of [
      '[a](sandbox:/x y)',
      '[a](/my file.pdf)',
      '[a](note: see b.md)',
      '[a](https://a.example/x "t" y.pdf)',
      '[a](https://a.example/x\ny.pdf)',
    ])
      assert.match(toHtml(text), /^<p>\[a\]\(/, text);
  });
});

describe('a name in brackets in an answer', () => {
  for (const text of [
    '[Anna]: Hello',
    '[Anna]: Hello\n[Ben]: Hi!\n[Anna]: How are you?',
    '[Version]: 1.2.3',
    '[Time]: 12:30',
    '[Ben]: Hmm...',
    '[注意]: 重要',
  ]) {
    it(`is text before a word: ${JSON.stringify(text)}`, () => {
      assert.equal(toHtml(text), paragraph(text));
    });
  }

  it('is shown with what follows it as soon as that is no address', () => {
    assert.equal(toOpenHtml('[Anna]: He'), paragraph('[Anna]: He'));
    assert.equal(toOpenHtml('[docs]: ht'), '');
  });

  it('defines a link before an address', () => {
    for (const target of [
      'https://a.example',
      '/docs',
      '#top',
      './a',
      'intro.md',
      'a.example/x',
      '<a b>',
    ])
      assert.match(toHtml(`[a]\n\n[a]: ${target}`), /^<p><a href="[^"]*">a<\/a><\/p>\n$/, target);
  });
});

describe('a number in an answer', () => {
  for (const [text, html] of [
    ['1986. A great year.', paragraph('1986. A great year.')],
    ['2024. 1. 15. 회의', paragraph('2024. 1. 15. 회의')],
    ['2024) a', paragraph('2024) a')],
    ['999. a\n1000. b', '<ol start="999">\n<li>a\n</li>\n<li>b\n</li>\n</ol>\n'],
    ['10000. a', '<ol start="10000">\n<li>a\n</li>\n</ol>\n'],
    ['- 2024. a', '<ul>\n<li>2024. a\n</li>\n</ul>\n'],
  ] as const) {
    it(`is a year if it has four digits, and does not continue a list: ${JSON.stringify(text)}`, () => {
      assert.equal(toHtml(text), html);
    });
  }

  it('stays, once it is shown, if it is a year', () => {
    for (const preview of previewsOf('1986. A great year.')) assert.match(preview, /^$|^<p>1/);
    assert.equal(toOpenHtml('1986. '), paragraph('1986.'));
  });
});

describe('brackets around values in an answer', () => {
  for (const text of [
    '[1, 2, 3] and [0.5, 1.0]',
    'see [1-3], [1–3] and [12]',
    'x in [-1, 1) or [+1, 2]',
    '[[1, 2], [3, 4]]',
    '[{"a": [1]}]',
    '[2024-01-01 10:00] event',
    'git [--flag] [-v] [...]',
    '[!NOTE] x',
    '[1] Smith, J. (2020)',
    '[+10 %] or [+5] or [0, 1] or [00:10] or [001-2]',
  ]) {
    it(`are shown from the first one on: ${text}`, () => {
      assert.equal(toHtml(text), paragraph(text.replaceAll('"', '&quot;')));
      let shown = '';
      for (const preview of previewsOf(text)) {
        const now = preview.replace(/<[^>]*>|\s/g, '');
        assert.ok(now.startsWith(shown), `${shown} before ${now}`);
        shown = now;
      }
    });
  }

  it('are a link before an address', () => {
    for (const label of ['2024 report', '-x', '3D', '1, 2'])
      assert.match(toOpenHtml(`[${label}](https://a`), new RegExp(`^<p><a>${label}</a></p>`));
  });
});

describe('an unfinished link in an answer', () => {
  for (const [text, label] of [
    ['big [1](https://example.com/a_b?x=1)', '1'],
    ['[2024](https://example.com/a)', '2024'],
    ['<sup>[1](https://a.example/x)</sup>', '1'],
    ['([1](https://a.example/x))', '1'],
    ['word[3](/docs/a)', '3'],
    ['见[7](https://a.example/路)', '7'],
    ['end.[^1](https://a.example/x)', '^1'],
    ['word[^2](https://a.example/x)', '^2'],
    ['**bold**[^3](http://example.com) x', '^3'],
    ['[12](sandbox:/mnt/example.csv)', '12'],
    ['[2024](example-2024.pdf)', '2024'],
    ['[a](https://a.example/x "t (u) v")', 'a'],
    ['[b](https://a.example/a_(b_(c))d)', 'b'],
    ['[a](\nhttps://a.example/x\n)', 'a'],
    ['[a](<https://a.example/a b>)', 'a'],
    [`[signed](https://a.example/${'x'.repeat(1500)})`, 'signed'],
    ['| a |\n|-|\n| [1](https://a.example/x) |', '1'],
  ] as const) {
    it(`never shows its address: ${text.slice(0, 40)}`, () => {
      const label1 = `>${label}</a>`;
      for (const preview of previewsOf(text)) {
        const visible = preview.replace(/<[^>]*>/g, '');
        assert.doesNotMatch(visible, /example|https|\/docs/, preview);
      }
      assert.ok(toHtml(text).includes(label1));
    });
  }

  it('is text where no address follows', () => {
    for (const text of ['arr[0](x', 'arr[0](width, t)', 'f[1](data, 2)', 'a[0][1](tag, b)'])
      for (const preview of previewsOf(text)) assert.doesNotMatch(preview, /<a>/);
  });

  it('of an image shows nothing of its data', () => {
    for (const preview of previewsOf(`![p](data:image/png;base64,${'A'.repeat(800)})`))
      assert.doesNotMatch(preview, /base64/);
  });
});

describe('a Markdown document in a fence', () => {
  const inner = '# T\n```bash\nls\n```\ntext\n```js\nx\n```\n';
  for (const [name, text, code] of [
    ['with fences of the same length', `\`\`\`markdown\n${inner}\`\`\`\nafter`, inner],
    ['named md', `\`\`\`md\n${inner}\`\`\`\nafter`, inner],
    ['of tildes', `~~~mdx\n~~~js\nx\n~~~\n~~~\nafter`, '~~~js\nx\n~~~\n'],
    ['with shorter fences', `\`\`\`\`markdown\n${inner}\`\`\`\`\nafter`, inner],
    ['with longer fences', '```markdown\n````js\nx\n````\n```\nafter', '````js\nx\n````\n'],
    [
      'with an indented fence',
      '```markdown\n- a\n  ```sh\n  x\n  ```\n```\nafter',
      '- a\n  ```sh\n  x\n  ```\n',
    ],
  ] as const) {
    it(`is one block: ${name}`, () => {
      const html = toHtml(text);
      assert.equal(html.split('<pre>').length, 2, html);
      assert.ok(html.includes(`>${code}</code></pre>\n<p>after</p>`), html);
      for (const preview of previewsOf(text)) assert.ok(preview.split('<pre>').length <= 2);
    });
  }

  it('may hold longer fences, and another document', () => {
    for (const code of [
      '````js\n```\nx\n```\n````\n',
      '```md\n# T\n```js\nx\n```\n```\n',
      '~~~\n',
      '> ```yaml\n> - x\n> ```\n',
    ]) {
      const text = `\`\`\`markdown\n${code}\`\`\`\nafter`;
      const html = toHtml(text);
      assert.equal(html.split('<pre>').length, 2, html);
      assert.ok(html.endsWith('</code></pre>\n<p>after</p>\n'), html);
    }
  });

  it('ends at a fence without a language, and other languages hold no fence', () => {
    assert.equal(toHtml('```markdown\n```\nx\n```\n').split('<pre>').length, 3);
    assert.ok(toHtml('```js\n```bash\nx\n```\nafter').endsWith('<p>after</p>\n'));
    assert.ok(toHtml('```markdownish\n```bash\nx\n```\nafter').endsWith('<p>after</p>\n'));
  });
});

describe('a list in an answer', () => {
  const item = (text: string): string => `<li>${text}</li>\n`;
  const code = (text: string): string => `<pre><code>${text}</code></pre>\n`;
  const table =
    '<table><thead><tr><th>a</th><th>b</th></tr>\n</thead><tbody><tr><td>1</td><td>2</td></tr>\n</tbody></table>\n';
  const rows = ['| a | b |', '|---|---|', '| 1 | 2 |'];

  readAll({
    'holds code without the indentation of its fences': [
      '1. a\n   ```\ndef f():\n    if x:\n        y\n\n    z\n   ```\n2. b',
      `<ol>\n${item(`a\n${code('def f():\n    if x:\n        y\n\n    z\n')}`)}${item('b\n')}</ol>\n`,
    ],
    'holds such code in a nested item': [
      '- a\n    - b\n\n      ```\n\nrun\n  x\n      ```\n- c',
      `<ul>\n${item(`a\n<ul>\n${item(`<p>b</p>\n${code('\nrun\n  x\n')}`)}</ul>\n`)}${item('c\n')}</ul>\n`,
    ],
    'holds code whose end has no indentation': [
      '1. a\n   ```\n   run\n```\n2. b',
      `<ol>\n${item(`a\n${code('run\n')}`)}${item('b\n')}</ol>\n`,
    ],
    'holds code with a here-document that has no indentation either': [
      '1. a\n   ```bash\ncat > x.py <<EOF\ndef f():\n    return 1\nEOF\nls\n   ```\n2. d',
      `<ol>\n${item('a\n<pre><code class="language-bash">cat &gt; x.py &lt;&lt;EOF\ndef f():\n    return 1\nEOF\nls\n</code></pre>\n')}${item('d\n')}</ol>\n`,
    ],
    'ends code without an end before text, whatever signs the code contains': [
      '- a\n  ```\n  1 << SHIFT_BITS; # don`t <<EOF1\nb\n\n# c',
      `<ul>\n${item(`a\n${code('1 &lt;&lt; SHIFT_BITS; # don`t &lt;&lt;EOF1\n')}`)}</ul>\n<p>b</p>\n<h1>c</h1>\n`,
    ],
    'holds code whose first line looks like an item': [
      '- a\n  ```diff\n- b\n- c\n+ d\n  ```\n- e',
      `<ul>\n${item('a\n<pre><code class="language-diff">- b\n- c\n+ d\n</code></pre>\n')}${item('e\n')}</ul>\n`,
    ],
    'holds code of a nested list whose first line looks like an item of it': [
      '- a\n  1. b\n     ```\n1. c\n2. d\n     ```\n- e',
      `<ul>\n${item(`a\n<ol>\n${item(`b\n${code('1. c\n2. d\n')}`)}</ol>\n`)}${item('e\n')}</ul>\n`,
    ],
    'ends code without an end that begins with an item': [
      '- a\n  ```\n  - b\n- c',
      `<ul>\n${item(`a\n${code('- b\n')}`)}${item('c\n')}</ul>\n`,
    ],
    'ends code without an end': [
      '1. a\n   ```\nrun\n2. b',
      `<ol>\n${item(`a\n${code('run\n')}`)}${item('b\n')}</ol>\n`,
    ],
    'ends at a table': [
      ['1. a', ...rows, '2. b'].join('\n'),
      `<ol>\n${item('a\n')}</ol>\n${table}<ol start="2">\n${item('b\n')}</ol>\n`,
    ],
    'ends at a table that is indented less than its text': [
      ['1. a', ...rows.map(row => `  ${row}`)].join('\n'),
      `<ol>\n${item('a\n')}</ol>\n${table}`,
    ],
    'holds items with any indentation': [
      '- a\n\n      - b\n      - c\n\n- d',
      `<ul>\n${item(`<p>a</p>\n<ul>\n${item('b\n')}${item('c\n')}</ul>\n`)}${item('<p>d</p>\n')}</ul>\n`,
    ],
  });
});
