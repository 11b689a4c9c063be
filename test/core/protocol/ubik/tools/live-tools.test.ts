import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {toolLogs} from '../../../../../src/core/model/select.js';
import type {Phase, ToolItem} from '../../../../../src/core/model/item.js';
import type {JsonRecord} from '../../../../../src/core/values.js';
import {UbikDecoder} from '../../../../../src/core/protocol/ubik/decoder.js';
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
} from '../folded.js';

const START = '<<TOOL_STEP_START/search:1>>';
const END = '<<TOOL_STEP_END/search:1>>';

function live(type: string, data: unknown, execution = '1', name = 'search'): SentEvent {
  return {type, tool_execution_id: execution, tool_name: name, data};
}

const update = (phase: string, status?: string, more = {}, execution = '1'): SentEvent =>
  live('tool_update', {phase, status, ...more}, execution);

function toolOf(...events: readonly unknown[]): ToolItem {
  return only(foldEvents(events).message, 'tool');
}

const phases = ({phases: list = []}: ToolItem): unknown[] =>
  list.map(({name, status}) => `${name} ${status}`);

describe('the two sources of a tool call', () => {
  it('match by execution id, whichever arrives first', () => {
    const orders = [
      [chunk(START), update('A')],
      [update('A'), chunk(START)],
    ];
    for (const order of orders) assert.deepEqual(phases(toolOf(...order)), ['A started']);
  });

  it('match by name and order if the ids differ', () => {
    const {message} = foldEvents([
      update('early', 'started', {}, 'x'),
      chunk(`${START}<<TOOL_STEP_START/search:2>>`),
      update('late', 'started', {}, 'y'),
    ]);
    assert.deepEqual(every(message, 'tool').map(phases), [['early started'], ['late started']]);
  });

  it('match by name only tools of the same name, also behind a match by id', () => {
    const call = (name: string, id: number): string => `<<TOOL_STEP_START/${name}:${id}>>`;
    const at = (id: string, name: string): SentEvent => live('tool_update', {phase: id}, id, name);
    const text = chunk(`${call('search', 1)}${call('other', 2)}${call('search', 3)}`);
    const expected = ['x started', 'y started', '3 started'];
    const textFirst = foldEvents([text, at('3', 'search'), at('y', 'other'), at('x', 'search')]);
    assert.deepEqual(every(textFirst.message, 'tool').flatMap(phases), expected);
    const eventsFirst = foldEvents([at('x', 'search'), at('y', 'other'), at('3', 'search'), text]);
    assert.deepEqual(every(eventsFirst.message, 'tool').flatMap(phases), expected);
  });

  it('do not match a call by name whose text a snapshot has removed', () => {
    const content = 'Text without any call, and longer than the text before';
    const {message} = foldEvents([
      chunk(START),
      {type: 'agent_response_update', content},
      update('A', 'started', {}, 'x'),
    ]);
    assert.deepEqual(outline(message), [`text streaming: ${content}`, 'tool streaming: search']);
  });

  it('are separated when the id arrives for a call that was matched by name', () => {
    const {message} = foldEvents([
      update('other', 'started', {}, 'x'),
      chunk(START),
      update('own'),
      complete,
    ]);
    const [other, own] = every(message, 'tool');
    assert.deepEqual(own && phases(own), ['own started']);
    assert.equal(other?.executionId, 'x');
    assert.deepEqual(phases(other), ['other started']);
  });

  it('keep nothing of another execution when they are separated', () => {
    const partial = (content: string, execution: string): SentEvent =>
      live('tool_partial_update', {content}, execution);
    const {message} = foldEvents([
      chunk(START),
      partial('theirs', 'x'),
      partial('own', '1'),
      chunk('<<TOOL_STEP_START/search:x>>'),
    ]);
    const logs = every(message, 'tool').map(({log}) => log);
    assert.deepEqual(logs, ['own', 'theirs']);
  });

  it('open the item of a call in the current step before any text names it', () => {
    const {message} = foldEvents([
      started(1),
      chunk('Let me look. ', 1),
      {...update('A'), timestamp: at(1)},
      live('tool_partial_update', {content: 'so far'}),
      chunk('The answer.', 1),
    ]);
    assert.deepEqual(outline(message), [
      'step streaming: Do 1',
      '  text done: Let me look.',
      '  tool streaming: search',
      '  text streaming: The answer.',
    ]);
    const tool = only(message, 'tool');
    assert.deepEqual([phases(tool), tool.log, tool.startedAt], [['A started'], 'so far', at(1)]);
  });

  it('open it in the message without a step, also beside a call that is open', () => {
    const {message} = foldEvents([chunk('<<TOOL_STEP_START/other:2>>'), update('A')]);
    assert.deepEqual(outline(message), ['tool streaming: other', 'tool streaming: search']);
  });

  it('are one item, at one position, when the text names the call later', () => {
    const before = [started(1), chunk('Let me look.', 1), update('A')];
    const named = [...before, chunk(START, 1)];
    const ended = [...named, chunk(`${END}Found.`, 1), completed(1), complete];
    const items = [before, named, ended].map(events => only(foldEvents(events).message, 'tool'));
    const found = items.map(({id, status}) => [id, status]);
    assert.deepEqual(found, [
      ['run/tool:1', 'streaming'],
      ['run/tool:1', 'streaming'],
      ['run/tool:1', 'done'],
    ]);
    assert.deepEqual(outline(foldEvents(ended).message), [
      'step done: Do 1',
      '  text done: Let me look.',
      '  tool done: search',
      '  text done: Found.',
    ]);
  });

  it('are one item by name and order when the text names the call later by another id', () => {
    const {message} = foldEvents([
      live('tool_update', {phase: 'A'}, 'x'),
      live('tool_update', {phase: 'B'}, 'y'),
      chunk(`${START}${END}<<TOOL_STEP_START/search:2>>`),
    ]);
    const found = every(message, 'tool').map(tool => [
      tool.id,
      tool.executionId,
      tool.status,
      phases(tool),
    ]);
    assert.deepEqual(found, [
      ['run/tool:x', '1', 'done', ['A started']],
      ['run/tool:y', '2', 'streaming', ['B started']],
    ]);
  });

  it('divide no sentence, table or code, also if the text never names the call', () => {
    const around = (before: string, after: string): readonly string[] =>
      outline(foldEvents([chunk(before), update('A'), chunk(after)]).message);
    const tool = 'tool streaming: search';
    assert.deepEqual(around('The res', 'ults.\n\nMore'), [
      'text done: The results.',
      tool,
      'text streaming: More',
    ]);
    assert.deepEqual(around('| a |\n| - |\n', '| 1 |'), [
      'text streaming: | a |\n| - |\n| 1 |',
      tool,
    ]);
    assert.deepEqual(around('```\na.\n\n', 'b\n```\n\nMore'), [
      'text done: ```\na.\n\nb\n```',
      tool,
      'text streaming: More',
    ]);
    assert.deepEqual(around('See <web_citation url="https://a.', 'example">[1]</web_citation>'), [
      'text streaming: See',
      tool,
      'source done: run/source:web:https://a.example',
    ]);
    assert.deepEqual(around('Look. <<TOOL_ST', 'EP_START/search:1>>'), ['text done: Look.', tool]);
  });

  it('stay in place when the server sends the whole text again', () => {
    const text = 'Let me look. The answer. ';
    const steps = [started(1), chunk('Let me look. ', 1), update('A'), chunk('The answer. ', 1)];
    const expected = ['text done: Let me look.', 'tool streaming: search'];
    const open = {type: 'agent_response_update', content: `<<STEP_START>>\nStep 1: Do 1\n${text}`};
    assert.deepEqual(outline(foldEvents([...steps, open, open]).message), [
      'step streaming: Do 1',
      ...[...expected, 'text streaming: The answer.'].map(line => `  ${line}`),
    ]);
    const final = `<<STEP_START>>\nStep 1: Do 1 ✓\nLet me  look.\nThe answer!\n<<STEP_END>>`;
    assert.deepEqual(outline(foldEvents([...steps, {...complete, content: final}]).message), [
      'step done: Do 1',
      '  text done: Let me  look.',
      '  tool done: search',
      '  text done: The answer!',
    ]);
  });

  it('end with their step, and continue with their next event', () => {
    const inStep = [started(1), update('A'), completed(1)];
    assert.equal(toolOf(...inStep).status, 'done');
    assert.equal(toolOf(...inStep, update('B')).status, 'streaming');
    assert.equal(toolOf(started(1), update('A'), started(2)).status, 'interrupted');
    assert.equal(toolOf(started(1), update('A'), started(2), complete).status, 'done');
  });

  it('end with the last event of a call that no text names', () => {
    const done = foldEvents([
      live('tool_end', {outputs: {a: 1}}),
      update('B', 'started', {}, '2'),
      complete,
    ]);
    const [first, second] = every(done.message, 'tool');
    assert.deepEqual([first?.status, first?.output], ['done', '{"outputs":{"a":1}}']);
    assert.equal(second?.status, 'done');
  });

  it('have the name that a later event gives', () => {
    assert.equal(toolOf(live('tool_update', {}, '1', ''), update('A')).name, 'search');
  });

  it('are named in vain without an execution id', () => {
    assert.deepEqual(foldEvents([{type: 'tool_update', data: {}}]).codes, ['tool-unnamed']);
  });

  it('find each other again when the text starts over', () => {
    const tool = toolOf(
      chunk(START),
      {...update('A'), timestamp: at(1)},
      live('tool_partial_update', {content: 'l'}),
      {
        type: 'agent_response_update',
        content: `again ${START}`,
      },
    );
    assert.deepEqual(phases(tool), ['A started']);
    assert.equal(tool.log, 'l');
    assert.equal(tool.startedAt, at(1));
  });
});

