import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation} from '../../../../src/core/model/item.js';
import type {Op} from '../../../../src/core/model/op.js';
import {walk} from '../../../../src/core/model/select.js';
import {EventLog} from '../../../../src/core/protocol/frames/event-log.js';
import {foldFrames} from '../../../../src/core/protocol/frames/fold.js';
import type {Protocol} from '../../../../src/core/protocol/types.js';
import {UbikDecoder} from '../../../../src/core/protocol/ubik/decoder.js';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {FrameParser} from '../../../../src/core/sse/frame-parser.js';
import {
  at,
  chunk,
  complete,
  every,
  framed,
  outline,
  started,
  foldEvents,
  folded,
  type SentEvent,
} from './folded.js';

/** Bad input costs in proportion to its length: counted in ops and items, independent of the machine. */

function opsOf(events: readonly SentEvent[]): readonly Op[] {
  const decoder = new UbikDecoder();
  return events.flatMap(event => decoder.decode(framed(event)));
}

const MIB = 2 ** 20;

const frameChunk = (index: number, total: unknown, text: string, more: object = {}): SentEvent => ({
  type: 'response_chunk_delta_sse',
  chunk_id: 'g',
  chunk_index: index,
  total_chunks: total,
  chunk_data: text,
  ...more,
});

describe('events in frameChunks', () => {
  it('may have 32 MiB together', () => {
    const content = 'x'.repeat(32 * MIB - 1_000);
    const text = JSON.stringify(chunk(content));
    const half = text.length / 2;
    const {message, codes} = foldEvents([
      frameChunk(0, 2, text.slice(0, half)),
      frameChunk(1, 2, text.slice(half)),
    ]);
    assert.equal(every(message, 'text')[0]?.text.length, content.length);
    assert.deepEqual(codes, []);
  });

  it('are dropped beyond the limit, and later text is read', () => {
    const {message, codes} = foldEvents([
      frameChunk(0, 3, 'x'.repeat(20 * MIB)),
      frameChunk(1, 3, 'x'.repeat(20 * MIB)),
      chunk('a'),
    ]);
    assert.deepEqual(codes, ['group-too-long']);
    assert.deepEqual(outline(message), ['text streaming: a']);
  });

  for (const total of [-1, 0, 10_001, 2 ** 53, 1e308, 1.5, 'two', null, undefined, {}]) {
    it(`are rejected if their total is ${JSON.stringify(total)}`, () => {
      const {message, codes} = foldEvents([frameChunk(0, total, '{"content":"b"}'), chunk('a')]);
      assert.deepEqual([codes, outline(message)], [['chunk-total'], ['text streaming: a']]);
    });
  }

  for (const index of [-1, 2, 1e308, 0.5]) {
    it(`are refused when they are to be number ${index} of two`, () => {
      const {codes} = foldEvents([frameChunk(index, 2, 'x'), chunk('a')]);
      assert.deepEqual(codes, ['chunk-index']);
    });
  }

  it('may be ten thousand', () => {
    const text = JSON.stringify(chunk('x'.repeat(9_950)));
    const frameChunks = Array.from({length: 10_000}, (_, place) =>
      frameChunk(place, 10_000, text.slice(place, place + 1)),
    );
    const {message, codes} = foldEvents(frameChunks.reverse());
    assert.ok(text.length <= 10_000);
    assert.equal(every(message, 'text')[0]?.text.length, 9_950);
    assert.deepEqual(codes, []);
  });

  it('of sixty-four events may wait at once', () => {
    const half = (n: number, index: number, text: string): SentEvent =>
      frameChunk(index, 2, text, {chunk_id: `g${n}`});
    const numbers = Array.from({length: 64}, (_, n) => n);
    const {message, codes} = foldEvents([
      ...numbers.map(n => half(n, 0, '{"content":')),
      ...numbers.map(n => half(n, 1, `"${n},"}`)),
    ]);
    assert.deepEqual(codes, []);
    assert.deepEqual(outline(message), [`text streaming: ${numbers.map(n => `${n},`).join('')}`]);
  });

  it('are no JSON together, and are reported as any such frame', () => {
    const {codes} = foldEvents([frameChunk(0, 1, '{"content":'), chunk('a')]);
    assert.deepEqual(codes, ['frame-unreadable']);
  });
});

