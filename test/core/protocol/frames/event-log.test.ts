import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  emptyConversation,
  type Conversation,
  type Item,
  type MessageItem,
} from '../../../../src/core/model/item.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import {EventLog} from '../../../../src/core/protocol/frames/event-log.js';
import {foldFrames} from '../../../../src/core/protocol/frames/fold.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import type {DecoderContext, Protocol} from '../../../../src/core/protocol/types.js';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import {at, chunk, complete, framed, started} from '../ubik/folded.js';

const plain: Protocol = {
  name: 'plain',
  createDecoder: () => ({
    decode: ({data}) => [
      {op: 'open', id: data, kind: 'message', status: 'done', fields: {role: 'user'}},
    ],
    end: reason => [{op: 'open', id: reason, kind: 'notice', fields: {code: reason}}],
  }),
  identity: ({id}) => id,
  operations: ubik.operations,
};

function logOf(protocol: Protocol = ubik): {log: EventLog; reports: Diagnostic[]} {
  const reports: Diagnostic[] = [];
  return {log: new EventLog(protocol, {run: 'run', report: one => reports.push(one)}), reports};
}

const ids = ({children}: {readonly children: readonly Item[]}): readonly string[] =>
  children.map(({id}) => id);

const text = (conversation: Conversation): unknown => {
  const [item] = conversation.children[0]?.children ?? [];
  return item?.kind === 'text' ? item.text : undefined;
};

describe('EventLog', () => {
  it('identifies frames, and accepts each once', () => {
    const {log} = logOf(plain);
    log.accept({data: 'a', id: '1'});
    log.accept({data: 'b', id: '1'});
    log.accept({data: 'c'});
    assert.deepEqual(ids(log.flush(emptyConversation)), ['a', 'c']);
  });

  it('returns the same conversation without new frames', () => {
    const {log} = logOf();
    log.accept(framed(chunk('a')));
    const conversation = log.flush(emptyConversation);
    assert.equal(log.flush(conversation), conversation);
  });

  it('inserts late frames with the next flush, however many arrived', () => {
    const {log} = logOf();
    const timed = (content: string, time: number): void => {
      log.accept(framed({...chunk(content), timestamp: at(time)}));
    };
    timed('a', 1);
    timed('e', 9);
    const before = log.flush(emptyConversation);
    assert.equal(text(before), 'ae');
    timed('d', 4);
    timed('b', 2);
    timed('c', 2);
    log.accept(framed(chunk('f')));
    assert.equal(text(log.flush(before)), 'abcdef');
  });

  it('applies the end last, whatever its time and order', () => {
    const {log} = logOf();
    log.accept(framed({...chunk('b'), timestamp: at(9)}));
    log.accept(framed({...complete, timestamp: at(3)}));
    const before = log.flush(emptyConversation);
    assert.deepEqual([text(before), before.children[0]?.status], ['b', 'done']);
    log.accept(framed({...chunk('a'), timestamp: at(1)}));
    log.accept(framed(chunk('c')));
    const after = log.flush(before);
    assert.deepEqual([text(after), after.children[0]?.status], ['abc', 'done']);
  });

  it('restarts if the stream does, and keeps repeated items', () => {
    const {log, reports} = logOf();
    const connected = framed({type: 'connection_established'});
    const piece = {type: 'x_delta_sse', chunk_id: 'g', chunk_index: 0, total_chunks: 2};
    const frames = [started(1), chunk('a', 1)].map(framed);
    for (const frame of [connected, ...frames, framed(piece)]) log.accept(frame);
    const before = log.flush(emptyConversation);
    for (const frame of [connected, ...frames]) log.accept(frame);
    assert.equal(log.flush(before), before);
    const codes = reports.map(({code}) => code);
    assert.deepEqual(codes, ['group-incomplete']);
  });

  it('starts again also on a protocol without times', () => {
    const log = new EventLog(
      {...plain, begins: ({event}) => event === 'begin'},
      {run: 'run', report: () => undefined},
    );
    for (const data of ['x', 'a', 'b']) log.accept({data, ...(data === 'x' && {event: 'begin'})});
    log.accept({data: 'y', event: 'begin'});
    log.accept({data: 'a'});
    assert.deepEqual(ids(log.flush(emptyConversation)), ['y', 'a']);
  });

  it('leaves items of other runs in place', () => {
    const question = reduce(emptyConversation, [
      {op: 'open', id: 'before', kind: 'message', fields: {role: 'user'}},
    ]);
    const {log} = logOf();
    log.accept(framed({...chunk('b'), timestamp: at(2)}));
    const folded = reduce(log.flush(question), [
      {op: 'open', id: 'after', kind: 'message', fields: {role: 'user'}},
    ]);
    log.accept(framed({...chunk('a'), timestamp: at(1)}));
    const next = log.flush(folded);
    assert.deepEqual(ids(next), ['before', 'run', 'after']);
    assert.equal(next.children[0], folded.children[0]);
    assert.equal(next.children[2], folded.children[2]);
  });

  it('appends a run that was not displayed yet', () => {
    const {log} = logOf();
    log.accept(framed({...chunk('b'), timestamp: at(2)}));
    log.accept(framed({...chunk('a'), timestamp: at(1)}));
    assert.deepEqual(ids(log.flush(emptyConversation)), ['run']);
  });

  it('reports each oddity once, however often the log is rebuilt', () => {
    const {log, reports} = logOf();
    log.accept(framed({type: 'odd', timestamp: at(5)}));
    let conversation = log.flush(emptyConversation);
    for (const time of [4, 3, 2]) {
      log.accept(framed({type: 'odd', timestamp: at(time)}));
      conversation = log.flush(conversation);
    }
    const codes = reports.map(({code}) => code);
    assert.deepEqual(codes, [
      'event-unknown',
      ...['frames-late', 'event-unknown', 'frames-late', 'event-unknown'],
      ...['frames-late', 'event-unknown'],
    ]);
  });

  it('ends once, also when it is rebuilt after its end', () => {
    const {log, reports} = logOf();
    log.accept(framed({...started(1), timestamp: at(2)}));
    log.accept(
      framed({type: 'x_delta_sse', chunk_id: 'g', chunk_index: 0, total_chunks: 2, chunk_data: ''}),
    );
    log.accept(framed({...chunk('a'), timestamp: at(1)}));
    log.end('lost');
    const conversation = log.flush(emptyConversation);
    assert.equal(conversation.children[0]?.status, 'interrupted');
    const codes = reports.map(({code}) => code);
    assert.deepEqual(codes, ['group-incomplete', 'frames-late']);
  });

  it('keeps the items that a snapshot repeats', () => {
    const {log} = logOf();
    log.accept(framed(started(1)));
    log.accept(framed(chunk('Hello', 1)));
    const before = log.flush(emptyConversation);
    log.accept(
      framed({type: 'agent_response_update', content: '<<STEP_START>>\nStep 1: Do 1\nHello'}),
    );
    const after = log.flush(before);
    assert.equal(after.children[0]?.children[0], before.children[0]?.children[0]);
  });
});

