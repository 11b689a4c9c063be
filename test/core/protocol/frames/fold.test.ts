import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  aishu,
  aiSdk,
  anthropic,
  emptyConversation,
  EventLog,
  foldFrames,
  parseFrames,
  ubik,
  ubikExecution,
  type Diagnostic,
  type Frame,
  type Protocol,
} from '../../../../src/core/index.js';
import {walk} from '../../../../src/core/model/select.js';
import {at, chunk, complete, framed, started} from '../ubik/folded.js';

const stream = [
  {type: 'connection_established', session_id: 's', task_id: 't'},
  {...started(1), timestamp: at(1)},
  {...chunk('b', 1), timestamp: at(3)},
  {...chunk('a', 1), timestamp: at(2)},
  {...complete, timestamp: at(4)},
]
  .map(event => `data: ${JSON.stringify(event)}\n\n`)
  .join('');

describe('foldFrames', () => {
  it('folds a recorded stream into a conversation with one message', () => {
    const {version, children} = foldFrames(ubik, parseFrames(stream));
    const [message, ...more] = children;
    assert.deepEqual([version, more], [1, []]);
    assert.ok(message?.kind === 'message');
    assert.deepEqual([message.role, message.sessionId, message.runId], ['assistant', 's', 't']);
    const found = [...walk(message)].map(item => ('text' in item ? item.text : item.kind));
    assert.deepEqual(found, ['step', 'ab']);
  });

  it('equals a log after each frame', () => {
    const frames = parseFrames(stream);
    const log = new EventLog(ubik, {run: 'message', report: () => undefined});
    let shown = emptyConversation;
    frames.forEach((frame, place) => {
      log.accept(frame);
      shown = log.flush(shown);
      assert.deepEqual(shown, foldFrames(ubik, frames.slice(0, place + 1)));
    });
  });

  it('says what to use for a text', () => {
    for (const protocol of [ubik, aiSdk]) {
      const text = '{"format": "ubik-recording"}\n' as unknown as Iterable<Frame>;
      assert.throws(() => foldFrames(protocol, text), /foldRecording of ubik-chat\/recording/);
    }
  });

  it('accepts frames one by one from any iterable', () => {
    function* some(): Generator<Frame> {
      yield framed(chunk('a'));
      yield framed(complete);
    }
    assert.equal(foldFrames(ubik, some()).children[0]?.status, 'done');
  });

  it('names items by the given run', () => {
    const {children} = foldFrames(ubik, parseFrames(stream), {run: 'r1'});
    for (const {id} of walk({children})) assert.ok(id === 'r1' || id.startsWith('r1/'), id);
  });

  it('continues a message', () => {
    const whole = foldFrames(ubik, parseFrames(stream), {run: 'r1'});
    const [message] = whole.children;
    assert.ok(message?.kind === 'message');
    const {children} = foldFrames(ubik, [], {run: 'r1', message});
    assert.deepEqual(children, [message]);
  });

  it('reports anomalies to its callback', () => {
    const reports: Diagnostic[] = [];
    foldFrames(ubik, [{data: '?'}], {report: one => reports.push(one)});
    const codes = reports.map(({code}) => code);
    assert.deepEqual(codes, ['frame-unreadable']);
  });

  const wires: readonly Protocol[] = [ubik, anthropic, aishu, aiSdk, ubikExecution('e1')];
  for (const protocol of wires) {
    it(`gives an empty conversation for no frames of ${protocol.name}`, () => {
      assert.deepEqual(foldFrames(protocol, []), emptyConversation);
    });

    it(`skips invalid frames of ${protocol.name}, and returns JSON`, () => {
      const odd = ['', '{', 'null', '[]', '7', '"a"', '{}', '{"type":7}', '\u0000', '[DONE]'];
      const whole = foldFrames(
        protocol,
        odd.flatMap(data => [{data}, {data, event: 'odd'}]),
      );
      assert.deepEqual(JSON.parse(JSON.stringify(whole)), whole);
    });
  }
});
