import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  append,
  end,
  finalText,
  folded,
  llm,
  opening,
  progress,
  shown,
  skill,
  steps,
  upsert,
} from './patches.js';
import type {Item, ToolItem} from '../../../../src/core/model/item.js';
import type {Frame} from '../../../../src/core/sse/frame.js';

/** The items of these steps while the stream runs. */
const running = (...list: readonly unknown[]): readonly Item[] =>
  folded([...opening, ...steps(...list)]).message.children;

/** The items of these steps once the stream has ended. */
const ended = (...list: readonly unknown[]): readonly Item[] =>
  folded([...opening, ...steps(...list), end]).message.children;

const idsOf = (items: readonly Item[]): readonly string[] => items.map(({id}) => id);

const brief = (items: readonly Item[]): readonly string[] =>
  items.map(item => `${item.kind} ${item.status} ${'text' in item ? item.text : ''}`.trimEnd());

describe('a step', () => {
  it('has the index as its id if it has none', () => {
    const list = [{id: undefined}, {id: 'a'}, {id: ''}, {id: 7}].map(fields =>
      llm({answer: 'x', ...fields}),
    );
    assert.deepEqual(
      idsOf(running(...list)),
      [0, 'a', 2, 3].map(id => `run.${id}.text`),
    );
  });

  it('is displayed once, as the first with its id', () => {
    assert.deepEqual(brief(ended(llm({answer: 'A'}), llm({answer: 'B'}))), ['text done A']);
  });

  it('is displayed in its place beside empty slots and values that are no steps', () => {
    const list = [null, llm({answer: 'A'}), 'x', 7, [llm({id: 'b', answer: 'B'})]];
    assert.deepEqual(brief(ended(...list)), ['text done A']);
  });

  for (const stage of ['assign', 'end', '', undefined, null, 7, 'LLM', 'Skill']) {
    it(`of the stage ${JSON.stringify(stage)} is not for people`, () => {
      assert.deepEqual(ended(llm({answer: 'x', stage}), skill('any', {stage})), []);
    });
  }

  const flags: readonly (readonly [flags: unknown, hidden?: 'hidden'])[] = [
    [undefined],
    [''],
    ['{}'],
    ['{broken debug'],
    ['{"debug":false}'],
    ['{"debug":"true"}'],
    [{debug: false}],
    [{debug: 'true'}],
    [7],
    ['{"debug": true}', 'hidden'],
    [{debug: true}, 'hidden'],
  ];
  for (const [value, hidden = 'shown'] of flags) {
    it(`with the flags ${JSON.stringify(value)} is ${hidden}`, () => {
      const count = hidden === 'hidden' ? 0 : 1;
      assert.equal(ended(llm({answer: 'x', flags: value})).length, count);
    });
  }
});

describe('a step of the model', () => {
  it('is nothing before it has a text', () => {
    for (const fields of [{}, {answer: null, think: 7}, {answer: {a: 1}, think: ['x']}])
      assert.deepEqual(running(llm(fields)), []);
  });

  it('keeps the status of a reasoning that was lost after the answer had begun', () => {
    const frames = [...opening, ...steps(llm({think: 'Hm', answer: 'Y'}))];
    assert.deepEqual(brief(folded(frames, 'lost').message.children), [
      'thinking interrupted Hm',
      'text interrupted Y',
    ]);
  });
});

