import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import type {UbikEvent} from '../../../../src/core/protocol/ubik/events.js';
import {
  at,
  chunk,
  complete,
  completed,
  every,
  only,
  outline,
  started,
  foldEvents,
} from './folded.js';

function read(content: string, open = false): {lines: string[]; codes: string[]} {
  const reports: Diagnostic[] = [];
  const children = ubik.parse(content, {run: 'run', open, report: one => reports.push(one)});
  return {lines: outline({children}), codes: reports.map(({code}) => code)};
}

const TOOL = '<<TOOL_STEP_START/t:1>>';
const TOOL_END = '<<TOOL_STEP_END/t:1>>';
const IN = '<<TOOL_STEP_INPUT_START>>';
const IN_END = '<<TOOL_STEP_INPUT_END>>';
const OUT = '<<TOOL_STEP_RESULT_START>>';
const OUT_END = '<<TOOL_STEP_RESULT_END>>';

describe('ubik.parse', () => {
  const cases: readonly (readonly [title: string, content: string, lines: readonly string[]])[] = [
    ['plain text', 'Hello', ['text done: Hello']],
    ['nothing', '', []],
    [
      'unknown tags as text',
      '1 << 2 <<FOO>> <<step_start>>',
      ['text done: 1 << 2 <<FOO>> <<step_start>>'],
    ],
    ['half a tag at the end as text', 'a <<STEP_ST', ['text done: a <<STEP_ST']],
    [
      'a step without a head',
      '<<STEP_START>>\nJust text\nmore\n<<STEP_END>>',
      ['step done: ', '  text done: Just text\nmore'],
    ],
    [
      'a flagged step with a line of its own',
      '<<STEP_START>>\n<<SINGLE_STEP_FLAG>>\nÉtape\nmore\n<<STEP_END>>',
      ['step done: Étape', '  text done: more'],
    ],
    [
      'a flag anywhere in the step',
      '<<STEP_START>>\nStep 1: Do ✓\na<<SINGLE_STEP_FLAG>>b\n<<STEP_END>>',
      ['step done: Do', '  text done: ab'],
    ],
    [
      'a step that the next one ends',
      '<<STEP_START>>\nStep 1: A\na<<STEP_START>>\nStep 2: B ✓\nb',
      ['step interrupted: A', '  text done: a', 'step done: B', '  text done: b'],
    ],
    [
      'a step with nothing but its head',
      '<<STEP_START>>\nStep 3: Only<<STEP_END>>',
      ['step done: Only'],
    ],
    [
      'a first line that is too long for a head as text',
      `<<STEP_START>>\nStep 1: ${'a'.repeat(3_000)}`,
      ['step interrupted: ', `  text done: Step 1: ${'a'.repeat(3_000)}`],
    ],
    ['a tool that never ended', `${TOOL}${IN}{"a":1}${IN_END}`, ['tool interrupted: t']],
    [
      'thinking that never ended, up to the end of its step',
      '<<STEP_START>>\nStep 1: A\n<<thinking>>\nhm\n<<STEP_END>>\n<<ERROR_START>>\nError: E\n<<ERROR_END>>',
      ['step interrupted: A', '  thinking interrupted: hm', 'error failed: E'],
    ],
    ['thinking that never ended', '<<thinking>>hm', ['thinking interrupted: hm']],
    [
      'a tool event, which is nothing',
      'a<<TOOL_EVENT_START>>x<<TOOL_EVENT_END>>b',
      ['text done: ab'],
    ],
    ['a tool event without an end as text', 'a<<TOOL_EVENT_START>>b', ['text done: ab']],
    [
      'a checkpoint with an error in it',
      '<<CHECKPOINT_START>>\nCheckpoint: c\n<<ERROR_START>>Error: E<<ERROR_END>>\n<<CHECKPOINT_END>>',
      ['checkpoint done: c', '  error failed: E'],
    ],
    [
      'the words of an error from its details',
      '<<ERROR_START>>\nError:\n<<ERROR_END>>\n<<ERROR_JSON_START>>{"error":"E"}<<ERROR_JSON_END>>',
      ['error failed: E'],
    ],
    [
      'details of an error that stand alone',
      '<<ERROR_JSON_START>>{"error":"E","traceback":"T"}<<ERROR_JSON_END>>',
      ['error failed: E'],
    ],
    ['details that say nothing', '<<ERROR_JSON_START>>?<<ERROR_JSON_END>>', []],
    [
      'a question that never ended',
      '<<INPUT_REQUIRED_START>>\nWhat?\ncheckpoint_name: c\nExpected input types: a, b',
      ['request waiting: What?'],
    ],
  ];
  for (const [title, content, lines] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(read(content).lines, lines);
    });
  }

  const stray = [
    '<<STEP_END>>',
    TOOL_END,
    IN,
    OUT_END,
    '<<CHECKPOINT_END>>',
    '<<INPUT_REQUIRED_END>>',
    '<<USER_INPUT_PROVIDED_START>>',
    '<<USER_INPUT_PROVIDED_END>>',
    '<</thinking>>',
    '<<ERROR_END>>',
  ];
  for (const tag of stray) {
    it(`drops a stray ${tag} and reports it`, () => {
      const {lines, codes} = read(`a${tag}b`);
      assert.equal(lines.join('').replace(/text done: /g, ''), 'ab');
      assert.deepEqual(codes, ['tag-stray']);
    });
  }

  it('leaves a block open that may still continue', () => {
    assert.deepEqual(read('<<STEP_START>>\nStep 1: A\n<<thinking>>hm', true).lines, [
      'step streaming: A',
      '  thinking streaming: hm',
    ]);
  });

  it('reads JSON that quotes its own end tag', () => {
    const quoted = `{"a":"x ${OUT_END} y"}`;
    const [tool] = ubik.parse(`${TOOL}${OUT}${quoted}${OUT_END}${TOOL_END}after`);
    assert.ok(tool?.kind === 'tool');
    assert.equal(tool.output, quoted);
    assert.equal(tool.status, 'done');
  });

  it('displays invalid JSON as text, and continues after it', () => {
    const {lines, codes} = read(`${TOOL}${OUT}{"a":${OUT_END}b${TOOL_END}c`);
    assert.deepEqual(lines, ['tool done: t', '  text done: b', 'text done: c']);
    assert.deepEqual(codes, ['json-invalid']);
    const [tool] = ubik.parse(`${TOOL}${IN}{"a":${IN_END}`);
    assert.ok(tool?.kind === 'tool');
    assert.equal(tool.input, '{"a":');
  });

  it('stops searching for a later end tag after a limit', () => {
    const {lines} = read(`${TOOL}${OUT}{${OUT_END}${OUT_END.repeat(10)}${TOOL_END}z`);
    assert.deepEqual(lines, ['tool done: t', 'text done: z']);
    const long = 'x'.repeat(1_100_000);
    assert.equal(read(`${TOOL}${OUT}{${OUT_END}${long}`).lines[1], `  text done: ${long}`);
  });

  it('keeps the text of an interrupted tool, up to the end of its step', () => {
    const children = ubik.parse(
      `<<STEP_START>>\nStep 1: A\n${TOOL}${IN}{"a":\n<<STEP_END>>\nafter`,
    );
    assert.equal(only({children}, 'tool').input, '{"a":');
    assert.equal(children[1]?.kind, 'text');
  });

  it('reads a failure out of a result, in both shapes', () => {
    for (const error of ['"no"', '{"message":"no"}']) {
      const [tool] = ubik.parse(`${TOOL}${OUT}{"error":${error}}${OUT_END}${TOOL_END}`);
      assert.ok(tool?.kind === 'tool');
      assert.equal(tool.status, 'failed');
      assert.equal(tool.error, 'no');
    }
  });

  it('gives parallel calls their own parts, and ends them in any order', () => {
    const children = ubik.parse(
      `<<TOOL_STEP_START/a:1>>${IN}1${IN_END}<<TOOL_STEP_START/b:2>>${IN}2${IN_END}` +
        `${OUT}22${OUT_END}<<TOOL_STEP_END/a:1>>${OUT}11${OUT_END}<<TOOL_STEP_END/b:2>>`,
    );
    const tools = every({children}, 'tool').map(({name, input, status}) => [name, input, status]);
    assert.deepEqual(tools, [
      ['a', '1', 'done'],
      ['b', '2', 'done'],
    ]);
  });

  it('splits the name of a tool from its id at the last colon', () => {
    const [tool] = ubik.parse('<<TOOL_STEP_START/mcp:files/read:call_1>>');
    assert.ok(tool?.kind === 'tool');
    assert.equal(tool.name, 'mcp:files/read');
    assert.equal(tool.executionId, 'call_1');
  });

  it('gives two calls of one id items of their own', () => {
    const children = ubik.parse(`${TOOL}${TOOL_END}${TOOL}${TOOL_END}<<TOOL_STEP_START/t:1~2>>`);
    assert.equal(new Set(children.map(({id}) => id)).size, 3);
  });

  it('reads the answers to questions, in any shape', () => {
    const answered = (raw: string): unknown => {
      const [item] = ubik.parse(
        `<<INPUT_REQUIRED_START>>Q<<USER_INPUT_PROVIDED_START>>${raw}<<USER_INPUT_PROVIDED_END>><<INPUT_REQUIRED_END>>`,
      );
      return item?.kind === 'request' ? item.answer : undefined;
    };
    assert.deepEqual(answered('{"input": {"a": 1}, "type": "json"}'), {
      input: {a: 1},
      type: 'json',
    });
    assert.deepEqual(answered('[1]'), {input: [1], type: 'text'});
    assert.deepEqual(answered(' words '), {input: 'words', type: 'text'});
  });
});

