import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {Timeline, type FrameRules} from '../../../../src/core/protocol/frames/timeline.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

/** A protocol whose frames have their time, and other data of a rule, as their data: `time name`. */
const order = ({data}: Frame): number | undefined => {
  const time = data.split(' ')[0] ?? '';
  return time === '' ? undefined : Number(time);
};
const identity = ({data}: Frame): string | undefined => data.split(' ')[1];
const begins = ({data}: Frame): boolean => data.endsWith('begin');

interface OpenedTimeline {
  readonly timeline: Timeline;
  readonly reports: Diagnostic[];
  /** Accepts frames; returns those that are passed on at once. */
  readonly take: (...data: readonly string[]) => readonly string[];
  /** All frames in order, those that were passed on before in brackets. */
  readonly all: () => readonly string[];
}

function open(rules: FrameRules = {order, identity, begins}): OpenedTimeline {
  const reports: Diagnostic[] = [];
  const timeline = new Timeline(rules, report => reports.push(report));
  return {
    timeline,
    reports,
    take: (...data) => data.flatMap(one => timeline.accept({data: one})?.frame.data ?? []),
    all: () => [...timeline.sorted()].map(([{data}, again]) => (again ? `(${data})` : data)),
  };
}

const codes = (reports: readonly Diagnostic[]): readonly string[] => reports.map(({code}) => code);