describe('a step of a skill', () => {
  const times = {start_time: 1, end_time: 2};
  const tool = (items: readonly Item[]): ToolItem => {
    const [item] = items;
    assert.ok(item?.kind === 'tool');
    return item;
  };

  for (const status of ['completed', 'failed', 'skipped', 'processing']) {
    it(`that is ${status} has an error only if it failed, and an end unless it runs`, () => {
      const {error, startedAt, endedAt} = tool(
        running(skill('any', {status, answer: 'It broke', ...times})),
      );
      assert.equal(startedAt, '1970-01-01T00:00:01.000Z');
      assert.equal(endedAt, status === 'processing' ? undefined : '1970-01-01T00:00:02.000Z');
      assert.equal(error, status === 'failed' ? 'It broke' : undefined);
    });
  }

  it('is denied if the user has skipped it', () => {
    const denied = ['skipped', 'completed', 'failed'].map(
      status => tool(running(skill('any', {status}))).denied,
    );
    assert.deepEqual(denied, [true, undefined, undefined]);
  });

  it('that waits for an answer has no end', () => {
    const asked = upsert(['message', 'ext', 'ask'], {tool_name: 'any'});
    const waits = steps(skill('any', {status: 'processing', ...times}));
    const item = tool(folded([...opening, ...waits, asked, end]).message.children);
    assert.deepEqual([item.status, item.endedAt], ['waiting', undefined]);
  });

  it('is an execution with the id of the item if it has none', () => {
    for (const id of [undefined, '', 7])
      assert.equal(tool(running(skill('any', {id}))).executionId, 'run.0.tool');
  });

  it('is read again when one of its fields changes', () => {
    const frames: Frame[] = [...opening, ...steps(skill('add', {status: 'processing'}, {a: 1}))];
    const after = (field: string, value: unknown): ToolItem => {
      frames.push(upsert(progress(0, field), value));
      return tool(folded(frames).message.children);
    };
    assert.equal(after('answer', '3').output, '3');
    assert.equal(after('status', 'completed').status, 'done');
    assert.equal(after('skill_info', {args: [{name: 'b', value: 2}]}).input, '{"b":2}');
    assert.equal(after('agent_name', 'sum').name, 'sum');
    assert.equal(after('agent_name', 'online_search_cite_tool').phases?.[0]?.status, 'started');
    assert.equal(after('status', 'failed').phases?.[0]?.status, 'failed');
  });

  it('is hidden if the platform uses it itself', () => {
    assert.deepEqual(running(skill('build_memory', {status: 'processing'})), []);
  });

  const second = 1_772_615_700;
  const instants: readonly (readonly [time: unknown, iso?: string])[] = [
    [second, '2026-03-04T09:15:00.000Z'],
    [second + 0.25, '2026-03-04T09:15:00.250Z'],
    [second * 1e3, '2026-03-04T09:15:00.000Z'],
    [second * 1e9, '2026-03-04T09:15:00.000Z'],
    [1, '1970-01-01T00:00:01.000Z'],
    ...[0, -1, 1e308, '1', '', null, undefined, {}, []].map(none => [none] as const),
  ];
  for (const [time, iso] of instants) {
    it(`began at ${iso ?? 'an unknown time'} for ${JSON.stringify(time)}`, () => {
      assert.equal(tool(running(skill('any', {start_time: time}))).startedAt, iso);
    });
  }
});

describe('a final answer', () => {
  const final = upsert(['message', 'content', 'final_answer'], {
    answer: {text: 'At last'},
    thinking: 'Long',
  });
  const kindsOf = (...frames: readonly Frame[]): readonly unknown[] =>
    shown(...frames).map(({kind}) => kind);

  it('has the status of its message', () => {
    assert.deepEqual(brief(folded([...opening, final], 'lost').message.children), [
      'thinking interrupted Long',
      'text interrupted At last',
    ]);
  });

  it('is behind the calls that led to it', () => {
    assert.deepEqual(kindsOf(final, ...steps(skill('add'))), ['tool', 'thinking', 'text']);
  });

  it('is displayed unless a step of the model has a text', () => {
    for (const step of [llm(), llm({answer: {a: 1}}), llm({answer: 'x', flags: {debug: true}})])
      assert.deepEqual(kindsOf(final, ...steps(step)), ['thinking', 'text']);
    assert.deepEqual(kindsOf(final, ...steps(skill('add', {answer: 'x'}))), [
      'tool',
      'thinking',
      'text',
    ]);
    const later = [llm({answer: 'x'}), skill('add')];
    assert.deepEqual(kindsOf(final, ...steps(...later)), ['text', 'tool']);
  });

  for (const none of [
    null,
    7,
    {},
    {answer: {text: ''}, thinking: ''},
    {answer: 'x', thinking: 7},
  ]) {
    it(`is none in ${JSON.stringify(none)}`, () => {
      assert.deepEqual(shown(upsert(['message', 'content', 'final_answer'], none)), []);
    });
  }

  const others: readonly (readonly [value: unknown, text: string])[] = [
    ['words', 'words'],
    [['a', '', null, 7, 'b'], 'a\n\nb'],
    [{__type__: 'VarOutput', value: {stage: 'llm', answer: 'wrapped'}}, 'wrapped'],
    [{answer: {text: 'deep'}}, 'deep'],
    [[{answer: 'a'}, {value: {text: 'b'}}], 'a\n\nb'],
    [{value: 'v', answer: 'a', text: 't'}, 'v'],
    [{answer: 'a', text: 't'}, 'a'],
    [[[['three deep']]], 'three deep'],
  ];
  const other = ['message', 'content', 'final_answer', 'answer_type_other'];
  for (const [value, text] of others) {
    it(`is found in another variable as ${JSON.stringify(value)}`, () => {
      assert.deepEqual(shown(upsert(other, value)), [{kind: 'text', status: 'done', text}]);
      assert.deepEqual(
        shown(upsert(other, value), upsert(['message', 'content_type'], 'prompt')),
        [],
      );
    });
  }

  for (const value of [null, 7, {}, [[[[['too deep']]]]]]) {
    it(`is not found in another variable as ${JSON.stringify(value)}`, () => {
      assert.deepEqual(shown(upsert(other, value)), []);
    });
  }

  it('in another variable is not displayed beside a text', () => {
    assert.deepEqual(kindsOf(upsert(other, 'x'), append(finalText, 'Yes')), ['text']);
    assert.equal(shown(upsert(other, 'x'), append(finalText, 'Yes'))[0]?.['text'], 'Yes');
  });
});
