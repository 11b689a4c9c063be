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
    [
      'a question that the text behind it answers',
      '<<INPUT_REQUIRED_START>>Q<<INPUT_REQUIRED_END>>a',
      ['request done: Q', 'text done: a'],
    ],
    [
      'a tool that ends with its step',
      `<<STEP_START>>\nStep 1: A\n${TOOL}<<STEP_END>>`,
      ['step done: A', '  tool done: t'],
    ],
    [
      'the words of the last error from its details',
      '<<ERROR_START>>A<<ERROR_END>><<ERROR_START>><<ERROR_END>><<ERROR_JSON_START>>{"error":"B"}<<ERROR_JSON_END>>',
      ['error failed: A', 'error failed: B'],
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
      'errors with and without a label, each with its own words before those of its details',
      '<<ERROR_START>>\nError:A<<ERROR_END>><<ERROR_START>>B Error: <<STEP_END>>\n<<ERROR_END>><<ERROR_JSON_START>>{"error":"C"}<<ERROR_JSON_END>>',
      ['error failed: A', 'error failed: B Error: <<STEP_END>>'],
    ],
    [
      'an error that never ended, with the tags that it may quote',
      '<<STEP_START>>\nStep 1: A\n<<ERROR_START>>a<<STEP_END>>b',
      ['step interrupted: A', '  error failed: a<<STEP_END>>b'],
    ],
    [
      'an empty error, whose details say nothing',
      '<<ERROR_START>>\nError: \n<<ERROR_END>><<ERROR_JSON_START>>{"error":7}<<ERROR_JSON_END>>',
      ['error failed: '],
    ],
    [
      'the text behind the end of invalid JSON at the end of the text',
      `${TOOL}${IN}{${IN_END}a<<thinking>>b`,
      ['tool interrupted: t', '  text done: a', '  thinking interrupted: b'],
    ],
    [
      'other tags behind the end of invalid JSON',
      `${TOOL}${IN}{"a":"${IN_END}"}<<thinking>>a<</thinking>>${TOOL_END}`,
      ['tool done: t', '  text done: "}', '  thinking done: a'],
    ],
    [
      'an indent in thinking that its step ends',
      '<<STEP_START>>\nStep 1: A\n<<thinking>>\n  - a\n<<STEP_END>>',
      ['step interrupted: A', '  thinking interrupted:   - a'],
    ],
    [
      'the name of a checkpoint without its label',
      '<<CHECKPOINT_START>>a Checkpoint: b<<CHECKPOINT_END>><<CHECKPOINT_START>> Checkpoint:c <<CHECKPOINT_END>>',
      ['checkpoint done: a Checkpoint: b', 'checkpoint done: c'],
    ],
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

  it('closes a step and what is open in it where the next one starts', () => {
    const step = `<<STEP_START>>\nStep 1: A\n${TOOL}<<STEP_START>>\nStep 2: B\n`;
    assert.deepEqual(read(step, true).lines, [
      'step interrupted: A',
      '  tool interrupted: t',
      'step streaming: B',
    ]);
  });

  it('reads the flag of a single step also in a tool of the step', () => {
    const children = ubik.parse(`<<STEP_START>>\nStep 1: A\n${TOOL}<<SINGLE_STEP_FLAG>>`);
    assert.equal(only({children}, 'step').single, true);
  });

  it('reads JSON that quotes its own end tag', () => {
    const quoted = `{"a":"x ${OUT_END} y"}`;
    const children = ubik.parse(`${TOOL}${OUT}${quoted}${OUT_END}${TOOL_END}after`);
    const {output, status} = only({children}, 'tool');
    assert.deepEqual([output, status], [quoted, 'done']);
  });

  it('displays invalid JSON as text, and continues after it', () => {
    const {lines, codes} = read(`${TOOL}${OUT}{"a":${OUT_END}b${TOOL_END}c`);
    assert.deepEqual(lines, ['tool done: t', '  text done: b', 'text done: c']);
    assert.deepEqual(codes, ['json-invalid']);
    assert.equal(read(`${TOOL}${OUT}{${OUT_END}b${TOOL_END}c`, true).lines[2], 'text streaming: c');
    const children = ubik.parse(`${TOOL}${IN}{"a":${IN_END}`);
    assert.equal(only({children}, 'tool').input, '{"a":');
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
      const children = ubik.parse(`${TOOL}${OUT}{"error":${error}}${OUT_END}${TOOL_END}`);
      const tool = only({children}, 'tool');
      assert.deepEqual([tool.status, tool.error], ['failed', 'no']);
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

  it('gives each part to the latest call that lacks it', () => {
    const calls = '<<TOOL_STEP_START/a:1>><<TOOL_STEP_START/b:2>>';
    const children = ubik.parse(`${calls}${IN}2${IN_END}${IN}1${IN_END}`);
    const inputs = every({children}, 'tool').map(({input}) => input);
    assert.deepEqual(inputs, ['1', '2']);
  });

  it('reads the failure of the call that has the result, and none out of an input', () => {
    const inner = `<<TOOL_STEP_START/u:2>>${OUT}{"error":"no"}${OUT_END}<<TOOL_STEP_END/u:2>>`;
    const result = (json: string): string => `${OUT}${json}${OUT_END}`;
    const nested = `${TOOL}<<TOOL_STEP_START/u:2>>${result('1')}${result('{"error":"no"}')}<<TOOL_STEP_END/u:2>>`;
    assert.deepEqual(read(`${nested}${TOOL_END}`).lines, ['tool failed: t', '  tool done: u']);
    const input = `${IN}{"error":"no"}${IN_END}`;
    assert.deepEqual(read(`${TOOL}${OUT}1${OUT_END}${inner}${input}${TOOL_END}`).lines, [
      'tool done: t',
      '  tool failed: u',
    ]);
  });

  it('splits the name of a tool from its id at the last colon', () => {
    const children = ubik.parse('<<TOOL_STEP_START/mcp:files/read:call_1>>');
    const {name, executionId} = only({children}, 'tool');
    assert.deepEqual([name, executionId], ['mcp:files/read', 'call_1']);
  });

  it('gives two calls of one id items of their own', () => {
    const children = ubik.parse(`${TOOL}${TOOL_END}${TOOL}${TOOL_END}<<TOOL_STEP_START/t:1~2>>`);
    assert.equal(new Set(children.map(({id}) => id)).size, 3);
  });

  const answers: readonly (readonly [raw: string, input: unknown, type?: string])[] = [
    ['{"input": "yes", "type": "confirm"}', 'yes', 'confirm'],
    ['\n{"input": {"a": [1]}, "type": ""}\n', {a: [1]}],
    ['{"input": null}', null],
    ['{"type": "json"}', {type: 'json'}, 'json'],
    ['{"a": 1}', {a: 1}],
    ['[1]', [1]],
    ['"yes"', 'yes'],
    [' words ', 'words'],
    ['{"input": "cut', '{"input": "cut'],
    ['', ''],
  ];
  for (const [raw, input, type = 'text'] of answers) {
    it(`reads the answer ${JSON.stringify(raw)} to a question`, () => {
      const answer = `<<USER_INPUT_PROVIDED_START>>${raw}<<USER_INPUT_PROVIDED_END>>`;
      const children = ubik.parse(`<<INPUT_REQUIRED_START>>Q${answer}<<INPUT_REQUIRED_END>>`);
      const {answer: read, status, prompt} = only({children}, 'request');
      assert.deepEqual([read, status, prompt], [{input, type}, 'done', 'Q']);
    });
  }
});

