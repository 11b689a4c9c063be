import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ubik} from '../../../../../src/core/protocol/ubik/index.js';
import type {GivenAnswer} from '../../../../../src/core/protocol/ubik/rebuild/layout.js';
import {chunk, complete, completed, started, type SentEvent} from '../folded.js';

const checkpoint = (name: string): SentEvent => ({
  type: 'checkpoint_created',
  checkpoint_name: name,
});
const question = (name: string, types: unknown = ['text']): SentEvent => ({
  type: 'input_required',
  checkpoint_name: name,
  prompt: 'Which?',
  input_types: types,
});

const built = (events: readonly SentEvent[], answers?: readonly GivenAnswer[]): string =>
  ubik.rebuild(events, answers);

describe('segments of a rebuilt message', () => {
  const cases: readonly (readonly [title: string, events: readonly SentEvent[], text: string])[] = [
    ['are nothing when nothing was said', [], ''],
    ['are text as it came', [chunk('a '), chunk(' b\n')], 'a  b\n'],
    [
      'are parted by one line end',
      [chunk('a'), checkpoint('c'), chunk('b')],
      'a\n<<CHECKPOINT_START>>\nCheckpoint: c\n<<CHECKPOINT_END>>\nb',
    ],
    [
      'are parted by the line end that is there',
      [chunk('a\n'), checkpoint('c'), chunk('\nb')],
      'a\n<<CHECKPOINT_START>>\nCheckpoint: c\n<<CHECKPOINT_END>>\n\nb',
    ],
    [
      'leave out what is empty',
      [chunk(''), checkpoint('c'), chunk('')],
      '<<CHECKPOINT_START>>\nCheckpoint: c\n<<CHECKPOINT_END>>',
    ],
    [
      'have no line end behind the last',
      [started(1), completed(1)],
      '<<STEP_START>>\nStep 1: Do 1 ✓\n<<STEP_END>>',
    ],
  ];
  for (const [title, events, text] of cases) {
    it(title, () => {
      assert.equal(built(events), text);
    });
  }
});

describe('a step of a rebuilt message', () => {
  const cases: readonly (readonly [title: string, events: readonly SentEvent[], text: string])[] = [
    [
      'is open as long as it is the last',
      [started(1), chunk('a', 1)],
      '<<STEP_START>>\nStep 1: Do 1\na',
    ],
    [
      'ends with a mark when it was completed',
      [started(1), chunk('a', 1), completed(1)],
      '<<STEP_START>>\nStep 1: Do 1 ✓\na\n<<STEP_END>>',
    ],
    [
      'ends without one when it did not succeed',
      [started(1), completed(1, false)],
      '<<STEP_START>>\nStep 1: Do 1\n<<STEP_END>>',
    ],
    [
      'ends without one when the run ended',
      [started(1), chunk('a\n', 1), complete],
      '<<STEP_START>>\nStep 1: Do 1\na\n<<STEP_END>>',
    ],
    [
      'ends when another begins',
      [started(1), started(2)],
      '<<STEP_START>>\nStep 1: Do 1\n<<STEP_END>>\n<<STEP_START>>\nStep 2: Do 2\n',
    ],
    [
      'ends when something else follows in the message',
      [started(1), chunk('a', 1), chunk('top')],
      '<<STEP_START>>\nStep 1: Do 1\na\n<<STEP_END>>\ntop',
    ],
    [
      'has the flag of a single-step agent before its head',
      [started(1, 'Answer', true), chunk('a')],
      '<<STEP_START>>\n<<SINGLE_STEP_FLAG>>\nStep 1: Answer\na',
    ],
    [
      'has a head without words, where none are folded',
      [chunk('a', 3)],
      '<<STEP_START>>\nStep 3: \na',
    ],
    [
      'holds checkpoints and questions in their place',
      [started(1), chunk('a', 1), checkpoint('c'), chunk('b', 1), completed(1)],
      '<<STEP_START>>\nStep 1: Do 1 ✓\na\n<<CHECKPOINT_START>>\nCheckpoint: c\n<<CHECKPOINT_END>>\nb\n<<STEP_END>>',
    ],
    [
      'keeps text as it is',
      [started(1), chunk('\n\n a <<thinking>>\n', 1), completed(1)],
      '<<STEP_START>>\nStep 1: Do 1 ✓\n\n\n a <<thinking>>\n<<STEP_END>>',
    ],
  ];
  for (const [title, events, text] of cases) {
    it(title, () => {
      assert.equal(built(events), text);
    });
  }
});

