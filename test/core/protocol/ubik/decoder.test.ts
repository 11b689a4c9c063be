import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {MessageItem} from '../../../../src/core/model/item.js';
import type {Op} from '../../../../src/core/model/op.js';
import {UbikDecoder} from '../../../../src/core/protocol/ubik/decoder.js';
import {
  at,
  chunk,
  complete,
  completed,
  every,
  framed,
  only,
  outline,
  started,
  foldEvents,
  type SentEvent,
} from './folded.js';

/** The fields of a message, without its children. */
const facts = (message: MessageItem): object =>
  Object.fromEntries(Object.entries(message).filter(([field]) => field !== 'children'));

const base = {id: 'run', kind: 'message', role: 'assistant', status: 'streaming'};

describe('the first events of a run', () => {
  const cases: readonly (readonly [event: SentEvent, known: object])[] = [
    [
      {type: 'connection_established', session_id: 's', connection_id: 'c', task_id: 't'},
      {sessionId: 's', runId: 't'},
    ],
    [
      {type: 'agent_processing_started', task_id: 't', timestamp: at(0)},
      {runId: 't', createdAt: at(0)},
    ],
    [
      {type: 'response_stream_start', message_id: 'm', task_id: 't', timestamp: at(0)},
      {messageId: 'm', runId: 't', createdAt: at(0)},
    ],
  ];
  for (const [event, known] of cases) {
    it(`are known by what ${event.type} reports`, () => {
      assert.deepEqual(facts(foldEvents([event]).message), {...base, ...known});
    });
  }

  for (const id of ['None', '', null, undefined, 7, {}]) {
    it(`know no message by ${JSON.stringify(id)}`, () => {
      const {message} = foldEvents([{type: 'response_stream_start', message_id: id}]);
      assert.deepEqual(facts(message), base);
    });
  }

  it('may be missing: any event opens the message', () => {
    for (const event of [chunk('a'), started(1), {type: 'odd'}, complete, chunk('')]) {
      assert.equal(foldEvents([event]).message.role, 'assistant');
    }
  });
});

describe('the progress of a run', () => {
  it('applies to all of it', () => {
    const {message} = foldEvents([
      {type: 'agent_progress', step: 1, total_steps: 4, description: 'Reading', progress: 12.5},
    ]);
    assert.deepEqual([message.progress, message.totalSteps, message.note], [12.5, 4, 'Reading']);
  });

  it('keeps fields that a later event does not report', () => {
    const {message} = foldEvents([
      {type: 'agent_progress', total_steps: 4, description: 'Reading', progress: 10},
      {type: 'agent_progress', progress: 'most', total_steps: null, description: 7},
    ]);
    assert.deepEqual([message.progress, message.totalSteps, message.note], [10, 4, 'Reading']);
  });

  it('applies to an existing step', () => {
    const progress = {type: 'agent_step_progress', step: 1, progress: 50, message: 'Half'};
    const invalid = {...progress, progress: 'nine', message: 7};
    const step = only(foldEvents([started(1), progress, invalid]).message, 'step');
    assert.deepEqual([step.progress, step.note], [50, 'Half']);
    assert.deepEqual(every(foldEvents([progress]).message, 'step'), []);
  });
});