describe('the phases of a tool', () => {
  it('are read in all four shapes', () => {
    const tool = toolOf(
      chunk(START),
      update('SEARCH', 'started', {query: 'q'}),
      update('SEARCH', 'completed', {data: {count: 2}, output_key: 'sources'}),
      live('tool_update', {reranked: 5, output_key: 'reranked'}),
      live('tool_update', {message: 'Working'}),
      update('BROKEN', 'failed'),
      update('ODD', 'whatever'),
    );
    assert.deepEqual(phases(tool), ['SEARCH completed', 'BROKEN failed', 'ODD started']);
    assert.deepEqual(tool.phases?.[0]?.data, {query: 'q', count: 2, reranked: 5});
    assert.equal(tool.phases[0].message, 'Working');
  });

  const cases: readonly (readonly [
    title: string,
    updates: readonly unknown[],
    phases: readonly Phase[],
  ])[] = [
    ['an output alone', [{output_key: 'k'}], [{name: 'k', status: 'started'}]],
    [
      'a status that begins it again',
      [
        {phase: 'A', status: 'done'},
        {phase: 'A', status: 'running'},
      ],
      [{name: 'A', status: 'started'}],
    ],
    ['no object', [3], [{name: 'working', status: 'started'}]],
    [
      'the general form',
      [{phase: 'A', message: 'Half', output_key: 'k', n: 0, data: {n: 1}}],
      [{name: 'A', status: 'started', message: 'Half', data: {n: 1}}],
    ],
    [
      'the end of a phase while another goes on',
      [{phase: 'A'}, {phase: 'B'}, {phase: 'A', status: 'completed'}],
      [
        {name: 'A', status: 'completed'},
        {name: 'B', status: 'started'},
      ],
    ],
    [
      'a newer message and fact over an older one, and none over one',
      [{phase: 'A', message: '1', n: 1, kept: true}, {message: '2', data: {n: 2}}, {phase: 'A'}],
      [{name: 'A', status: 'started', message: '2', data: {n: 2, kept: true}}],
    ],
    [
      'names that reach prototypes as plain facts',
      [JSON.parse('{"phase":"__proto__","data":{"__proto__":1}}')],
      [{name: '__proto__', status: 'started', data: JSON.parse('{"__proto__":1}') as JsonRecord}],
    ],
  ];
  for (const [title, updates, phases] of cases) {
    it(`are read from ${title}`, () => {
      assert.deepEqual(toolOf(...updates.map(data => live('tool_update', data))).phases, phases);
    });
  }

  const statuses: readonly (readonly [words: readonly unknown[], status: Phase['status']])[] = [
    [['completed', 'done', 'success'], 'completed'],
    [['failed', 'error'], 'failed'],
    [['started', 'running', '', 7, {}], 'started'],
  ];
  for (const [words, status] of statuses) {
    it(`are ${status}, until another status is reported, by ${JSON.stringify(words)}`, () => {
      for (const word of words) {
        const updates = [{status: word}, {}, {status: null}].map(data => live('tool_update', data));
        assert.deepEqual(phases(toolOf(...updates)), [`working ${status}`]);
      }
    });
  }

  it('are two hundred: more change the last', () => {
    const many = Array.from({length: 300}, (_, n) => update(`P${n}`));
    const {phases = []} = toolOf(...many, update('P250', undefined, {n: 1}));
    assert.equal(phases.length, 200);
    assert.deepEqual(phases.at(-1), {name: 'P199', status: 'started', data: {n: 1}});
  });

  it('have fifty facts: more are dropped, and newer values kept', () => {
    const many = Array.from({length: 80}, (_, n) => update('P', undefined, {[`k${n}`]: n}));
    const [phase] = toolOf(...many, update('P', undefined, {k3: 'new', k70: 'x'})).phases ?? [];
    assert.equal(Object.keys(phase?.data ?? {}).length, 50);
    assert.deepEqual([phase?.data?.['k3'], phase?.data?.['k70']], ['new', undefined]);
  });

  it('are the same objects if nothing new is reported', () => {
    const decoder = new UbikDecoder();
    const phasesAfter = (event: SentEvent): readonly Phase[] | undefined => {
      const assigned = decoder
        .decode(framed(event))
        .map(op => (op.op === 'assign' ? op.fields?.['phases'] : undefined));
      return assigned.findLast(Boolean) as readonly Phase[] | undefined;
    };
    const [a] = phasesAfter(update('A')) ?? [];
    const next = phasesAfter(update('B'));
    assert.equal(next?.[0], a);
    for (const same of [update('B', 'started'), update('B'), update('A')]) {
      assert.equal(phasesAfter(same), undefined);
    }
    assert.equal(phasesAfter(update('B', 'completed'))?.[0], a);
  });
});

