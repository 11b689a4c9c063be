import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {State} from '../../src/controller/state.js';
import type {ChatEvent} from '../../src/controller/types.js';
import {ubik} from '../../src/core/index.js';

describe('the state', () => {
  it('notifies its listeners of changes only', () => {
    const state = new State(() => undefined);
    let calls = 0;
    const off = state.subscribe(() => (calls += 1));
    state.update({status: 'streaming'});
    state.update({status: 'streaming', lastError: undefined});
    assert.equal(calls, 1);
    off();
    state.update({status: 'idle'});
    assert.equal(calls, 1);
  });

  it('lets a listener unsubscribe during a notification', () => {
    const state = new State(() => undefined);
    const calls: string[] = [];
    const off = state.subscribe(() => {
      calls.push('one');
      off();
    });
    state.subscribe(() => calls.push('two'));
    state.update({status: 'streaming'});
    state.update({status: 'idle'});
    assert.deepEqual(calls, ['one', 'two', 'two']);
  });

  it('never returns the same id twice', () => {
    const state = new State(() => undefined);
    const ids = Array.from({length: 100}, (_, n) => state.newId(n % 2 ? 'user' : 'run'));
    assert.equal(new Set(ids).size, 100);
  });

  it('reports the exception of a listener and notifies the others', async () => {
    const events: ChatEvent[] = [];
    const thrown: unknown[] = [];
    const state = new State(event => {
      events.push(event);
      throw new Error('of an event');
    });
    let calls = 0;
    state.subscribe(() => {
      throw new Error('of a change');
    });
    state.subscribe(() => (calls += 1));
    state.observe(() => {
      throw new Error('of a frame');
    });
    process.setUncaughtExceptionCaptureCallback(error => thrown.push(error.message));
    state.update({status: 'streaming'});
    state.emit({type: 'ready'});
    state.reportFrame({data: ''}, {protocol: ubik, item: 'run'});
    assert.deepEqual([calls, events], [1, [{type: 'ready'}]]);
    await new Promise(resolve => setTimeout(resolve));
    process.setUncaughtExceptionCaptureCallback(null);
    assert.deepEqual(thrown, ['of a change', 'of an event', 'of a frame']);
  });
});
