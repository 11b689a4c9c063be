import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {decodeUtf8, encodeUtf8, utf8Length, Utf8Reader} from '../../../src/core/recording/utf8.js';

const RUNS = {numRuns: 1000};
/** Text with everything in it, halves of pairs too. */
const texts = fc
  .string({unit: 'binary'})
  .chain(text => fc.constantFrom('', '\ud800', '\udc00', '\ufeff').map(odd => text + odd + text));
/** Bytes of which many are near to being UTF-8. */
const bytes = fc.array(
  fc.oneof(fc.nat(255), fc.constantFrom(0x80, 0xbf, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5)),
);
const platform = (given: Uint8Array): string =>
  new TextDecoder('utf-8', {ignoreBOM: true}).decode(given);

describe('UTF-8', () => {
  it('is written as the platform writes it, and counted', () => {
    fc.assert(
      fc.property(texts, text => {
        const expected = new TextEncoder().encode(text);
        assert.deepEqual(encodeUtf8(text), expected);
        assert.equal(utf8Length(text), expected.length);
      }),
      RUNS,
    );
  });

  it('is read as the platform reads it, wherever it is cut', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), (given, cut) => {
        const all = Uint8Array.from(given);
        const at = cut % (all.length + 1);
        const reader = new Utf8Reader();
        const text = reader.feed(all.slice(0, at)) + reader.feed(all.slice(at)) + reader.end();
        assert.equal(text, platform(all));
      }),
      {numRuns: 5000},
    );
  });

  it('is told from what is none', () => {
    fc.assert(
      fc.property(bytes, given => {
        const all = Uint8Array.from(given);
        const read = (): string =>
          new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(all);
        const text = decodeUtf8(all);
        if (text === undefined) assert.throws(read);
        else assert.equal(text, read());
      }),
      {numRuns: 5000},
    );
  });
});
