import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import type {Frame} from '../../../src/core/sse/frame.js';
import {FrameParser, parseFrames} from '../../../src/core/sse/frame-parser.js';
import {runs} from '../../support/full.js';
import {forAll} from '../../support/for-all.js';

const RUNS = runs(1000);

/**
 * The frames of a whole stream, implemented literally from the HTML standard, section 9.2.6: split into lines, read
 * the fields, dispatch at each empty line.
 */
function parseByStandard(stream: string): Frame[] {
  const frames: Frame[] = [];
  // Text after the last line end is no line.
  const lines = stream.split(/\r\n|\r|\n/).slice(0, -1);
  let [data, event, id] = ['', '', undefined as string | undefined];
  for (const line of lines) {
    if (line === '') {
      if (data !== '') {
        frames.push({
          data: data.slice(0, -1),
          ...(event !== '' && {event}),
          ...(id !== undefined && {id}),
        });
      }
      [data, event, id] = ['', '', undefined];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (field === 'data') data += `${value}\n`;
    if (field === 'event') event = value;
    if (field === 'id' && !value.includes('\0')) id = value;
  }
  return frames;
}

const stream = fc
  .array(
    fc.constantFrom(
      ...['data', 'event', 'id', 'retry', ':', ': ', ':', 'data:', 'data: ', 'event: a', 'id: 1'],
      ...[
        '\n',
        '\n',
        '\n\n',
        '\r',
        '\r\r',
        '\r\n',
        '\r\n\r\n',
        ' ',
        '\0',
        '\uFEFF',
        'ï»¿',
        '😀',
        'x',
      ],
    ),
    {maxLength: 40},
  )
  .map(pieces => pieces.join(''));

const fed = (chunks: readonly string[]): Frame[] => {
  const parser = new FrameParser();
  return chunks.flatMap(chunk => parser.feed(chunk));
};

describe('FrameParser', () => {
  it('equals the standard, at every cut', () => {
    forAll(RUNS, [stream], text => {
      const frames = parseByStandard(text);
      assert.deepEqual(fed([text]), frames);
      for (let cut = 0; cut <= text.length; cut++) {
        assert.deepEqual(fed([text.slice(0, cut), text.slice(cut)]), frames);
      }
      assert.deepEqual(fed(text.split('')), frames);
    });
  });

  it('equals the standard in chunks of any size', () => {
    forAll(RUNS, [stream, fc.array(fc.nat(8), {minLength: 1})], (text, sizes) => {
      const chunks: string[] = [];
      for (let from = 0, turn = 0; from < text.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 0;
        chunks.push(text.slice(from, from + size));
        from += size;
        if (turn > 1000) break; // only zero sizes
      }
      assert.deepEqual(fed(chunks), parseByStandard(chunks.join('')));
    });
  });

  it('returns event, data and id, each if it exists', () => {
    assert.deepEqual(
      fed([
        'event: step\nid: 7\ndata: {"a":\ndata: 1}\n\n',
        'data\n\n',
        ': nothing\n\nid\ndata:x\n\n',
      ]),
      [{event: 'step', id: '7', data: '{"a":\n1}'}, {data: ''}, {id: '', data: 'x'}],
    );
  });

  it('gives a frame as soon as its last line ends, whatever the line end is', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const parser = new FrameParser();
      assert.deepEqual(parser.feed(`data: a${end}${end}`), [{data: 'a'}], JSON.stringify(end));
      assert.deepEqual(parser.feed(`data: b${end}${end}`), [{data: 'b'}], JSON.stringify(end));
    }
  });

  it('drops a frame that is unfinished when the stream ends', () => {
    assert.deepEqual(parseFrames('data: a\n\ndata: b\n'), [{data: 'a'}]);
  });

  it('does not treat three letters as a byte-order mark', () => {
    assert.deepEqual(parseFrames('ï»¿data: a\n\ndata: b\n\n'), [{data: 'b'}]);
  });
});

describe('a frame that is too long', () => {
  const long = 'x'.repeat(100);
  for (const [where, before] of [
    ['in its line', `data: ${long}`],
    ['after a line', `data: ${long}\n`],
    ['in its lines', `data: ${long}\ndata: ${long}`],
  ] as const) {
    it(`is dropped to its end, and reported once, if it is too long ${where}`, () => {
      const rest = `${long}\ndata: rest\n\ndata: next\n\n`;
      for (let cut = 0; cut <= rest.length; cut++) {
        let dropped = 0;
        const parser = new FrameParser({maxLength: 50, onDrop: () => dropped++});
        const frames = ['data: first\n\n', before, rest.slice(0, cut), rest.slice(cut)].flatMap(
          chunk => parser.feed(chunk),
        );
        assert.deepEqual(frames, [{data: 'first'}, {data: 'next'}]);
        assert.equal(dropped, 1);
      }
    });
  }

  it('ends with CRLF as well, and needs no callback', () => {
    const parser = new FrameParser({maxLength: 50});
    const frames = [
      `data: ${long}`,
      '\r',
      '\n\r',
      '\ndata: next\r\n\r',
      '\ndata: b\r\n\r\n',
    ].flatMap(chunk => parser.feed(chunk));
    assert.deepEqual(frames, [{data: 'next'}, {data: 'b'}]);
  });
});

describe('parseFrames', () => {
  it('reads a whole stream, with or without a byte-order mark', () => {
    assert.deepEqual(parseFrames('\uFEFFdata: a\n\n'), [{data: 'a'}]);
    assert.deepEqual(parseFrames('data: a\n\n'), [{data: 'a'}]);
    assert.deepEqual(parseFrames('\uFEFF\uFEFFdata: a\n\n'), []);
    assert.deepEqual(parseFrames(''), []);
  });

  it('reads the frames that are written as the data of another one', () => {
    const written = [
      'data: data: {"a":1}\n\n',
      'event: outer\nid: 7\ndata: data: {"a":2}\ndata: \ndata: \n\n',
      'data: event: inner\ndata: data: {"a":3}\ndata: \ndata: data: [DONE]\n\n',
    ];
    assert.deepEqual(parseFrames(written.join('')), [
      {data: '{"a":1}'},
      {data: '{"a":2}', event: 'outer', id: '7'},
      {data: '{"a":3}', event: 'inner'},
      {data: '[DONE]'},
    ]);
    for (const data of ['data: text', 'data:', '{"a":"data: {"}', 'x\ndata: {}']) {
      const lines = data.split('\n').map(line => `data: ${line}\n`);
      assert.deepEqual(parseFrames(`${lines.join('')}\n`), [{data}]);
    }
  });
});
