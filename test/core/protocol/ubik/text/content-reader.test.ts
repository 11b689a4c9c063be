import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {emptyConversation, type Conversation} from '../../../../../src/core/model/item.js';
import {reduce} from '../../../../../src/core/model/reduce.js';
import {ContentReader} from '../../../../../src/core/protocol/ubik/text/content-reader.js';
import {LiveTools} from '../../../../../src/core/protocol/ubik/tools/live-tools.js';
import {RunWriter} from '../../../../../src/core/protocol/ubik/run-writer.js';
import {outline} from '../folded.js';

interface OpenedReader {
  readonly reader: ContentReader;
  readonly codes: string[];
  /** The items by now. */
  readonly lines: () => readonly string[];
}

function open(): OpenedReader {
  const codes: string[] = [];
  const writer = new RunWriter('run', ({code}) => codes.push(code));
  writer.openMessage({role: 'assistant'});
  const reader = new ContentReader(writer, new LiveTools(writer), 'run');
  let folded: Conversation = emptyConversation;
  const lines = (): readonly string[] => {
    folded = reduce(folded, writer.take());
    return folded.children.flatMap(message => outline(message));
  };
  return {reader, codes, lines};
}

/** The items of a complete text in pieces, and its diagnostics. */
function read(...pieces: readonly string[]): {lines: readonly string[]; codes: readonly string[]} {
  const {reader, codes, lines} = open();
  for (const piece of pieces) reader.feed(piece);
  reader.finish();
  return {lines: lines(), codes};
}

/** Each block with a placeholder for its content. */
const OUTER = {
  message: (inner: string) => inner,
  step: (inner: string) => `<<STEP_START>>\nStep 1: S ✓\n${inner}\n<<STEP_END>>`,
  tool: (inner: string) => `<<TOOL_STEP_START/o:1>>${inner}<<TOOL_STEP_END/o:1>>`,
  thinking: (inner: string) => `<<thinking>>${inner}<</thinking>>`,
  checkpoint: (inner: string) =>
    `<<CHECKPOINT_START>>\nCheckpoint: c\n${inner}\n<<CHECKPOINT_END>>`,
  input: (inner: string) => `<<INPUT_REQUIRED_START>>\nQ?\n${inner}\n<<INPUT_REQUIRED_END>>`,
  error: (inner: string) => `<<ERROR_START>>${inner}<<ERROR_END>>`,
} as const;

const INNER = {
  step: '<<STEP_START>>\nStep 2: Inner ✓\n<<STEP_END>>',
  tool: '<<TOOL_STEP_START/i:2>><<TOOL_STEP_END/i:2>>',
  thinking: '<<thinking>>hm<</thinking>>',
  checkpoint: '<<CHECKPOINT_START>>Checkpoint: inner<<CHECKPOINT_END>>',
  input: '<<INPUT_REQUIRED_START>>\nInner?\n<<INPUT_REQUIRED_END>>',
  answer: '<<USER_INPUT_PROVIDED_START>>"yes"<<USER_INPUT_PROVIDED_END>>',
  error: '<<ERROR_START>>Error: No<<ERROR_END>>',
} as const;

type Inner = keyof typeof INNER;

/** The text of each inner block that is allowed. */
const LINE: Readonly<Record<Exclude<Inner, 'answer'>, string>> = {
  step: 'step done: Inner',
  tool: 'tool done: i',
  thinking: 'thinking done: hm',
  checkpoint: 'checkpoint done: inner',
  input: 'request waiting: Inner?',
  error: 'error failed: No',
};

/** The allowed nesting, as in the message structure guide, and the tolerated one. */
const ALLOWED: Readonly<Record<keyof typeof OUTER, readonly Inner[]>> = {
  message: ['step', 'tool', 'thinking', 'checkpoint', 'input', 'error'],
  step: ['tool', 'thinking', 'checkpoint', 'input', 'error'],
  tool: ['tool', 'thinking', 'checkpoint', 'input', 'error'],
  thinking: [],
  checkpoint: ['error'],
  input: ['answer'],
  error: [],
};

const RAW = ['thinking', 'error'];

