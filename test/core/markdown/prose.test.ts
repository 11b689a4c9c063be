import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {toHtml, toOpenHtml} from './to-html.js';

const paragraph = (html: string): string => `<p>${html}</p>\n`;

/** Fails unless each preview of a text begins with the visible text of the one before. */
function assertKept(text: string): void {
  let shown = '';
  for (let at = 1; at <= text.length; at++) {
    const now = toOpenHtml(text.slice(0, at)).replace(/<[^>]*>|\s/g, '');
    assert.ok(now.startsWith(shown), `“${shown}” before “${now}”`);
    shown = now;
  }
}

describe('a line with pipes in an answer', () => {
  for (const text of [
    '|ψ⟩ = α|0⟩ + β|1⟩\nwhere α and β are amplitudes.',
    '|0⟩ and |1⟩, |a|, |b| and |c|',
    '||x|| is the norm\nof x',
    '|a|b|\ntext',
    '|a|b|c|\n|1|2|3|',
  ]) {
    it(`is no table, and at no cut: ${JSON.stringify(text)}`, () => {
      assert.equal(toHtml(text), paragraph(text));
      for (let at = 1; at <= text.length; at++)
        assert.doesNotMatch(toOpenHtml(text.slice(0, at)), /<table>/);
      assertKept(text);
    });
  }
});

describe('a cell of a table in an answer', () => {
  const head = '| A | B |\n|---|---|\n';
  for (const [row, cells] of [
    ['| <code>a|b</code> | or |', ['<code>a|b</code>', 'or']],
    ['| <code class="x">a || b</code> | or |', ['<code class="x">a || b</code>', 'or']],
    ['| <kbd>|</kbd> | <KBD>a|</kbd> |', ['<kbd>|</kbd>', '<KBD>a|</kbd>']],
    ['| <code>a | b |', ['<code>a', 'b']],
    ['| <b>a | b</b> | c', ['<b>a', 'b</b> | c']],
  ] as const) {
    it(`may have pipes in the code of HTML: ${row}`, () => {
      const found = toHtml(head + row).matchAll(/<td>(.*?)<\/td>/g);
      const facts = Array.from(found, ([, cell]) => cell);
      assert.deepEqual(facts, cells);
    });
  }
});

describe('a link with pipes in a cell', () => {
  const head = '| A | B |\n|---|---|\n';
  const cellsIn = (html: string): readonly string[] =>
    Array.from(html.matchAll(/<td>(.*?)<\/td>/g), ([, cell = '']) => cell);

  for (const [row, cells] of [
    [
      '| [Hooks | React](https://a.example) | x |',
      ['<a href="https://a.example">Hooks | React</a>', 'x'],
    ],
    ['| x | see [a|b|c](/d_(e)) |', ['x', 'see <a href="/d_(e)">a|b|c</a>']],
    ['| ![a|b](c.png) | [d](e) |', ['<img src="c.png" alt="a|b" />', '<a href="e">d</a>']],
    ['| [a | b] | c |', ['[a', 'b] | c']],
    ['| [a | b | c', ['[a', 'b | c']],
  ] as const) {
    it(`is whole, if the row has too many cells: ${row}`, () => {
      assert.deepEqual(cellsIn(toHtml(head + row)), cells);
    });
  }

  it('is two cells, if the row fits', () => {
    assert.deepEqual(cellsIn(toHtml(`${head}| [a|b](c)`)), ['[a', 'b](c)']);
  });

  it('may be in the header', () => {
    assert.match(
      toHtml('| [a|b](c) | d |\n|---|---|\n| 1 | 2 |'),
      /<th><a href="c">a\|b<\/a><\/th>/,
    );
  });

  it('is not taken apart while it is open', () => {
    const row = '| [Hooks | React](https://a.example/b_(c)) |';
    for (let at = 4; at < row.length; at++) {
      const [first = '', second] = cellsIn(toOpenHtml(head + row.slice(0, at)));
      assert.ok('Hooks|React'.startsWith(first.replace(/<[^>]*>|\s/g, '')), first);
      assert.equal(second, '', row.slice(0, at));
    }
  });
});

