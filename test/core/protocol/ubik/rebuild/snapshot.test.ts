import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {snapshotOf} from '../../../../../src/core/protocol/ubik/rebuild/snapshot.js';

/** The open step of a snapshot, in short. */
function read(content: string): readonly unknown[] {
  const {base, step, text} = snapshotOf(content);
  if (!step) return [base];
  const {number, title, single, completed, left, body} = step;
  assert.deepEqual(body, []);
  assert.equal(left, false);
  return [base, {number, title, single, completed}, text];
}

const whole = '<<STEP_START>>\nStep 1: A ✓\na\n<<STEP_END>>';
const step = (number: number, title: string, more: object = {}): object => ({
  number,
  title,
  single: false,
  completed: false,
  ...more,
});

describe('snapshotOf', () => {
  const cases: readonly (readonly [title: string, content: string, read: readonly unknown[]])[] = [
    ['text alone', 'Hello', ['Hello']],
    ['nothing', '', ['']],
    ['a step that ended', whole, [whole]],
    [
      'a step that is open',
      '<<STEP_START>>\nStep 2: B\nsome text',
      ['', step(2, 'B'), 'some text'],
    ],
    ['a step that is open and empty', '<<STEP_START>>\nStep 2: B\n', ['', step(2, 'B'), '']],
    ['a head that has not ended', '<<STEP_START>>\nStep 2: B', ['', step(2, 'B'), '']],
    [
      'text before the open step',
      'Hello\n<<STEP_START>>\nStep 2: B\nb',
      ['Hello', step(2, 'B'), 'b'],
    ],
    [
      'the last of two open steps',
      '<<STEP_START>>\nStep 1: A\na\n<<STEP_START>>\nStep 2: B\nb',
      ['<<STEP_START>>\nStep 1: A\na', step(2, 'B'), 'b'],
    ],
    [
      'an open step behind one that ended',
      `${whole}\n<<STEP_START>>\nStep 2: B\nb`,
      [whole, step(2, 'B'), 'b'],
    ],
    [
      'the step of a single-step agent',
      '<<STEP_START>>\n<<SINGLE_STEP_FLAG>>\nStep 1: A\na',
      ['', step(1, 'A', {single: true}), 'a'],
    ],
    [
      'a mark of completion in a step that has no end',
      '<<STEP_START>>\nStep 1: A ✓\na',
      ['', step(1, 'A', {completed: true}), 'a'],
    ],
    ['lines that end with CRLF', '<<STEP_START>>\r\nStep 1: A\r\na', ['', step(1, 'A'), 'a']],
    [
      'line ends in the text of the step, which stay',
      '<<STEP_START>>\nStep 1: A\n\n\na\n',
      ['', step(1, 'A'), '\n\na\n'],
    ],
    [
      'a step that no chunk can name, as text',
      'x\n<<STEP_START>>\nNo head\na',
      ['x\n<<STEP_START>>\nNo head\na'],
    ],
    [
      'a tool that is open in the open step',
      '<<STEP_START>>\nStep 1: A\n<<TOOL_STEP_START/t:1>>',
      ['', step(1, 'A'), '<<TOOL_STEP_START/t:1>>'],
    ],
    [
      'a step that an end follows somewhere',
      '<<STEP_START>>\nStep 1: A\n<<thinking>><<STEP_END>>',
      ['<<STEP_START>>\nStep 1: A\n<<thinking>><<STEP_END>>'],
    ],
  ];
  for (const [title, content, expected] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(read(content), expected);
    });
  }
});
