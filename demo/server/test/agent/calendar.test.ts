import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {dayIn, daysUntil, weekOf} from '../../agent/calendar.js';

describe('the day that a message names', () => {
  for (const [text, day] of [
    ['days until Christmas', {month: 12, day: 25}],
    ['days until Christmas Eve', {month: 12, day: 24}],
    ['days to the 1st of March', {month: 3, day: 1}],
    ['days till Sep 9', {month: 9, day: 9}],
    ['days until 29 february', {month: 2, day: 29}],
    ['days until 31 June', undefined],
    ['days until 3 marbles', undefined],
    ['days until the release', undefined],
  ] as const) {
    it(`"${text}"`, () => assert.deepEqual(dayIn(text), day));
  }
});

describe('the days until a day', () => {
  const late = new Date('2026-12-24T22:30:00Z');

  it('are counted in the time zone of the user', () => {
    assert.equal(daysUntil({month: 12, day: 25}, late, 'UTC'), 1);
    assert.equal(daysUntil({month: 12, day: 25}, late, 'Asia/Kolkata'), 0);
  });

  it('go on in the next year, and to the next leap year', () => {
    assert.equal(daysUntil({month: 12, day: 24}, late, 'Asia/Kolkata'), 364);
    assert.equal(daysUntil({month: 2, day: 29}, late, 'UTC'), 432);
  });
});

describe('the week of a date', () => {
  for (const [date, week] of [
    ['2026-11-30', [49, 2026]],
    ['2021-01-03', [53, 2020]],
    ['2024-12-30', [1, 2025]],
  ] as const) {
    it(`is ${week.join(' of ')} for ${date}`, () => {
      assert.deepEqual(weekOf(new Date(date)), week);
    });
  }
});
