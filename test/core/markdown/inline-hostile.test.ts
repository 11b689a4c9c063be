import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {InlineList, type ChainLink} from '../../../src/core/markdown/inline-list.js';
import type {Definition} from '../../../src/core/markdown/definitions.js';
import {Delimiters} from '../../../src/core/markdown/emphasis.js';
import {inlineText, type Inline} from '../../../src/core/markdown/inline.js';
import {definitions, inlineHtml, openHtml, read} from './inline-html.js';
import {syntaxSoup} from './texts.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

/** The number of inlines, and their depth. */
function sizeOf(inlines: readonly Inline[]): {count: number; depth: number} {
  let count = 0;
  let depth = 0;
  for (const inline of inlines) {
    const inner = 'children' in inline ? sizeOf(inline.children) : {count: 0, depth: 0};
    count += 1 + inner.count;
    depth = Math.max(depth, 1 + inner.depth);
  }
  return {count, depth};
}

/** How often a position in the source is read while runs are matched, of which so many open and the others close. */
function looksAt(runs: readonly string[], openers = Infinity): number {
  let looks = 0;
  const chain = new InlineList();
  const delimiters = new Delimiters();
  for (const [at, run] of runs.entries()) {
    const link = chain.append({kind: 'text', text: run}, at + 1);
    const counted: ChainLink = Object.defineProperty(link, 'end', {
      get() {
        looks++;
        return at + 1;
      },
    });
    const can = {
      opens: at < openers,
      closes: openers === Infinity || at >= openers,
      likelyOpens: false,
      expectsEnd: false,
      opensUnspaced: false,
      closesUnspaced: false,
      glued: false,
      start: at,
      word: -1,
      lastUnspaced: -1,
    };
    delimiters.add(counted, run.charAt(0), run.length, can);
    chain.append({kind: 'code', text: 'a'}, at + 1);
  }
  delimiters.match(chain, undefined);
  return looks;
}

/** Definitions that count the characters of the labels they are asked for. */
class CountedDefinitions extends Map<string, Definition> {
  asked = 0;

  override get(label: string): Definition | undefined {
    this.asked += label.length + 1;
    return super.get(label);
  }
}

const SIZE = 2000;

describe('runs of delimiters without end', () => {
  it('are looked at a few times each, matched or not', () => {
    const patterns = [
      ['*'],
      ['**'],
      ['*', '_'],
      ['*', '**'],
      ['_', '**', '~~'],
      ['*', '_', '**', '__'],
      ['***', '**'],
      ['~~'],
      ['***', '_', '**', '~~'],
      ['****', '*****'],
    ];
    for (const pattern of patterns) {
      const options = Array.from({length: SIZE}, (_, at) => pattern[at % pattern.length] ?? '');
      const looks = looksAt(options);
      assert.ok(looks < 40 * SIZE, `${pattern.join(' ')}: ${looks} looks at ${SIZE} runs`);
    }
  });

  it('are read no more often if all openers are before all closers', () => {
    for (const [first, second] of [
      ['*', '_'],
      ['_', '~~'],
      ['**', '~'],
    ] as const) {
      const options = [...Array<string>(SIZE).fill(first), ...Array<string>(SIZE).fill(second)];
      assert.ok(looksAt(options, SIZE) < 40 * SIZE, `${first} ${second}`);
    }
  });

  it('stay text if nothing matches', () => {
    for (const run of ['*', '_', '~', '`', '**a ', '_a ', '~~a ']) {
      const text = `a ${run.repeat(SIZE)} a`;
      assert.equal(inlineText(read(text)), text, run);
    }
  });

  it('of one kind make one tree of bounded depth', () => {
    for (const [text, most] of [
      [`${'*'.repeat(SIZE)}a${'*'.repeat(SIZE)}`, 33],
      [`${'*a '.repeat(SIZE)}${'b*'.repeat(SIZE)}`, 33],
      [`${'**a '.repeat(SIZE)}${'b**'.repeat(SIZE)}`, 33],
      [`${'~~a '.repeat(SIZE)}${'b~~'.repeat(SIZE)}`, 33],
    ] as const) {
      const {depth} = sizeOf(read(text));
      assert.ok(depth <= most, `${text.slice(0, 6)}: ${depth} deep`);
    }
  });

  it('lose no text to the limit of depth', () => {
    const nested = `${'*a '.repeat(SIZE)}b${' c*'.repeat(SIZE)}`;
    const words = inlineText(read(nested)).replace(/[^abc]/g, '');
    assert.equal(words, 'a'.repeat(SIZE) + 'b' + 'c'.repeat(SIZE));
  });

  it('are closed at the end of a text that continues, and no deeper', () => {
    for (const run of ['*a ', '**a ', '_a ', '~~a ', '*a _b ']) {
      const inlines = read(run.repeat(SIZE), {}, true);
      assert.ok(sizeOf(inlines).depth <= 33, run);
      assert.equal(inlineText(inlines).split('a').length, SIZE + 1, run);
    }
  });
});

