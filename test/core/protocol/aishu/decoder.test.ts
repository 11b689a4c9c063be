import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {
  append,
  bare,
  end,
  finalText,
  llm,
  opening,
  patch,
  progress,
  remove,
  shown,
  skill,
  steps,
  folded,
  upsert,
} from './patches.js';
import {accumulate} from '../../../../src/core/protocol/aishu/accumulator.js';
import {aishu} from '../../../../src/core/protocol/aishu/index.js';
import {emptyConversation, type Item} from '../../../../src/core/model/item.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {bytesOf, frame, framesIn, recorded} from '../recorded.js';
import {runs} from '../../../support/full.js';
import {forAll} from '../../../support/for-all.js';

const fault = {
  HTTPCode: 500,
  BaseError: {error_code: 'E1', description: 'Broken', solution: 'Retry'},
};
const shownFault = {kind: 'error', status: 'failed', code: 'E1', text: 'Broken', advice: 'Retry'};
const sample = (name: string): readonly Frame[] => framesIn([bytesOf(recorded('aishu', name))]);
const search = {
  choices: [
    {
      message: {
        tool_calls: [
          {id: 'c', type: 'search_intent', search_intent: [{query: 'q'}]},
          {
            id: 'c',
            type: 'search_result',
            search_result: [
              {title: 'A', link: 'https://a.example', content: 'about a'},
              {title: 'B', link: 'https://b.example', content: ''},
            ],
          },
        ],
      },
    },
  ],
};

/** Kind, status and text of every item. */
function outline({children}: {readonly children: readonly Item[]}): readonly unknown[] {
  return children.map(item => [
    item.kind,
    item.status,
    item.kind === 'text' || item.kind === 'thinking' ? item.text : '',
  ]);
}

describe('a message', () => {
  it('has the ids and figures of its document', () => {
    const {message} = folded([
      ...opening,
      ...steps(llm({answer: 'Hi'})),
      upsert(['message', 'ext', 'total_time'], 1.75),
      upsert(['message', 'ext', 'total_tokens'], 81),
      upsert(['message', 'ext', 'related_queries'], ['More?', ' ', null, 'Less?']),
      end,
    ]);
    assert.deepEqual(bare(message), {
      kind: 'message',
      role: 'assistant',
      status: 'done',
      messageId: 'm1',
      sessionId: 'c1',
      runId: 'r1',
      parentId: 'u1',
      duration: 1.75,
      usage: {totalTokens: 81},
      suggestions: ['More?', 'Less?'],
    });
  });

  it('accepts suggestions at the root, and tokens in an object', () => {
    const {message} = folded([
      ...opening,
      upsert(['message', 'ext', 'total_tokens'], {total_tokens: 7}),
      append(['related_queries', 0], 'More?'),
    ]);
    assert.deepEqual([message.usage, message.suggestions], [{totalTokens: 7}, ['More?']]);
  });

  it('is the same whether its id arrives first or last, and whichever text arrives first', () => {
    const [conversation, run, user, id, message] = opening;
    assert.ok(conversation && run && user && id && message);
    const step = append(progress(0), llm({answer: 'Hi'}));
    const text = append(finalText, 'Hi');
    const expected = folded([conversation, run, user, id, message, step, text, end]).message;
    assert.deepEqual(
      folded([message, step, text, id, user, run, conversation, end]).message,
      expected,
    );
    assert.deepEqual(
      folded([conversation, run, user, id, message, text, step, end]).message,
      expected,
    );
  });

  it('is created as soon as an id is known', () => {
    assert.equal(folded([upsert(['conversation_id'], 'c1')]).message.sessionId, 'c1');
  });
});