describe('the live output of a tool', () => {
  it('is kept by key, also before the call is known', () => {
    const partial = (content: unknown, key?: unknown): SentEvent =>
      live('tool_partial_update', {content, output_key: key});
    const tool = toolOf(
      partial('a'),
      partial('x', 'logs'),
      chunk(START),
      partial('b', 'response'),
      partial('y', 'logs'),
      partial('z', '__proto__'),
      partial(3),
    );
    assert.deepEqual(toolLogs(tool), [
      {key: 'response', text: 'ab'},
      {key: 'logs', text: 'xy'},
      {key: '__proto__', text: 'z'},
    ]);
  });
});

describe('the question of a tool', () => {
  const ask = (fields: object): SentEvent => ({
    type: 'tool_input_required',
    tool_execution_id: '1',
    tool_name: 'search',
    ...fields,
  });

  it('is read in both shapes', () => {
    const shapes = [
      {tool_input: {question: 'Go?', input_types: ['text']}},
      {prompt: 'Go?', input_types: ['text']},
      {data: {prompt: 'Go?', input_types: ['text', 3]}},
    ];
    for (const shape of shapes) {
      const {message} = foldEvents([chunk(START), ask(shape)]);
      const request = only(message, 'request');
      assert.equal(request.prompt, 'Go?');
      assert.deepEqual(request.inputTypes, ['text']);
      assert.deepEqual([request.executionId, request.toolName], ['1', 'search']);
      assert.deepEqual(
        [message.status, only(message, 'tool').status, request.status],
        ['waiting', 'waiting', 'waiting'],
      );
    }
    const {message} = foldEvents([
      ask({tool_input: 'Go?', timeout: 30, schema: {type: 'string'}, choices: ['a', 1]}),
    ]);
    const request = only(message, 'request');
    assert.deepEqual([request.prompt, request.timeout, request.choices], ['Go?', 30, ['a']]);
    assert.deepEqual(request.schema, {type: 'string'});
  });

  it('never contains private output of the tool', () => {
    const {message} = foldEvents([ask({prompt: 'Go?', state: 'SECRET'})]);
    assert.doesNotMatch(JSON.stringify(message), /SECRET/);
  });

  it('is answered when the tool continues, in whichever way', () => {
    for (const next of [update('A'), chunk(END), live('tool_end', {}), live('error', {})]) {
      const {message} = foldEvents([chunk(START), ask({prompt: 'Go?'}), next]);
      assert.equal(only(message, 'request').status, 'done');
      assert.notEqual(message.status, 'waiting');
    }
  });

  it('keeps the run waiting while another tool waits', () => {
    const both = [
      chunk(`${START}<<TOOL_STEP_START/search:2>>`),
      ask({prompt: 'One?'}),
      {...ask({prompt: 'Two?'}), tool_execution_id: '2'},
    ];
    assert.equal(foldEvents([...both, update('A')]).message.status, 'waiting');
    assert.equal(
      foldEvents([...both, update('A'), update('A', '', {}, '2')]).message.status,
      'streaming',
    );
    assert.equal(foldEvents([...both, chunk('on')]).message.status, 'streaming');
  });

  it('precedes its call, stays when the text restarts, and ends with the run', () => {
    const early = foldEvents([ask({prompt: 'Go?'}), chunk(START)]).message;
    assert.equal(only(early, 'tool').status, 'waiting');
    const again = foldEvents([
      chunk(START),
      ask({prompt: 'Go?'}),
      {type: 'agent_response_update', content: START},
    ]).message;
    assert.equal(only(again, 'request').status, 'waiting');
    assert.equal(only(foldEvents([ask({}), complete]).message, 'request').status, 'interrupted');
  });
});

