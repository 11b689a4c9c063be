import {expect, fixture, html} from '@open-wc/testing';
import {markdownEngine} from '../../../../src/elements/shared/lazy-engine.js';
import '../../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {Highlighting} from '../../../../src/elements/base/markdown-service.js';
import type {UbikMarkdown} from '../../../../src/elements/ubik-markdown/ubik-markdown.js';
import {all, find, frame, has, mutations, until} from '../../support/dom.js';

const code = `/* a comment
   of two lines */
const answer = 42; // the answer
let text = \`of
two lines\`;
function name(argument) {
  return "string" + argument;
}
`;

const fenced = (language: string, source = code): string => `\`\`\`${language}\n${source}\`\`\`\n`;

async function start(
  text = '',
  streaming = true,
  highlighting: Highlighting = 'closed',
): Promise<UbikMarkdown> {
  await markdownEngine.load();
  return fixture(
    html`<ubik-markdown
      .text=${text}
      ?streaming=${streaming}
      highlighting=${highlighting}
    ></ubik-markdown>`,
  );
}

/** The coloured ranges of the code of an element, in order: colour, text and position. */
function coloured(element: UbikMarkdown): string[] {
  const lines: Node[] = [];
  for (const place of all(element, 'pre > code')) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) lines.push(walker.currentNode);
  }
  const pieces = [...CSS.highlights].flatMap(([name, ranges]) =>
    [...ranges].flatMap(({startContainer, startOffset, endOffset}) => {
      const line = lines.indexOf(startContainer);
      const words = startContainer.textContent?.slice(startOffset, endOffset) ?? '';
      return line < 0
        ? []
        : [{line, startOffset, told: `${name.replace('ubik-code-', '')} ${words}`}];
    }),
  );
  return pieces
    .sort((a, b) => a.line - b.line || a.startOffset - b.startOffset)
    .map(({line, told}) => `${line} ${told}`);
}

const whole = [
  '0 comment /* a comment',
  '1 comment    of two lines */',
  '2 keyword const',
  '2 name answer',
  '2 number 42',
  '2 comment // the answer',
  '3 keyword let',
  '3 name text',
  '3 string `of',
  '4 string two lines`',
  '5 keyword function',
  '5 name name',
  '5 name argument',
  '6 keyword return',
  '6 string "string"',
];