describe('the steps of the model', () => {
  it('are texts and thoughts, in their order', () => {
    const list = [
      llm({think: 'Hm', answer: 'One'}),
      llm({id: 'l2', answer: 'Two', status: 'completed'}),
    ];
    assert.deepEqual(shown(...steps(...list)), [
      {kind: 'thinking', status: 'done', text: 'Hm'},
      {kind: 'text', status: 'done', text: 'One'},
      {kind: 'text', status: 'done', text: 'Two'},
    ]);
  });

  it('grow by additions, with no other ops', () => {
    const decoder = aishu.createDecoder({run: 'run'});
    for (const one of [...opening, ...steps(llm({answer: 'a', think: 't'}))]) decoder.decode(one);
    assert.deepEqual(decoder.decode(append(progress(0, 'answer'), 'b')), [
      {op: 'append', id: 'run.l1.text', field: 'text', text: 'b'},
    ]);
    assert.deepEqual(decoder.decode(append(progress(0, 'think'), 'u')), [
      {op: 'append', id: 'run.l1.thinking', field: 'text', text: 'u'},
    ]);
    assert.deepEqual(decoder.decode(upsert(progress(0, 'end_time'), 5)), []);
  });

  it('are thinking until they answer', () => {
    const thinking = [...opening, ...steps(llm({think: 'Hm'}))];
    assert.deepEqual(outline(folded(thinking).message), [['thinking', 'streaming', 'Hm']]);
    assert.deepEqual(outline(folded([...thinking, append(progress(0, 'answer'), 'a')]).message), [
      ['thinking', 'done', 'Hm'],
      ['text', 'streaming', 'a'],
    ]);
  });

  it('may be replayed', () => {
    const frames = [...steps(llm({answer: 'long words'})), upsert(progress(0, 'answer'), 'short')];
    assert.deepEqual(shown(...frames), [{kind: 'text', status: 'done', text: 'short'}]);
  });

  it('are identified by their id when they change positions', () => {
    const first = [llm({id: 'a', answer: 'A'}), llm({id: 'b', answer: 'B'})];
    const {message} = folded([
      ...opening,
      ...steps(...first),
      upsert(progress(0), first[1]),
      upsert(progress(1), first[0]),
    ]);
    const ids = message.children.map(({id}) => id);
    assert.deepEqual(ids, ['run.b.text', 'run.a.text']);
  });

  it('leave no gap when the last are removed, and ignore empty slots', () => {
    const three = steps(
      llm({id: 'a', answer: 'A'}),
      llm({id: 'b', answer: 'B'}),
      llm({id: 'c', answer: 'C'}),
    );
    const words = (...frames: readonly Frame[]): unknown => shown(...frames).map(({text}) => text);
    assert.deepEqual(words(...three, remove(...progress(1)), remove(...progress(2))), ['A']);
    assert.deepEqual(words(...three, remove(...progress(0))), ['B', 'C']);
    assert.deepEqual(words(...three, upsert(progress(1), null)), ['A', 'C']);
  });
});

describe('the final answer', () => {
  it('is not repeated beside a step with the same text', () => {
    const frames = [...steps(llm({answer: 'Hi'})), append(finalText, 'Hi')];
    assert.deepEqual(shown(...frames), [{kind: 'text', status: 'done', text: 'Hi'}]);
  });

  it('is not displayed before the step that has the same text', () => {
    const {message} = folded([...opening, append(finalText, 'Hi')]);
    assert.deepEqual(message.children, []);
  });

  it('streams when no step reports it', () => {
    const {message} = folded([...opening, append(finalText, 'Hi'), append(finalText, ' there')]);
    assert.deepEqual(outline(message), [['text', 'streaming', 'Hi there']]);
    const decoder = aishu.createDecoder();
    for (const one of [...opening, append(finalText, 'a'), append(finalText, 'b')])
      decoder.decode(one);
    assert.deepEqual(decoder.decode(append(finalText, 'c')), [
      {op: 'append', id: 'message.final-answer.text', field: 'text', text: 'c'},
    ]);
  });

  it('makes way for a step that reports it after all', () => {
    const frames = [
      append(finalText, 'Hi'),
      append(finalText, ' there'),
      ...steps(llm({answer: 'Hi there'})),
    ];
    assert.deepEqual(shown(...frames), [{kind: 'text', status: 'done', text: 'Hi there'}]);
  });

  it('is displayed with its reasoning at the end', () => {
    const thought = upsert(['message', 'content', 'final_answer', 'thinking'], 'Hm');
    assert.deepEqual(shown(thought, append(finalText, 'Hi')), [
      {kind: 'thinking', status: 'done', text: 'Hm'},
      {kind: 'text', status: 'done', text: 'Hi'},
    ]);
  });
});

