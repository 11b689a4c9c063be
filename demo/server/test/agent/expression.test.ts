import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {evaluate, ExpressionError} from '../../agent/tools/expression.js';

describe('expressions', () => {
  for (const [expression, value] of [
    ['2 * (3 + 4)', 14],
    ['2 + 3 * 4', 14],
    ['10 - 4 - 3', 3],
    ['100 / 5 / 2', 10],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['--3', 3],
    ['7 % 4', 3],
    ['.5 + 1e3', 1000.5],
    ['6×7 − 4÷2', 40],
    ['2**3', 8],
    ['sqrt(16) + abs(-3)', 7],
    ['round(PI)', 3],
  ] as const) {
    it(`works out ${expression}`, () => {
      assert.equal(evaluate(expression).value, value);
    });
  }

  for (const [expression, message] of [
    ['', /ends too early/],
    ['2 +', /ends too early/],
    ['(2', /not closed/],
    ['2)', /Unexpected "\)"/],
    ['2 3', /Unexpected "3"/],
    ['2 & 3', /Unexpected "&"/],
    ['1 / 0', /Division by zero/],
    ['1 % 0', /Division by zero/],
    ['process', /"process" is not known/],
    ['constructor(1)', /"constructor" is not known/],
    ['9 ^ 9 ^ 9', /not a finite number/],
    ['1+'.repeat(300), /too long/],
  ] as const) {
    it(`rejects ${expression.slice(0, 20) || 'an empty text'}`, () => {
      assert.throws(() => evaluate(expression), message);
    });
  }

  it('reports its operations, in order', () => {
    assert.deepEqual(evaluate('2 * (3 + 4)').steps, [
      {text: '3 + 4', value: 7},
      {text: '2 * 7', value: 14},
    ]);
  });

  it('agrees with an expression that knows its own value', () => {
    interface Known {
      readonly text: string;
      readonly value: number;
    }
    const {tree} = fc.letrec<{tree: Known}>(tie => ({
      tree: fc.oneof(
        {depthSize: 'small', withCrossShrink: true},
        fc.nat(99).map(value => ({text: String(value), value})),
        fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree')).map(([a, sign, b]) => ({
          text: `(${a.text} ${sign} ${b.text})`,
          value:
            sign === '+' ? a.value + b.value : sign === '-' ? a.value - b.value : a.value * b.value,
        })),
      ),
    }));
    fc.assert(
      fc.property(tree, ({text, value}) => {
        fc.pre(text.length <= 500 && Number.isFinite(value));
        assert.equal(evaluate(text).value, value);
      }),
    );
  });

  it('throws only its own error, for any input', () => {
    const pieces = fc.array(
      fc.constantFrom('1', '.', '(', ')', '-', '^', 'e', 'pi', 'sqrt', ' ', '#', '🙂'),
    );
    fc.assert(
      fc.property(pieces, list => {
        try {
          assert.ok(Number.isFinite(evaluate(list.join('')).value));
        } catch (error) {
          assert.ok(error instanceof ExpressionError, String(error));
        }
      }),
    );
  });
});
