import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  readDestination,
  readReference,
  readTitle,
  skipSpace,
  unescape,
} from '../../../src/core/markdown/destination.js';
import {assertEach, casesOf} from './inline-html.js';
import {decode} from './to-html.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const ASCII_PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

describe('unescape', () => {
  const unescaped = (text: string): string => unescape(text, decode);
  const itUnescapes = casesOf(unescaped);

  it('removes the backslash before every ASCII punctuation character', () => {
    for (const mark of ASCII_PUNCTUATION) assert.equal(unescaped(`a\\${mark}b`), `a${mark}b`);
  });

  it('leaves a backslash before anything else', () => {
    for (const other of ['a', 'Z', '0', ' ', '\n', '\t', 'é', '«', '中'])
      assert.equal(unescaped(`\\${other}`), `\\${other}`);
    assert.equal(unescaped('a\\'), 'a\\');
  });

  itUnescapes('decodes from left to right, and nothing twice', [
    ['\\\\*', '\\*'],
    ['\\\\\\*', '\\*'],
    ['\\&amp;', '&amp;'],
    ['&amp;copy;', '&copy;'],
    ['&#92;*', '\\*'],
    ['&#38;amp;', '&amp;'],
  ]);

  itUnescapes('reads references by name and by number', [
    ['&copy;&auml;', '©ä'],
    ['&#169;&#xA9;&#XA9;', '©©©'],
    ['&#x1F600;', '😀'],
    ['&#0000169;', '©'],
    ['&#00000169;', '&#00000169;'],
    ['&#x00000A9;', '&#x00000A9;'],
    ['&#;&#x;&#xg;&;', '&#;&#x;&#xg;&;'],
    ['&copy &nope;', '&copy &nope;'],
  ]);

  it('needs a name', () => {
    const asked: string[] = [];
    unescape('a b \\& &; &# & c', reference => {
      asked.push(reference);
      return undefined;
    });
    assert.deepEqual(asked, []);
  });

  it('restores any text whose punctuation was escaped', () => {
    forAll(runs(1000), [fc.string({unit: 'grapheme'})], text => {
      const escaped = text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
      assert.equal(unescaped(escaped), text);
    });
  });
});

describe('readReference', () => {
  const byNumber = (code: string): string | undefined =>
    readReference(`&#${code};`, code, undefined, decode);

  it('gives the character of a number', () => {
    assert.equal(byNumber('65'), 'A');
    assert.equal(byNumber('128512'), '😀');
    assert.equal(readReference('&#x1f600;', undefined, '1f600', decode), '😀');
    assert.equal(readReference('&#xABC;', undefined, 'ABC', decode), '\u0ABC');
  });

  it('returns the replacement character for an invalid one', () => {
    for (const code of ['0', '55296', '57343', '1114112', '9999999'])
      assert.equal(byNumber(code), '\uFFFD', code);
    for (const code of ['0', 'd800', 'DFFF', '110000', 'ffffff'])
      assert.equal(readReference('', undefined, code, decode), '\uFFFD', code);
  });

  it('gives everything beside the forbidden ones', () => {
    for (const code of [1, 0xd7ff, 0xe000, 0x10ffff])
      assert.equal(byNumber(String(code)), String.fromCodePoint(code), String(code));
  });

  it('leaves names to the caller', () => {
    assert.equal(readReference('&copy;', undefined, undefined, decode), '©');
    assert.equal(readReference('&nope;', undefined, undefined, decode), undefined);
  });
});

describe('skipSpace', () => {
  it('skips spaces, tabs and one line end', () => {
    for (const [text, at, end] of [
      ['ab', 0, 0],
      ['  b', 0, 2],
      [' \t b', 0, 3],
      ['\nb', 0, 1],
      ['  \n\t b', 0, 5],
      ['\n\nb', 0, 1],
      [' \n \n b', 0, 3],
      ['a  b', 1, 3],
      ['a', 1, 1],
      ['\u00A0b', 0, 0],
    ] as const) {
      assert.equal(skipSpace(text, at), end, JSON.stringify(text));
    }
  });
});

