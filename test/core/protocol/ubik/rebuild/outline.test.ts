import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  Outline,
  type Segment,
  type StepSegment,
} from '../../../../../src/core/protocol/ubik/rebuild/outline.js';
import {chunk, completed, started, type SentEvent} from '../folded.js';

/** A segment in one line. */
function line(segment: Segment | StepSegment): string {
  switch (segment.type) {
    case 'text':
      return segment.parts.map(String).join('');
    case 'step': {
      const {number, title, single, completed: done, left, body} = segment;
      const flags = [single && 'single', done && 'done', left && 'left'].filter(Boolean);
      return `${[`${number}`, title, ...flags].join(' ')} [${body.map(line).join(' | ')}]`;
    }
    default:
      return `(${segment.type})`;
  }
}

const shown = (outline: Outline): readonly string[] => outline.top.map(line);

const block = (type: 'checkpoint' | 'input', outline: Outline): StepSegment | undefined =>
  outline.block(type, {type});

const say = (outline: Outline, text: string, step?: number): StepSegment | undefined =>
  outline.chunk(chunk(text, step), text);

const snapshot = (content: unknown): SentEvent => ({type: 'agent_response_update', content});

describe('steps of an Outline', () => {
  it('are in the order in which they began', () => {
    const outline = new Outline();
    outline.started(started(2, 'B'));
    outline.started(started(1, 'A'));
    assert.deepEqual(shown(outline), ['2 B left []', '1 A []']);
  });

  it('are completed, or left if another begins', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    outline.completed(completed(1));
    outline.started(started(2, 'B'));
    outline.started(started(3, 'C'));
    assert.deepEqual(shown(outline), ['1 A done []', '2 B left []', '3 C []']);
    assert.equal(outline.current?.number, 3);
  });

  it('are left when they ended without success', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    outline.completed(completed(1, false));
    assert.deepEqual(shown(outline), ['1 A left []']);
    assert.equal(outline.current, undefined);
  });

  it('continue if they begin again before they were completed', () => {
    const outline = new Outline();
    const first = outline.started(started(1, 'A'));
    outline.started(started(2, 'B'));
    assert.equal(outline.started(started(1, 'A again')), first);
    assert.deepEqual(shown(outline), ['1 A again []', '2 B left []']);
  });

  it('are separate if they begin again after they were completed', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    outline.completed(completed(1));
    outline.started(started(1, 'A again'));
    say(outline, 'x', 1);
    assert.deepEqual(shown(outline), ['1 A done []', '1 A again [x]']);
  });

  it('keep a title that a later event does not report', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    outline.started({type: 'agent_step_started', step: 1});
    assert.deepEqual(shown(outline), ['1 A []']);
  });

  it('are created by their end, if their beginning is missing', () => {
    const outline = new Outline();
    assert.equal(outline.completed(completed(4))?.number, 4);
    assert.deepEqual(shown(outline), ['4  done []']);
  });

  for (const step of [undefined, null, 'one', NaN, Infinity, {}, [1]]) {
    it(`have no number in a ${typeof step}: ${JSON.stringify(step)}`, () => {
      const outline = new Outline();
      assert.equal(outline.started({type: 'agent_step_started', step}), undefined);
      assert.equal(outline.completed({type: 'agent_step_completed', step}), undefined);
      assert.deepEqual(shown(outline), []);
    });
  }

  it('are found by number, the newest of two', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    outline.completed(completed(1));
    const second = outline.started(started(1, 'B'));
    assert.equal(outline.find(1), second);
    assert.equal(outline.find(2), undefined);
    assert.equal(outline.find('1'), second);
  });
});