describe('calculations in an answer', () => {
  for (const text of [
    '2*3=6 and 4*5=20',
    '5**2 and 3**2',
    '2*x + 3*y and 2*(x+1)*3',
    '10**-3 and 2**10',
    'a**2 + b**2 = c**2',
    'f(x)=x**2+y**2',
    '(a+b)**2 = a**2 + 2*a*b + b**2',
  ]) {
    it(`keep their asterisks: ${text}`, () => {
      assert.equal(toHtml(text), paragraph(text));
      assertKept(text);
    });
  }

  it('are not emphasized numbers', () => {
    assert.equal(toHtml('*3* or **3**'), paragraph('<em>3</em> or <strong>3</strong>'));
    assert.equal(toHtml('第1**重点**和'), paragraph('第1<strong>重点</strong>和'));
    assert.equal(toHtml('在**2024年**和'), paragraph('在<strong>2024年</strong>和'));
    assert.equal(toHtml('**x**2'), paragraph('<strong>x</strong>2'));
  });

  it('are not the end of emphasis behind a digit', () => {
    for (const [text, html] of [
      ['the *1990*s were', 'the <em>1990</em>s were'],
      ['*Boeing 747*s fly', '<em>Boeing 747</em>s fly'],
      ['共**3**5个', '共<strong>3</strong>5个'],
      ['**Kapitel 3**2', '<strong>Kapitel 3</strong>2'],
      ['It costs **$5**0', 'It costs <strong>$5</strong>0'],
      ['[the *1990*s](#a)', '<a href="#a">the <em>1990</em>s</a>'],
    ] as const) {
      assert.equal(toHtml(text), paragraph(html));
      assertKept(text);
    }
    for (const [before, html] of [
      ['*a* and', '<em>a</em> and'],
      ['the *1990*s and', 'the <em>1990</em>s and'],
      ['[*a](#b) and', '<a href="#b">*a</a> and'],
      ['2*(x+1)*3 and', '2*(x+1)*3 and'],
    ])
      assert.equal(toHtml(`${before} 2*3 and 4*5`), paragraph(`${html} 2*3 and 4*5`));
  });
});

describe('a path in an answer', () => {
  for (const text of [
    'C:\\Users\\me\\.ssh\\config',
    'D:\\_tmp\\ or C:\\new\\*.txt or C:\\$Recycle.Bin',
    '\\\\server\\share\\$x, %APPDATA%\\.x and ~\\.ssh',
    'C:\\Temp\\\nnext',
    'C:\\Program Files\\.x, C:\\Program Files (x86)\\Git\\.git or D:\\My Data v1.2\\.cache',
    '%APPDATA%\\My App\\.x and \\\\server\\My Share\\.y',
    '.\\.venv\\Scripts\\activate and ..\\..\\.git\\config.',
  ]) {
    it(`keeps its backslashes: ${JSON.stringify(text)}`, () => {
      assert.equal(toHtml(text), paragraph(text));
      assertKept(text);
    });
  }

  it('may be escaped, and emphasized', () => {
    assert.equal(toHtml('C:\\\\a\\\\b'), paragraph('C:\\a\\b'));
    assert.equal(toHtml('C:\\my\\_file.txt'), paragraph('C:\\my_file.txt'));
    assert.equal(toHtml('**C:\\Temp\\**'), paragraph('<strong>C:\\Temp\\</strong>'));
  });

  it('does not begin with a pair of escaped characters', () => {
    for (const [text, shown] of [
      ['Option a:\\*text\\* b', 'Option a:*text* b'],
      ['A:\\[1\\] b', 'A:[1] b'],
      ['a:\\_some text\\_ b', 'a:_some text_ b'],
      ['C:\\*.txt and D:\\*.log', 'C:\\*.txt and D:\\*.log'],
      ['D:\\_a\\b_', 'D:\\_a\\b_'],
      ['C:\\a and \\*b\\*, then my\\_name', 'C:\\a and *b*, then my_name'],
      ['C:\\a (see b\\*c\\*) and so on\\.\\.\\.', 'C:\\a (see b*c*) and so on...'],
    ] as const) {
      assert.equal(toHtml(text), paragraph(shown));
      assertKept(text);
    }
    assert.equal(toHtml('C:\\[a]\\.b'), paragraph('C:\\[a]\\.b'));
  });
});

