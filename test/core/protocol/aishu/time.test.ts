import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isoOf} from '../../../../src/core/protocol/aishu/time.js';

describe('isoOf', () => {
  const moment = '2026-03-04T09:15:00.000Z';
  const seconds = Date.parse(moment) / 1000;

  const times: readonly (readonly [unit: string, value: number, iso: string])[] = [
    ['seconds', seconds, moment],
    ['broken seconds', seconds + 0.25, '2026-03-04T09:15:00.250Z'],
    ['milliseconds', seconds * 1e3, moment],
    ['nanoseconds', seconds * 1e9, moment],
    ['the first second', 1, '1970-01-01T00:00:01.000Z'],
  ];
  for (const [unit, value, iso] of times) {
    it(`reads ${unit}`, () => {
      assert.equal(isoOf(value), iso);
    });
  }

  for (const value of [0, -1, NaN, Infinity, 1e308, '1', '', null, undefined, {}, []]) {
    it(`knows no time in ${JSON.stringify(value)}`, () => {
      assert.equal(isoOf(value), undefined);
    });
  }
});
