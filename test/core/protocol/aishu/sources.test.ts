import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Citations, Sources} from '../../../../src/core/protocol/aishu/sources.js';

describe('Citations', () => {
  it('turn markers into marks, and name each source once', () => {
    const markers = [
      {offset: 3, number: 2},
      {offset: 9, number: 1},
      {offset: 12, number: 2},
    ];
    assert.deepEqual(new Citations('run').read(markers), {
      marks: [
        {offset: 3, source: 'run.source2', label: '2'},
        {offset: 9, source: 'run.source1', label: '1'},
        {offset: 12, source: 'run.source2', label: '2'},
      ],
      numbers: [2, 1],
    });
  });

  it('give the same marks for the same markers, so that nothing is drawn anew', () => {
    const citations = new Citations('run');
    const markers = [{offset: 0, number: 1}];
    assert.equal(citations.read(markers), citations.read(markers));
    assert.notEqual(citations.read([...markers]), citations.read(markers));
  });

  it('are none for no markers', () => {
    assert.deepEqual(new Citations('run').read([]), {marks: [], numbers: []});
  });
});

describe('Sources', () => {
  const citables = ['A', 'B', 'C'].map(title => ({title}));

  it('are shown once, by number', () => {
    const sources = new Sources('run', citables);
    assert.equal(sources.count, 3);
    assert.deepEqual(sources.show([2]), [
      {id: 'run.source2', kind: 'source', status: 'done', children: [], number: 2, title: 'B'},
    ]);
    assert.deepEqual(
      sources.show([2, 1, 1]).map(({number}) => number),
      [1],
    );
  });

  for (const number of [0, -1, 4, 1.5, NaN]) {
    it(`have none of number ${number}`, () => {
      assert.deepEqual(new Sources('run', citables).show([number]), []);
    });
  }

  it('after a number are those behind it that were not shown', () => {
    const sources = new Sources('run', citables);
    sources.show([2]);
    assert.deepEqual(
      sources.showAfter(1).map(({title}) => title),
      ['C'],
    );
    assert.deepEqual(sources.showAfter(3), []);
    assert.deepEqual(
      sources.showAfter(0).map(({title}) => title),
      ['A'],
    );
  });
});
