import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {textItem, thinkingItem, toolItem} from '../../../../src/core/protocol/aishu/step-items.js';
import type {Status} from '../../../../src/core/model/item.js';

const skill = {name: 'search', input: '{}', output: 'x', citables: []};
const start = Date.parse('2026-03-04T09:15:00Z') / 1000;
const step = {id: 's1', start_time: start, end_time: start + 2, answer: 'It broke'};

describe('toolItem', () => {
  it('tells a skill as a call', () => {
    assert.deepEqual(toolItem('i', step, 'done', skill), {
      id: 'i',
      kind: 'tool',
      status: 'done',
      children: [],
      name: 'search',
      executionId: 's1',
      input: '{}',
      output: 'x',
      log: '',
      startedAt: '2026-03-04T09:15:00.000Z',
      endedAt: '2026-03-04T09:15:02.000Z',
    });
  });

  for (const status of ['streaming', 'waiting'] as const) {
    it(`has no end while it is ${status}`, () => {
      assert.equal(toolItem('i', step, status, skill).endedAt, undefined);
    });
  }

  for (const status of ['done', 'failed', 'stopped', 'interrupted'] as const) {
    it(`has an end when it is ${status}, and an error only when it failed`, () => {
      const item = toolItem('i', step, status, skill);
      assert.equal(item.endedAt, '2026-03-04T09:15:02.000Z');
      assert.equal(item.error, status === 'failed' ? 'It broke' : undefined);
    });
  }

  it('takes its own id for that of a step without one', () => {
    assert.equal(toolItem('i', {}, 'done', skill).executionId, 'i');
  });

  it('keeps words and phases of the skill', () => {
    const phases = [{name: 'P', status: 'completed'}] as const;
    const item = toolItem('i', {}, 'done', {...skill, title: 'Search', phases});
    assert.deepEqual([item.title, item.phases], ['Search', phases]);
  });
});

describe('thinkingItem', () => {
  const status = (told: Status, answers: boolean): Status =>
    thinkingItem('i', 'Hm', told, answers).status;

  it('is done when the answer begins, and else what its step is', () => {
    assert.equal(status('streaming', false), 'streaming');
    assert.equal(status('streaming', true), 'done');
    assert.equal(status('interrupted', true), 'interrupted');
    assert.equal(status('failed', false), 'failed');
  });
});

describe('textItem', () => {
  it('has marks where it cites, and no list where it does not', () => {
    const marks = [{offset: 1, source: 'run.source1', label: '1'}];
    assert.deepEqual(textItem('i', 'a', marks, 'done').marks, marks);
    assert.ok(!('marks' in textItem('i', 'a', [], 'done')));
  });
});
