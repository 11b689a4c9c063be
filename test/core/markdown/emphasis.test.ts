import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {DelimiterRuns, type Flanking} from '../../../src/core/markdown/emphasis.js';
import {casesOf, inlineHtml, itReads, type InlineCases} from './inline-html.js';

/** The rules of emphasis by their numbers in CommonMark 6.2. */
const RULES: Readonly<Record<string, InlineCases>> = {
  '1: a star opens emphasis where a word begins behind it': [
    ['*bird song*', '<em>bird song</em>'],
    ['a * bird song*', 'a * bird song*'],
    ['x*"bird"*', 'x*&quot;bird&quot;*'],
    ['*\u00A0bird\u00A0*', '*\u00A0bird\u00A0*'],
    ['sea*side*', 'sea<em>side</em>'],
    ['xs*ys*zs', 'xs<em>ys</em>zs'],
  ],
  '2: an underscore opens emphasis, but not within a word': [
    ['_bird song_', '<em>bird song</em>'],
    ['_ bird song_', '_ bird song_'],
    ['x_"bird"_', 'x_&quot;bird&quot;_'],
    ['sea_side_', 'sea_side_'],
    ['7_8_9', '7_8_9'],
    ['море_волна_', 'море_волна_'],
    ['x_"bird"_y', 'x_&quot;bird&quot;_y'],
    ['sea-_(side)_', 'sea-<em>(side)</em>'],
  ],
  '3: a star closes emphasis where a word ends before it': [
    ['_bird*', '_bird*'],
    ['*bird song *', '*bird song *'],
    ['*bird song\n*', '*bird song\n*'],
    ['*(*bird)', '*(*bird)'],
    ['*(*bird*)*', '<em>(<em>bird</em>)</em>'],
    ['*sea*side', '<em>sea</em>side'],
  ],
  '4: an underscore closes emphasis, but not within a word': [
    ['_bird song _', '_bird song _'],
    ['_(_bird)', '_(_bird)'],
    ['_(_bird_)_', '<em>(<em>bird</em>)</em>'],
    ['_sea_side', '_sea_side'],
    ['_море_волна', '_море_волна'],
    ['_sea_side_song_', '<em>sea_side_song</em>'],
    ['_(bird)_.', '<em>(bird)</em>.'],
  ],
  '5: two stars open strong emphasis as one opens emphasis': [
    ['**bird song**', '<strong>bird song</strong>'],
    ['** bird song**', '** bird song**'],
    ['x**"bird"**', 'x**&quot;bird&quot;**'],
    ['sea**side**', 'sea<strong>side</strong>'],
  ],
  '6: two underscores open strong emphasis, but not within a word': [
    ['__bird song__', '<strong>bird song</strong>'],
    ['__ bird song__', '__ bird song__'],
    ['__\nbird song__', '__\nbird song__'],
    ['x__"bird"__', 'x__&quot;bird&quot;__'],
    ['sea__side__', 'sea__side__'],
    ['7__8__9', '7__8__9'],
    ['море__волна__', 'море__волна__'],
    ['__a, __b__, c__', '<strong>a, <strong>b</strong>, c</strong>'],
    ['sea-__(side)__', 'sea-<strong>(side)</strong>'],
  ],
  '7: two stars close strong emphasis as one closes emphasis': [
    ['**bird song **', '**bird song **'],
    ['**(**bird)', '**(**bird)'],
    ['*(**bird**)*', '<em>(<strong>bird</strong>)</em>'],
    ['**a "*b*" c**', '<strong>a &quot;<em>b</em>&quot; c</strong>'],
    ['**Gull (*Larus\ncanus*)**', '<strong>Gull (<em>Larus\ncanus</em>)</strong>'],
    ['**sea**side', '<strong>sea</strong>side'],
  ],
  '8: two underscores close strong emphasis, but not within a word': [
    ['__bird song __', '__bird song __'],
    ['__(__bird)', '__(__bird)'],
    ['_(__bird__)_', '<em>(<strong>bird</strong>)</em>'],
    ['__sea__side', '__sea__side'],
    ['__море__волна', '__море__волна'],
    ['__sea__side__song__', '<strong>sea__side__song</strong>'],
    ['__(bird)__.', '<strong>(bird)</strong>.'],
  ],
  '9: anything may stand in emphasis, and the lengths of three make no sum': [
    ['*a [b](/u)*', '<em>a <a href="/u">b</a></em>'],
    ['*one\ntwo*', '<em>one\ntwo</em>'],
    ['_a __b__ c_', '<em>a <strong>b</strong> c</em>'],
    ['_a _b_ c_', '<em>a <em>b</em> c</em>'],
    ['__a_ b_', '<em><em>a</em> b</em>'],
    ['*a *b**', '<em>a <em>b</em></em>'],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['*a**b**c*', '<em>a<strong>b</strong>c</em>'],
    ['*a**b*', '<em>a**b</em>'],
    ['***a** b*', '<em><strong>a</strong> b</em>'],
    ['*a **b***', '<em>a <strong>b</strong></em>'],
    ['*a**b***', '<em>a<strong>b</strong></em>'],
    ['a***b***c', 'a<em><strong>b</strong></em>c'],
    ['a******b*********c', 'a<strong><strong><strong>b</strong></strong></strong>***c'],
    ['*a **b *c* d** e*', '<em>a <strong>b <em>c</em> d</strong> e</em>'],
    ['*a [*b*](/u)*', '<em>a <a href="/u"><em>b</em></a></em>'],
    ['** is nothing', '** is nothing'],
    ['**** is nothing', '**** is nothing'],
  ],
  '10: anything may stand in strong emphasis': [
    ['**a [b](/u)**', '<strong>a <a href="/u">b</a></strong>'],
    ['**one\ntwo**', '<strong>one\ntwo</strong>'],
    ['__a _b_ c__', '<strong>a <em>b</em> c</strong>'],
    ['__a __b__ c__', '<strong>a <strong>b</strong> c</strong>'],
    ['____a__ b__', '<strong><strong>a</strong> b</strong>'],
    ['**a **b****', '<strong>a <strong>b</strong></strong>'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['**a*b*c**', '<strong>a<em>b</em>c</strong>'],
    ['***a* b**', '<strong><em>a</em> b</strong>'],
    ['**a *b***', '<strong>a <em>b</em></strong>'],
    ['**a *b **c**\nd* e**', '<strong>a <em>b <strong>c</strong>\nd</em> e</strong>'],
    ['__ is nothing', '__ is nothing'],
    ['____ is nothing', '____ is nothing'],
  ],
  '11: a star in emphasis of stars is escaped, and what is left over stands outside': [
    ['a ***', 'a ***'],
    ['a *\\**', 'a <em>*</em>'],
    ['a *_*', 'a <em>_</em>'],
    ['a *****', 'a *****'],
    ['a **\\***', 'a <strong>*</strong>'],
    ['a **_**', 'a <strong>_</strong>'],
    ['**a*', '*<em>a</em>'],
    ['*a**', '<em>a</em>*'],
    ['***a**', '*<strong>a</strong>'],
    ['****a*', '***<em>a</em>'],
    ['**a***', '<strong>a</strong>*'],
    ['*a****', '<em>a</em>***'],
  ],
  '12: the same goes for underscores': [
    ['a ___', 'a ___'],
    ['a _\\__', 'a <em>_</em>'],
    ['a _*_', 'a <em>*</em>'],
    ['a _____', 'a _____'],
    ['a __\\___', 'a <strong>_</strong>'],
    ['a __*__', 'a <strong>*</strong>'],
    ['__a_', '_<em>a</em>'],
    ['_a__', '<em>a</em>_'],
    ['___a__', '_<strong>a</strong>'],
    ['____a_', '___<em>a</em>'],
    ['__a___', '<strong>a</strong>_'],
    ['_a____', '<em>a</em>___'],
  ],
  '13: the fewest tags win': [
    ['**a**', '<strong>a</strong>'],
    ['*_a_*', '<em><em>a</em></em>'],
    ['_*a*_', '<em><em>a</em></em>'],
    ['****a****', '<strong><strong>a</strong></strong>'],
    ['____a____', '<strong><strong>a</strong></strong>'],
    ['******a******', '<strong><strong><strong>a</strong></strong></strong>'],
  ],
  '14: emphasis stands outside of strong emphasis': [
    ['***a***', '<em><strong>a</strong></em>'],
    ['___a___', '<em><strong>a</strong></em>'],
    ['_____a_____', '<em><strong><strong>a</strong></strong></em>'],
  ],
  '15: of two that overlap the first wins': [
    ['*a _b* c_', '<em>a _b</em> c_'],
    ['_a *b_ c*', '<em>a *b</em> c*'],
    ['*a __b *c d__ e*', '<em>a <strong>b *c d</strong> e</em>'],
    ['**a ~~b** c~~', '<strong>a ~~b</strong> c~~'],
  ],
  '16: of two that end together the shorter wins': [
    ['**a **b c**', '**a <strong>b c</strong>'],
    ['*a *b c*', '*a <em>b c</em>'],
    ['__a __b c__', '__a <strong>b c</strong>'],
  ],
  '17: code, links, images, tags and addresses bind more tightly': [
    ['*[a*](/u)', '*<a href="/u">a*</a>'],
    ['_a [b_](/u)', '_a <a href="/u">b_</a>'],
    ['*![a*](/u)', '*<img src="/u" alt="a*" />'],
    ['*<i title="*"/>', '*<i title="*"/>'],
    ['**<b title="**">', '**<b title="**">'],
    ['__<b title="__">', '__<b title="__">'],
    ['*a `*`*', '<em>a <code>*</code></em>'],
    ['_a `_`_', '<em>a <code>_</code></em>'],
    [
      '**a<https://a.example/?q=**>',
      '**a<a href="https://a.example/?q=**">https://a.example/?q=**</a>',
    ],
    ['*a <!-- b* -->', '*a <!-- b* -->'],
  ],
};

describe('emphasis', () => {
  for (const [rule, cases] of Object.entries(RULES)) {
    itReads(`follows rule ${rule}`, cases);
  }

  itReads('needs no spaces between Chinese, Japanese and Korean words', [
    ['这很**重要**吗', '这很<strong>重要</strong>吗'],
    ['这很**“重要”**吗', '这很<strong>“重要”</strong>吗'],
    ['请看**（注意）**下文', '请看<strong>（注意）</strong>下文'],
    ['**注意：**请看', '<strong>注意：</strong>请看'],
    ['他说*《论语》*很好', '他说<em>《论语》</em>很好'],
    ['これは**「大事」**です', 'これは<strong>「大事」</strong>です'],
    ['**重要！**です', '<strong>重要！</strong>です'],
    ['이것은 **"중요"**한 것', '이것은 <strong>&quot;중요&quot;</strong>한 것'],
    ['**한국어(Korean)**는', '<strong>한국어(Korean)</strong>는'],
    ['价格~~（旧）~~新', '价格<del>（旧）</del>新'],
    ['用**`code`**吧', '用<strong><code>code</code></strong>吧'],
    ['𠮷**“x”**𠮷', '𠮷<strong>“x”</strong>𠮷'],
    ['ㄅ**“x”**ㄆ', 'ㄅ<strong>“x”</strong>ㄆ'],
  ]);

  itReads('does not make underscores within Chinese words emphasis', [
    ['变量_名称_值', '变量_名称_值'],
    ['变量 _名称_ 值', '变量 <em>名称</em> 值'],
    ['文件_a_b.txt', '文件_a_b.txt'],
    ['这是__重点__吗', '这是__重点__吗'],
  ]);

  itReads('begins and ends with underscores beside Chinese punctuation', [
    ['__注意__：请', '<strong>注意</strong>：请'],
    ['请看：__注意__！', '请看：<strong>注意</strong>！'],
    ['（_注意_）', '（<em>注意</em>）'],
    ['__a__、__b__', '<strong>a</strong>、<strong>b</strong>'],
  ]);

  itReads('leaves quotation marks beside letters of other scripts to the rule', [
    ['a**“b”**c', 'a**“b”**c'],
    ['a **“b”** c', 'a <strong>“b”</strong> c'],
    ['é**(b)**é', 'é**(b)**é'],
  ]);

  itReads('handles characters beyond the first plane, on both sides', [
    ['*🚀*', '<em>🚀</em>'],
    ['a*🚀*b', 'a*🚀*b'],
    ['a *🚀 b* c', 'a <em>🚀 b</em> c'],
    ['𝒂*b*𝒂', '𝒂<em>b</em>𝒂'],
    ['𝒂_b_𝒂', '𝒂_b_𝒂'],
  ]);

  itReads('treats currency signs and other symbols as punctuation', [
    ['a*£1*b', 'a*£1*b'],
    ['*£1* b', '<em>£1</em> b'],
    ['a**€1**', 'a**€1**'],
    ['**+1**', '<strong>+1</strong>'],
  ]);

  itReads('treats a no-break space and a line separator as space', [
    ['*\u2028a*', '*\u2028a*'],
    ['*a\u3000*', '*a\u3000*'],
    ['**a\u00A0**', '**a\u00A0**'],
  ]);
});

describe('strikethrough', () => {
  itReads('is made of two tildes; a single one is a character', [
    ['~gone~', '~gone~'],
    ['~~gone~~', '<del>gone</del>'],
    ['~gone~~', '~gone~~'],
    ['~~gone~', '~~gone~'],
    ['~~~gone~~~', '~~~gone~~~'],
    ['~~~~gone~~~~', '~~~~gone~~~~'],
    ['~~a ~b~ c~~', '<del>a ~b~ c</del>'],
    ['~a ~~b~~ c~', '~a <del>b</del> c~'],
    ['~~25~30~~', '<del>25~30</del>'],
    ['20~25°C。20~25°C', '20~25°C。20~25°C'],
    ['The cost is (~$1.50) or (~$2).', 'The cost is (~$1.50) or (~$2).'],
    ['10:00~11:00和13:00~14:00', '10:00~11:00和13:00~14:00'],
    ['~~删除~~', '<del>删除</del>'],
  ]);

  itReads('is at the start and end of words', [
    ['~~ gone~~', '~~ gone~~'],
    ['~~gone ~~', '~~gone ~~'],
    ['about ~5 and ~6 days', 'about ~5 and ~6 days'],
    ['~/bin and ~/lib', '~/bin and ~/lib'],
    ['sea~~side~~song', 'sea<del>side</del>song'],
    ['~~one\ntwo~~', '<del>one\ntwo</del>'],
    ['\\~~gone~~', '~~gone~~'],
  ]);

  itReads('is in emphasis, and emphasis in it', [
    ['~~*a*~~', '<del><em>a</em></del>'],
    ['*~~a~~*', '<em><del>a</del></em>'],
    ['**~~a~~ b**', '<strong><del>a</del> b</strong>'],
    ['~~a **b** `~~` c~~', '<del>a <strong>b</strong> <code>~~</code> c</del>'],
    ['~~[a~~](/u)', '~~<a href="/u">a~~</a>'],
    ['[~~a~~](/u)', '<a href="/u"><del>a</del></a>'],
  ]);
});

const flanking = (text: string, from: number, to: number): Flanking =>
  new DelimiterRuns(text).read(from, to);

describe('flanking', () => {
  const folded = (text: string): string => {
    const [run = ''] = /[*_~]+/.exec(text) ?? [];
    const from = text.indexOf(run);
    const {opens, closes} = flanking(text, from, from + run.length);
    return `${opens ? 'opens' : ''}${opens && closes ? ' ' : ''}${closes ? 'closes' : ''}`;
  };
  const itFolds = casesOf(folded);

  itFolds('recognises a run of stars by the characters on both sides', [
    ['*a', 'opens'],
    ['a*', 'closes'],
    ['a*b', 'opens closes'],
    ['a * b', ''],
    ['*', ''],
    ['.*.', 'opens closes'],
    ['.*a', 'opens'],
    ['a*.', 'closes'],
    ['a *.', 'opens'],
    ['.* a', 'closes'],
    ['中*.', 'opens closes'],
    ['.*中', 'opens closes'],
    ['中**中', 'opens closes'],
    ['a\n**b', 'opens'],
  ]);

  itFolds('treats tildes like stars', [
    ['~~a', 'opens'],
    ['a~~', 'closes'],
    ['a~~b', 'opens closes'],
    ['a ~~ b', ''],
  ]);

  itFolds('prevents a run of underscores within a word from opening and closing', [
    ['_a', 'opens'],
    ['a_', 'closes'],
    ['a_b', ''],
    ['a __ b', ''],
    ['._.', 'opens closes'],
    ['._a', 'opens'],
    ['a_.', 'closes'],
    ['中_中', ''],
    ['中__a', ''],
  ]);

  it('counts the ends of the text as spaces', () => {
    assert.equal(folded('**'), '');
    assert.equal(folded('a**'), 'closes');
  });

  it('reports which runs most likely open emphasis, before it is closed', () => {
    const begins = (text: string): boolean => {
      const [run = ''] = /[*_~]+/.exec(text) ?? [];
      const from = text.indexOf(run);
      return flanking(text, from, from + run.length).likelyOpens;
    };
    for (const text of [
      ...['*a', '_a', 'a **b', '“**a', '中**文', '中**“文', 'a**文', '中~~a'],
      ...['(**`a', '“*[a', '，*a'],
    ])
      assert.equal(begins(text), true, text);
    for (const text of [
      ...['a*b', 'a**b', '中*文', '中__文', 'a*', 'a * b', '中**', '中** 文'],
      ...['(*.a', '(**/a', '）*a', ')**`a'],
    ])
      assert.equal(begins(text), false, text);
  });
});

describe('emphasis around other inlines', () => {
  itReads('spans line ends, breaks and references', [
    ['*a  \nb*', '<em>a<br />\nb</em>'],
    ['*a\\\nb*', '<em>a<br />\nb</em>'],
    ['*&copy;*', '<em>©</em>'],
    ['*\\**', '<em>*</em>'],
    ['&#42;a&#42;', '*a*'],
    ['*<b>a*</b>', '<em><b>a</em></b>'],
  ]);

  it('is not closed by an escaped character', () => {
    for (const run of ['*', '**', '_', '__', '~~']) {
      const escaped = Array.from(run, character => `\\${character}`).join('');
      assert.equal(inlineHtml(`${run}a ${escaped}`), `${run}a ${run}`, run);
      assert.equal(inlineHtml(`${escaped}a${escaped}`), `${run}a${run}`, run);
    }
  });
});