describe('steps of a rebuilt message', () => {
  const step = (number: number, title: string, body = ''): string =>
    `<<STEP_START>>\nStep ${number}: ${title}\n${body}`;
  const ended = (...args: Parameters<typeof step>): string => `${step(...args)}<<STEP_END>>\n`;

  const cases: readonly (readonly [title: string, events: readonly SentEvent[], text: string])[] = [
    [
      'are in the order in which they began',
      [started(2), started(1)],
      ended(2, 'Do 2') + step(1, 'Do 1'),
    ],
    [
      'continue if they begin again before they were completed',
      [started(1), started(2), started(1, 'Again'), chunk('a', 1), completed(1, false)],
      `${ended(1, 'Again', 'a\n')}${step(2, 'Do 2')}<<STEP_END>>`,
    ],
    [
      'are separate if they begin again after they were completed',
      [started(1), completed(1), started(1, 'Again'), chunk('a', 1)],
      ended(1, 'Do 1 ✓') + step(1, 'Again', 'a'),
    ],
    [
      'keep a title that a later event does not report',
      [started(1), {type: 'agent_step_started', step: 1}],
      step(1, 'Do 1'),
    ],
    [
      'are single only by `true`',
      [{...started(1), single_step_agent: 'yes'}, chunk('a')],
      `${ended(1, 'Do 1')}a`,
    ],
    [
      'are created by their end, if their beginning is missing',
      [started(1), completed(4), chunk('a', 1)],
      `${ended(1, 'Do 1', 'a\n')}${step(4, ' ✓')}<<STEP_END>>`,
    ],
    [
      'stay open when another is completed',
      [started(1, 'A', true), completed(2), chunk('a')],
      `<<STEP_START>>\n<<SINGLE_STEP_FLAG>>\nStep 1: A\na\n<<STEP_END>>\n${step(2, ' ✓')}<<STEP_END>>`,
    ],
    [
      'contain late text, and what has no number only while they are open',
      [
        ...[started(1, 'A', true), chunk('a'), completed(1), chunk('b'), checkpoint('c')],
        chunk('d', 1),
      ],
      '<<STEP_START>>\n<<SINGLE_STEP_FLAG>>\nStep 1: A ✓\nad\n<<STEP_END>>\nb\n<<CHECKPOINT_START>>\nCheckpoint: c\n<<CHECKPOINT_END>>',
    ],
  ];
  for (const [title, events, text] of cases) {
    it(title, () => {
      assert.equal(built(events), text);
    });
  }
});

describe('a snapshot in a rebuilt message', () => {
  const update = (content: unknown): SentEvent => ({type: 'agent_response_update', content});
  const whole = '<<STEP_START>>\nStep 1: A ✓\na\n<<STEP_END>>';
  const B = '<<STEP_START>>\nStep 2: B\n';

  /** Snapshots, the step in which a chunk follows, and the text with this chunk. */
  const continued: readonly (readonly [content: string, step: number | undefined, text: string])[] =
    [
      ['Hello', undefined, 'Hello!'],
      ['1 >> 2>>', undefined, '1 >> 2>>!'],
      ['a<<STEP_END>>b', undefined, 'a<<STEP_END>>b!'],
      [whole, undefined, `${whole}\n!`],
      ['<<thinking>>a<</thinking>>', undefined, '<<thinking>>a<</thinking>>\n!'],
      ['<<TOOL_STEP_END/t:1>>', undefined, '<<TOOL_STEP_END/t:1>>\n!'],
      [`${B}some text`, 2, `${B}some text!`],
      [B, 2, `${B}!`],
      [B.trimEnd(), 2, `${B}!`],
      [`Hello\n${B}b`, 2, `Hello\n${B}b!`],
      [`Hello\n${B}b`, 3, `Hello\n${B}b\n<<STEP_END>>\n<<STEP_START>>\nStep 3: \n!`],
      [`<<STEP_START>>\nStep 1: A\na\n${B}b`, 2, `<<STEP_START>>\nStep 1: A\na\n${B}b!`],
      [`${whole}\n${B}b`, 2, `${whole}\n${B}b!`],
      [`${B}\n\n a\n`, 2, `${B}\n\n a\n!`],
      [`\n\n${B}`, 2, `\n${B}!`],
      ['<<STEP_START>>\r\nStep 1: A\r\na', 1, '<<STEP_START>>\nStep 1: A\na!'],
      ['<<STEP_START>>\nStep 1: A ✓\na', 1, '<<STEP_START>>\nStep 1: A ✓\na!\n<<STEP_END>>'],
      ['x\n<<STEP_START>>\nNo head\na', undefined, 'x\n<<STEP_START>>\nNo head\na!'],
      [
        '<<STEP_START>>\nNo head<<ERROR_END>>',
        undefined,
        '<<STEP_START>>\nNo head<<ERROR_END>>\n!',
      ],
      [`${B}<<thinking>><<STEP_END>>`, undefined, `${B}<<thinking>><<STEP_END>>\n!`],
      ...['\n', '\r\n'].map(end => {
        const single = `<<STEP_START>>${end}<<SINGLE_STEP_FLAG>>${end}Step 1: A\na`;
        return [single, undefined, `${single.replaceAll('\r', '')}!`] as const;
      }),
    ];
  for (const [content, step, text] of continued) {
    it(`continues ${JSON.stringify(content)}, in step ${step}`, () => {
      assert.equal(built([update(content), chunk('!', step)]), text);
    });
  }

  it('replaces all before it, also the open step', () => {
    const before = [started(1, 'A', true), chunk('a', 1), update('The whole text')];
    assert.equal(built([...before, chunk('!')]), 'The whole text!');
    assert.equal(built([...before, chunk('b', 1)]), 'The whole text\n<<STEP_START>>\nStep 1: \nb');
  });

  it('is followed by a checkpoint in its open step', () => {
    const block = '<<CHECKPOINT_START>>\nCheckpoint: c\n<<CHECKPOINT_END>>';
    assert.equal(built([update(`${B}b`), checkpoint('c'), chunk('!', 2)]), `${B}b\n${block}\n!`);
  });

  it('is ignored if it is shorter than the text since the last one, and has no tags', () => {
    const text = (...events: readonly SentEvent[]): string => built(events);
    assert.equal(text(chunk('Hello'), update('Hell')), 'Hello');
    assert.equal(text(chunk('Hello'), update('Hullo')), 'Hullo');
    assert.equal(text(chunk('Hello'), update('<<a')), '<<a');
    const last = [chunk('123456789'), update('<<345'), chunk('67')];
    assert.equal(text(...last, update('<345 6')), '<<34567');
    assert.equal(text(...last, update('1234567')), '1234567');
    for (const content of [undefined, null, '', 7, {}]) {
      assert.equal(text(chunk('a'), update(content)), 'a');
    }
  });
});

