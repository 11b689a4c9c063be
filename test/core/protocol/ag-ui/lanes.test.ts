import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {codes, finish, result, shown, start, tool} from './events.js';

const chunk = (fields: object): object => ({type: 'TEXT_MESSAGE_CHUNK', ...fields});
const callChunk = (fields: object): object => ({type: 'TOOL_CALL_CHUNK', ...fields});
const said = (text: string): object => ({kind: 'text', status: 'done', text});

describe('chunks', () => {
  it('open, continue and close what they name', () => {
    assert.deepEqual(
      shown([
        start(),
        {type: 'REASONING_MESSAGE_CHUNK', messageId: 'm0', delta: 'Hm.'},
        chunk({messageId: 'm1', delta: 'One'}),
        chunk({delta: ' and'}),
        chunk({messageId: 'm1', delta: ' two'}),
        callChunk({toolCallId: 'c1', toolCallName: 'find', delta: '{"a":'}),
        callChunk({delta: '1}'}),
        callChunk({toolCallId: 'c2', toolCallName: 'clock'}),
        chunk({messageId: 'm2', delta: 'Three'}),
        finish(),
      ]),
      [
        {kind: 'thinking', status: 'done', text: 'Hm.'},
        said('One and two'),
        tool('find', 'c1', '{"a":1}'),
        tool('clock', 'c2', ''),
        said('Three'),
      ],
    );
  });

  it('stay open during events that do not belong to the conversation', () => {
    const between = [
      {type: 'RAW', event: {}},
      {type: 'ACTIVITY_DELTA', messageId: 'a', patch: []},
      {type: 'SUBAGENT_STARTED', subagentRunId: 's', name: 'critic'},
    ];
    const events = [start(), chunk({messageId: 'm', delta: 'A'}), ...between, chunk({delta: 'B'})];
    assert.deepEqual(shown([...events, finish()])[0], said('AB'));
  });

  it('are closed by what begins in the same lane', () => {
    const events = [start(), chunk({messageId: 'm', delta: 'A'}), result('c', 'x')];
    assert.deepEqual(codes([...events, chunk({delta: 'B'}), finish()]), [
      'event-out-of-place',
      'event-out-of-place',
    ]);
  });

  it('of two sub-agents do not close each other', () => {
    const of = (subagentRunId: string, fields: object): object => chunk({subagentRunId, ...fields});
    const [one, two] = shown([
      start(),
      {type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'one'},
      {type: 'SUBAGENT_STARTED', subagentRunId: 's2', name: 'two'},
      of('s1', {messageId: 'm1', delta: 'A'}),
      of('s2', {messageId: 'm2', delta: 'B'}),
      of('s1', {delta: 'a'}),
      of('s2', {delta: 'b'}),
      finish(),
    ]);
    assert.deepEqual([one?.['children'], two?.['children']], [[said('Aa')], [said('Bb')]]);
  });
});
