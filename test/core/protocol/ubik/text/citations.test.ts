import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {sources} from '../../../../../src/core/model/select.js';
import {CitationScanner} from '../../../../../src/core/protocol/ubik/text/citations.js';
import {UbikDecoder} from '../../../../../src/core/protocol/ubik/decoder.js';
import {chunk, complete, every, foldEvents, framed} from '../folded.js';

const WEB =
  '<web_citation url="https://a.example/?x=1&amp;y=2" title="&quot;A&quot;">[1]</web_citation>';
const DOCUMENT = '<citation id="d1" name="Report">[2]</citation>';

/** The tokens of a scanner: texts joined, citations by their key. */
function found(pieces: readonly string[]): readonly string[] {
  const scanner = new CitationScanner();
  const all = [...pieces.flatMap(piece => scanner.feed(piece)), scanner.flush()];
  return all
    .map(one => (typeof one === 'string' ? one : `\0${one.kind}:${one.key}\0`))
    .join('')
    .split('\0');
}

describe('citations', () => {
  it('become sources of the message, and marks where they are in the text', () => {
    const {message} = foldEvents([
      chunk(`🙂 ${WEB} b ${DOCUMENT}${DOCUMENT} c <source_7>.`),
      complete,
    ]);
    const [text] = every(message, 'text');
    assert.equal(text?.text, '🙂  b  c .');
    assert.deepEqual(
      text.marks?.map(({offset, label}) => [offset, label]),
      [
        [3, '1'],
        [6, '2'],
        [6, '2'],
        [9, '7'],
      ],
    );
    assert.deepEqual(
      text.marks.map(({source}) => source.replace(/^run.source:/, '').slice(0, 8)),
      ['web:http', 'document', 'document', 'number:7'],
    );
    const folded = sources(message).map(({number, url, documentId, title}) => [
      number,
      url ?? documentId,
      title,
    ]);
    assert.deepEqual(folded, [
      [1, 'https://a.example/?x=1&y=2', '"A"'],
      [2, 'd1', 'Report'],
      [7, undefined, ''],
    ]);
  });

  it('are marks of a text as soon as they are complete, also without words', () => {
    const marks = (...pieces: readonly string[]): readonly unknown[] => {
      const [text] = every(foldEvents(pieces.map(piece => chunk(piece))).message, 'text');
      return [text?.text, text?.marks?.length];
    };
    assert.deepEqual(marks(WEB), ['', 1]);
    assert.deepEqual(marks('a', '<source_1>', 'b<source_2>'), ['ab', 2]);
    const half = 'a <web_citation url="x';
    assert.deepEqual(marks(half), ['a', undefined]);
    assert.equal(every(foldEvents([chunk(half), complete]).message, 'text')[0]?.text, half);
  });

  it('are in a new list after each one, so that a list never changes', () => {
    const decoder = new UbikDecoder();
    const lists = ['a<source_1>', 'b<source_2>', 'c']
      .flatMap(text => decoder.decode(framed(chunk(text))))
      .map(op => (op.op === 'assign' ? op.fields?.['marks'] : undefined))
      .filter(marks => Array.isArray(marks));
    assert.deepEqual(
      lists.map(({length}) => length),
      [1, 2],
    );
  });

  it('keep their number of the text, unless another source has it', () => {
    const web = (name: string, words: string): string =>
      `<web_citation url="https://${name}.example" title="${name}">${words}</web_citation>`;
    const labels = {
      three: '[3]',
      one: '[1]',
      other: '[1]',
      no: 'here',
      long: '1000000',
      half: '1.5',
      zero: '09',
    };
    const texts = Object.entries(labels).map(([name, label]) => web(name, label));
    const {message} = foldEvents([chunk(`${texts.join(' ')}<source_3>`), complete]);
    assert.deepEqual(
      sources(message).map(({number, title}) => [number, title]),
      [
        [1, 'one'],
        [2, 'other'],
        [3, 'three'],
        [3, ''],
        [4, 'no'],
        [5, 'long'],
        [6, 'half'],
        [7, 'zero'],
      ],
    );
  });

  it('are counted again when the server sends another text', () => {
    const cite = (name: string): string => `<citation id="${name}" name="${name}">x</citation>`;
    const content = `b ${cite('b')}${cite('c')}`;
    const {message} = foldEvents([chunk(cite('a') + cite('b')), {...complete, content}]);
    assert.deepEqual(
      sources(message).map(({number, title}) => [number, title]),
      [
        [1, 'b'],
        [2, 'c'],
      ],
    );
  });

  it('may have any character in a title, and lead to pages only', () => {
    const {message} = foldEvents([
      chunk('<web_citation url="javascript:alert(1)" title="a <b> & c">[1]</web_citation>'),
      complete,
    ]);
    assert.deepEqual(
      sources(message).map(({url, title}) => [url, title]),
      [[undefined, 'a <b> & c']],
    );
  });

  it('are not awaited in text that only begins like one', () => {
    const scanner = new CitationScanner();
    assert.deepEqual(scanner.feed('<citation is a word'), ['<citation is a word']);
    assert.deepEqual(scanner.feed('<citation id="d" '), []);
    assert.equal(scanner.flush(), '<citation id="d" ');
  });

  it('need neither a title nor a name', () => {
    const {message} = foldEvents([
      chunk('<web_citation>[1]</web_citation><citation>x</citation>'),
      complete,
    ]);
    assert.equal(sources(message).length, 2);
  });

  it('are found however the text is cut', () => {
    const text = `a < b ${WEB}<source_12> <citation id="${DOCUMENT} <source_x> <web_cit`;
    const whole = found([text]);
    assert.equal(whole.filter((_, at) => at % 2 === 1).length, 3);
    fc.assert(
      fc.property(fc.array(fc.nat({max: text.length}), {maxLength: 6}), cuts => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));
        assert.deepEqual(found(pieces), whole);
      }),
    );
  });

  it('are text if they are not exact', () => {
    for (const text of [
      '<citation id="a">no end',
      '<b>bold</b>',
      '<source_1234567>',
      `<citation id="${'x'.repeat(5_000)}">[1]</citation>`,
      '<citation onclick=x>[1]</citation>',
    ]) {
      assert.deepEqual(found([text]), [text]);
    }
  });

  it('are bounded in one text, and text beyond', () => {
    const {message} = foldEvents([chunk('<source_1>'.repeat(5_001)), complete]);
    const [text] = every(message, 'text');
    assert.equal(text?.marks?.length, 5_000);
    assert.equal(text.text, '<source_1>');
  });
});