describe('steps of a run', () => {
  it('report number, title and times', () => {
    const {message} = foldEvents([
      {...started(2, 'Search'), timestamp: at(1)},
      {...completed(2), timestamp: at(9)},
    ]);
    const {id, children, ...step} = only(message, 'step');
    assert.deepEqual([id, children], ['run/step1', []]);
    assert.deepEqual(step, {
      kind: 'step',
      status: 'done',
      number: 2,
      title: 'Search',
      progress: 100,
      startedAt: at(1),
      endedAt: at(9),
    });
  });

  it('are interrupted without their own end, until the run ends successfully', () => {
    const events = [started(1), started(2), completed(2, false)];
    const interrupted = ['step interrupted: Do 1', 'step interrupted: Do 2'];
    assert.deepEqual(outline(foldEvents(events).message), interrupted);
    assert.deepEqual(outline(foldEvents(events, 'lost').message), interrupted);
    assert.deepEqual(outline(foldEvents([...events, complete]).message), [
      'step done: Do 1',
      'step done: Do 2',
    ]);
  });

  it('hold each text by its number, in any mixture', () => {
    const {message} = foldEvents([
      started(1),
      chunk('a', 1),
      started(2),
      chunk('b', 2),
      chunk('A', 1),
      chunk('B', 2),
      complete,
    ]);
    assert.deepEqual(outline(message), [
      'step done: Do 1',
      '  text done: aA',
      'step done: Do 2',
      '  text done: bB',
    ]);
  });

  const THINKING = '<<thinking>>Hm';
  const orders: readonly (readonly [
    title: string,
    events: readonly SentEvent[],
    lines: readonly string[],
  ])[] = [
    [
      'have the title of a start behind their text',
      [chunk('Early', 3), started(3)],
      ['step streaming: Do 3', '  text streaming: Early'],
    ],
    [
      'continue if they start again, with all open blocks',
      [started(1), chunk(THINKING, 1), started(1, 'Do it')],
      ['step streaming: Do it', '  thinking streaming: Hm'],
    ],
    [
      'continue if they start again behind another',
      [started(1), started(2), started(1), chunk(THINKING, 1)],
      ['step streaming: Do 1', '  thinking streaming: Hm', 'step interrupted: Do 2'],
    ],
    [
      'contain no step of their text',
      [started(1), chunk('<<STEP_START>>Step 2: A\n', 1)],
      ['step streaming: Do 1', '  text streaming: Step 2: A'],
    ],
    [
      'leave no block open but a question when they end',
      [
        started(1),
        chunk(THINKING, 1),
        started(2),
        chunk('<<INPUT_REQUIRED_START>>', 2),
        completed(2),
      ],
      [
        'step interrupted: Do 1',
        '  thinking interrupted: Hm',
        'step done: Do 2',
        '  request waiting: ',
      ],
    ],
    [
      'leave no block open in text behind their end',
      [started(1), completed(1), chunk(THINKING, 1)],
      ['step done: Do 1', '  thinking interrupted: Hm'],
    ],
    [
      'leave no block open in text behind the start of another',
      [started(1), started(2), chunk(THINKING, 1)],
      ['step interrupted: Do 1', '  thinking interrupted: Hm', 'step streaming: Do 2'],
    ],
  ];
  for (const [title, events, lines] of orders) {
    it(title, () => {
      assert.deepEqual(outline(foldEvents(events).message), lines);
    });
  }

  it('are reported and passed over without a number', () => {
    for (const step of [undefined, null, 'one', NaN, Infinity, {}, [1]]) {
      const {message, codes} = foldEvents([
        started(1),
        {type: 'agent_step_started', step},
        {type: 'agent_step_completed', step},
      ]);
      assert.deepEqual([outline(message), codes], [['step streaming: Do 1'], ['step-unnumbered']]);
    }
  });
});

describe('the ops of a run', () => {
  it('are those of each event, with the position of an item in its id', () => {
    const decoder = new UbikDecoder({run: 'run'});
    const ops = (event: SentEvent): readonly Op[] => decoder.decode(framed(event));
    const item = {op: 'open', kind: 'text', status: 'streaming', fields: {text: ''}};
    assert.deepEqual(ops(chunk('a')), [
      {op: 'open', id: 'run', kind: 'message', fields: {role: 'assistant'}},
      {...item, id: 'run/text1', parent: 'run'},
      {op: 'append', id: 'run/text1', field: 'text', text: 'a'},
    ]);
    assert.deepEqual(ops({type: 'agent_progress', progress: 1}), [
      {op: 'assign', id: 'run', fields: {progress: 1}},
    ]);
    ops(started(1));
    assert.deepEqual(ops(chunk('b', 1)), [
      {...item, id: 'run/step1/text1', parent: 'run/step1'},
      {op: 'append', id: 'run/step1/text1', field: 'text', text: 'b'},
    ]);
    ops(chunk('<<thinking>>c', 1));
    assert.deepEqual(ops(chunk(' ', 1)), []);
    ops({type: 'input_required'});
    ops(chunk('d'));
    assert.deepEqual(ops(complete).at(-1), {op: 'close', id: 'run', status: 'done'});
  });
});

describe('text of a run', () => {
  it('has two names', () => {
    const {message} = foldEvents([chunk('a'), {type: 'agent_response_chunk', content: 'b'}]);
    assert.deepEqual(outline(message), ['text streaming: ab']);
  });

  for (const content of [undefined, null, '', 7, {}, ['a']]) {
    it(`is ignored in a chunk of ${JSON.stringify(content)}`, () => {
      const {message, codes} = foldEvents([{type: 'response_chunk', content}]);
      assert.deepEqual([message.children, codes], [[], []]);
    });
  }
});