describe('the input of a call in the text', () => {
  const inputOf = (payload: string): readonly [input: string, codes: readonly string[]] => {
    const codes: string[] = [];
    const content = `${TOOL}${IN}${payload}${IN_END}${TOOL_END}`;
    const children = ubik.parse(content, {run: 'run', report: ({code}) => codes.push(code)});
    return [only({children}, 'tool').input, codes];
  };

  it('is JSON, or nothing', () => {
    for (const payload of ['{"a":1}', '[]', '"x"', '0', 'null', ' \n{"a":1}\n ', '', '  ']) {
      assert.deepEqual(inputOf(payload), [payload.trim(), []]);
    }
  });

  it('is reported if it is not JSON', () => {
    for (const payload of ['{', '{"a":', 'words', "{'a':1}", '{"a":1}}', 'NaN', 'undefined']) {
      assert.deepEqual(inputOf(payload), [payload, ['json-invalid']]);
    }
    const facts: unknown[] = [];
    const report = ({data}: Diagnostic): void => void facts.push(data);
    ubik.parse(`${TOOL}${IN}?${IN_END}${TOOL_END}`, {run: 'run', report});
    assert.deepEqual(facts, [{item: 'run/tool:1'}]);
  });

  it('may quote eight end tags, and a mebibyte behind the first', () => {
    const ofTags = (count: number): string => `["${IN_END.repeat(count)}"]`;
    const ofText = (length: number): string => `["${IN_END}${'x'.repeat(length)}"]`;
    for (const whole of [ofTags(8), ofText(2 ** 20 - 2)]) {
      assert.deepEqual(inputOf(whole), [whole, []]);
    }
    for (const cut of [ofTags(9), ofText(2 ** 20 - 1)]) {
      const [input, [code]] = inputOf(cut);
      assert.deepEqual([input, code], ['["', 'json-invalid']);
    }
  });

  it('is displayed while it streams, without white space around it', () => {
    const pieces = ['\n', ' {"a"', ': ', '1}', '\n'];
    const shown = pieces.map((_, at) => {
      const events = [`${TOOL}${IN}`, ...pieces.slice(0, at + 1)].map(piece => chunk(piece));
      return only(foldEvents(events).message, 'tool').input;
    });
    assert.deepEqual(shown, ['', '{"a"', '{"a":', '{"a": 1}', '{"a": 1}']);
  });

  it('without an end contains no end of a step, except outside of steps', () => {
    const step = `<<STEP_START>>\nStep 1: A\n${TOOL}${IN}{"a":\n<<STEP_END>>\n`;
    const children = ubik.parse(step + step);
    const inputs = every({children}, 'tool').map(({input}) => input);
    assert.deepEqual(inputs, ['{"a":', '{"a":']);
    const [tool] = every({children: ubik.parse(`${TOOL}${IN}{"a": <<STEP_END>>`)}, 'tool');
    assert.equal(tool?.input, '{"a": <<STEP_END>>');
  });
});

