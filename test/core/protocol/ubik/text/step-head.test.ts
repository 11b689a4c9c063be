import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  readHead,
  readHeadLine,
  StepHead,
  type Head,
} from '../../../../../src/core/protocol/ubik/text/step-head.js';
import {RunWriter} from '../../../../../src/core/protocol/ubik/run-writer.js';

describe('readHeadLine', () => {
  const heads: readonly (readonly [line: string, number: number, title: string, ok: boolean])[] = [
    ['Step 1: Search', 1, 'Search', false],
    ['Step 1: Search ✓', 1, 'Search', true],
    ['Step 12:Search', 12, 'Search', false],
    ['Step 0: ', 0, '', false],
    ['Step 3:', 3, '', false],
    ['Step 3: ✓', 3, '✓', false],
    ['Step 3:  ✓', 3, '', true],
    ['Step 2: a ✓ b', 2, 'a ✓ b', false],
    ['Step 2: a: b', 2, 'a: b', false],
    ['Step 2: Étape 🙂 ✓', 2, 'Étape 🙂', true],
    ['Step 2: trailing space  ', 2, 'trailing space', false],
    ['Step 2: done ✓ \t', 2, 'done', true],
    ['Step 2: <b>x</b>', 2, '<b>x</b>', false],
  ];
  for (const [line, number, title, completed] of heads) {
    it(`reads "${line}"`, () => {
      assert.deepEqual(readHeadLine(line), {number, title, completed});
    });
  }

  const others = ['', 'Step', 'Step 1', 'Step one: x', 'step 1: x', ' Step 1: x', 'Étape 1: x'];
  for (const line of [...others, 'Step -1: x', 'Step 1.5: x', 'The Step 1: x']) {
    it(`reads no head in "${line}"`, () => {
      assert.equal(readHeadLine(line), undefined);
    });
  }
});

interface OpenedHead {
  readonly head: StepHead;
  readonly shown: Head[];
}

function open(): OpenedHead {
  const shown: Head[] = [];
  return {head: new StepHead(one => shown.push(one)), shown};
}

describe('StepHead', () => {
  it('reads the first line, and passes the rest on', () => {
    const {head, shown} = open();
    assert.equal(head.take('\nStep 2: Do ✓\nmore\nlines'), 'more\nlines');
    assert.equal(head.take('Step 3: not a head\n'), 'Step 3: not a head\n');
    assert.deepEqual(shown, [{number: 2, title: 'Do', completed: true, single: false}]);
    assert.equal(head.completed, true);
  });

  it('reads a first line that arrives in chunks', () => {
    const {head, shown} = open();
    const text = '\n Step 2: Do\nmore';
    const rest = Array.from(text, sign => head.take(sign)).join('');
    assert.equal(rest, 'more');
    assert.deepEqual(shown, [{number: 2, title: 'Do', completed: false, single: false}]);
    assert.equal(head.completed, false);
  });

  it('lets a first line through that is no head', () => {
    const {head, shown} = open();
    assert.equal(head.take('Just '), '');
    assert.equal(head.take('text\nmore'), 'Just text\nmore');
    assert.deepEqual(shown, []);
  });

  it('accepts any first line after the single-step flag', () => {
    const {head, shown} = open();
    head.flag();
    assert.equal(head.take('Étape\nmore'), 'more');
    assert.deepEqual(shown, [{title: 'Étape', completed: false, single: true}]);
  });

  it('is a head of a single step if the flag is before it', () => {
    const {head, shown} = open();
    head.flag();
    assert.equal(head.take('Step 1: Do ✓\n'), '');
    assert.deepEqual(shown, [{number: 1, title: 'Do', completed: true, single: true}]);
  });

  it('reads the flag also when its line is over', () => {
    const {head, shown} = open();
    head.take('Step 1: Do\n');
    head.flag();
    assert.deepEqual(shown[1], {title: '', completed: false, single: true});
  });

  it('decides on an unfinished line when something else begins', () => {
    const {head, shown} = open();
    assert.equal(head.take('Step 1: Do'), '');
    assert.equal(head.end(), '');
    assert.deepEqual(shown, [{number: 1, title: 'Do', completed: false, single: false}]);
    assert.equal(head.end(), '');
  });

  it('gives an unfinished line back that is no head', () => {
    const {head} = open();
    head.take('Just text ');
    assert.equal(head.end(), 'Just text');
    assert.equal(head.take('more'), 'more');
  });

  it('returns nothing if only white space arrived', () => {
    const {head, shown} = open();
    assert.equal(head.take(' \n\n'), '');
    assert.equal(head.end(), '');
    assert.equal(head.take('Step 1: Do\n'), '');
    assert.equal(shown.length, 1);
  });

  it('waits for no line of two thousand characters', () => {
    const {head, shown} = open();
    const long = `Step 1: ${'a'.repeat(2_000)}`;
    assert.equal(head.take(long), long);
    assert.equal(head.take('b\n'), 'b\n');
    assert.deepEqual(shown, []);
  });
});

describe('readHead', () => {
  const assigned = (head: Head): unknown => {
    const writer = new RunWriter('run', () => undefined);
    readHead(writer, 'step', head);
    return writer.take()[0];
  };

  it('assigns the fields of the head', () => {
    assert.deepEqual(assigned({number: 1, title: 'Do', completed: true, single: true}), {
      op: 'assign',
      id: 'step',
      fields: {number: 1, title: 'Do', single: true},
    });
  });

  it('overwrites no other fields', () => {
    assert.deepEqual(assigned({title: '', completed: false, single: false}), {
      op: 'assign',
      id: 'step',
      fields: {},
    });
  });
});