describe('text of great length', () => {
  it('is one op for a chunk, however long it is', () => {
    const ops = opsOf([chunk('a'), chunk('b'.repeat(10 * MIB))]);
    const found = ops.map(({op}) => op);
    assert.deepEqual(found, ['open', 'open', 'append', 'append']);
  });

  it('needs as many ops as it has tags', () => {
    const call = (n: number): string => `<<TOOL_STEP_START/t:${n}>><<TOOL_STEP_END/t:${n}>>`;
    const count = (calls: number): number =>
      opsOf([chunk(Array.from({length: calls}, (_, n) => call(n)).join(''))]).length;
    assert.equal(count(2_000) - count(1_000), count(3_000) - count(2_000));
  });

  it('holds back no more than a tag can be long', () => {
    const {message} = foldEvents([chunk(`a<<TOOL_STEP_START/${'b'.repeat(100_000)}`)]);
    assert.equal(every(message, 'text')[0]?.text.length, 1 + 18 + 100_000);
  });

  it('holds back three hundred characters of a tag, and displays them if it is none', () => {
    const start = `<<TOOL_STEP_START/${'b'.repeat(290)}`;
    assert.equal(every(foldEvents([chunk(`a${start}`)]).message, 'text')[0]?.text, 'a');
    assert.equal(
      every(foldEvents([chunk(`a${start}`), chunk('\n!')]).message, 'text')[0]?.text,
      `a${start}\n!`,
    );
  });

  it('is cut at surrogates and displayed completely', () => {
    const words = '🙂é𝒳'.repeat(50);
    const {message} = foldEvents(
      Array.from({length: words.length}, (_, n) => chunk(words.charAt(n))),
    );
    assert.equal(every(message, 'text')[0]?.text, words);
  });

  it('keeps NUL and lone surrogates, in every kind of text', () => {
    const odd = '\0 \ud800 \udc00 \ufffe';
    const {message} = foldEvents([
      chunk(`${odd}<<thinking>>${odd}<</thinking>><<TOOL_STEP_START/${odd}:1>>`),
      {type: 'tool_partial_update', tool_execution_id: '1', data: {content: odd}},
    ]);
    assert.equal(every(message, 'text')[0]?.text, odd);
    assert.equal(every(message, 'thinking')[0]?.text, odd);
    const found = every(message, 'tool').map(({name, log}) => [name, log]);
    assert.deepEqual(found, [[odd, odd]]);
  });
});

describe('ten thousand steps', () => {
  const many = Array.from({length: 10_000}, (_, n) => n + 1);

  it('as events follow each other, each with its text', () => {
    const {message} = foldEvents(many.flatMap(n => [started(n), chunk('x', n)]));
    assert.equal(message.children.length, 10_000);
    assert.ok(
      message.children.every(({kind, children}) => kind === 'step' && children.length === 1),
    );
  });

  it('as nested tags follow each other', () => {
    const {message} = foldEvents([
      chunk(many.map(n => `<<STEP_START>>\nStep ${n}: S\n`).join('')),
      chunk('<<STEP_END>>'.repeat(10_000)),
      complete,
    ]);
    assert.equal(message.children.length, 10_000);
    assert.equal([...walk(message)].length, 10_000);
  });

  it('need as many ops as there are steps', () => {
    const count = (steps: number): number =>
      opsOf(many.slice(0, steps).map(n => started(n))).length;
    assert.equal(count(400) - count(200), count(600) - count(400));
  });
});

describe('frames of great length', () => {
  it('are dropped beyond the limit, and the next one is read', () => {
    let drops = 0;
    const parser = new FrameParser({maxLength: 1_000, onDrop: () => drops++});
    const frames: Frame[] = [];
    for (let turn = 0; turn < 50; turn++) frames.push(...parser.feed(`data: ${'x'.repeat(100)}`));
    frames.push(...parser.feed('\n\ndata: ok\n\n'));
    assert.deepEqual([drops, frames], [1, [{data: 'ok'}]]);
  });

  it('are read in a chunk of ten megabytes', () => {
    const event = JSON.stringify(chunk('x'.repeat(10 * MIB)));
    const {message} = folded(new FrameParser().feed(`data: ${event}\n\n`));
    assert.equal(every(message, 'text')[0]?.text.length, 10 * MIB);
  });
});

describe('events out of order', () => {
  /** The protocol, and how many frames its decoders have decoded. */
  function countedUbik(): {readonly protocol: Protocol; readonly decoded: () => number} {
    let decoded = 0;
    const createDecoder: Protocol['createDecoder'] = context => {
      const decoder = ubik.createDecoder(context);
      const decode = decoder.decode.bind(decoder);
      decoder.decode = (...frame) => {
        decoded++;
        return decode(...frame);
      };
      return decoder;
    };
    return {protocol: {...ubik, createDecoder}, decoded: () => decoded};
  }

  it('cost one rebuild a flush, however many they are', () => {
    const {protocol, decoded} = countedUbik();
    const log = new EventLog(protocol, {run: 'run', report: () => undefined});
    let conversation = emptyConversation;
    for (let flush = 0; flush < 5; flush++) {
      for (let n = 1_000; n > 0; n--) {
        log.accept(framed({...chunk('x'), timestamp: at(flush * 1_000 + n)}));
      }
      conversation = log.flush(conversation);
    }
    assert.equal(every(conversation, 'text')[0]?.text.length, 5_000);
    assert.ok(decoded() < 2 * 5_000, `${decoded()} of 5000`);
  });

  it('behind the last flush do not decode the whole run again', () => {
    const {protocol, decoded} = countedUbik();
    const log = new EventLog(protocol, {run: 'run', report: () => undefined});
    const [flushes, size] = [100, 30];
    let conversation = emptyConversation;
    for (let flush = 0; flush < flushes; flush++) {
      for (let n = 0; n < size; n++) {
        const late = n === 0 ? 5.5 : 0; // behind five frames of the last flush
        log.accept(framed({...chunk('x'), timestamp: at(10 + flush * size + n - late)}));
      }
      conversation = log.flush(conversation);
    }
    assert.equal(every(conversation, 'text')[0]?.text.length, flushes * size);
    assert.ok(decoded() < 4 * flushes * size, `${decoded()} of ${flushes * size}`);
  });

  it('in order cost none', () => {
    const {protocol, decoded} = countedUbik();
    const frames = Array.from({length: 2_000}, (_, n) => framed({...chunk('x'), timestamp: at(n)}));
    foldFrames(protocol, frames);
    assert.equal(decoded(), 2_000);
  });
});
