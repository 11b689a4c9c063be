import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {LineParser} from '../../../src/core/index.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

function read(...pieces: string[]): string[] {
  const parser = new LineParser();
  return [...pieces.flatMap(piece => parser.feed(piece)), ...parser.flush()].map(({data}) => data);
}

describe('lines', () => {
  it('are a frame each, whatever ends them, and blank ones are none', () => {
    assert.deepEqual(read('a\nb\r\n\n  \nc\rd\n'), ['a', 'b', 'c', 'd']);
  });

  it('are joined over pieces, and the last one needs no end', () => {
    assert.deepEqual(read('a', 'b\nc', '', 'd'), ['ab', 'cd']);
  });

  it('are the same however the text is cut', () => {
    const text = fc.string({unit: fc.constantFrom('a', '\n', '\r', 'é', '{')});
    forAll(runs(1000), [text, fc.nat()], (whole, at) => {
      const cut = at % (whole.length + 1);
      assert.deepEqual(read(whole.slice(0, cut), whole.slice(cut)), read(whole));
    });
  });

  it('that are too long are omitted, and reported', () => {
    let dropped = 0;
    const parser = new LineParser({onDrop: () => dropped++});
    const piece = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 10; n++) assert.deepEqual(parser.feed(piece), []);
    assert.deepEqual(parser.feed('\nnext\n'), [{data: 'next'}]);
    assert.deepEqual(parser.feed(`${piece.repeat(10)}\nnext\n`), [{data: 'next'}]);
    assert.equal(dropped, 2);
  });
});