describe('allowed nesting', () => {
  for (const [outer, wrap] of Object.entries(OUTER)) {
    const allowed = ALLOWED[outer as keyof typeof OUTER];
    for (const [name, text] of Object.entries(INNER)) {
      const inner = name as Inner;
      const {lines, codes} = read(wrap(text));
      if (inner === 'answer') {
        it(`an answer in a ${outer} ${allowed.includes(inner) ? 'counts' : 'is no answer'}`, () => {
          const stray = codes.filter(code => code === 'tag-stray').length;
          const expected = allowed.includes(inner) || RAW.includes(outer) ? 0 : 2;
          assert.equal(stray, expected);
          if (allowed.includes(inner)) assert.deepEqual(lines, ['request done: Q?']);
        });
      } else if (allowed.includes(inner)) {
        it(`a ${inner} in a ${outer} is read`, () => {
          assert.ok(
            lines.some(line => line.trimStart() === LINE[inner]),
            lines.join('\n'),
          );
          assert.deepEqual(codes, []);
        });
      } else if (RAW.includes(outer)) {
        it(`a ${inner} in a ${outer} is text`, () => {
          assert.equal(lines.length, 1);
          // An error in an error ends it: the first end tag is its own.
          if (inner !== outer) assert.ok(lines[0]?.includes(text.trim()), lines[0]);
        });
      } else if (inner === 'step') {
        it(`a step in a ${outer} ends it, or is read beside it`, () => {
          assert.ok(
            lines.some(line => line === LINE.step),
            lines.join('\n'),
          );
        });
      } else {
        it(`a ${inner} in a ${outer} is no block, and its text is not lost`, () => {
          assert.ok(!lines.some(line => line.trimStart() === LINE[inner]), lines.join('\n'));
          assert.ok(codes.includes('tag-stray'));
        });
      }
    }
  }
});

describe('tags in a checkpoint or a question', () => {
  const STEP = '<<STEP_START>>\nStep 1: S\n';
  const cases: readonly (readonly [
    title: string,
    text: (block: string) => string,
    lines: (block: string) => readonly string[],
    codes: readonly string[],
  ])[] = [
    [
      'end their step',
      block => `${STEP}${block}<<STEP_END>>`,
      block => ['step interrupted: S', `  ${block}`],
      [],
    ],
    [
      'end their tool',
      block => `<<TOOL_STEP_START/t:1>>${block}<<TOOL_STEP_END/t:1>>`,
      block => ['tool done: t', `  ${block}`],
      [],
    ],
    [
      'are no flag of their step',
      block => `${STEP}${block}<<SINGLE_STEP_FLAG>>`,
      block => ['step interrupted: S', `  ${block}`],
      ['tag-stray'],
    ],
  ];
  for (const [title, text, expected, expectedCodes] of cases) {
    it(title, () => {
      for (const [block, line] of [
        ['<<CHECKPOINT_START>>c', 'checkpoint done: c'],
        ['<<INPUT_REQUIRED_START>>c', 'request waiting: c'],
      ] as const) {
        const {lines, codes} = read(text(block));
        assert.deepEqual(lines, expected(line));
        assert.deepEqual(codes, expectedCodes);
      }
    });
  }

  it('are the details of an error in a checkpoint', () => {
    const details = '<<ERROR_JSON_START>>{"error":"E"}<<ERROR_JSON_END>>';
    const {lines, codes} = read(`<<CHECKPOINT_START>>c${details}<<CHECKPOINT_END>>`);
    assert.deepEqual([lines, codes], [['checkpoint done: c', '  error failed: E'], []]);
  });
});

describe('limits of open tools', () => {
  const calls = (count: number): string =>
    Array.from({length: count}, (_, n) => `<<TOOL_STEP_START/t:${n}>>`).join('');

  it('are sixteen in each other: deeper ones are in the outermost block', () => {
    const depths = [...Array(16).keys(), 0, 0];
    const tools = depths.map(depth => `${'  '.repeat(depth)}tool interrupted: t`);
    const inTool = [...tools.slice(0, -2), ...tools.slice(-2).map(line => `  ${line}`)];
    assert.deepEqual(read(calls(18)).lines, inTool);
    assert.deepEqual(read(`<<STEP_START>>\nStep 1: S\n${calls(18)}`).lines, [
      'step interrupted: S',
      ...tools.map(line => `  ${line}`),
    ]);
  });

  it('are a thousand: beyond, the oldest is interrupted, with those in it', () => {
    const {reader, lines} = open();
    reader.feed(`<<STEP_START>>\nStep 1: S\n${calls(1_000)}`);
    assert.ok(lines().every(line => line.includes('streaming')));
    reader.feed('<<TOOL_STEP_START/last:1>>');
    const [step, oldest] = lines();
    assert.deepEqual([step, oldest], ['step streaming: S', '  tool interrupted: t']);
    assert.equal(lines().filter(line => line.includes('interrupted')).length, 16);
  });
});

