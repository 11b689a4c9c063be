import {describe, it} from 'node:test';
import {emptyConversation} from '../../src/core/model/item.js';
import {EventLog} from '../../src/core/protocol/frames/event-log.js';
import {ubik} from '../../src/core/protocol/ubik/index.js';
import {chunk, framed} from '../core/protocol/ubik/folded.js';
import {assertLinear} from './linear.js';

const lines = (size: number, line: (at: number) => string): string =>
  Array.from({length: size}, (_, place) => line(place)).join('');

describe('reading time of hostile text of the Ubik API grows with its length:', () => {
  const texts: readonly (readonly [string, number, (size: number) => string])[] = [
    ['half tags', 100_000, size => '<'.repeat(size)],
    ['tool tags without an end', 10_000, size => '<<TOOL_STEP_START/'.repeat(size)],
    ['one tag of many characters', 100_000, size => `<<TOOL_STEP_START/${'a'.repeat(size)}:1>>`],
    ['steps in steps', 2_000, size => '<<STEP_START>>\nStep 1: A\n'.repeat(size)],
    ['open calls', 2_000, size => lines(size, n => `<<TOOL_STEP_START/t:${n}>>`)],
    ['calls of one id', 2_000, size => '<<TOOL_STEP_START/t:1>><<TOOL_STEP_END/t:1>>'.repeat(size)],
    ['citations', 20_000, size => '<source_1> '.repeat(size)],
    ['half citations', 5_000, size => '<citation id="'.repeat(size)],
    ['white space', 2_000_000, size => `a${' '.repeat(size)}b`],
    ['white space in front', 20_000, size => `${' '.repeat(size)}\nb`],
    ['a step without a first line', 20_000, size => `<<STEP_START>>${'a<'.repeat(size)}`],
    [
      'JSON that never parses',
      500,
      size =>
        lines(
          size,
          n => `<<TOOL_STEP_START/t:${n}>><<TOOL_STEP_INPUT_START>>{<<TOOL_STEP_INPUT_END>>`,
        ),
    ],
    [
      'thinking without an end in every step',
      500,
      size => '<<STEP_START>>\nStep 1: A\n<<thinking>>a\n<<STEP_END>>\n'.repeat(size),
    ],
  ];
  for (const [title, size, make] of texts) {
    it(title, () => {
      assertLinear(n => ubik.parse(make(n)), size);
    });
  }

  it('ever new executions', () => {
    assertLinear(size => {
      const log = new EventLog(ubik, {run: 'run', report: () => undefined});
      for (let n = 0; n < size; n++) {
        log.accept(framed(chunk(`<<TOOL_STEP_START/t:a${n}>>`)));
        const data = {phase: 'P', [`k${n}`]: n};
        log.accept(framed({type: 'tool_update', tool_execution_id: `b${n}`, tool_name: 'u', data}));
      }
      log.flush(emptyConversation);
    }, 1_000);
  });
});
