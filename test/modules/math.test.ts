import {expect, fixture, html} from '@open-wc/testing';
import fc from 'fast-check';
import '../../src/elements/ubik-markdown/ubik-markdown.define.js';
import '../../src/modules/math.js';
import {inline, link} from '../../src/core/model/markdown-text.js';
import {en} from '../../src/elements/locales/en.js';
import {questionText} from '../../src/elements/shared/text/question-text.js';
import '../../src/elements/ubik-tool/ubik-tool.define.js';
import type {UbikTool} from '../../src/elements/ubik-tool/ubik-tool.js';
import {richText, unformattedText} from '../../src/elements/ubik-message/answer-text.js';
import {cut, markdownText} from '../core/markdown/texts.js';
import {all, find, has, press, until, words} from '../elements/support/dom.js';
import {instead} from '../elements/support/instead.js';
import {request, tool} from '../elements/support/items.js';
import {content, start, stream} from '../elements/support/markdown.js';
import {forAllAsync} from '../support/for-all.js';

describe('the module for mathematics', () => {
  before(async () => {
    const element = await stream(['$x$']);
    expect(words(find(element, '.math')), 'before the library is there').to.match(/^[x𝑥]$/u);
    await until(() => has(element, 'math'));
  });

  it('renders inline and block formulas', async () => {
    const element = await stream([
      'So $a^2$ and \\(b_1\\), or $$c$$ and \\[d = 1\\].\n\n$$\n\\frac{1}{2}\n$$\n\n\\[\nx\n\\]\n\nThe end.',
    ]);
    expect(all(element, 'p math')).to.have.length(4);
    expect(has(element, 'p msup') && has(element, 'p msub')).to.be.true;
    expect(all(element, '.content .section > div math')).to.have.length(2);
    expect(has(element, 'mfrac')).to.be.true;
    await expect(element).to.be.accessible();
  });

  it('ignores prices, code and escaped dollars', async () => {
    const text = 'It costs $5 and $10, or `$x$`, or \\$y\\$, or US$ 3.';
    const element = await stream([text]);
    expect(has(element, 'math')).to.be.false;
    expect(words(content(element))).to.equal('It costs $5 and $10, or $x$, or $y$, or US$ 3.');
  });

  it('shows the dollar sign of a header that is complete', async () => {
    const element = await start();
    element.text = '| Plan | $/mo |\n|---|---|\n';
    await element.updateComplete;
    expect(words(find(element, 'th:last-child'))).to.equal('$/mo');
  });

  it('ignores brackets of values and names that the chat itself writes as Markdown', async () => {
    const name = '[a=b] \\[c_1\\]';
    const question = questionText(request({toolName: name, inputTypes: ['permission']}), en);
    for (const text of [inline(name), `${inline(name)} ${inline(name)}`, question]) {
      const element = await stream([text]);
      expect(has(element, '.math'), text).to.be.false;
      expect(words(content(element))).to.contain('[a=b]');
    }
    const linked = await stream([link('[a=b]', 'https://a.example')]);
    expect(has(linked, '.math')).to.be.false;
    expect(words(find(linked, 'a'))).to.contain('[a=b]');
    const output = JSON.stringify({data: [{'[x^2]': '[a=b]', c: '[key=value, x]'}]});
    const element = await fixture<UbikTool>(
      html`<ubik-tool open .item=${tool({output})}></ubik-tool>`,
    );
    const table = (): Element | null | undefined =>
      element.renderRoot.querySelector('ubik-markdown')?.renderRoot.querySelector('table');
    await until(() => table() != null);
    expect(table()?.querySelector('.math')).to.equal(null);
    expect(words(table() as HTMLElement)).to.match(/^\[x\^2\]\s*c\s*\[a=b\]\s*\[key=value, x\]$/);
  });

  it('may have pipes in the header of a table, also above a miscounted row', async () => {
    const element = await stream(['| Value | $|x|$ | Norm |\n|---|---|\n| 1 | 2 | 3 |\n']);
    expect(all(element, 'th')).to.have.length(3);
    expect(has(element, 'th math')).to.be.true;
  });

  it('has the same bars in the copy of a table, for every reader', async () => {
    const element = await stream(['| a | b | c |\n|-|-|-|\n| $|x|$ | \\(\\|v\\|\\) |\n\nThe end.']);
    let copy = '';
    const writeText = (text: string): Promise<void> => {
      copy = text;
      return Promise.resolve();
    };
    await instead(navigator, 'clipboard', {writeText}, () =>
      find(element, '[aria-label="Copy as Markdown"]').click(),
    );
    expect(copy).to.contain('| $\\vert x\\vert$ | \\(\\Vert v\\Vert\\) |');
  });

  it('interrupts a paragraph, is allowed in lists and quotes, and may have many lines', async () => {
    const element = await stream([
      'where\n$$\na\n= b\n- c\n$$\nis\n\n- one\n  $$\n  d\n  $$\n\n> \\[\n> e\n> \\]',
    ]);
    expect(all(element, 'math')).to.have.length(3);
    expect(all(element, 'li math, blockquote math')).to.have.length(2);
    expect(words(content(element))).not.to.contain('$$');
  });

  it('hides the TeX of an incomplete formula', async () => {
    const element = await start();
    const text =
      'See $\\frac{a}{\\sqrt{b}}$ and\n\n$$\n\\begin{matrix} a & b \\\\ c \\end{matrix} + \\left( x \\right)\n$$\n';
    for (let at = 1; at <= text.length; at++) {
      element.text = text.slice(0, at);
      await element.updateComplete;
      expect(words(content(element)), text.slice(0, at)).not.to.match(/[$\\{}]|frac|sqrt|matrix/);
    }
  });

  it('shows the source of invalid or unfinished TeX', async () => {
    const element = await stream(['A $\\nonsense{x}$ and $\\nonsense{$ here.\n\n$$\nno end']);
    expect(words(content(element))).to.equal('A \\nonsense{x} and $\\nonsense{$ here.$$ no end');
  });

  describe('a copied selection', () => {
    /** What a text field gets when the selection is copied and pasted with the keyboard. */
    const pasted = async (): Promise<string> => {
      await press('Control+c');
      const field = document.createElement('textarea');
      document.body.append(field);
      field.focus();
      await press('Control+v');
      field.remove();
      return field.value.trim();
    };
    const select = (from: Node, to: Node): void =>
      getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length || 1);

    it('has the TeX of its formulas, and the formulas are displayed again', async () => {
      const element = await stream(['Let $x^2$ be, and \\(b_1\\).\n\n$$\n\\frac{1}{2}\n$$\n\nEnd']);
      await until(() => all(element, 'math').length === 3);
      const before = content(element).innerHTML;
      const paragraphs = all(element, 'p');
      select(paragraphs[0]!, paragraphs.at(-1)!);
      const lines = (await pasted()).split('\n').filter(line => line !== '');
      expect(lines.join('\n')).to.equal('Let $x^2$ be, and \\(b_1\\).\n$$\n\\frac{1}{2}\n$$\nEnd');
      await until(() => !words(content(element)).includes('frac'));
      expect(content(element).innerHTML.replaceAll(' style=""', '')).to.equal(before);
    });

    it('begins or ends within a formula: the formula is whole', async () => {
      const element = await stream(['Let $x^2$ be $y_1$ now']);
      await until(() => all(element, 'math').length === 2);
      const [first, second] = all(element, 'math');
      select(first!.querySelector('mn')!.firstChild!, second!.querySelector('mi')!.firstChild!);
      expect(await pasted()).to.equal('$x^2$ be $y_1$');
    });

    it('within one formula is its TeX, and without a formula is as usual', async () => {
      const element = await stream(['Let $x^2$ be\n\nplain']);
      await until(() => has(element, 'math'));
      const [formula] = all(element, 'math');
      select(formula!.querySelector('mi')!, formula!.querySelector('mn')!);
      expect(await pasted()).to.equal('$x^2$');
      const plain = all(element, 'p')[1]!;
      select(plain, plain);
      expect(await pasted()).to.equal('plain');
    });
  });

  it('is in copies of a table and of an answer by its TeX', async () => {
    const text = '| a | b |\n|-|-|\n| $\\frac{1}{2}$ | 2 $10^{-3}$ |\n\n$$\\sqrt{2}$$\n';
    const element = await stream([text]);
    await until(() => all(element, 'math').length === 3);
    let csv = '';
    const writeText = (words: string): Promise<void> => {
      csv = words;
      return Promise.resolve();
    };
    await instead(navigator, 'clipboard', {writeText}, () => find(element, '.bar button').click());
    expect(csv).to.equal('a,b\r\n$\\frac{1}{2}$,2 $10^{-3}$');
    const plain = await unformattedText(text, element);
    expect(plain.split(/\s*[\n\t]\s*/).join('|')).to.equal(
      'a|b|$\\frac{1}{2}$|2 $10^{-3}$|$$\\sqrt{2}$$',
    );
    const rich = await richText(text, element);
    expect(rich)
      .to.contain('<mfrac>')
      .and.not.to.match(/data-alt|\$/);
  });

  it('lets no link, handler, name or style of a text through', async () => {
    const element = await stream([
      '$\\href{javascript:alert(1)}{x}$ $\\htmlId{a}{x}$ $\\class{a}{x}$ $\\style{position:fixed}{x}$ $\\url{https://a.example}$ $\\includegraphics{https://a.example/x.png}$ $\\text{<img src=x onerror=alert(1)>}$ $\\color{red}x$',
    ]);
    expect(has(element, '.math :is(a, img, [href], [id], [onclick], [onerror], [src])')).to.be
      .false;
    expect(has(element, 'mi, mtext')).to.be.true;
  });

  it('reads deep nesting and endless macros in bounded time, as text', async () => {
    const deep = `${'{'.repeat(20_000)}x${'}'.repeat(20_000)}`;
    const endless = '\\def\\a{\\a\\a}\\a';
    const element = await stream([`\\(${endless}\\)\n\n$$\n${deep}\n$$`]);
    expect(words(content(element))).to.contain('\\def');
  });

  it('shows formulas that are too long, or that define longer ones, as TeX', async () => {
    const table = `\\begin{matrix}${'&'.repeat(2_000)}${'\\\\'.repeat(1_000)}\\end{matrix}`;
    const words = `\\newcommand\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(500)}`;
    const element = await stream([`$$\n${table}\n$$\n\n$$\n${words}\n$$\n\n$x$`]);
    const shown = [...content(element).querySelectorAll('.math')];
    expect(shown.map(formula => formula.firstElementChild !== null)).to.deep.equal([
      false,
      false,
      true,
    ]);
  });

  it('is not read again and again while it grows long', async () => {
    const element = await start();
    element.text = `$$\n${'^'.repeat(100_000)}`;
    await element.updateComplete;
    expect(words(content(element))).to.equal('…');
  });

  it('prevents formulas from covering other content', async () => {
    const element = await stream([
      'A $\\rule{9999em}{9999em}$ $\\hspace{-99em}\\text{moved}$ $\\lower 9em{\\colorbox{red}{over}}$\n\n$$\n\\raise9em{x}\n$$\n\nB',
    ]);
    const formulas = [...content(element).querySelectorAll<HTMLElement>('.math')];
    expect(formulas.length).to.equal(4);
    for (const formula of formulas) expect(getComputedStyle(formula).contain).to.equal('paint');
    const [rule] = formulas;
    const em = parseFloat(getComputedStyle(element).fontSize);
    expect(rule?.getBoundingClientRect().width).to.be.below(21 * em);
    // An inline formula does not move the baseline of its line.
    const line = await stream(['$x$ x']);
    const paragraph = content(line).querySelector('p')!;
    const [math] = paragraph.querySelectorAll<HTMLElement>('.math');
    const height = paragraph.getBoundingClientRect().height;
    math!.style.display = 'inline';
    expect(Math.abs(paragraph.getBoundingClientRect().height - height)).to.be.below(3);
  });

  it('ends with the same nodes however the text was cut', async () => {
    const piece = fc.oneof(
      markdownText,
      fc.constantFrom(
        '$a_1$',
        '\\(b\\)',
        '$$c$$',
        '\\[d\\]',
        '$$\ne\n$$',
        '\\[\nf\n\\]',
        '$$',
        '$g',
        '$5',
      ),
    );
    const text = fc
      .tuple(fc.array(piece, {maxLength: 4}), fc.constantFrom('\n\n', '\n', ' '))
      .map(([parts, between]) => parts.join(between));
    const cuts = fc.array(fc.nat(), {maxLength: 8});
    await forAllAsync(200, [text, cuts], async (source, at) => {
      const [whole, streamed] = [await stream([source]), await stream(cut(source, at))];
      expect(content(streamed).isEqualNode(content(whole)), content(streamed).innerHTML).to.be.true;
      whole.remove();
      streamed.remove();
    });
  });
});