describe('Timeline', () => {
  it('passes on a frame at once that follows all others', () => {
    const {take, timeline} = open();
    assert.deepEqual(take('1 a', '2 b', '2 c', '9 d'), ['1 a', '2 b', '2 c', '9 d']);
    assert.equal(timeline.isShuffled, false);
  });

  it('gives none from the first late one on, until all are asked for', () => {
    const {take, timeline, all} = open();
    assert.deepEqual(take('1 a', '3 c', '2 b', '4 d'), ['1 a', '3 c']);
    assert.equal(timeline.isShuffled, true);
    assert.deepEqual(all(), ['(1 a)', '2 b', '(3 c)', '4 d']);
    assert.equal(timeline.isShuffled, false);
    assert.deepEqual(take('5 e'), ['5 e']);
  });

  it('keeps the order of arrival between frames of one time', () => {
    const {take, all} = open({order});
    take('2 x', '1 b', '1 a', '2 w', '1 c');
    assert.deepEqual(all(), ['1 b', '1 a', '1 c', '(2 x)', '2 w']);
  });

  it('leaves a frame without a time where it arrived', () => {
    const {take, all} = open({order});
    assert.deepEqual(take(' first', '5 a', ' then', '7 b'), [' first', '5 a', ' then', '7 b']);
    take('6 late', ' last');
    assert.deepEqual(all(), ['( first)', '(5 a)', '( then)', '6 late', '(7 b)', ' last']);
  });

  it('inserts a frame without a time after the greatest time, not after the end', () => {
    const {take, all} = open({order});
    take('5 a', 'Infinity end', ' after');
    assert.deepEqual(all(), ['(5 a)', ' after', '(Infinity end)']);
  });

  it('accepts a frame once, if one of the same time has the same identity', () => {
    const {take} = open();
    assert.deepEqual(take('1 a', '1 a', '1 b', '1 a', '1 b', '2 a'), ['1 a', '1 b', '2 a']);
  });

  it('accepts a late frame once as well', () => {
    const {take, all} = open();
    take('1 a', '2 b', '1 a', '1 a');
    assert.deepEqual(all(), ['(1 a)', '(2 b)']);
    assert.deepEqual(take('2 b', '3 c', '3 c'), ['3 c']);
  });

  it('accepts every frame without an identity', () => {
    const {take} = open();
    assert.deepEqual(take('1', '1', '1'), ['1', '1', '1']);
    const {take: never} = open({order});
    assert.deepEqual(never('1 a', '1 a'), ['1 a', '1 a']);
  });

  it('distinguishes frames by identity alone on a protocol without times', () => {
    const {take} = open({identity});
    assert.deepEqual(take(' a', ' b', ' a', ' c', ' b'), [' a', ' b', ' c']);
  });

  it('stores no frames of a protocol that neither sorts them nor restarts', () => {
    const {take, all} = open({identity});
    take(' a', ' b');
    assert.deepEqual(all(), []);
  });

  it('drops frames from before a second beginning, and requests a replay', () => {
    const {take, timeline, all} = open();
    assert.deepEqual(take(' begin', '1 a', '2 b'), [' begin', '1 a', '2 b']);
    assert.deepEqual(take(' begin', '1 a'), []);
    assert.equal(timeline.isShuffled, true);
    assert.deepEqual(all(), [' begin', '1 a']);
    assert.deepEqual(take('2 b'), ['2 b']);
  });

  it('accepts times again after a second beginning', () => {
    const {take, all, reports} = open();
    take(' begin', '9 a', ' begin', '1 b', '2 c');
    assert.deepEqual(all(), [' begin', '1 b', '2 c']);
    assert.deepEqual(reports, []);
  });

  it('reports how many frames were late, once for each time that all are reported', () => {
    const {take, all, reports} = open();
    take('5 a', '1 b', '2 c');
    all();
    assert.deepEqual(reports, [
      {code: 'frames-late', message: '2 frames arrived after later ones.', data: {late: 2}},
    ]);
    take('6 d', '3 e');
    all();
    all();
    const details = reports.map(({data}) => data);
    assert.deepEqual(details, [{late: 2}, {late: 1}]);
  });

  it('reports missing chunks at the end, and decodes the others', () => {
    const split: FrameRules['split'] = ({data}) => {
      const [group, index, text] = data.split('|');
      if (index === undefined) return undefined;
      const restore = (whole: string): Frame => ({data: whole});
      return {group: group ?? '', index: Number(index), total: 2, text: text ?? '', restore};
    };
    const {take, all, reports} = open({order, split});
    assert.deepEqual(take('g|1| a', '2 b', 'Infinity end'), ['2 b', 'Infinity end']);
    assert.deepEqual(codes(reports), ['group-incomplete']);
    take('g|0|1');
    assert.deepEqual(all(), ['1 a', '(2 b)', '(Infinity end)']);
  });

  it('reports pieces that are missing when the stream ends, or starts again', () => {
    const split: FrameRules['split'] = ({data}) =>
      data.startsWith('piece')
        ? {group: data, index: 0, total: 2, text: '', restore: whole => ({data: whole})}
        : undefined;
    const {take, timeline, reports} = open({begins, split});
    take(' begin', 'piece 1', ' begin', 'piece 2');
    timeline.end();
    timeline.end();
    const details = reports.map(({data}) => data);
    assert.deepEqual(details, [{group: 'piece 1'}, {group: 'piece 2'}]);
  });

  it('equals a stable sort, each frame once, in any order of arrival and reading', () => {
    const frames = fc.array(fc.tuple(fc.nat(6), fc.constantFrom('a', 'b', 'c')), {maxLength: 30});
    forAll(runs(1_000), [frames, fc.nat(5)], (pairs, every) => {
      const {take, all} = open();
      const data = pairs.map(([time, name]) => `${time} ${name}`);
      data.forEach((one, place) => {
        take(one);
        if (every > 0 && place % every === 0) all();
      });
      const sorted = [...new Set(data)].sort((a, b) => Number(a[0]) - Number(b[0]));
      const found = all().map(one => one.replace(/[()]/g, ''));
      assert.deepEqual(found, sorted);
    });
  });

  it('passes on at once, and then again, the final frames', () => {
    const frames = fc.array(fc.tuple(fc.nat(9), fc.nat(3)), {maxLength: 30});
    forAll(runs(1_000), [frames], pairs => {
      const {take, timeline, all} = open();
      let folded: readonly string[] = [];
      for (const [time, name] of pairs) {
        folded = [...folded, ...take(`${time} ${name}`)];
        if (timeline.isShuffled) folded = all().map(one => one.replace(/[()]/g, ''));
      }
      assert.deepEqual(
        folded,
        all().map(one => one.replace(/[()]/g, '')),
      );
    });
  });
});
