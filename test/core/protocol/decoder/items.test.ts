import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Items} from '../../../../src/core/protocol/decoder/items.js';

describe('Items', () => {
  it('returns the ops since the last call', () => {
    const items = new Items('run');
    items.openMessage({role: 'assistant'});
    assert.equal(items.take().length, 1);
    assert.deepEqual(items.take(), []);
  });

  it('names items by their index, so that a replay has the same names', () => {
    const name = (): readonly string[] => {
      const items = new Items('run');
      return [items.open('text', {text: ''}), items.open('thinking', {text: ''})];
    };
    assert.deepEqual(name(), ['run.1', 'run.2']);
    assert.deepEqual(name(), name());
  });

  it('continues the index of a message that has items already', () => {
    assert.equal(new Items('run', 2).open('text', {text: ''}), 'run.3');
  });

  it('opens items under the message of the run', () => {
    const items = new Items('run');
    items.open('text', {text: 'a'});
    items.open('source', {number: 1}, 'done');
    assert.deepEqual(items.take(), [
      {op: 'open', id: 'run.1', parent: 'run', kind: 'text', fields: {text: 'a'}},
      {
        op: 'open',
        id: 'run.2',
        parent: 'run',
        kind: 'source',
        status: 'done',
        fields: {number: 1},
      },
    ]);
  });

  it('appends text that is not empty', () => {
    const items = new Items('run');
    items.append('a', 'text', 'x');
    items.append('a', 'text', '');
    items.append('a', 'text', undefined);
    assert.deepEqual(items.take(), [{op: 'append', id: 'a', field: 'text', text: 'x'}]);
  });

  it('assigns with a status and without, and closes as done unless reported otherwise', () => {
    const items = new Items('run');
    items.assign('a', {x: 1});
    items.assign('a', {}, 'waiting');
    items.close('a');
    items.close('b', 'failed');
    assert.deepEqual(items.take(), [
      {op: 'assign', id: 'a', fields: {x: 1}},
      {op: 'assign', id: 'a', status: 'waiting', fields: {}},
      {op: 'close', id: 'a', status: 'done'},
      {op: 'close', id: 'b', status: 'failed'},
    ]);
  });
});