describe('the end of a stream', () => {
  const half = [...opening, ...steps(llm({answer: 'half'}))];

  it('is stopped too if a stop ended it, which the platform does not report', () => {
    const decoder = aishu.createDecoder({run: 'r'});
    for (const one of [...half, {data: '{"action":"end","key":[]}'}]) decoder.decode(one);
    const ops = decoder.end('stopped');
    assert.ok(
      ops.some(
        op => op.op !== 'open' && op.id === 'r' && 'status' in op && op.status === 'stopped',
      ),
    );
    assert.deepEqual(decoder.end('stopped'), []);
  });

  it('keeps the text, and ignores late events', () => {
    const late = append(progress(0, 'answer'), ' late');
    const stopped = aishu.createDecoder();
    for (const one of half) stopped.decode(one);
    assert.ok(stopped.end('stopped').length > 0);
    assert.deepEqual([stopped.decode(late), stopped.end('lost')], [[], []]);
    assert.deepEqual(folded([...half, end, late]).message, folded([...half, end]).message);
  });

  it('before any content is still a message', () => {
    assert.equal(folded([], 'lost').message.status, 'interrupted');
  });
});

describe('a failure', () => {
  it('in any form is displayed behind the content', () => {
    const forms = [
      upsert(['error'], fault),
      frame(fault),
      frame({error_code: 'E1', description: 'Broken', solution: 'Retry'}),
      frame({code: 'E1', description: 'Broken', solution: 'Retry'}, 'error'),
    ];
    for (const form of forms) {
      assert.deepEqual(shown(...steps(llm({answer: 'half'})), form), [
        {kind: 'text', status: 'failed', text: 'half'},
        shownFault,
      ]);
    }
  });

  it('with a text is an error too', () => {
    assert.deepEqual(shown({event: 'error', data: 'gone'}), [
      {kind: 'error', status: 'failed', code: 'unknown', text: 'gone'},
    ]);
  });

  it('that is reverted has no effect', () => {
    assert.deepEqual(shown(upsert(['error'], fault), upsert(['error'], null)), []);
  });

  it('that clears ids and content removes nothing from the display', () => {
    const blanks = [
      upsert(['conversation_id'], ''),
      upsert(['assistant_message_id'], ''),
      upsert(['message', 'content'], null),
      upsert(['error'], fault),
    ];
    const steps1 = steps(llm({answer: 'half'}));
    for (const order of [blanks, [...blanks].reverse()]) {
      const {message} = folded([...opening, ...steps1, ...order, end]);
      assert.deepEqual(message.children.map(bare), [
        {kind: 'text', status: 'failed', text: 'half'},
        shownFault,
      ]);
      assert.deepEqual([message.messageId, message.sessionId], ['m1', 'c1']);
    }
    const less = upsert(['message', 'content'], {final_answer: {}});
    assert.deepEqual(shown(...steps1, less), [{kind: 'text', status: 'done', text: 'half'}]);
  });

  it('with a text in the answer of a step is an answer', () => {
    const {message} = folded([
      ...opening,
      ...steps(llm({answer: 'failed to call LLM', status: 'completed'})),
      end,
    ]);
    assert.equal(message.status, 'done');
  });
});