describe('a checkpoint of a run', () => {
  const checkpointOf = (fields: object): object => {
    const {name, createdAt} = only(
      foldEvents([{type: 'checkpoint_created', ...fields}]).message,
      'checkpoint',
    );
    return {name, createdAt};
  };

  it('has its name, and the time of its creation or of its event', () => {
    assert.deepEqual(
      [
        checkpointOf({checkpoint_name: 'c', created_at: at(1), timestamp: at(2)}),
        checkpointOf({checkpoint_name: 7, timestamp: at(2)}),
      ],
      [
        {name: 'c', createdAt: at(1)},
        {name: '', createdAt: at(2)},
      ],
    );
  });
});

describe('a run that waits', () => {
  const ask: SentEvent = {
    type: 'input_required',
    checkpoint_name: 'c',
    prompt: 'Q?',
    input_types: ['text'],
  };
  const askTool = (id: string): SentEvent => ({
    type: 'tool_input_required',
    tool_execution_id: id,
    tool_name: 't',
    tool_input: {question: `Q${id}?`},
  });
  const update = (id: string): SentEvent => ({
    type: 'tool_update',
    tool_execution_id: id,
    data: {},
  });

  const goesOn: readonly (readonly [title: string, event: SentEvent])[] = [
    ['a chunk', chunk('a')],
    ['a step', started(1)],
    ['progress of a step', {type: 'agent_step_progress', step: 1, progress: 1}],
    ['an event of a tool', update('1')],
  ];
  for (const [title, event] of goesOn) {
    it(`waits from the question until ${title} arrives`, () => {
      assert.equal(foldEvents([ask]).message.status, 'waiting');
      assert.equal(foldEvents([ask, event]).message.status, 'streaming');
    });
  }

  for (const event of [{type: 'agent_progress', progress: 1}, {type: 'odd'}] as const) {
    it(`keeps waiting while ${event.type} arrives`, () => {
      assert.equal(foldEvents([ask, event]).message.status, 'waiting');
    });
  }

  it('waits for the last of several tools that ask', () => {
    const asked = [askTool('1'), askTool('2')];
    assert.equal(foldEvents(asked).message.status, 'waiting');
    assert.equal(foldEvents([...asked, update('2')]).message.status, 'waiting');
    const {message} = foldEvents([...asked, update('2'), update('1')]);
    assert.equal(message.status, 'streaming');
    const found = every(message, 'request').map(({prompt, status}) => [prompt, status]);
    assert.deepEqual(found, [
      ['Q1?', 'done'],
      ['Q2?', 'done'],
    ]);
  });

  it('keeps its question open when the stream closes, and not when it is stopped', () => {
    assert.deepEqual(outline(foldEvents([ask], 'lost').message), ['request waiting: Q?']);
    assert.equal(foldEvents([ask], 'lost').message.status, 'waiting');
    const {message} = foldEvents([ask], 'stopped');
    assert.deepEqual([message.status, ...outline(message)], ['stopped', 'request stopped: Q?']);
  });

  it('keeps a question open at the very end of a finished run', () => {
    const {message} = foldEvents([ask, complete]);
    assert.deepEqual([message.status, ...outline(message)], ['done', 'request waiting: Q?']);
  });

  const behind: readonly (readonly [
    title: string,
    events: readonly SentEvent[],
    status: string,
  ])[] = [
    ['done behind a text', [chunk('a')], 'done'],
    ['done behind a thought', [chunk('<<thinking>>a')], 'done'],
    ['done behind the start of a step', [started(1)], 'done'],
    ['done behind a checkpoint', [{type: 'checkpoint_created', checkpoint_name: 'd'}], 'done'],
    ['done behind a call in the text', [chunk('<<TOOL_STEP_START/t:1>>')], 'done'],
    ['done behind another question', [{...ask, prompt: 'R?'}], 'done'],
    ['open behind the start of another', [chunk('<<INPUT_REQUIRED_START>>R?')], 'waiting'],
    ['open behind an event of a tool', [update('1')], 'waiting'],
    ['interrupted behind an error', [{type: 'agent_processing_error'}], 'interrupted'],
    ['done behind a text and an error', [chunk('a'), {type: 'agent_processing_error'}], 'done'],
  ];
  for (const [title, events, status] of behind) {
    it(`has a question that is ${title}`, () => {
      const [question, ...more] = every(foldEvents([ask, ...events]).message, 'request');
      assert.equal(question?.status, status);
      assert.ok(more.every(other => other.status === 'waiting'));
    });
  }

  it('has the possible answers and the deadline', () => {
    const {message} = foldEvents([{...ask, timeout: 60, timestamp: at(1)}]);
    const {inputTypes, checkpoint, timeout, createdAt} = only(message, 'request');
    assert.deepEqual([inputTypes, checkpoint, timeout, createdAt], [['text'], 'c', 60, at(1)]);
  });

  it('has no types that are no texts, and an empty text for such a prompt', () => {
    const {message} = foldEvents([{...ask, prompt: null, input_types: [1, 'json', null]}]);
    const {prompt, inputTypes} = only(message, 'request');
    assert.deepEqual([prompt, inputTypes], ['', ['json']]);
  });
});