describe('text of an Outline', () => {
  it('is in the step with its number, also if that has ended', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    say(outline, 'a', 1);
    outline.started(started(2, 'B'));
    say(outline, 'b', 2);
    outline.completed(completed(2));
    say(outline, 'late', 1);
    say(outline, '!', 2);
    assert.deepEqual(shown(outline), ['1 A left [alate]', '2 B done [b!]']);
  });

  it('makes the step that it names', () => {
    const outline = new Outline();
    assert.equal(say(outline, 'x', 7)?.number, 7);
    assert.deepEqual(shown(outline), ['7  [x]']);
  });

  it('without a number is in the message, and does not end the step', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    say(outline, 'a', 1);
    assert.equal(say(outline, 'top'), undefined);
    say(outline, 'b', 1);
    assert.deepEqual(shown(outline), ['1 A [ab]', 'top']);
  });

  it('without a number is in the only step of a single-step agent', () => {
    const outline = new Outline();
    outline.started(started(1, 'A', true));
    say(outline, 'a');
    outline.completed(completed(1));
    say(outline, 'b');
    assert.deepEqual(shown(outline), ['1 A single done [a]', 'b']);
  });

  it('is one segment as long as nothing is in between', () => {
    const outline = new Outline();
    for (const text of ['a', 'b']) say(outline, text);
    block('checkpoint', outline);
    for (const text of ['c', 'd']) say(outline, text);
    assert.deepEqual(shown(outline), ['ab', '(checkpoint)', 'cd']);
  });
});

describe('blocks of an Outline', () => {
  it('are in the open step, else in the message', () => {
    const outline = new Outline();
    assert.equal(block('checkpoint', outline), undefined);
    const step = outline.started(started(1, 'A'));
    assert.equal(block('input', outline), step);
    say(outline, 'a', 1);
    outline.completed(completed(1));
    block('checkpoint', outline);
    assert.deepEqual(shown(outline), ['(checkpoint)', '1 A done [(input) | a]', '(checkpoint)']);
  });
});

describe('a snapshot of an Outline', () => {
  it('replaces all received content', () => {
    const outline = new Outline();
    outline.started(started(1, 'A'));
    say(outline, 'a', 1);
    outline.snapshot(snapshot('The whole text'));
    assert.deepEqual(shown(outline), ['The whole text']);
    assert.equal(outline.current, undefined);
    assert.equal(outline.find(1), undefined);
  });

  it('continues in the step that it leaves open', () => {
    const outline = new Outline();
    outline.snapshot(snapshot('Hello\n<<STEP_START>>\nStep 2: B\nb'));
    assert.equal(outline.current?.number, 2);
    say(outline, 'c', 2);
    block('checkpoint', outline);
    assert.deepEqual(shown(outline), ['Hello', '2 B [bc | (checkpoint)]']);
  });

  it('continues within a word, and after a block with another segment', () => {
    for (const [content, lines] of [
      ['Hel', ['Hello']],
      ['<<CHECKPOINT_START>>\nCheckpoint: c\n<<CHECKPOINT_END>>', undefined],
      ['<<thinking>>hm<</thinking>>', undefined],
      ['<<TOOL_STEP_START/t:1>><<TOOL_STEP_END/t:1>>', undefined],
      ['1 >> 2>>', ['1 >> 2>>lo']],
    ] as const) {
      const outline = new Outline();
      outline.snapshot(snapshot(content));
      say(outline, 'lo');
      assert.deepEqual(shown(outline), lines ?? [content, 'lo']);
    }
  });

  it('is ignored when it knows less: shorter, and without tags', () => {
    const outline = new Outline();
    say(outline, 'Hello');
    assert.equal(outline.snapshot(snapshot('Hell')), undefined);
    assert.deepEqual(shown(outline), ['Hello']);
    assert.ok(outline.snapshot(snapshot('Hullo')));
    assert.ok(outline.snapshot(snapshot('<<a')));
    assert.deepEqual(shown(outline), ['<<a']);
  });

  it('is compared with the content since the last one', () => {
    const outline = new Outline();
    outline.snapshot(snapshot('12345'));
    say(outline, '67');
    assert.equal(outline.snapshot(snapshot('123456')), undefined);
    assert.ok(outline.snapshot(snapshot('1234567')));
  });

  for (const content of [undefined, null, '', 7, {}]) {
    it(`is ignored when its content is ${JSON.stringify(content)}`, () => {
      const outline = new Outline();
      say(outline, 'a');
      assert.equal(outline.snapshot(snapshot(content)), undefined);
      assert.deepEqual(shown(outline), ['a']);
    });
  }
});
