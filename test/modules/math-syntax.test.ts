import {expect} from '@open-wc/testing';
import type {UbikMarkdown} from '../../src/elements/ubik-markdown/ubik-markdown.js';
import '../../src/elements/ubik-markdown/ubik-markdown.define.js';
import '../../src/modules/marked.js';
import '../../src/modules/math.js';
import {find, has, until, words} from '../elements/support/dom.js';
import {content, start, stream} from '../elements/support/markdown.js';

/** The text of an element, with each formula as its kind: `‹i›` inline, `‹d›` displayed. Empty ones are left out. */
function outline(element: UbikMarkdown): string {
  const copy = content(element).cloneNode(true) as Element;
  for (const formula of copy.querySelectorAll('.math')) {
    const isEmpty = formula.textContent.trim() === '';
    formula.replaceWith(isEmpty ? '' : formula.localName === 'div' ? ' ‹d› ' : '‹i›');
  }
  return words(copy).replace(/\s+/g, ' ').trim();
}

/** Sources and their outlines. */
const prose: readonly (readonly [source: string, text: string])[] = [
  ['see \\[1\\] and \\[optional\\]', 'see [1] and [optional]'],
  ['see \\[1\\]\\[2\\]', 'see [1][2]'],
  ['see \\[1-3\\], \\[2024-01-31\\], \\[read-only\\]', 'see [1-3], [2024-01-31], [read-only]'],
  ['array\\[0\\] and array\\[1\\]', 'array[0] and array[1]'],
  ['array\\[i\\] is text', 'array[i] is text'],
  ['\\[link\\](https://a.example)', '[link](https://a.example)'],
  ['[\\[1\\]](https://a.example)', '[1]'],
  ['Press \\[Enter\\] to go', 'Press [Enter] to go'],
  ['\\[TODO\\]', '[TODO]'],
  ['\\[--force\\]', '[--force]'],
  ['\\[1\\]', '[1]'],
  ['- \\[12\\] first', '[12] first'],
  ['call f\\(optional\\) or \\(see below\\)', 'call f(optional) or (see below)'],
  ['参见\\[附录\\]和\\[1\\]。', '参见[附录]和[1]。'],
  ['It costs $20 (USD$).', 'It costs $20 (USD$).'],
  ['echo $A$B', 'echo $A$B'],
  ['Add $PATH:$HOME to it', 'Add $PATH:$HOME to it'],
  ['$$5 and $$10', '$$5 and $$10'],
  ['a $$5 and $$10', 'a $$5 and $$10'],
  ['Set $HOME and $PATH, then run it.', 'Set $HOME and $PATH, then run it.'],
  ['from $5 to $10, US$ 3 or 5$ for A$x$', 'from $5 to $10, US$ 3 or 5$ for A$x$'],
  ['between $5–$10, $5-$10 or $5/$10', 'between $5–$10, $5-$10 or $5/$10'],
  ['价格$5元和$10元', '价格$5元和$10元'],
  ['$20 each$', '$20 each$'],
  ['the fields $first and second$ too', 'the fields $first and second$ too'],
  ['the fields $a and b$ too', 'the fields $a and b$ too'],
  [
    'see \\[src/main.ts\\], \\[N/A\\] or \\[snake_case_name\\]',
    'see [src/main.ts], [N/A] or [snake_case_name]',
  ],
  ['\\[12:30\\] Anna', '[12:30] Anna'],
  ['\\[100%\\]', '[100%]'],
  ['\\[a-z\\]', '[a-z]'],
  ['\\[\\]', '[]'],
  ['call f\\(可选\\) or \\(and/or\\)', 'call f(可选) or (and/or)'],
  ['\\[x\\]\\(y\\)', '[x](y)'],
  ['Siehe \\[Ctrl+C\\] oder \\[--opt=value\\].', 'Siehe [Ctrl+C] oder [--opt=value].'],
  ['cheap $, mid $$, pricey $$$', 'cheap $, mid $$, pricey $$$'],
  ['use $$ and $$ there', 'use $$ and $$ there'],
  ['$$$ luxury $$$', '$$$ luxury $$$'],
  ['单价$5，合计$10。', '单价$5，合计$10。'],
  ['变量$name和$value', '变量$name和$value'],
  ['סכום $5 ו-$10', 'סכום $5 ו-$10'],
  ['f\\(x\\) or f\\(x+1\\), 2\\(x+1\\)', 'f(x) or f(x+1), 2(x+1)'],
  ['array\\[i+1\\] or g\\[a, b\\]', 'array[i+1] or g[a, b]'],
  ['$1M–$2M, $5=$6 or "$5" "$6"', '$1M–$2M, $5=$6 or "$5" "$6"'],
  ['As shown. \\[^1\\] and \\[^note\\]', 'As shown. [^1] and [^note]'],
  ['\\[^abc\\] or \\[A-Za-z_\\]', '[^abc] or [A-Za-z_]'],
  ['git commit \\[-m \\<text\\>\\] \\[my\\_file\\]', 'git commit [-m <text>] [my_file]'],
  ['Select $_.Name there', 'Select $_.Name there'],
  ['a \\begin{align} b', 'a \\begin{align} b'],
  ['\\(e.g. foo\\), \\(p. 5\\) or \\(z. B. so\\)', '(e.g. foo), (p. 5) or (z. B. so)'],
  ['$1 = ¥150, $1 = €0.9; 1$ = 7¥', '$1 = ¥150, $1 = €0.9; 1$ = 7¥'],
  ["The '$match' and '$group' stages", "The '$match' and '$group' stages"],
  ["The operators '$eq', '$gt' and '$in'", "The operators '$eq', '$gt' and '$in'"],
  ["VALUES ('$name', '$email') or ('$a', '$b')", "VALUES ('$name', '$email') or ('$a', '$b')"],
  ["array('$key'=>'$value') or '$id$name'", "array('$key'=>'$value') or '$id$name'"],
  ['Use "$group" with "$$ROOT" there', 'Use "$group" with "$$ROOT" there'],
  ['‘$match’ and ‘$$ROOT’ there', '‘$match’ and ‘$$ROOT’ there'],
  ['($a|$b), a|b or $c|$d', '($a|$b), a|b or $c|$d'],
  ['$foo()$bar() or $f()$g()', '$foo()$bar() or $f()$g()'],
  ['$first$last, $first$this, $id$the', '$first$last, $first$this, $id$the'],
  ['use $state(0)$derived(x) there', 'use $state(0)$derived(x) there'],
  ['In LaTeX, \\(...\\) or \\( … \\) is inline.', 'In LaTeX, (...) or ( … ) is inline.'],
  ['you write $...$, $…$ or $$...$$ there', 'you write $...$, $…$ or $$...$$ there'],
  ['$$...$$', '$$...$$'],
  ['Continue? \\[y/N\\]', 'Continue? [y/N]'],
  ['\\[y/N\\]', '[y/N]'],
  ['\\[2024/05/01\\] Release', '[2024/05/01] Release'],
  ['\\[1/3\\] Installing \\[24/7\\]', '[1/3] Installing [24/7]'],
  ['\\[**Note**\\] see \\[*Fig. 2*\\]', '[Note] see [Fig. 2]'],
  ['\\[IMG_2034.jpg\\]', '[IMG_2034.jpg]'],
  ['\\[\\<Name\\>\\] or \\[List<String\\>\\]', '[<Name>] or [List<String>]'],
  ['\\[<Name>\\] there', '[<Name>] there'],
  ['in \\[m/s\\], \\[km/h\\]', 'in [m/s], [km/h]'],
  ['\\[m/s\\]', '[m/s]'],
  ['\\[Ctrl + C\\] or \\[+49 30 123\\]', '[Ctrl + C] or [+49 30 123]'],
  ['\\[/INST\\]', '[/INST]'],
  ['\\[注：见图1/2\\]', '[注：见图1/2]'],
  ['use $i++ and $j-- there', 'use $i++ and $j-- there'],
];

