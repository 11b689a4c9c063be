import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Sources} from '../../../../src/core/protocol/ai-sdk/sources.js';
import {Items} from '../../../../src/core/protocol/decoder/items.js';

const setUp = (): {items: Items; sources: Sources} => {
  const items = new Items('run');
  return {items, sources: new Sources('run', items)};
};

describe('Sources', () => {
  it('opens an item for a source that only a citation has', () => {
    const {items, sources} = setUp();
    sources.add('run.1', {sourceId: 'a', url: 'https://a.example'});
    const citations = [
      {source: {id: 'b', sourceType: 'document', title: 'B'}},
      {source: {id: 'a'}},
    ];
    const marks = sources.marksOf({type: 'text', text: 'Hi', citations}, 10);
    assert.deepEqual(marks, [
      {offset: 12, source: 'run.cited2', label: '2'},
      {offset: 12, source: 'run.1', label: '1'},
    ]);
    const found = items.take().map(op => op.op === 'open' && [op.id, op.fields]);
    assert.deepEqual(found, [
      ['run.1', {number: 1, title: 'a.example', url: 'https://a.example'}],
      ['run.cited2', {number: 2, title: 'B', documentId: 'b'}],
    ]);
  });

  it('opens one item for a source without an id, however often its text is read', () => {
    const {items, sources} = setUp();
    const [a, b] = [{url: 'https://a.example', title: 'A'}, {filename: 'b.pdf'}];
    const citations = [a, b, {}, a].map(source => ({source}));
    for (let read = 0; read < 3; read++) {
      const marks = sources.marksOf({type: 'text', text: 'Hi', citations}, 0);
      const labels = marks.map(({label}) => label);
      assert.deepEqual(labels, ['1', '2', '3', '1']);
    }
    const found = items.take().map(op => op.op === 'open' && op.fields);
    assert.deepEqual(found, [
      {number: 1, title: 'A', url: 'https://a.example'},
      {number: 2, title: 'b.pdf'},
      {number: 3, title: '3'},
    ]);
  });

  it('accepts citations of any shape', () => {
    const {sources} = setUp();
    for (const citations of [undefined, 7, [7, null], [{}], [{source: 7, endIndex: 'x'}]]) {
      const marks = sources.marksOf({type: 'text', text: 'Hi', citations}, 0);
      assert.ok(marks.every(({offset}) => offset === 2));
    }
    const [mark] = sources.marksOf({type: 'text', text: 'Hi', citations: [{endIndex: -5}]}, 0);
    assert.equal(mark?.offset, 0);
  });
});