describe('the colours of code', () => {
  it('colours a finished block without touching a node', async () => {
    const element = await start(fenced('js'), false);
    const changes = await mutations(element, () =>
      until(() => coloured(element).length >= whole.length),
    );
    expect(coloured(element)).to.deep.equal(whole);
    expect(changes).to.equal(0);
    const rules = [...(element.shadowRoot?.adoptedStyleSheets.at(-1)?.cssRules ?? [])];
    expect(rules[0]?.cssText).to.contain('ubik-code');
  });

  it('colours an open block with `streaming`, with the same result as for complete code', async () => {
    const element = await start('', true, 'streaming');
    const text = fenced('js');
    for (let at = 3; at < text.length - 5; at += 3) {
      element.text = text.slice(0, at);
      await element.updateComplete;
      if (at % 30 === 0) await frame();
    }
    await until(() => coloured(element).length === whole.length);
    expect(coloured(element)).to.deep.equal(whole);
    element.text = text;
    element.streaming = false;
    await element.updateComplete;
    await until(() => coloured(element).length === whole.length);
    expect(coloured(element)).to.deep.equal(whole);
  });

  it('colours a block when it has ended, although the text after it streams', async () => {
    const text = fenced('js');
    const element = await start(text.slice(0, -5));
    await start(text, false); // the code of the highlighter has loaded
    await until(() => [...CSS.highlights.values()].some(({size}) => size > 0));
    expect(coloured(element)).to.deep.equal([]);
    element.text = `${text}\nMore`;
    await until(() => coloured(element).length === whole.length);
    expect(element.streaming).to.be.true;
  });

  it('colours nothing with `off`, and everything again without it', async () => {
    const element = await start(fenced('js'), false, 'off');
    await start(fenced('py', 'import os\n'), false);
    await until(() => [...CSS.highlights.values()].some(({size}) => size > 0));
    expect(coloured(element)).to.deep.equal([]);
    element.highlighting = undefined;
    await until(() => coloured(element).length === whole.length);
  });

  it('colours only what is in view, so that code above costs nothing', async () => {
    const element = await start(`${fenced('js')}\n${'Text.\n\n'.repeat(200)}`, false);
    await until(() => coloured(element).length === whole.length);
    scrollTo(0, document.documentElement.scrollHeight);
    await until(() => coloured(element).length === 0);
    scrollTo(0, 0);
    await until(() => coloured(element).length === whole.length);
    expect(coloured(element)).to.deep.equal(whole);
  });

  it('leaves the colours to the system if it forces colours', async () => {
    const element = await start(fenced('js'), false);
    await until(() => coloured(element).length === whole.length);
    const rules = [...(element.shadowRoot?.adoptedStyleSheets.at(-1)?.cssRules ?? [])];
    expect(rules.pop()?.cssText).to.match(/^@media \(forced-colors: active\)[^]*canvastext/i);
    expect(rules).not.to.be.empty;
    for (const rule of rules) expect(rule.cssText).to.match(/^@media \(forced-colors: none\)/);
  });

  it('does not read again the lines that have ended', async () => {
    const element = await start(fenced('js').slice(0, 70), true, 'streaming');
    await until(() => coloured(element).length >= 5);
    const ranges = [...(CSS.highlights.get('ubik-code-comment') ?? [])];
    element.text = fenced('js').slice(0, 120);
    await element.updateComplete;
    await until(() => coloured(element).length >= 7);
    const later = [...(CSS.highlights.get('ubik-code-comment') ?? [])];
    expect(later.slice(0, ranges.length)).to.deep.equal(ranges);
  });

  it('leaves nothing when the element is removed, and colours again when it is inserted', async () => {
    const before = [...CSS.highlights.values()].reduce((sum, {size}) => sum + size, 0);
    const element = await start(fenced('js'), false);
    const place = element.parentElement;
    await until(() => coloured(element).length === whole.length);
    element.remove();
    expect([...CSS.highlights.values()].reduce((sum, {size}) => sum + size, 0)).to.equal(before);
    place?.append(element);
    await until(() => coloured(element).length === whole.length);
    element.text = 'No code.';
    await element.updateComplete;
    expect([...CSS.highlights.values()].reduce((sum, {size}) => sum + size, 0)).to.equal(before);
  });

  it('lets code of no known language be, and lines that are no code', async () => {
    const element = await start(
      `${fenced('klingon')}${fenced('')}${fenced('js', `const a = '${'x'.repeat(3000)}';\n`)}${fenced('py', 'import os\n')}`,
      false,
    );
    await until(() => coloured(element).length > 0);
    expect(coloured(element)).to.deep.equal(['17 keyword import']);
  });

  for (const [language, source, expected] of [
    ['typescript', 'type A = string;\n', 'keyword type'],
    ['py', 'def f(): pass\n', 'keyword def'],
    ['bash', 'echo "$HOME" # x\n', 'comment # x'],
    ['json', '{"a": 1}\n', 'number 1'],
    ['html', '<p class="a">x</p>\n', 'property class'],
    ['css', 'a { color: red }\n', 'property color'],
    ['sql', 'SELECT 1;\n', 'keyword SELECT'],
    ['go', 'func main() {}\n', 'keyword func'],
    ['rust', 'fn main() {}\n', 'keyword fn'],
    ['ruby', 'def a; end\n', 'keyword def'],
    ['swift', 'let a = 1\n', 'keyword let'],
    ['yaml', '# a\nb: 1\n', 'comment # a'],
    ['toml', '# a\n', 'comment # a'],
    ['ini', '# a\n', 'comment # a'],
    ['dockerfile', 'FROM a\n', 'keyword FROM'],
    ['lua', 'local a = 1\n', 'keyword local'],
    ['r', 'a <- 1 # b\n', 'comment # b'],
    ['ps1', 'if ($a) {}\n', 'keyword if'],
    ['c++', 'int a = 1;\n', 'type int'],
    ['kotlin', 'val a = 1\n', 'keyword val'],
    ['scss', '$a: 1px; // b\n', 'comment // b'],
    ['xml', '<a b="c"/>\n', 'string "c"'],
    ['diff', '+ a\n', 'string + a'],
    ['tex', '% a\n', 'comment % a'],
  ] as const) {
    it(`knows ${language}`, async () => {
      const element = await start(fenced(language, source), false);
      await until(() => coloured(element).length > 0);
      expect(coloured(element).map(piece => piece.replace(/^\d+ /, ''))).to.include(expected);
    });
  }

  it('changes neither copied text nor the selection', async () => {
    const element = await start(fenced('js'), false);
    await until(() => coloured(element).length === whole.length);
    expect(find(element, 'pre').textContent).to.equal(code);
    expect(has(element, 'pre [style]')).to.be.false;
    expect(has(element, 'code code, code a, code [class^=token]')).to.be.false;
    await expect(element).to.be.accessible();
  });
});