/** Variables of programs. Until the end of such a formula is missing, an operator makes it one. */
const programs: readonly (readonly [source: string, text: string])[] = [
  ['$a/$b and $a+$b', '$a/$b and $a+$b'],
  ['$a.$b, $c->$d', '$a.$b, $c->$d'],
  ['${HOME}/bin:${PATH}', '${HOME}/bin:${PATH}'],
  ['if ($a == $b) $x = 1; echo $y', 'if ($a == $b) $x = 1; echo $y'],
  ['let $a = 1; let $b = 2; so', 'let $a = 1; let $b = 2; so'],
];

const formulas: readonly (readonly [source: string, text: string])[] = [
  ['so \\[x+y\\], \\[n-1\\], \\[2*x\\], \\[(a+b)/c\\]', 'so ‹d› , ‹d› , ‹d› , ‹d›'],
  ['so \\[a<b\\], \\[x_1\\], \\[\\frac{1}{2}\\]', 'so ‹d› , ‹d› , ‹d›'],
  ['so \\[ a/b \\], \\[ 1/2 \\]', 'so ‹d› , ‹d›'],
  ['so \\[ab+bc+ca\\], \\[2xy+3yz\\], \\[ab + cd\\], \\[ab*cd\\]', 'so ‹d› , ‹d› , ‹d› , ‹d›'],
  ['so \\[sin(x)+cos(x)\\], \\[f(x)/g(x)\\], \\[n!/k!\\]', 'so ‹d› , ‹d› , ‹d›'],
  ['\\[H2O+CO2\\]', '‹d›'],
  ['\\[(ab+cd)/e\\]', '‹d›'],
  ['\\[a<b>c\\] or \\(<x>\\), \\(a<b>c\\) and \\( x <y> z \\)', '‹d› or ‹i›, ‹i› and ‹i›'],
  [
    '\\[foo+bar\\], \\[Alt + F4\\], \\[src/(group)/page\\]',
    '[foo+bar], [Alt + F4], [src/(group)/page]',
  ],
  ['\\[\na/b\n\\]', '‹d›'],
  ['\\[x^2 + y^2 = z^2\\]', '‹d›'],
  ['a \\[ E = mc^2 \\] b', 'a ‹d› b'],
  ['a \\[ n - 1 \\] b', 'a ‹d› b'],
  ['\\(a_1\\) or \\(x\\), \\(n\\) times', '‹i› or ‹i›, ‹i› times'],
  ['\\[\nx\n\\]', '‹d›'],
  ['\\[ x \\]', '‹d›'],
  ['$x$ and $y_1$', '‹i› and ‹i›'],
  ['$E = mc^2$', '‹i›'],
  ['$n$th on the $x$-axis', '‹i›th on the ‹i›-axis'],
  ["$f'$s, $g''$s and '$x$'", "‹i›s, ‹i›s and '‹i›'"],
  ['|$x$|, $|x|$s and $|A|$', '|‹i›|, ‹i›s and ‹i›'],
  ['the $ij$th entry of $AB$, $AB$เป็น', 'the ‹i›th entry of ‹i›, ‹i›เป็น'],
  ['$\\ldots$', '‹i›'],
  ['x$_1$ and CO$_2$', 'x‹i› and CO‹i›'],
  ['“$x$” and ($y$)', '“‹i›” and (‹i›)'],
  ['$1$ or $\\$5$', '‹i› or ‹i›'],
  ['costs $5.00$ each', 'costs ‹i› each'],
  ['$[0, 1)$ and $2 \\text{ apples}$', '‹i› and ‹i›'],
  ['so $$c$$ is', 'so ‹d› is'],
  ['设$x>0$，则$y<0$。', '设‹i›，则‹i›。'],
  ['$x$は$y$より', '‹i›は‹i›より'],
  ['H$_2$O, $^{14}$C and 10$^3$', 'H‹i›O, ‹i›C and 10‹i›'],
  ['$\\text{total cost}$', '‹i›'],
  ['25$^\\circ$C to 30 $^{\\circ}$C, 90$^\\circ$', '25‹i›C to 30 ‹i›C, 90‹i›'],
  ['3$\\times$3, $\\pm$5 and 10$\\times$10', '3‹i›3, ‹i›5 and 10‹i›10'],
  ['5$\\mu$m, 100$\\mu$L, 50$\\%$, $\\beta$B', '5‹i›m, 100‹i›L, 50‹i›, ‹i›B'],
  ['H\\(_2\\)O at 25\\(^\\circ\\)C, 則\\(g\\)也', 'H‹i›O at 25‹i›C, 則‹i›也'],
  ['$$\na = b\n$$.', '‹d›'],
  ['\\[\na = b\n\\],\nwhere $a$ is', '‹d› where ‹i› is'],
  ['$$\n\\frac{1}{2}\n$$', '‹d›'],
  ['Text\n\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}\nEnd', 'Text ‹d› End'],
  ['so $a +\nb$ is', 'so ‹i› is'],
  ['\\(x = 5.\\) or \\(\\ldots. a\\)', '‹i› or ‹i›'],
  // Blank lines, if the delimiters have lines of their own.
  ['Text\n$$\n\nx = 1\n\n2x = 2\n\n$$\nEnd', 'Text ‹d› End'],
  ['\\[\n\n\\frac{a}{b}\n\n\\text{with the second}\n\\]\n\nEnd', '‹d› End'],
  ['- a\n  $$\n  b\n\n  c\n  $$\n- d', 'a ‹d› d'],
  ['$$\na = b\n\nThe *end* is missing', '$$ a = b The end is missing'],
  ['$$\na = b\n\n## Next', '$$ a = b Next'],
  ['$$\na = b\n\n然后继续', '$$ a = b 然后继续'],
  ['$$ a = b\n\nc $$', '$$ a = bc $$'],
  // A formula that begins at the end of a line of text.
  ['The area is $$\nA = \\pi r^2\n$$\nfor $r$.\n\n$$\nB = 2\n$$', 'The area is ‹d› for ‹i›. ‹d›'],
  ['1. Compute $$\nx = 1\n$$\n2. Next', 'Compute ‹d› Next'],
  ['1. Compute $$\n   x = 1\n   $$\n2. Next', 'Compute ‹d› Next'],
  ['公式为：$$\nx = 1\n$$\n其中 $x$', '公式为： ‹d› 其中 ‹i›'],
  ['**Formula:** $$\nx = 1\n$$.', 'Formula: ‹d› .'],
  ['> See $$\n> x = 1\n> $$\n\n$$\ny\n$$', 'See ‹d› ‹d›'],
  ['It costs $$\n\n$$\nx = 1\n$$', 'It costs $$ ‹d›'],
  ['where $$a = 1$$ is\n$$\nB = 2\n$$\nthen', 'where ‹d› is ‹d› then'],
  [
    'The price range is $$ (moderate).\n$$\nx = 1\n$$\nend',
    'The price range is $$ (moderate). ‹d› end',
  ],
  ['`$$` = x means\n$$\nx = 1\n$$\nend', '$$ = x means ‹d› end'],
  // Text behind a formula.
  ['$$\nE = mc^2\n$$ where $m$ is the **mass**.', '‹d› where ‹i› is the mass.'],
  ['\\[\nE = mc^2\n\\] where \\(m\\) is mass', '‹d› where ‹i› is mass'],
  ['\\[\nE = mc^2\n\\] (1)\n\n# Next', '‹d› (1)Next'],
  ['$$\nE = mc^2\n$$, so\n\n- a', '‹d› soa'],
  ['$$\\begin{aligned}\na &= b\n\\end{aligned}$$ (1)', '‹d› (1)'],
  ['\\begin{equation}\nx\n\\end{equation} where $x$', '‹d› where ‹i›'],
  ['\\[\nA = 1\n\\], \\[\nB = 2\n\\]', '‹d› ‹d›'],
  ['$$\nA = 1\n$$, $$\nB = 2\n$$ and', '‹d› ‹d› and'],
  ['$$\nx\n$$\n\n$$\ny\n$$ and **z**\n\n$$\nw\n$$', '‹d› ‹d› and z ‹d›'],
  ['- $$\n  x = 1\n  $$ and\n- b', '‹d› andb'],
  ['\\(a \\(b\\) c', '(a ‹i› c'],
  ['$12 \\cdot 3 = 36\\,€$ and $x = 5€$', '‹i› and ‹i›'],
  ['وليكن \\(x\\) و\\(y\\)، لـ\\(x+y\\)', 'وليكن ‹i› و‹i›، لـ‹i›'],
  ['ה\\(n\\) ול\\(x > 0\\)', 'ה‹i› ול‹i›'],
  ['a $$P = \\$20$$ or $$\\$5 + \\$10 = \\$15$$', 'a ‹d› or ‹d›'],
];