describe('brackets without end', () => {
  it('ask for labels that are not much longer than the text', () => {
    for (const part of ['[', '[a', '[a]', '[a][', '[a][b]', '[[a]', '![', '![a]', '[]', '[a\\]']) {
      const counted = new CountedDefinitions(definitions({x: '/x'}));
      const text = part.repeat(SIZE);
      inlineHtml(text, {definitions: counted});
      assert.ok(counted.asked <= 3 * text.length, `${part}: ${counted.asked}`);
    }
  });

  it('that open and close, each in the other, are one label only', () => {
    const counted = new CountedDefinitions(definitions({x: '/x'}));
    const text = `${'['.repeat(SIZE)}a${']'.repeat(SIZE)}`;
    assert.equal(inlineHtml(text, {definitions: counted}), text);
    assert.ok(counted.asked <= 4 * SIZE, `${counted.asked}`);
  });

  it('stay text', () => {
    for (const part of [
      '[',
      ']',
      '![',
      '](',
      '[a](',
      '[a](b',
      '[a](<b',
      '[a](b "',
      '[a]: ',
      '[^',
    ]) {
      const text = part.repeat(SIZE).trimEnd();
      assert.equal(inlineText(read(text)), text, part);
    }
  });

  it('make one link, the innermost', () => {
    const html = inlineHtml(`${'['.repeat(SIZE)}a${'](/u)'.repeat(SIZE)}`);
    assert.equal(html.split('<a ').length, 2);
    assert.ok(html.startsWith('['.repeat(SIZE - 1) + '<a href="/u">a</a>](/u)'));
  });

  it('make images of images, with the text of the innermost', () => {
    assert.deepEqual(read(`${'!['.repeat(SIZE)}a${'](/i)'.repeat(SIZE)}`), [
      {kind: 'image', src: '/i', alt: 'a', title: undefined},
    ]);
  });

  it('are abandoned at the end of a text that continues, but for the last', () => {
    const html = openHtml('[a '.repeat(SIZE));
    assert.ok(html.split('<a>').length <= 2);
    assert.equal(html.replace(/[^a]/g, '').length - (html.includes('<a>') ? 2 : 0), SIZE);
  });
});

describe('other syntax without end', () => {
  it('asks for the name of each reference once', () => {
    let asked = 0;
    const text = '&a;'.repeat(SIZE);
    inlineHtml(text, {
      decode: () => {
        asked++;
        return undefined;
      },
    });
    assert.equal(asked, SIZE);
  });

  it('stays text', () => {
    const parts = ['<', '<a ', '<a b="', '</', '<!-- ', '<?', '<!A ', '<![CDATA[', '&', '&#', '&a'];
    for (const part of [...parts, '\\', '!', 'a@', 'www.', 'http://']) {
      const text = `x${part.repeat(SIZE)} y`;
      assert.equal(
        inlineText(read(text)),
        part === '\\' ? `x${'\\'.repeat(SIZE / 2)} y` : text,
        part,
      );
    }
  });

  it('makes no more inlines than the text has characters', () => {
    forAll(runs(1000), [syntaxSoup, fc.boolean()], (soup, open) => {
      const text = soup.repeat(5);
      assert.ok(sizeOf(read(text, {}, open)).count <= text.length);
    });
  });

  it('renders no more text than its source contains, without references', () => {
    forAll(runs(1000), [syntaxSoup, fc.boolean()], (soup, open) => {
      const text = soup.replaceAll('&', '');
      assert.ok(inlineText(read(text, {}, open)).length <= text.length);
    });
  });

  it('is read the same each time', () => {
    forAll(runs(1000), [syntaxSoup, syntaxSoup], (text, other) => {
      const first = read(text);
      read(other, {}, true);
      assert.deepEqual(read(text), first);
    });
  });
});

describe('texts beside each other', () => {
  it('that code spans are read as if each were alone', () => {
    forAll(
      runs(1000),
      [fc.array(fc.constantFrom('a', 'b ', '中', '.', 'é'), {maxLength: 8})],
      words => {
        const text = words.join('').trim();
        for (const [begin, end] of [
          ['*', '*'],
          ['**', '**'],
          ['~~', '~~'],
          ['[', '](/u)'],
        ] as const) {
          const one = `${begin}x${text}x${end}`;
          assert.equal(
            inlineHtml(`${one} \`|\` ${one}`),
            `${inlineHtml(one)} <code>|</code> ${inlineHtml(one)}`,
          );
        }
      },
    );
  });

  it('are nested as deep as in the source', () => {
    const wraps = [
      ['*', '*', 'em'],
      ['**', '**', 'strong'],
      ['~~', '~~', 'del'],
    ] as const;
    forAll(runs(1000), [fc.array(fc.constantFrom(...wraps), {maxLength: 12})], all => {
      let text = 'a';
      let html = 'a';
      for (const [begin, end, tag] of all) {
        text = `${begin}x ${text} x${end}`;
        html = `<${tag}>x ${html} x</${tag}>`;
      }
      assert.equal(inlineHtml(text), html);
    });
  });
});