describe('the end of a tool', () => {
  it('is reported by its text or by an event, with a failure or without', () => {
    assert.equal(toolOf(chunk(START + END)).status, 'done');
    const failed = toolOf(chunk(START), {...live('error', {}), message: 'no', timestamp: at(2)});
    assert.deepEqual([failed.status, failed.error, failed.endedAt], ['failed', 'no', at(2)]);
    const later = toolOf({...live('error', {}), error: 'no'}, chunk(START + END));
    assert.deepEqual([later.status, later.error], ['failed', 'no']);
    const result = toolOf(chunk(START), {...live('final_result', 0), outputs: {a: 1}}, chunk(END));
    assert.deepEqual([result.status, result.output], ['done', '{"a":1}']);
    const inText = chunk(`${START}<<TOOL_STEP_RESULT_START>>1<<TOOL_STEP_RESULT_END>>`);
    assert.equal(toolOf(inText, live('final_result', 0), chunk(END)).output, '1');
    assert.equal(toolOf(live('error', {}), complete).status, 'failed');
  });

  for (const [name, wrap] of [
    ['lists', (inner: unknown) => [null, inner]],
    ['objects', (inner: unknown) => ({a: null, b: inner})],
  ] as const) {
    it(`has an output that nests 200 levels of ${name}, and none that nests deeper`, () => {
      const nested = (levels: number): unknown => (levels === 0 ? 1 : wrap(nested(levels - 1)));
      for (const [levels, outputs] of [
        [200, nested(200)],
        [201, {}],
      ] as const) {
        const {output} = toolOf({...live('tool_end', {}), outputs: nested(levels)});
        assert.equal(output, JSON.stringify(outputs));
      }
    });
  }
});
