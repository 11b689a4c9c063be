import {describe, it} from 'node:test';
import type {InlineSyntax} from '../../src/core/markdown/syntax.js';
import {inlineMath} from '../../src/modules/math/syntax.js';
import {read} from '../core/markdown/inline-html.js';
import {assertLinear} from './linear.js';

const marked: InlineSyntax = {
  name: 'marked',
  level: 'inline',
  start: text => text.search(/\$/),
  tokenizer: () => undefined,
  renderer: () => '',
};

describe('reading time of inline text grows with its length:', () => {
  for (const part of [
    ';',
    '&',
    ').',
    '].https://a.b/',
    'https://_',
    'www._',
    'https://a._:',
    '[]',
  ]) {
    it(`an address that goes on with ${part}`, () => {
      assertLinear(size => read(`https://a.b/${part.repeat(size)}`), 4000);
    });
  }

  for (const opener of ['[', '![', '[![']) {
    it(`links behind brackets without end: ${opener}`, () => {
      assertLinear(size => read(opener.repeat(size) + '[a](b)'.repeat(size)), 4000);
    });
  }

  it('formulas without an end', () => {
    const syntax = [{...inlineMath, renderer: () => ''}];
    for (const opener of ['\\(a ', '\\[a '])
      assertLinear(size => read(opener.repeat(size), {syntax}, true), 500);
  });

  it('many addresses in text without markup', () => {
    assertLinear(size => read('x@y.z '.repeat(size)), 8_000);
  });

  it('many places where the syntax of an extension could begin', () => {
    assertLinear(size => read('$'.repeat(size), {syntax: [marked]}), 8_000);
  });
});