describe('the end of a run', () => {
  const failed: SentEvent = {type: 'agent_processing_error', error: 'No', traceback: 'secret'};
  const stop: SentEvent = {type: 'agent_stop_requested', task_id: 't'};

  const ends: readonly (readonly [
    title: string,
    events: readonly SentEvent[],
    end: 'lost' | 'stopped' | undefined,
    status: string,
  ])[] = [
    ['done when it is complete', [complete], undefined, 'done'],
    ['failed with an error', [failed], undefined, 'failed'],
    ['stopped when it was to stop, and is complete', [stop, complete], undefined, 'stopped'],
    ['stopped when it was to stop, and fails', [stop, failed], undefined, 'stopped'],
    ['stopped when it was to stop, and is lost', [stop], 'lost', 'stopped'],
    ['stopped when the user stops it', [chunk('a')], 'stopped', 'stopped'],
    ['interrupted when it is lost', [chunk('a')], 'lost', 'interrupted'],
    ['what it was when it is lost behind its end', [complete], 'lost', 'done'],
    ['open as long as nobody says otherwise', [stop], undefined, 'streaming'],
  ];
  for (const [title, events, end, status] of ends) {
    it(`is ${title}`, () => {
      assert.equal(foldEvents([chunk('x'), ...events], end).message.status, status);
    });
  }

  it('closes all that is open as done', () => {
    const text = '<<TOOL_STEP_START/t:1>><<TOOL_STEP_INPUT_START>>{';
    const {message} = foldEvents([started(1), chunk(text, 1), complete]);
    assert.deepEqual(outline(message), ['step done: Do 1', '  tool done: t']);
  });

  it('closes all open items as stopped, if the user stopped it', () => {
    const tool = '<<TOOL_STEP_START/t:1>><<TOOL_STEP_INPUT_START>>{';
    const before = [started(1), chunk('a', 1), completed(1), started(2), chunk(tool, 2)];
    const inTags = [chunk('<<STEP_START>>\nStep 1: A\n<<thinking>>hm')];
    for (const [events, folded] of [
      [before, ['step done: Do 1', '  text done: a', 'step stopped: Do 2', '  tool stopped: t']],
      [inTags, ['step stopped: A', '  thinking stopped: hm']],
    ] as const) {
      for (const ended of [
        foldEvents([...events, stop, complete]),
        foldEvents([...events, stop], 'lost'),
        foldEvents(events, 'stopped'),
      ]) {
        assert.deepEqual(outline(ended.message), folded);
      }
    }
  });

  it('displays the error behind the text, without its traceback', () => {
    const {message} = foldEvents([chunk('<'), failed]);
    assert.deepEqual(outline(message), ['text done: <', 'error failed: No']);
    assert.ok(!JSON.stringify(message).includes('secret'));
  });

  it('displays an error without a text', () => {
    for (const error of [undefined, null, 7, {}]) {
      assert.deepEqual(outline(foldEvents([{...failed, error}]).message), ['error failed: ']);
    }
  });

  it('is last: later items are inserted before it', () => {
    const {message, codes} = foldEvents([chunk('a'), complete, chunk('b')]);
    assert.deepEqual(outline(message), ['text done: ab']);
    assert.deepEqual(codes, ['frames-late']);
  });

  it('is created once: a second one is skipped, and reported', () => {
    for (const [first, second] of [
      [complete, failed],
      [failed, complete],
    ] as const) {
      const {message, codes} = foldEvents([chunk('a'), first, second]);
      assert.equal(message.status, foldEvents([chunk('a'), first]).message.status);
      assert.deepEqual(codes, ['event-late']);
    }
  });

  it('is final for a decoder, whose events arrive in order', () => {
    const codes: string[] = [];
    const decoder = new UbikDecoder({report: ({code}) => codes.push(code)});
    assert.ok(decoder.decode(framed(complete)).length > 0);
    assert.deepEqual(decoder.decode(framed(chunk('b'))), []);
    assert.deepEqual(codes, ['event-late']);
  });

  it('is nothing for an empty stream', () => {
    const decoder = new UbikDecoder();
    assert.deepEqual(decoder.end('lost'), []);
    assert.deepEqual(decoder.end('stopped'), []);
  });

  it('reports the id of the message, and keeps it if it is not repeated', () => {
    const id = (value: unknown): string | undefined =>
      foldEvents([
        {type: 'response_stream_start', message_id: 'm1'},
        {...complete, message_id: value},
      ]).message.messageId;
    assert.equal(id('m2'), 'm2');
    assert.equal(id('None'), 'm1');
    assert.equal(id(undefined), 'm1');
  });
});