describe('a text that is still being written', () => {
  const moments: readonly (readonly [piece: string, lines: readonly string[]])[] = [
    ['Hel', ['text streaming: Hel']],
    ['lo <<STEP', ['text streaming: Hello']],
    ['_START>>\nStep 1: Do', ['text done: Hello', 'step streaming: ']],
    [' it\n', ['text done: Hello', 'step streaming: Do it']],
    ['<<thinking>>\nhm', ['text done: Hello', 'step streaming: Do it', '  thinking streaming: hm']],
    [
      '\n<</thinking>><<TOOL_STEP_START/t:1>>',
      ['text done: Hello', 'step streaming: Do it', '  thinking done: hm', '  tool streaming: t'],
    ],
    [
      '<<TOOL_STEP_END/t:1>>Done.<<STEP_END>>',
      [
        'text done: Hello',
        'step interrupted: Do it',
        '  thinking done: hm',
        '  tool done: t',
        '  text done: Done.',
      ],
    ],
    [
      '<<INPUT_REQUIRED_START>>\nQ?',
      [
        'text done: Hello',
        'step interrupted: Do it',
        '  thinking done: hm',
        '  tool done: t',
        '  text done: Done.',
        'request waiting: ',
      ],
    ],
  ];

  it('displays text that is final at every cut', () => {
    const {reader, lines} = open();
    for (const [piece, expected] of moments) {
      reader.feed(piece);
      assert.deepEqual(lines(), expected, piece);
    }
  });

  it('returns the innermost open block', () => {
    const {reader} = open();
    assert.equal(reader.container, 'run');
    reader.feed('<<STEP_START>>\nStep 1: A\n');
    assert.equal(reader.container, 'run/step1');
    reader.feed('<<TOOL_STEP_START/t:7>>');
    assert.equal(reader.container, 'run/tool:7');
    reader.feed('<<TOOL_STEP_END/t:7>><<STEP_END>>');
    assert.equal(reader.container, 'run');
  });

  it('is raw in contents in which only their end tag counts', () => {
    const {reader} = open();
    const raw = (piece: string): boolean => {
      reader.feed(piece);
      return reader.isRaw;
    };
    assert.equal(raw('a'), false);
    assert.equal(raw('<<thinking>>'), true);
    assert.equal(raw('<</thinking>>'), false);
    assert.equal(raw('<<TOOL_STEP_START/t:1>>'), false);
    assert.equal(raw('<<TOOL_STEP_INPUT_START>>'), true);
    assert.equal(raw('{<<TOOL_STEP_INPUT_END>>'), true);
    assert.equal(raw('}<<TOOL_STEP_INPUT_END>>'), true);
    assert.equal(raw('<<TOOL_STEP_END/t:1>>'), false);
  });

  it('is divided by another item, also an incomplete tag', () => {
    const {reader, lines} = open();
    reader.feed('a <<ST');
    reader.interrupt();
    reader.feed('b');
    assert.deepEqual(lines(), ['text done: a <<ST', 'text streaming: b']);
  });

  it('is not parted within raw contents', () => {
    const {reader, lines} = open();
    reader.feed('<<thinking>>a');
    reader.interrupt();
    reader.feed('b');
    assert.deepEqual(lines(), ['thinking streaming: ab']);
  });

  it('counts as interrupted once it is sealed, and may end all the same', () => {
    const {reader, lines} = open();
    reader.feed('<<TOOL_STEP_START/t:1>><<thinking>>hm');
    reader.seal();
    assert.deepEqual(lines(), ['tool interrupted: t', '  thinking interrupted: hm']);
    reader.feed('<</thinking>><<TOOL_STEP_END/t:1>>');
    assert.deepEqual(lines(), ['tool done: t', '  thinking done: hm']);
  });
});

