import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SyntaxStarts} from '../../../src/core/markdown/syntax-starts.js';
import type {InlineSyntax} from '../../../src/core/markdown/syntax.js';
import {inlineHtml, openHtml, read} from './inline-html.js';
import {emoji, highlight} from './syntax.js';

/** `@name`, which counts how often it is asked. */
function counting(): {syntax: InlineSyntax; asked: {searches: number; reads: number}} {
  const asked = {searches: 0, reads: 0};
  const syntax: InlineSyntax = {
    name: 'mention',
    level: 'inline',
    start(text) {
      asked.searches++;
      return text.indexOf('@');
    },
    tokenizer(text) {
      asked.reads++;
      const [raw] = /^@[a-z]+/.exec(text) ?? [];
      return raw === undefined ? undefined : {raw};
    },
    renderer: ({raw}) => raw,
  };
  return {syntax, asked};
}

describe('the positions where inline syntax could begin', () => {
  it('return the syntax that begins there, and its end', () => {
    const starts = new SyntaxStarts('a ==b== c', [highlight]);
    assert.equal(starts.read(0, false), undefined);
    assert.equal(starts.next, 2);
    assert.deepEqual(starts.read(2, false), {
      inlines: [
        {
          kind: 'custom',
          syntax: highlight,
          token: {type: 'highlight', raw: '==b==', words: 'b'},
        },
      ],
      end: 7,
    });
    assert.equal(starts.read(7, false), undefined);
    assert.equal(starts.next, Infinity);
  });

  it('are everywhere for syntax that does not restrict them', () => {
    const starts = new SyntaxStarts('abc', [emoji]);
    assert.equal(starts.read(0, false), undefined);
    assert.equal(starts.next, 1);
  });

  it('are those of the nearest syntax', () => {
    const {syntax} = counting();
    const starts = new SyntaxStarts('abc @d ==e==', [highlight, syntax]);
    starts.read(0, false);
    assert.equal(starts.next, 4);
  });

  it('prefer the first syntax in the list', () => {
    const first: InlineSyntax = {...highlight, name: 'first'};
    const text = '==a==';
    for (const order of [
      [first, highlight],
      [highlight, first],
    ]) {
      const [found] = new SyntaxStarts(text, order).read(0, false)?.inlines ?? [];
      assert.equal(found?.kind === 'custom' && found.syntax, order[0]);
    }
  });

  it('try the next syntax if the first declines', () => {
    const never: InlineSyntax = {...highlight, tokenizer: () => undefined};
    const [found] = new SyntaxStarts('==a==', [never, highlight]).read(0, false)?.inlines ?? [];
    assert.equal(found?.kind === 'custom' && found.syntax, highlight);
  });

  it('are none if a syntax returns -1 or undefined', () => {
    for (const nowhere of [-1, undefined]) {
      const starts = new SyntaxStarts('==a==', [{...highlight, start: () => nowhere}]);
      assert.equal(starts.read(0, false), undefined);
      assert.equal(starts.next, Infinity);
    }
  });

  it('are searched for once each, and not at every character', () => {
    const {syntax, asked} = counting();
    const text = `${'a '.repeat(500)}@b${' c'.repeat(500)}`;
    assert.equal(inlineHtml(text, {syntax: [syntax]}).includes('<span>@b</span>'), true);
    assert.ok(asked.searches <= 3, `${asked.searches} searches`);
    assert.equal(asked.reads, 1);
  });

  it('are read once each, though all decline', () => {
    const {syntax, asked} = counting();
    inlineHtml('@1 '.repeat(300), {syntax: [syntax]});
    assert.equal(asked.reads, 300);
    assert.ok(asked.searches <= 301, `${asked.searches} searches`);
  });
});

describe('inline syntax of extensions', () => {
  const html = (text: string): string => inlineHtml(text, {syntax: [highlight, emoji]});

  it('is next to and within built-in syntax', () => {
    for (const [text, folded] of [
      ['*==a==*', '<em><span>==a==</span></em>'],
      ['**a :b: c**', '<strong>a <span>:b:</span> c</strong>'],
      ['[==a==](/u)', '<a href="/u"><span>==a==</span></a>'],
      ['![==a==](/i)', '<img src="/i" alt="==a==" />'],
      ['==a====b==', '<span>==a==</span><span>==b==</span>'],
      ['==a==:b:', '<span>==a==</span><span>:b:</span>'],
      ['a\n==b==', 'a\n<span>==b==</span>'],
    ] as const) {
      assert.equal(html(text), folded, text);
    }
  });

  it('takes precedence over built-in syntax', () => {
    assert.equal(html('*a ==b* c=='), '*a <span>==b* c==</span>');
    assert.equal(html('==[a==](/u)'), '<span>==[a==</span>](/u)');
    assert.equal(html('==https://a.example=='), '<span>==https://a.example==</span>');
  });

  it('does not apply in code, tags, addresses and escapes', () => {
    for (const [text, folded] of [
      ['`==a==`', '<code>==a==</code>'],
      ['<b title="==a==">', '<b title="==a==">'],
      ['<ab:==c==>', '<a href="ab:==c==">ab:==c==</a>'],
      ['[a](/==b==)', '<a href="/==b==">a</a>'],
      ['\\==a==', '==a=='],
    ] as const) {
      assert.equal(html(text), folded, text);
    }
  });

  it('may replace syntax', () => {
    const starred: InlineSyntax = {
      name: 'starred',
      level: 'inline',
      start: text => text.indexOf('**'),
      tokenizer: text => (text.startsWith('**!') ? {raw: '**!'} : undefined),
      renderer: ({raw}) => raw,
    };
    assert.equal(
      inlineHtml('**! **a**', {syntax: [starred]}),
      '<span>**!</span> <strong>a</strong>',
    );
  });

  it('knows whether the text may continue', () => {
    const folded: boolean[] = [];
    const listening: InlineSyntax = {
      ...highlight,
      tokenizer(_, open) {
        folded.push(open);
        return undefined;
      },
    };
    read('==a', {syntax: [listening]});
    read('==a', {syntax: [listening]}, true);
    assert.deepEqual(folded, [false, true]);
  });

  it('renders incomplete syntax only if it supports that', () => {
    assert.equal(openHtml('a :fo', {syntax: [emoji]}), 'a <span>:fo</span>');
    assert.equal(openHtml('a ==fo', {syntax: [highlight]}), 'a ==fo');
    assert.equal(openHtml('*a :fo', {syntax: [emoji]}), '<em>a <span>:fo</span></em>');
  });
});
