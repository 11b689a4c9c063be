import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {normalizeLabel, readDefinition, readLabel} from '../../../src/core/markdown/definitions.js';
import {decode} from './to-html.js';

describe('normalizeLabel', () => {
  it('compares labels without regard to case and white space', () => {
    assert.equal(normalizeLabel('  Foo \n Bar'), normalizeLabel('foo bar'));
    assert.equal(normalizeLabel('ẞ'), normalizeLabel('SS'));
    assert.equal(normalizeLabel('ΑΓΩ'), normalizeLabel('αγω'));
    assert.notEqual(normalizeLabel('foo-bar'), normalizeLabel('foo bar'));
  });
});

describe('readLabel', () => {
  it('reads up to the bracket that closes, and no other bracket', () => {
    assert.deepEqual(readLabel('x[a\\]b] c', 1), {label: 'a\\]b', end: 7});
    assert.deepEqual(readLabel('[]', 0), {label: '', end: 2});
    assert.equal(readLabel('[a[b]', 0), undefined);
    assert.equal(readLabel('[a', 0), undefined);
    assert.equal(readLabel('a]', 0), undefined);
  });

  it('accepts a label of at most 999 characters', () => {
    assert.equal(readLabel(`[${'a'.repeat(999)}]`, 0)?.end, 1001);
    assert.equal(readLabel(`[${'a'.repeat(1000)}]`, 0), undefined);
  });
});

describe('readDefinition', () => {
  const read = (text: string) => readDefinition(text, 0, decode);

  it('returns the start of the next line', () => {
    assert.deepEqual(read('[A b]: /c "d"\nnext'), {
      label: normalizeLabel('a B'),
      definition: {href: '/c', title: 'd'},
      target: 'address',
      end: 14,
      firm: true,
    });
    assert.equal(read('[a]: /b')?.end, 7);
  });

  it('reads a title on the next line, and ignores a line that only looks like one', () => {
    assert.deepEqual(read("[a]:\n/b\n'c'")?.definition, {href: '/b', title: 'c'});
    const found = read('[a]: /b\n"c" d');
    assert.deepEqual(found?.definition, {href: '/b', title: undefined});
    assert.equal(found.end, 8);
  });

  it('is final when no later line can be part of it', () => {
    assert.equal(read('[a]: /b')?.firm, false);
    assert.equal(read('[a]: /b\n"c')?.firm, false);
    assert.equal(read('[a]: /b\n"c" d')?.firm, true);
    assert.equal(read('[a]: /b\nc')?.firm, true);
  });

  it('declines other text', () => {
    for (const text of [
      '[a]',
      '[a] : /b',
      '[ ]: /b',
      '[a]:',
      '[a]: /b c',
      '[a]: /b "c" d',
      '[a]: (',
    ]) {
      assert.equal(read(text), undefined, text);
    }
  });

  it('tells an address from a file and a word', () => {
    for (const text of ['https://a.example', 'www.a.example', '/b', './b', '#b', '<b>']) {
      assert.equal(read(`[a]: ${text}`)?.target, 'address', text);
    }
    for (const text of ['data.csv', 'a.example/b', 'src/main.ts', 'read/write']) {
      assert.equal(read(`[a]: ${text}`)?.target, 'file', text);
    }
    for (const text of ['Hello', '1.2', '"b"']) {
      assert.equal(read(`[a]: ${text}`)?.target, 'word', text);
    }
  });

  it('may have an empty target between angle brackets', () => {
    assert.equal(read('[a]: <>')?.definition.href, '');
    assert.equal(read('[a]: <b c>')?.definition.href, 'b c');
  });
});