describe('an address of IPv6 in an answer', () => {
  for (const address of [
    'http://[::1]:3000/x',
    'http://[2001:db8::1]/',
    'https://[fe80::1%25eth0]:8443/a?b=[1]',
    'http://[::1]',
  ]) {
    it(`is a link: ${address}`, () => {
      assert.equal(toHtml(`(${address}).`), paragraph(`(<a href="${address}">${address}</a>).`));
      assertKept(`see ${address} or`);
    });
  }

  it('is no other text in brackets', () => {
    assert.equal(toHtml('http://[host]:80 http://['), paragraph('http://[host]:80 http://['));
    assert.equal(toOpenHtml('see http://[abc'), paragraph('see http://'));
    assert.doesNotMatch(toOpenHtml('see http://[abcde'), /http:[^<]*\[|href="http/);
  });
});

describe('a heading in an answer', () => {
  it('needs no space after several hashes', () => {
    for (const [text, html] of [
      ['##Überschrift', '<h2>Überschrift</h2>\n'],
      ['###1. 概述', '<h3>1. 概述</h3>\n'],
      ['##**Title**', '<h2><strong>Title</strong></h2>\n'],
      ['##Title##', '<h2>Title</h2>\n'],
      ['###【结论】', '<h3>【结论】</h3>\n'],
      ['##**（一）**', '<h2><strong>（一）</strong></h2>\n'],
      ['##“引言”', '<h2>“引言”</h2>\n'],
      ['##"A" or \'B\'', "<h2>&quot;A&quot; or 'B'</h2>\n"],
      ['###🎯 Goal', '<h3>🎯 Goal</h3>\n'],
      ['##🇩🇪 Deutsch', '<h2>🇩🇪 Deutsch</h2>\n'],
      ['##`npm` ##', '<h2><code>npm</code></h2>\n'],
      ['##[a](/b)', '<h2><a href="/b">a</a></h2>\n'],
      ['###\u3000结论', '<h3>结论</h3>\n'],
      ['#\u00A0\u3000- a', '<h1>- a</h1>\n'],
      ['#【a】', paragraph('#【a】')],
      ['x\n##【a】', paragraph('x\n##【a】')],
      ['##Title ##', '<h2>Title</h2>\n'],
      ['##C# or F#', '<h2>C# or F#</h2>\n'],
      ['##Title\\##', '<h2>Title##</h2>\n'],
      ['##*', paragraph('##*')],
      ['##**', paragraph('##**')],
      ['x\n##C', paragraph('x\n##C')],
      ['#hashtag', paragraph('#hashtag')],
      ['##-x', paragraph('##-x')],
      ['#######x', paragraph('#######x')],
    ] as const) {
      assert.equal(toHtml(text), html);
      assertKept(text);
    }
  });

  it('is no sentence, and no several lines, above a rule', () => {
    for (const text of ['Here is the plan.', '**Note:**', '这是计划。', 'Date: 1\nAuthor: X'])
      assert.match(toHtml(`${text}\n---\nNext`), /<\/p>\n<hr \/>\n<p>Next/, text);
    assert.match(toHtml('Title\n---\nNext'), /^<h2>/);
    assert.match(toHtml('It is so.\n===\nNext'), /^<h1>/);
  });
});

describe('a link to a mail in an answer', () => {
  it('may have spaces', () => {
    const href = 'mailto:a@b.example?subject=Hello%20World&amp;body=Hi%20there';
    const text = '[mail](mailto:a@b.example?subject=Hello World&body=Hi there) z';
    assert.equal(toHtml(text), paragraph(`<a href="${href}">mail</a> z`));
    assertKept(text);
  });
});

describe('a single tag in an answer', () => {
  it('is shown when it is known whether text follows it', () => {
    for (const text of ['<think>Okay', '<font color="red">text']) {
      for (let at = 1; at <= text.length; at++)
        assert.match(toOpenHtml(text.slice(0, at)), /^(?:<p>|$)/);
      assert.equal(toOpenHtml(text), paragraph(text));
    }
    assert.equal(toOpenHtml('<think>\nOkay'), '<think>\nOkay\n');
  });
});