describe('foldFrames', () => {
  it('leaves a run open that its frames do not end', () => {
    const open = foldFrames(ubik, [framed(chunk('a'))]);
    assert.equal(open.children[0]?.status, 'streaming');
    assert.equal(open.children[0].id, 'message');
    const done = foldFrames(ubik, [framed(chunk('a')), framed(complete)], {run: 'r'});
    assert.equal(done.children[0]?.status, 'done');
    assert.equal(done.children[0].id, 'r');
  });

  it('reports no anomalies by default', () => {
    const reports: Diagnostic[] = [];
    foldFrames(ubik, [{data: '?'}]);
    foldFrames(ubik, [{data: '?'}], {report: one => reports.push(one)});
    assert.equal(reports[0]?.code, 'frame-unreadable');
  });

  describe('of a message that is continued', () => {
    const message: MessageItem = {
      id: 'run',
      kind: 'message',
      role: 'assistant',
      status: 'streaming',
      children: [{id: 'known', kind: 'notice', status: 'done', children: [], code: 'known'}],
    };
    /** Each frame is a notice; its id is its time. */
    const contexts: Partial<DecoderContext>[] = [];
    const notices: Protocol = {
      name: 'notices',
      createDecoder: context => {
        contexts.push(context ?? {});
        return {
          decode: ({data}) => [
            {op: 'open', id: 'run', kind: 'message', fields: {role: 'assistant'}},
            {
              op: 'open',
              id: data,
              parent: 'run',
              kind: 'notice',
              status: 'done',
              fields: {code: data},
            },
          ],
          end: () => [],
        };
      },
      order: ({id}) => Number(id),
      operations: ubik.operations,
    };
    const codes = ({children}: Conversation): readonly string[] =>
      (children[0]?.children ?? []).map(({id}) => id);

    it('adds to its items, and gives it to the decoder', () => {
      const log = new EventLog(notices, {run: 'run', report: () => undefined, message});
      assert.deepEqual(log.start.children, [message]);
      log.accept({data: 'new', id: '1'});
      assert.deepEqual(codes(log.flush(log.start)), ['known', 'new']);
      assert.equal(contexts.at(-1)?.message, message);
    });

    it('keeps its items when late frames are sorted', () => {
      const log = new EventLog(notices, {run: 'run', report: () => undefined, message});
      log.accept({data: 'second', id: '2'});
      const before = log.flush(log.start);
      log.accept({data: 'first', id: '1'});
      const after = log.flush(before);
      assert.deepEqual(codes(after), ['known', 'first', 'second']);
      assert.equal(after.children[0]?.children[0], message.children[0]);
    });
  });
});