describe('the first line of a step', () => {
  const stepOf = (text: string): readonly unknown[] => {
    const content = `<<STEP_START>>\n${text}\n<<STEP_END>>`;
    const children = ubik.parse(content, {run: 'run', open: true});
    const {number, title, status, single, children: body} = only({children}, 'step');
    return [number, title, status === 'done', single, ...outline({children: body})];
  };

  const heads: readonly (readonly [line: string, number: number, title: string, done?: true])[] = [
    ['Step 1: Search', 1, 'Search'],
    ['Step 1: Search ✓', 1, 'Search', true],
    ['Step 12:Search', 12, 'Search'],
    ['Step 0: ', 0, ''],
    ['Step 3:', 3, ''],
    ['Step 3: ✓', 3, '✓'],
    ['Step 3:  ✓', 3, '', true],
    ['Step 2:  a ✓ b', 2, ' a ✓ b'],
    ['Step 2: a: b  ', 2, 'a: b'],
    ['Step 2: Étape 🙂 ✓ \t', 2, 'Étape 🙂', true],
    [`Step 1: ${'a'.repeat(1_991)}`, 1, 'a'.repeat(1_991)],
  ];
  for (const [line, number, title, done = false] of heads) {
    it(`is a head in ${line.slice(0, 30)}`, () => {
      assert.deepEqual(stepOf(`${line}\nx`), [number, title, done, undefined, 'text done: x']);
      assert.deepEqual(stepOf(line), [number, title, done, undefined]);
    });
  }

  const others = ['Step', 'Step 1', 'Step one: x', 'step 1: x', 'Étape 1: x', 'Step -1: x'];
  for (const line of [...others, 'Step 1.5: x', 'The Step 1: x', `Step 1: ${'a'.repeat(1_992)}`]) {
    it(`is text in ${line.slice(0, 30)}`, () => {
      const body = `text done: ${line}`;
      assert.deepEqual(stepOf(`${line}\nx`), [undefined, '', false, undefined, `${body}\nx`]);
      assert.deepEqual(stepOf(`${line} \n`), [undefined, '', false, undefined, body]);
    });
  }

  const FLAG = '<<SINGLE_STEP_FLAG>>';
  const flagged: readonly (readonly [title: string, text: string, step: readonly unknown[]])[] = [
    ['with the flag before it', `${FLAG}\nStep 1: A ✓\nx`, [1, 'A', true, true, 'text done: x']],
    ['with the flag behind it', `Step 1: A ✓\n${FLAG}x`, [1, 'A', true, true, 'text done: x']],
    [
      'of any words behind the flag',
      `${FLAG} Étape \nx`,
      [undefined, 'Étape', false, true, 'text done: x'],
    ],
    [
      'behind another block',
      '<<thinking>>a<</thinking>>\nStep 1: A\nx',
      [1, 'A', false, undefined, 'thinking done: a', 'text done: x'],
    ],
    [
      'before another block',
      'Step 1: A<<thinking>>a<</thinking>>Step 2: B',
      [1, 'A', false, undefined, 'thinking done: a', 'text done: Step 2: B'],
    ],
    [
      'of text before another block',
      'A <<thinking>>a<</thinking>>Step 2: B\n',
      [undefined, '', false, undefined, 'text done: A', 'thinking done: a', 'text done: Step 2: B'],
    ],
  ];
  for (const [title, text, step] of flagged) {
    it(`is read ${title}`, () => {
      assert.deepEqual(stepOf(text), step);
    });
  }

  it('is read however the text is cut', () => {
    const {message} = foldEvents(
      Array.from('<<STEP_START>>\n Step 2: Do\nmore', sign => chunk(sign)),
    );
    assert.deepEqual(outline(message), ['step streaming: Do', '  text streaming: more']);
    const long = 'a'.repeat(2_000);
    const text = foldEvents([chunk(`<<STEP_START>>${long}`), chunk('Step 2: Do\n')]).message;
    assert.deepEqual(outline(text), ['step streaming: ', `  text streaming: ${long}Step 2: Do`]);
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
    for (const whole of [events, [started(1, 'A'), chunk('a', 1)]]) {
      const content = ubik.rebuild([...whole, complete]);
      assert.deepEqual(foldEvents([...whole, {...complete, content}]).codes, []);
    }
    const text = foldEvents([chunk('Half way'), {...complete, content: 'The whole way'}]);
    assert.deepEqual(outline(text.message), ['text done: The whole way']);
  });

  it('keeps calls that only events report when the text restarts', () => {
    const live = {type: 'tool_update', tool_execution_id: 'e1', tool_name: 'find', data: {}};
    const {message} = foldEvents([chunk('Look'), live, {...complete, content: 'Other'}]);
    assert.deepEqual(outline(message), ['text done: Other', 'tool done: find']);
  });

  it('keeps a call with its result that the final text lacks', () => {
    const end = {type: 'tool_end', tool_execution_id: '1', tool_name: 't', outputs: {a: 1}};
    const {message} = foldEvents([
      chunk(`Look ${TOOL}${IN}{}${IN_END}`),
      end,
      {...complete, content: '<<thinking>>a<</thinking>>Other'},
    ]);
    assert.equal(only(message, 'tool').output, '{"a":1}');
  });

  it('keeps the times of steps when the text restarts', () => {
    const {message} = foldEvents([
      {...started(1, 'A'), timestamp: 'T'},
      {...completed(1), timestamp: 'U'},
      {...complete, content: '<<STEP_START>>\nStep 1: A ✓\nb<<STEP_END>>'},
    ]);
    const {startedAt, endedAt} = only(message, 'step');
    assert.deepEqual([startedAt, endedAt], ['T', 'U']);
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