describe('readDestination', () => {
  const folded = (text: string): string | undefined => {
    const part = readDestination(text, 0);
    return part && `${part.value}|${text.slice(part.end)}`;
  };
  const itFolds = casesOf(folded);

  itFolds('ends at white space, at a control character, or at a bracket that it did not open', [
    ['/a b', '/a| b'],
    ['/a\tb', '/a|\tb'],
    ['/a\nb', '/a|\nb'],
    ['/a\u0001b', '/a|\u0001b'],
    ['/a\u007Fb', '/a|\u007Fb'],
    ['/a)b', '/a|)b'],
    ['/a(b)c)d', '/a(b)c|)d'],
    ['/a\\)b)', '/a\\)b|)'],
    ['/a\\ b', '/a\\| b'],
    ['/a\\', '/a\\|'],
    ['/a<b>', '/a<b>|'],
    ['', '|'],
    [')', '|)'],
    ['/ä中🚀', '/ä中🚀|'],
  ]);

  it('is none if a bracket stays open', () => {
    for (const text of ['(', '/a(b', '/a(b c)', '/a((b)'])
      assert.equal(readDestination(text, 0), undefined, text);
  });

  it('nests at most 32 brackets', () => {
    const nested = (depth: number): string => '('.repeat(depth) + ')'.repeat(depth);
    assert.equal(readDestination(nested(32), 0)?.value, nested(32));
    assert.equal(readDestination(nested(33), 0), undefined);
  });

  it('ends at its own angle bracket, if it began with one', () => {
    assertEach(
      [
        ['<a b>c', 'a b|c'],
        ['<>', '|'],
        ['<a(b>', 'a(b|'],
        ['<a\\>b>', 'a\\>b|'],
        ['<a\\<b>', 'a\\<b|'],
      ],
      folded,
    );
    for (const text of ['<a', '<a<b>', '<a\nb>', '<a\\>', '<'])
      assert.equal(readDestination(text, 0), undefined, text);
  });

  it('begins at the given position', () => {
    assert.deepEqual(readDestination('[a](/b c)', 4), {value: '/b', end: 6});
    assert.deepEqual(readDestination('[a](<b c>)', 4), {value: 'b c', end: 9});
    assert.deepEqual(readDestination('ab', 2), {value: '', end: 2});
  });
});

describe('readTitle', () => {
  const folded = (text: string): string | undefined => {
    const part = readTitle(text, 0);
    return part && `${part.value}|${text.slice(part.end)}`;
  };
  const itFolds = casesOf(folded);

  itFolds('is in quotation marks of either kind, or in round brackets', [
    ['"a" b', 'a| b'],
    ["'a' b", 'a| b'],
    ['(a) b', 'a| b'],
    ['""', '|'],
    ["''", '|'],
    ['()', '|'],
    ['"a \'b\' (c)"', "a 'b' (c)|"],
    ['\'a "b"\'', 'a "b"|'],
    ['"a\nb"', 'a\nb|'],
    ['"a\\"b"c', 'a\\"b|c'],
    ["'a\\'b'", "a\\'b|"],
    ['(a\\)b)', 'a\\)b|'],
    ['(a\\(b)', 'a\\(b|'],
    ['"a\\\\"b"', 'a\\\\|b"'],
  ]);

  it('is none without its end, or with a bracket within brackets', () => {
    for (const text of ['', 'a', '"a', "'a", '(a', '"a\\"', '(a(b))', '“a”'])
      assert.equal(readTitle(text, 0), undefined, text);
  });

  it('begins at the given position', () => {
    assert.deepEqual(readTitle('/a "b"', 3), {value: 'b', end: 6});
    assert.equal(readTitle('/a "b"', 2), undefined);
  });
});