describe('anomalies', () => {
  it('are reported by a code, and change nothing', () => {
    const odd = [
      {data: 'not JSON'},
      frame({hello: 1}),
      patch('future', ['a'], 1),
      patch('upsert', ['__proto__', 'a'], 1),
      frame({key: 'message', action: 'upsert'}),
      upsert(progress('x'), 1),
      append(progress(0, 'status'), {}),
    ];
    const before = [...opening, ...steps(skill('any'))];
    const {message, reports} = folded([...before, ...odd]);
    const codes = reports.map(({code}) => code);
    assert.deepEqual(codes, [
      'frame-unreadable',
      'frame-unreadable',
      'action-unknown',
      'key-unsafe',
      'key-unreadable',
      'key-mismatch',
      'value-replaced',
    ]);
    const ids = message.children.map(({id}) => id);
    assert.deepEqual(ids, ['run.s1.tool']);
  });

  it('in the numbers is reported, and nothing is dropped', () => {
    const numbers = [0, 1, 1, 1, 4, 4, 4, 7, 6];
    const words = numbers.map((seq, index) =>
      patch('append', progress(0, 'answer'), String(index), seq),
    );
    const {message, reports} = folded([...opening, ...steps(llm({answer: '-'})), ...words]);
    assert.deepEqual(outline(message), [['text', 'streaming', '-012345678']]);
    const codes = reports.map(({code}) => code);
    assert.deepEqual(codes, Array(3).fill('sequence-anomaly'));
  });
});

describe('the ops of a stream', () => {
  it('result at every event in the document of that event, decoded at once', () => {
    for (const name of [
      'a-plain-llm',
      'b-web-search-then-llm',
      'b2-web-search-late-answer',
      'c-error',
      'd-interrupt',
    ]) {
      assertEveryPrefix(sample(name));
    }
  });

  it('amount to it whatever the patches are', () => {
    const words = fc.constantFrom('a', '[1]', '[', '1', '] ', '`', '\n', '标', '');
    const id = fc.constantFrom('l1', 'l2', 's1');
    const step = fc.oneof(
      fc.tuple(id, words, words).map(([own, answer, think]) => llm({id: own, answer, think})),
      fc
        .tuple(id, fc.constantFrom('completed', 'processing'))
        .map(([own, status]) => skill('zhipu_search_tool', {id: own, answer: search, status})),
      fc.constant(null),
    );
    const index = fc.nat(2);
    const one = fc.oneof(
      {
        weight: 2,
        arbitrary: fc.tuple(index, step).map(([at, value]) => append(progress(at), value)),
      },
      {
        weight: 4,
        arbitrary: fc.tuple(index, words).map(([at, more]) => append(progress(at, 'answer'), more)),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(index, words).map(([at, more]) => append(progress(at, 'think'), more)),
      },
      fc.tuple(index, words).map(([at, answer]) => upsert(progress(at, 'answer'), answer)),
      fc
        .tuple(index, fc.constantFrom('completed', 'failed', 'processing'))
        .map(([at, status]) => upsert(progress(at, 'status'), status)),
      index.map(at => remove(...progress(at))),
      fc.constantFrom<unknown>(null, fault).map(error => upsert(['error'], error)),
    );
    forAll(runs(1000), [fc.array(one, {maxLength: 25})], patches =>
      assertEveryPrefix([...opening, ...patches, end]),
    );
  });
});

/** Folding the ops one by one gives the same as decoding the whole document at once. */
function assertEveryPrefix(frames: readonly Frame[]): void {
  const decoder = aishu.createDecoder();
  let conversation = emptyConversation;
  frames.forEach((one, index) => {
    conversation = reduce(conversation, decoder.decode(one));
    const document = accumulate(frames.slice(0, index + 1));
    const over = frames.slice(0, index + 1).some(({data}) => /"action": ?"end"/.test(data));
    const whole = [frame({...document, message: document.message ?? {}}), ...(over ? [end] : [])];
    const fresh = aishu.createDecoder();
    const ops = whole.flatMap(folded => fresh.decode(folded));
    assert.deepEqual(conversation, reduce(emptyConversation, ops));
  });
}
