import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {QuestionTimes} from '../../../src/controller/run/question-times.js';

const before = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const response = (date: string): Response => new Response(null, {headers: {date}});
const http = (seconds: number): string => new Date(Date.now() - seconds * 1000).toUTCString();

describe('the age of a question', () => {
  it('counts from the arrival of a live question, whatever its time is', () => {
    const times = new QuestionTimes();
    times.learn(response(http(0)));
    times.arrive({id: 'q', createdAt: before(3600)}, true);
    times.arrive({id: 'q', createdAt: before(3600)}, false);
    assert.ok(times.age({id: 'q', createdAt: before(3600)}) < 600);
  });

  it('counts by the clock of the server for an earlier question', () => {
    const times = new QuestionTimes();
    times.learn(response(http(30_000)));
    const age = times.age({id: 'q', createdAt: before(33_600)});
    assert.ok(age > 3000 && age < 4200, String(age));
  });

  for (const [clock, shift] of [
    ['nine hours fast', 32_400_000],
    ['nine hours slow', -32_400_000],
  ] as const) {
    it(`is the same if the clock of the page is ${clock}`, ({mock}) => {
      const {now} = Date;
      const date = http(0);
      const [live, earlier] = [{id: 'live'}, {id: 'earlier', createdAt: before(600)}];
      mock.method(Date, 'now', () => now() + shift);
      const times = new QuestionTimes();
      times.learn(response(date));
      times.arrive(live, true);
      assert.ok(times.age(live) < 600);
      const age = times.age(earlier);
      assert.ok(age > 300 && age < 1200, String(age));
    });
  }

  it('is never negative, and starts with the arrival if no clock is known', () => {
    const times = new QuestionTimes();
    assert.ok(times.age({id: 'unknown', createdAt: before(3600)}) < 600);
    times.learn(response(http(0)));
    assert.ok(times.age({id: 'future', createdAt: before(-3600)}) >= 0);
    assert.ok(times.age({id: 'undated'}) < 600);
  });

  it('does not believe a cached response', () => {
    const times = new QuestionTimes();
    times.learn(response(http(0)));
    times.learn(response(http(30_000)));
    times.learn(response('no date'));
    assert.ok(times.age({id: 'q', createdAt: before(3600)}) > 3000);
  });
});