describe('events that are not known', () => {
  it('open the message, are reported, and change nothing else', () => {
    const {message, codes, reports} = foldEvents([{type: 'heartbeat', content: 'x', step: 1}]);
    assert.deepEqual([message.children, codes], [[], ['event-unknown']]);
    assert.deepEqual(reports[0]?.data, {type: 'heartbeat', content: 'x', step: 1});
  });

  it('may have unknown fields, which change nothing', () => {
    const {message, codes} = foldEvents([{...chunk('a'), future: {a: [1]}, __proto__: {b: 1}}]);
    assert.deepEqual([outline(message), codes], [['text streaming: a'], []]);
  });

  it('are ignored for a tool without an id', () => {
    for (const type of ['tool_update', 'tool_partial_update', 'tool_input_required', 'error']) {
      const {message, codes} = foldEvents([{type, tool_name: 't', data: {content: 'x'}}]);
      assert.deepEqual(message.children, []);
      assert.deepEqual(codes, ['tool-unnamed']);
    }
  });
});

describe('a snapshot of a run', () => {
  const update = (content: string, more: object = {}): SentEvent => ({
    type: 'agent_response_update',
    content,
    ...more,
  });

  it('reports the ids of the message', () => {
    const {message} = foldEvents([update('a', {message_id: 'm1', parent_id: 'm0'})]);
    assert.deepEqual([message.messageId, message.parentId], ['m1', 'm0']);
    const {message: unnamed} = foldEvents([update('a', {message_id: 'None', parent_id: null})]);
    assert.deepEqual([unnamed.messageId, unnamed.parentId], [undefined, undefined]);
  });

  it('replaces the content, and chunks continue after it', () => {
    const {message} = foldEvents([chunk('Hallo'), update('Hello'), chunk(' you')]);
    assert.deepEqual(outline(message), ['text streaming: Hello you']);
  });

  it('continues in its open step', () => {
    const {message} = foldEvents([
      started(1),
      chunk('a', 1),
      update('<<STEP_START>>\nStep 1: Do 1\nab'),
      chunk('c', 1),
      completed(1),
    ]);
    assert.deepEqual(outline(message), ['step done: Do 1', '  text streaming: abc']);
  });

  it('keeps the time of the step that it leaves open', () => {
    const {message} = foldEvents([
      {...started(1), timestamp: at(1)},
      update('<<STEP_START>>\nStep 1: Do 1\nab'),
    ]);
    assert.equal(only(message, 'step').startedAt, at(1));
  });

  it('reads the head of a step behind white space', () => {
    const {message} = foldEvents([
      started(1),
      chunk('a', 1),
      update('\n  <<STEP_START>>\nStep 1: Do 1\nab'),
      chunk('c', 1),
    ]);
    assert.deepEqual(outline(message), ['step streaming: Do 1', '  text streaming: abc']);
  });

  const live = {
    type: 'tool_update',
    tool_execution_id: 'e1',
    tool_name: 'find',
    data: {phase: 'P'},
  };

  it('keeps a call that only events report, in the step that is open', () => {
    const inMessage = foldEvents([chunk('Look'), live, update('Looking')]);
    assert.deepEqual(outline(inMessage.message), [
      'text streaming: Looking',
      'tool streaming: find',
    ]);
    const inStep = foldEvents([
      started(1),
      chunk('a', 1),
      live,
      update('<<STEP_START>>\nStep 1: Do 1\nab'),
    ]);
    assert.deepEqual(outline(inStep.message), [
      'step streaming: Do 1',
      '  text streaming: ab',
      '  tool streaming: find',
    ]);
  });

  it('is ignored, and reported, when it knows less', () => {
    const {message, codes} = foldEvents([chunk('Hello'), update('Hel')]);
    assert.deepEqual([outline(message), codes], [['text streaming: Hello'], ['snapshot-ignored']]);
  });
});