describe('ubik.rebuild', () => {
  it('accepts frames and events, and chunks of them', () => {
    assert.equal(ubik.rebuild([chunk('a'), {data: JSON.stringify(chunk('b'))}]), 'ab');
    assert.equal(ubik.rebuild([{...chunk('a'), type: 'agent_response_chunk'}]), 'a');
    assert.equal(ubik.rebuild([]), '');
  });

  it('includes text that arrives, or is dated, after the end', () => {
    const failed = {type: 'agent_processing_error', error: 'E', timestamp: at(1)};
    const late = {...chunk('late'), timestamp: at(2)};
    const expected = 'late\n<<ERROR_START>>\nError: E\n<<ERROR_END>>';
    for (const events of [
      [late, failed],
      [failed, late],
    ]) {
      assert.ok(ubik.rebuild(events).startsWith(expected));
      assert.deepEqual(outline(foldEvents(events).message), ['text done: late', 'error failed: E']);
    }
    assert.equal(ubik.rebuild([complete, chunk('late')]), 'late');
  });

  it('reads events in every framing', () => {
    const wrapped = {event_type: 'response_chunk', data: {content: 'a'}} as unknown as UbikEvent;
    assert.equal(ubik.rebuild([wrapped, {event: 'response_chunk', data: '{"content":"b"}'}]), 'ab');
  });

  it('folds a replay once, as its last connection sent it', () => {
    const connected = {type: 'connection_established'};
    const events = [connected, chunk('a'), complete];
    assert.equal(ubik.rebuild([chunk('early'), ...events]), 'earlya');
    assert.equal(ubik.rebuild([...events.slice(0, 2), ...events]), 'a');
  });

  it('writes invalid values as an empty text', () => {
    assert.equal(
      ubik.rebuild([{type: 'input_required', input_types: [[['a']], 'text', 3]}]),
      '<<INPUT_REQUIRED_START>>\n\nExpected input types: text\ncheckpoint_name: \n<<INPUT_REQUIRED_END>>',
    );
    assert.equal(
      ubik.rebuild([{type: 'agent_processing_error', error: 3, traceback: [[]]}]),
      '<<ERROR_START>>\nError: \n<<ERROR_END>>\n\n<<ERROR_JSON_START>>\n{\n  "error": ""\n}\n<<ERROR_JSON_END>>',
    );
    assert.equal(
      ubik.rebuild([started('x' as unknown as number), completed(NaN), chunk('a')]),
      'a',
    );
  });

  it('puts each answer into the question that it answers', () => {
    const question = {type: 'input_required', checkpoint_name: 'c', prompt: 'P', input_types: []};
    const text = ubik.rebuild(
      [question, question],
      [{checkpoint_name: 'c', input: [1, {a: null}], type: 'json'}],
    );
    assert.equal(text.match(/\{"input": \[1, \{"a": null\}\], "type": "json"\}/g)?.length, 1);
    assert.equal(text.match(/checkpoint_name: c/g)?.length, 1);
  });
});