describe('white space around tags', () => {
  const cases: readonly (readonly [text: string, lines: readonly string[]])[] = [
    ['\n\na\n\n', ['text done: a']],
    ['a\n<<thinking>>\nb\n<</thinking>>\nc', ['text done: a', 'thinking done: b', 'text done: c']],
    ['<<thinking>> b <</thinking>>', ['thinking done:  b']],
    ['  - a\n  - b', ['text done:   - a\n  - b']],
    ['a\n\n\nb', ['text done: a\n\n\nb']],
    [' \n<<thinking>>x<</thinking>> \n', ['thinking done: x']],
    ['\n \n   a', ['text done:    a']],
    ['<<ERROR_START>> Error:  a b\n<<ERROR_END>>', ['error failed: a b']],
    ['\r\r  a\r\n', ['text done:   a']],
    ['\n\u3000a \n\t b\u00a0', ['text done: \u3000a \n\t b']],
  ];
  for (const [text, lines] of cases) {
    it(`is read in ${JSON.stringify(text)}, however it is cut`, () => {
      assert.deepEqual(read(text).lines, lines);
      assert.deepEqual(read(...Array.from(text)).lines, lines);
    });
  }
});

describe('a text that ends too early', () => {
  const cases: readonly (readonly [title: string, text: string, lines: readonly string[]])[] = [
    ['in a tag', 'a <<STEP_STA', ['text done: a <<STEP_STA']],
    ['in a tag of a tool', 'a <<TOOL_STEP_START/t', ['text done: a <<TOOL_STEP_START/t']],
    ['in the head of a step', '<<STEP_START>>\nStep 1: Hal', ['step interrupted: Hal']],
    ['in a tool', '<<TOOL_STEP_START/t:1>>', ['tool interrupted: t']],
    ['in thinking', '<<thinking>>a', ['thinking interrupted: a']],
    ['in half an end tag', '<<thinking>>a<</think', ['thinking interrupted: a<</think']],
    ['in an error', '<<ERROR_START>>Error: N', ['error failed: N']],
    ['in a checkpoint', '<<CHECKPOINT_START>>\nCheckpoint: c', ['checkpoint done: c']],
    ['in an event of a tool', '<<TOOL_EVENT_START>>x', ['text done: x']],
    [
      'in an answer',
      '<<INPUT_REQUIRED_START>>\nQ?\n<<USER_INPUT_PROVIDED_START>>{"input":"y"}',
      ['request done: Q?'],
    ],
  ];
  for (const [title, text, lines] of cases) {
    it(`displays the received text, ${title}`, () => {
      assert.deepEqual(read(text).lines, lines);
    });
  }

  it('gives raw contents that have no end to the end of their step, step after step', () => {
    const step = (n: number): string =>
      `<<STEP_START>>\nStep ${n}: S\n<<thinking>>hm\n<<STEP_END>>\n`;
    assert.deepEqual(read(`${step(1)}${step(2)}end`).lines, [
      'step interrupted: S',
      '  thinking interrupted: hm',
      'step interrupted: S',
      '  thinking interrupted: hm',
      'text done: end',
    ]);
  });
});

describe('parallel tools in a text', () => {
  const call = (name: string, id: number): string => `<<TOOL_STEP_START/${name}:${id}>>`;
  const end = (name: string, id: number): string => `<<TOOL_STEP_END/${name}:${id}>>`;
  const input = (json: string): string => `<<TOOL_STEP_INPUT_START>>${json}<<TOOL_STEP_INPUT_END>>`;

  it('report a part that no open one lacks', () => {
    const {codes} = read(`${call('a', 1)}${input('{}')}${input('{}')}${end('a', 1)}`);
    assert.deepEqual(codes, ['tag-stray', 'tag-stray']);
  });

  it('end in any order', () => {
    const {lines, codes} = read(`${call('a', 1)}${call('b', 2)}${end('a', 1)}x${end('b', 2)}`);
    assert.deepEqual(lines, ['tool done: a', '  tool done: b', '    text done: x']);
    assert.deepEqual(codes, []);
  });

  it('of one id end one by one, the latest first', () => {
    const {reader, lines} = open();
    reader.feed(`${call('a', 1)}${call('b', 1)}${end('a', 1)}`);
    assert.deepEqual(lines(), ['tool streaming: a', '  tool done: b']);
  });

  it('pass over an end that names another', () => {
    const {lines, codes} = read(`${call('a', 1)}${end('a', 2)}${end('other', 1)}`);
    assert.deepEqual(lines, ['tool done: a']);
    assert.deepEqual(codes, ['tag-stray']);
  });
});