describe('the delimiters of formulas', () => {
  before(async () => {
    const element = await stream(['$x$']);
    await until(() => has(element, 'math'));
  });

  for (const [source, text] of [...prose, ...programs, ...formulas]) {
    it(`are read in ${JSON.stringify(source)}`, async () => {
      const element = await stream([source]);
      expect(outline(element)).to.equal(text);
    });
  }

  it('are read alike by the engine marked', async () => {
    for (const [source, text] of [...prose, ...programs, ...formulas]) {
      const element = await start();
      element.markdownEngine = 'marked';
      element.text = source;
      element.streaming = false;
      await element.updateComplete;
      expect(outline(element), source).to.equal(text);
      element.remove();
    }
  });

  it('show nothing at a cut that is taken back: no formula in prose', async () => {
    for (const [source] of prose) {
      const element = await start();
      for (let at = 1; at <= source.length; at++) {
        element.text = source.slice(0, at);
        await element.updateComplete;
        expect(outline(element), source.slice(0, at)).not.to.contain('‹');
      }
      element.remove();
    }
  });

  it('take no text back at a cut', async () => {
    for (const [source] of prose) {
      const element = await start();
      let shown = '';
      for (let at = 1; at <= source.length; at++) {
        element.text = source.slice(0, at);
        await element.updateComplete;
        const now = outline(element).replace(/\s/g, '');
        expect(now.startsWith(shown), source.slice(0, at)).to.equal(true);
        shown = now;
      }
      element.remove();
    }
  });

  it('show no source of a formula that begins with a command or a letter and a sign', async () => {
    for (const source of [
      '$x^2$',
      '$P = \\$20$ now',
      '$\\text{Cost} = \\$5$',
      '\\[ E = mc^2 \\] b',
      '\\(a_1\\)',
      '$\\text{total cost}$',
      '$$\n\\frac{1}{2}\n$$',
      '$$\n\nx = 1\n\ny\n$$',
      '$y = 1$',
      '$a +\nb$',
      '\\begin{equation}\na^2\n\\end{equation}',
      'So $$\nx = 1\n$$\nand',
      'So $$\nx = 1.\n$$\nand',
      'So $$\n\\begin{align}\nx &= 1\n\\end{align}\n$$',
      '$$\nx = 1\n$$ and so',
    ]) {
      const element = await start();
      for (let at = 1; at <= source.length; at++) {
        element.text = source.slice(0, at);
        await element.updateComplete;
        expect(outline(element), source.slice(0, at)).not.to.match(/[$\\()[\]^]/);
      }
      element.remove();
    }
  });

  it('show no sentence below an open formula as a part of it', async () => {
    const element = await start();
    const source = '$$\na = b\n\nThe rest';
    for (let at = source.indexOf('T') + 1; at <= source.length; at++) {
      element.text = source.slice(0, at);
      await element.updateComplete;
      expect(find(element, '.math').textContent, source.slice(0, at)).not.to.contain('T');
    }
  });
});