describe('a question of a rebuilt message', () => {
  it('contains its types and checkpoint while it waits', () => {
    assert.equal(
      built([question('c', ['text', 'json'])]),
      '<<INPUT_REQUIRED_START>>\nWhich?\nExpected input types: text, json\ncheckpoint_name: c\n<<INPUT_REQUIRED_END>>',
    );
  });

  for (const types of [undefined, 'text', [1, null], []]) {
    it(`has no types if they are ${JSON.stringify(types)}`, () => {
      assert.ok(built([question('c', types ?? null)]).includes('Expected input types: \n'));
    });
  }

  const inputs: readonly (readonly [input: unknown, json: string])[] = [
    ['yes', '"yes"'],
    ['a "quoted"\nline', String.raw`"a \"quoted\"\nline"`],
    [7, '7'],
    [null, 'null'],
    [undefined, 'null'],
    [true, 'true'],
    [[1, 'a'], '[1, "a"]'],
    [[], '[]'],
    [{}, '{}'],
    [{a: {b: [null, {c: 1}]}}, '{"a": {"b": [null, {"c": 1}]}}'],
    [{'a "b"': 1}, String.raw`{"a \"b\"": 1}`],
    ['é🙂', '"é🙂"'],
  ];
  for (const [input, json] of inputs) {
    it(`writes the answer ${json} on one line`, () => {
      const answers = [{checkpoint_name: 'c', input, type: 'json'}];
      assert.equal(
        built([question('c')], answers),
        `<<INPUT_REQUIRED_START>>\nWhich?\nExpected input types: text\n\n<<USER_INPUT_PROVIDED_START>>\n{"input": ${json}, "type": "json"}\n<<USER_INPUT_PROVIDED_END>>\n<<INPUT_REQUIRED_END>>`,
      );
    });
  }

  it('has the answer that names its checkpoint, each answer once, in order', () => {
    const answers = ['first', 'second'].map(input => ({checkpoint_name: 'c', input, type: 'text'}));
    const text = built([question('other'), question('c'), question('c'), question('c')], answers);
    const blocks = text.split('<<INPUT_REQUIRED_START>>').slice(1);
    const found = blocks.map(block => /"input": "(\w+)"/.exec(block)?.[1]);
    assert.deepEqual(found, [undefined, 'first', 'second', undefined]);
  });

  it('does not modify the given answers', () => {
    const answers = [{checkpoint_name: 'c', input: 'x', type: 'text'}];
    built([question('c')], answers);
    assert.equal(answers.length, 1);
  });
});

describe('an error of a rebuilt message', () => {
  const failed = (fields: object): SentEvent => ({type: 'agent_processing_error', ...fields});
  const text = (error: string, details: string): string =>
    `<<ERROR_START>>\nError: ${error}\n<<ERROR_END>>\n\n<<ERROR_JSON_START>>\n${details}\n<<ERROR_JSON_END>>`;

  it('is at the end, with its details', () => {
    const event = failed({timestamp: '2026-03-04T09:15:00Z', traceback: 'T', error: 'No'});
    const details =
      '{\n  "error": "No",\n  "traceback": "T",\n  "timestamp": "2026-03-04T09:15:00Z"\n}';
    assert.equal(built([chunk('a'), event]), `a\n${text('No', details)}`);
  });

  it('ends the step that was open, without a mark', () => {
    assert.equal(
      built([started(1), chunk('a', 1), failed({error: 'No'})]),
      `<<STEP_START>>\nStep 1: Do 1\na\n<<STEP_END>>\n${text('No', '{\n  "error": "No"\n}')}`,
    );
  });

  it('is empty without readable content', () => {
    for (const error of [undefined, null, 7, {}]) {
      assert.equal(built([failed({error, traceback: 1})]), text('', '{\n  "error": ""\n}'));
    }
  });
});
