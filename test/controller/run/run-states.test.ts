import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  eventOfRejection,
  eventOfStreamEnd,
  isActive,
  nextState,
  type ActiveState,
} from '../../../src/controller/run/run-states.js';
import type {MessageItem} from '../../../src/core/index.js';

const message = (status: MessageItem['status']): MessageItem => ({
  id: 'run-1',
  kind: 'message',
  role: 'assistant',
  status,
  children: [],
});
const atEnd = {restart: false, isEmpty: false, joinable: true};

describe('the states of a run', () => {
  const active: readonly ActiveState[] = [
    'requesting',
    'joining',
    'reading',
    'waiting',
    'backoff',
    'checking',
    'givingUp',
  ];
  for (const state of active) {
    it(`end when the user stops or leaves the run while it is ${state}`, () => {
      assert.equal(nextState(state, 'stop'), 'stopped');
      assert.equal(nextState(state, 'leave'), 'left');
    });
  }

  it('lead from a request through a lost stream to the end', () => {
    assert.equal(nextState('requesting', 'stream'), 'reading');
    assert.equal(nextState('reading', 'unavailable'), 'backoff');
    assert.equal(nextState('backoff', 'restart'), 'joining');
    assert.equal(nextState('joining', 'stream'), 'reading');
    assert.equal(isActive(nextState('reading', 'complete')), false);
  });

  it('reject an event that the table does not have', () => {
    assert.throws(() => nextState('waiting', 'stream'), /waiting/);
  });
});

describe('the end of a stream', () => {
  it('is the end of a run whose message is complete', () => {
    assert.equal(eventOfStreamEnd(message('done'), {...atEnd, restart: true}), 'complete');
  });

  it('leaves a question open, or is followed by another attempt', () => {
    assert.equal(eventOfStreamEnd(message('waiting'), atEnd), 'question');
    assert.equal(eventOfStreamEnd(message('streaming'), atEnd), 'unavailable');
    assert.equal(eventOfStreamEnd(message('streaming'), {...atEnd, restart: true}), 'restart');
    assert.equal(eventOfStreamEnd(undefined, {...atEnd, joinable: false}), 'failed');
    assert.equal(eventOfStreamEnd(undefined, {...atEnd, isEmpty: true}), 'doubtful');
  });
});

describe('a run that the server does not let join', () => {
  it('is joined later after a temporary error, and not after others', () => {
    const overloaded = {code: 'rate_limited', status: 429, retryAfter: 7, retryable: true};
    assert.equal(eventOfRejection(overloaded, undefined), 'unavailable');
    const failed = {code: 'server_error', status: 503, retryable: true};
    assert.equal(eventOfRejection(failed, undefined), 'doubtful');
    assert.equal(eventOfRejection(failed, message('waiting')), 'question');
    const gone = {code: 'gone', status: 404, retryable: false};
    assert.equal(eventOfRejection(gone, message('streaming')), 'failed');
    assert.equal(eventOfRejection(gone, message('done')), 'absent');
  });
});