describe('a stream of content', () => {
  it('puts a chunk without a number into the only step of a single-step agent', () => {
    assert.deepEqual(outline(foldEvents([started(1, 'A', true), chunk('a')]).message), [
      'step streaming: A',
      '  text streaming: a',
    ]);
  });

  it('starts a completed step again', () => {
    const {message} = foldEvents([started(1, 'A'), completed(1), started(1, 'B'), chunk('b', 1)]);
    assert.deepEqual(outline(message), [
      'step done: A',
      'step streaming: B',
      '  text streaming: b',
    ]);
  });

  it('displays text that was held back when another item begins', () => {
    const {message} = foldEvents([
      chunk('a <'),
      {type: 'checkpoint_created', checkpoint_name: 'c'},
    ]);
    assert.deepEqual(outline(message), ['text done: a <', 'checkpoint done: c']);
  });

  it('ignores an older snapshot, and an empty one', () => {
    const {message, codes} = foldEvents([
      chunk('long text'),
      {type: 'agent_response_update', content: 'long'},
      {type: 'agent_response_update'},
    ]);
    assert.deepEqual(outline(message), ['text streaming: long text']);
    assert.deepEqual(codes, ['snapshot-ignored', 'snapshot-ignored']);
  });

  it('continues behind a snapshot, in the step that it leaves open', () => {
    const {message} = foldEvents([
      chunk('x'),
      {
        type: 'agent_response_update',
        content: 'a\n<<STEP_START>>\n<<SINGLE_STEP_FLAG>>\nStep 1: S\nb',
        message_id: 'm',
        parent_id: 'p',
      },
      chunk('c', 1),
      completed(1),
      chunk('d'),
    ]);
    assert.deepEqual(outline(message), [
      'text done: a',
      'step done: S',
      '  text streaming: bc',
      'text streaming: d',
    ]);
    assert.equal(only(message, 'step').single, true);
    assert.equal(message.messageId, 'm');
    assert.equal(message.parentId, 'p');
  });

  it('continues after a snapshot whose step has no name', () => {
    const {message} = foldEvents([
      {type: 'agent_response_update', content: '<<STEP_START>>\nhello'},
      chunk(' you'),
    ]);
    assert.match(outline(message).join(), /step streaming/);
  });

  it('uses the final text of the server, unless it lost its structure', () => {
    const events = [started(1, 'A'), chunk('a', 1), completed(1)];
    const other = foldEvents([
      ...events,
      {...complete, content: '<<STEP_START>>\nStep 1: A ✓\nb<<STEP_END>>'},
    ]);
    assert.deepEqual(outline(other.message), ['step done: A', '  text done: b']);
    assert.deepEqual(other.codes, ['content-differs']);
    const plain = foldEvents([...events, {...complete, content: 'b'}]);
    assert.deepEqual(outline(plain.message), ['step done: A', '  text done: a']);
    const same = foldEvents([...events, {...complete, content: ubik.rebuild(events)}]);
    assert.deepEqual(same.codes, []);
  });

  it('keeps the times of steps when the text restarts', () => {
    const {message} = foldEvents([
      {...started(1, 'A'), timestamp: 'T'},
      {...complete, content: '<<STEP_START>>\nStep 1: A ✓\nb<<STEP_END>>'},
    ]);
    assert.equal(only(message, 'step').startedAt, 'T');
  });

  it('skips a step without a number, and progress of an unknown step', () => {
    const {message, codes} = foldEvents([
      {type: 'agent_step_started'},
      {type: 'agent_step_completed'},
      {type: 'agent_step_progress', step: 4, progress: 1},
      {type: 'response_chunk', content: 3},
    ]);
    assert.deepEqual(message.children, []);
    assert.deepEqual(codes, ['step-unnumbered']);
  });

  it('fails inside the tool that the text left open', () => {
    const {message} = foldEvents([chunk(TOOL), {type: 'agent_processing_error', error: 'E'}]);
    assert.deepEqual(outline(message), ['tool interrupted: t', '  error failed: E']);
    const raw = foldEvents([chunk(`${TOOL}${IN}{`), {type: 'agent_processing_error'}]).message;
    assert.deepEqual(outline(raw), ['tool interrupted: t', 'error failed: ']);
  });

  it('distinguishes stopped, lost and late', () => {
    const stop = {type: 'agent_stop_requested'};
    assert.equal(foldEvents([chunk('a'), stop, complete]).message.status, 'stopped');
    assert.equal(foldEvents([chunk('a'), stop], 'lost').message.status, 'stopped');
    assert.equal(foldEvents([chunk('a')], 'lost').message.status, 'interrupted');
    assert.equal(foldEvents([chunk('a')], 'stopped').message.status, 'stopped');
    const stopped = foldEvents([stop, {type: 'agent_processing_error', error: 'cancelled'}]);
    assert.equal(stopped.message.status, 'stopped');
    const late = foldEvents([chunk('a'), complete, chunk('b')], 'lost');
    assert.equal(late.message.status, 'done');
    assert.deepEqual(outline(late.message), ['text done: ab']);
    assert.deepEqual(foldEvents([complete, complete]).codes, ['event-late']);
  });

  it('identifies the run by the first events', () => {
    const {message} = foldEvents([
      {type: 'connection_established', session_id: 's', task_id: 't'},
      {type: 'response_stream_start', message_id: 'None'},
      {type: 'agent_progress', progress: 50, total_steps: 2, description: 'D'},
    ]);
    assert.equal(message.messageId, undefined);
    assert.deepEqual([message.sessionId, message.runId], ['s', 't']);
    assert.deepEqual([message.progress, message.totalSteps, message.note], [50, 2, 'D']);
  });
});
