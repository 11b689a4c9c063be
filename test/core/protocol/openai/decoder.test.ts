import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  emptyConversation,
  openai,
  type MessageItem,
  type TextItem,
} from '../../../../src/core/index.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import {every, only, statusesOf, textsOf} from '../folded-message.js';
import {
  answered,
  approval,
  call,
  eventsOf,
  folded,
  foldedFrames,
  frameOf,
  mcpCall,
  message,
  rawReasoning,
  reasoning,
  response,
  textPart,
  type EventData,
} from './stream.js';

const textOf = (message: MessageItem): string => textsOf(message).join('|');

const marksOf = ({marks}: TextItem): readonly string[] | undefined =>
  marks?.map(({offset, label}) => `${offset}: ${label}`);

const hello = eventsOf(response([message('m1', 'Hello there, world.')]));

/** The events without one field. */
const without = (events: readonly EventData[], name: string): readonly EventData[] =>
  events.map(
    event =>
      Object.fromEntries(Object.entries(event).filter(([field]) => field !== name)) as EventData,
  );

const done = (events: readonly EventData[]): readonly EventData[] => events.slice(0, -1);

describe('a response', () => {
  it('is displayed with its facts', () => {
    const {message: got, reports} = answered([
      reasoning('r1', 'First **this**.', 'Then that.'),
      message('m1', 'Hello ', 'there.'),
    ]);
    assert.deepEqual(statusesOf(got), ['thinking done', 'text done']);
    assert.equal(only(got, 'thinking').text, 'First **this**.\n\nThen that.');
    assert.equal(textOf(got), 'Hello there.');
    const {status, runId, model, createdAt, usage} = got;
    assert.deepEqual(
      [status, runId, model, createdAt],
      ['done', 'resp_1', 'model-1', '2027-01-15T08:00:00.000Z'],
    );
    assert.deepEqual(usage, {inputTokens: 10, outputTokens: 20, totalTokens: 30});
    assert.deepEqual(reports, []);
  });

  it('shows raw reasoning, and none that is empty or encrypted', () => {
    const {message: got} = answered([
      {...reasoning('r1'), encrypted_content: 'gAAA'},
      rawReasoning('r2', 'Hm.'),
    ]);
    assert.deepEqual(statusesOf(got), ['thinking done', 'notice interrupted']);
  });

  it('shows a refusal as text, with a notice', () => {
    const {message: got} = answered([message('m1', {type: 'refusal', refusal: 'I cannot.'})]);
    assert.equal(textOf(got), 'I cannot.');
    assert.deepEqual([got.status, only(got, 'notice').code], ['done', 'refusal']);
  });

  for (const [reason, code, status] of [
    ['max_output_tokens', 'max_tokens', 'waiting'],
    ['content_filter', 'refusal', 'interrupted'],
  ] as const) {
    it(`that is incomplete says why: ${reason}`, () => {
      const cut = {...message('m1', 'Half'), status: 'incomplete'};
      const {message: got} = answered([cut], {
        status: 'incomplete',
        incomplete_details: {reason},
      });
      assert.deepEqual(statusesOf(got), ['text interrupted', `notice ${status}`]);
      const notice = only(got, 'notice');
      assert.deepEqual([got.status, got.stopReason, notice.code], ['done', reason, code]);
    });
  }

  it('without output says that there is no answer', () => {
    const {message: got} = answered([]);
    assert.equal(only(got, 'notice').code, 'no_answer');
  });

  it('that the server cancelled is stopped', () => {
    const {message: got} = answered([message('m1', 'Half')], {status: 'cancelled'});
    assert.deepEqual([got.status, textOf(got)], ['stopped', 'Half']);
  });
});

describe('a delta that arrives after its whole text', () => {
  const events = eventsOf(response([message('m1', 'Hello there.'), call('c1', 'add', {a: 1})]));
  const isDelta = ({type}: EventData): boolean => type.endsWith('.delta');

  for (const behind of ['text.done', 'content_part.done', 'arguments.done', 'output_item.done']) {
    it(`is in it already: after ${behind}`, () => {
      const isEnd = ({type}: EventData): boolean => type.endsWith(behind);
      const end = events.findIndex(isEnd);
      const late = events.findLastIndex((event, at) => at < end && isDelta(event));
      const delta = events[late];
      assert.ok(delta);
      const moved = events.toSpliced(end + 1, 0, delta).toSpliced(late, 1);
      for (const all of [moved, done(moved)]) {
        const {message: got} = folded(all);
        assert.equal(textOf(got), 'Hello there.');
        assert.equal(only(got, 'tool').input, '{"a":1}');
      }
    });
  }

  it('is kept if the whole text was empty', () => {
    const {message: got} = folded([
      {type: 'response.created', response: {id: 'r'}},
      {type: 'response.output_text.done', output_index: 0, content_index: 0, text: ''},
      {type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hi'},
    ]);
    assert.equal(textOf(got), 'Hi');
  });

  it('is appended if the whole text does not end with it', () => {
    const at = {output_index: 0, content_index: 0};
    const {message: got} = folded([
      {type: 'response.created', response: {id: 'r'}},
      {type: 'response.output_text.delta', ...at, delta: 'One.'},
      {type: 'response.output_text.done', ...at, text: 'One.'},
      {type: 'response.output_text.delta', ...at, delta: ' Two'},
      {type: 'response.output_text.delta', ...at, delta: '.'},
    ]);
    assert.equal(textOf(got), 'One. Two.');
  });
});

describe('a start with less text than its deltas', () => {
  const at = {item_id: 'm1', output_index: 0, content_index: 0};
  const delta = (text: string): EventData => ({
    type: 'response.output_text.delta',
    ...at,
    delta: text,
  });
  const created = {type: 'response.created', response: {id: 'r'}};
  const completed = {type: 'response.completed', response: {id: 'r'}};
  const part = {type: 'response.content_part.added', ...at, part: textPart('Hello ')};
  const item = {
    type: 'response.output_item.added',
    output_index: 0,
    item: message('m1', 'Hello '),
  };
  const end = {type: 'response.output_text.done', ...at, text: 'Hello world.'};

  for (const [what, rest] of [
    ['a part', [part]],
    ['an item', [item]],
    ['both, before the whole text', [item, part, end]],
    ['a part, after the whole text', [end, part]],
  ] as const) {
    it(`shortens nothing, also at the end: ${what}`, () => {
      const all = [created, delta('Hello '), delta('world.'), ...rest];
      for (const events of [all, [...all, completed]]) {
        const {message: got} = folded(events);
        assert.equal(textOf(got), 'Hello world.');
      }
    });
  }

  it('is followed by further deltas', () => {
    const {message: got} = folded([created, delta('Hello '), part, delta('world.'), completed]);
    assert.equal(textOf(got), 'Hello world.');
  });
});

describe('a call of an unknown type', () => {
  it('is displayed with its input', () => {
    const {message: got, reports} = folded([
      {type: 'response.created', response: {id: 'r'}},
      {type: 'response.lookup_call_arguments.delta', output_index: 0, delta: '{"a":1}'},
      {type: 'response.completed', response: {id: 'r'}},
    ]);
    assert.equal(only(got, 'tool').input, '{"a":1}');
    assert.deepEqual(reports, []);
  });
});

describe('a function call that nobody can carry out', () => {
  const started = {type: 'response.created', response: {id: 'r'}};
  const completed = {type: 'response.completed', response: {id: 'r'}};
  const args = {
    type: 'response.function_call_arguments.done',
    output_index: 0,
    arguments: '{"a":1}',
  };
  const done = (item: Readonly<Record<string, unknown>>): EventData => ({
    type: 'response.output_item.done',
    output_index: 0,
    item: {type: 'function_call', id: 'f', arguments: '{}', ...item},
  });

  for (const [title, events] of [
    ['without a name', [args]],
    ['with an empty name', [done({name: '', call_id: 'c1'})]],
    ['without an id', [done({name: 'add'})]],
    [
      'although the server has a result',
      [
        done({name: '', call_id: 'c1'}),
        {
          type: 'response.output_item.done',
          output_index: 1,
          item: {type: 'function_call_output', id: 'o', call_id: 'c1', output: '2'},
        },
      ],
    ],
  ] as const) {
    it(`waits for nobody and is not sent back: ${title}`, () => {
      const {message: got} = folded([started, ...events, completed]);
      assert.doesNotMatch(JSON.stringify(got), /"runsIn":"page"|"waiting"/);
      const conversation = {version: 1 as const, children: [got]};
      const request = openai.operations.send.request({text: 'Hi', conversation});
      assert.doesNotMatch(JSON.stringify(request.body), /function_call/);
    });
  }
});

describe('a failure', () => {
  const error = {code: 'rate_limit_exceeded', message: 'Too fast.'};

  it('of an account without credit is not tried again', () => {
    const retryable = (code: string): unknown => {
      const [item] = folded([{type: 'error', code, message: 'No credit'}]).message.children;
      return item?.kind === 'error' && item.retryable;
    };
    assert.deepEqual(['insufficient_quota', 'server_error'].map(retryable), [false, undefined]);
  });

  for (const [name, events] of [
    ['as a flat event', [{type: 'error', ...error, param: null}]],
    ['as a nested event', [{type: 'error', error: {type: 'x', ...error}}]],
    ['of the response alone', [{type: 'response.failed', response: {status: 'failed', error}}]],
    [
      'as an event and of the response',
      [
        {type: 'error', error},
        {type: 'response.failed', response: {status: 'failed', error}},
      ],
    ],
    ['before the response', [{type: 'error', error}]],
  ] as const) {
    it(`is told once: ${name}`, () => {
      const before = name === 'before the response' ? [] : hello.slice(0, 6);
      const {message: got} = folded([...before, ...events]);
      const errors = every(got, 'error').map(item => [item.code, item.text]);
      assert.deepEqual(errors, [['rate_limit_exceeded', 'Too fast.']]);
      assert.equal(got.status, 'failed');
      if (before.length > 0) assert.equal(textOf(got), 'Hello ther');
    });
  }

  it('is read from frames of other shapes', () => {
    for (const [frame, code] of [
      [{data: '{"error":"Busy"}'}, 'server_error'],
      [{data: '{"error":{"code":503,"message":"Busy"}}'}, '503'],
      [{event: 'error', data: '{"message":"Busy"}'}, 'server_error'],
      [{event: 'error', data: 'Busy'}, 'server_error'],
    ] as const) {
      const [error] = every(foldedFrames([frame]).message, 'error');
      assert.deepEqual([error?.code, error?.text], [code, 'Busy']);
    }
  });

  it('after the end of an answer changes nothing, and is reported', () => {
    const {message: got, codes} = folded([...hello, {type: 'error', error}]);
    assert.deepEqual([got.status, statusesOf(got)], ['done', ['text done']]);
    assert.deepEqual(codes, ['event-late']);
  });
});

it('keeps an answer whose begin comes again after its end', () => {
  const [begin] = without(hello, 'sequence_number');
  assert.ok(begin);
  const {message: got, codes} = folded([...hello, begin]);
  assert.deepEqual([got.status, textOf(got)], ['done', 'Hello there, world.']);
  assert.deepEqual(codes, ['event-late']);
});

describe('a stream without a terminal event', () => {
  it('is an interruption that keeps the text', () => {
    const {message: got, codes} = folded(hello.slice(0, 6));
    assert.deepEqual([got.status, textOf(got)], ['interrupted', 'Hello ther']);
    assert.deepEqual(statusesOf(got), ['text interrupted']);
    assert.deepEqual(codes, ['message-stop-missing']);
  });

  it('is an interruption also with `[DONE]`, and stopped if the user stopped it', () => {
    const frames = [...done(hello).map(frameOf), {data: '[DONE]'}];
    assert.equal(foldedFrames(frames).message.status, 'interrupted');
    assert.equal(foldedFrames(frames, 'stopped').message.status, 'stopped');
  });
});

describe('tools of the server', () => {
  it('are calls with input, output and phases', () => {
    const {message: got} = answered([
      {
        id: 'ws',
        type: 'web_search_call',
        status: 'completed',
        action: {type: 'search', query: 'q', sources: [{type: 'url', url: 'https://a.example'}]},
      },
      {id: 'fs', type: 'file_search_call', status: 'completed', queries: ['q'], results: null},
      {
        id: 'ci',
        type: 'code_interpreter_call',
        status: 'completed',
        container_id: 'c',
        code: 'print(6 * 7)',
        outputs: [
          {type: 'logs', logs: '42'},
          {type: 'image', url: 'https://files.example/plot.png'},
        ],
      },
      mcpCall('mc', 'find', 'Found.'),
      {id: 'ig', type: 'image_generation_call', status: 'completed', result: 'iVBORw0KGgo='},
    ]);
    const sources = '[{"type":"url","url":"https://a.example"}]';
    const tools = every(got, 'tool');
    const found = tools.map(({name, title, input, output, status}) => [
      name,
      title,
      input,
      output,
      status,
    ]);
    assert.deepEqual(found, [
      ['web_search', undefined, '{"type":"search","query":"q"}', sources, 'done'],
      ['file_search', undefined, '{"queries":["q"]}', '', 'done'],
      ['code_interpreter', undefined, 'print(6 * 7)', '42', 'done'],
      ['find', 'CRM: Find', '{"id":7}', 'Found.', 'done'],
      ['image_generation', undefined, '{}', '', 'done'],
    ]);
    assert.deepEqual(tools[0]?.phases, [{name: 'searching', status: 'completed'}]);
    const files = every(got, 'file').map(({url}) => url);
    assert.deepEqual(files, [
      'https://files.example/plot.png',
      'data:image/png;base64,iVBORw0KGgo=',
    ]);
  });

  it('fail with the error of the call', () => {
    const failing = (error: unknown): string | undefined =>
      every(answered([{...mcpCall('mc', 'find', null), error}]).message, 'tool')[0]?.error;
    assert.equal(failing('No such id'), 'No such id');
    assert.equal(failing({type: 'http_error', code: 500, message: 'Down'}), 'Down');
    const content = [{type: 'text', text: 'Denied'}];
    assert.equal(failing({type: 'mcp_tool_execution_error', content}), 'Denied');
  });

  it('of which the list could not be loaded are a failed call', () => {
    const list = {id: 'ml', type: 'mcp_list_tools', server_label: 'crm', tools: [], error: null};
    assert.deepEqual(every(answered([list]).message, 'tool'), []);
    const [tool] = every(answered([{...list, error: 'Down'}]).message, 'tool');
    assert.deepEqual([tool?.status, tool?.error], ['failed', 'Down']);
  });

  it('get the output of the shell from another item, while it is printed', () => {
    const events = eventsOf(
      response([
        {
          id: 'sh',
          type: 'shell_call',
          call_id: 's1',
          status: 'completed',
          action: {commands: ['ls', 'cat x']},
        },
        {id: 'so', type: 'shell_call_output', call_id: 's1', status: 'completed', output: []},
      ]),
    );
    const print = (delta: object): EventData => ({
      type: 'response.shell_call_output_content.delta',
      output_index: 1,
      command_index: 0,
      delta,
    });
    const printing = [print({stdout: 'a.txt'}), print({stdout: '\n', stderr: 'no x'})];
    const [tool] = every(folded([...events.slice(0, -2), ...printing]).message, 'tool');
    assert.deepEqual(
      [tool?.input, tool?.log, tool?.['log:stderr'], tool?.status],
      ['ls\ncat x', 'a.txt\n', 'no x', 'interrupted'],
    );
    const outcome = {type: 'exit', exit_code: 1};
    const whole = {
      type: 'response.shell_call_output_content.done',
      output_index: 1,
      command_index: 0,
      output: [{stdout: 'a.txt\n', stderr: 'no x', outcome}],
    };
    const all = [...events.slice(0, -2), ...printing, whole, ...events.slice(-2)];
    const [ended] = every(folded(all).message, 'tool');
    assert.deepEqual(
      [ended?.output, ended?.log, ended?.status],
      [JSON.stringify([outcome]), 'a.txt\n', 'done'],
    );
  });

  it('of unknown types are displayed if they are calls, and ignored otherwise', () => {
    const {message: got} = answered([
      {id: 'x1', type: 'acme:find_call', status: 'completed', query: 'q'},
      {id: 'x2', type: 'acme:telemetry', status: 'completed', hits: 1},
    ]);
    const {name, input} = only(got, 'tool');
    assert.deepEqual([name, input], ['find', 'q']);
  });
});

describe('functions', () => {
  it('of the page wait for it', () => {
    const {message: got} = answered([call('f1', 'title', {a: 1})], {}, {tools: ['title']});
    const {status, runsIn, executionId, input} = only(got, 'tool');
    assert.deepEqual(
      [status, runsIn, executionId, input, got.status],
      ['waiting', 'page', 'call_f1', '{"a":1}', 'done'],
    );
  });

  it('of the server are interrupted when nothing follows', () => {
    const {message: got} = answered([call('f1', 'find', {})], {}, {tools: ['title']});
    assert.deepEqual([every(got, 'tool')[0]?.status, got.status], ['interrupted', 'done']);
  });

  it('of the server go on in the next response of the stream, as one message', () => {
    const first = eventsOf(response([call('f1', 'find', {})]));
    const second = eventsOf(
      response(
        [
          {type: 'function_call_output', id: 'o1', call_id: 'call_f1', output: 'Found.'},
          message('m1', 'There.'),
        ],
        {id: 'resp_2'},
      ),
    );
    const {message: got, reports} = folded([...first, ...second], 'lost', {tools: []});
    assert.deepEqual(statusesOf(got), ['tool done', 'text done']);
    assert.equal(every(got, 'tool')[0]?.output, 'Found.');
    assert.deepEqual(
      [got.runId, got.status, got.usage?.totalTokens, reports],
      ['resp_2', 'done', 60, []],
    );
  });

  it('that were cut are never run', () => {
    const cut = {...call('f1', 'title', {}), arguments: '{"a":', status: 'incomplete'};
    const {message: got} = answered([cut], {
      status: 'incomplete',
      incomplete_details: {reason: 'max_output_tokens'},
    });
    assert.equal(every(got, 'tool')[0]?.status, 'interrupted');
  });
});

describe('an error before the rest of a response', () => {
  it('leaves no item of the response open', () => {
    const id = 'resp_1';
    const begun = {type: 'response.created', response: {id, output: [call('f1', 'title', {})]}};
    const before = folded([begun]).message;
    const rest = [
      {type: 'error', message: 'Overloaded'},
      {type: 'response.in_progress', response: {id, output: []}},
    ];
    const message = {...before, status: 'streaming'} as const;
    const {message: got} = folded(rest, 'lost', {message});
    assert.equal(got.status, 'failed');
    assert.doesNotMatch(statusesOf(got).join(), /streaming/);
  });
});

describe('an approval', () => {
  it('is a question, also after the response has ended', () => {
    const {message: got} = answered([approval('a1', 'pay')]);
    const question = only(got, 'request');
    assert.deepEqual(
      [question.status, question.inputTypes, question.toolName, question.handle, got.status],
      ['waiting', ['confirm'], 'pay', {approvalRequestId: 'a1'}, 'done'],
    );
    assert.deepEqual([question.toolTitle, question.arguments], ['CRM: Pay', {id: 7}]);
  });

  it('is a question of its own if another one has its id, in whatever events they come', () => {
    const both = [approval('a1', 'pay'), approval('a1', 'remove')];
    const events = eventsOf(response(both));
    const isAdded = ({type}: EventData): boolean => type === 'response.output_item.added';
    const isItem = ({type}: EventData): boolean => type.startsWith('response.output_item.');
    for (const sent of [
      events,
      events.filter(event => !isAdded(event)),
      events.filter(event => !isItem(event)),
      [...done(events), {type: 'response.completed', response: {id: 'resp_1', output: []}}],
      [
        ...done(events).filter(event => !isAdded(event)),
        {type: 'response.completed', response: {id: 'resp_1'}},
      ],
    ]) {
      const requests = every(folded(sent).message, 'request');
      const asked = requests.map(({toolName, status}) => `${toolName} ${status}`);
      assert.deepEqual(asked, ['pay waiting', 'remove waiting']);
    }
  });

  it('is no longer open if the response is cut', () => {
    const {message: got} = folded(done(eventsOf(response([approval('a1', 'pay')]))));
    assert.deepEqual(statusesOf(got), ['request interrupted']);
  });
});

describe('citations', () => {
  const text = 'It opens at ten. See ([a](https://a.example)). 🏛 Free';
  const link = {
    type: 'url_citation',
    url: 'https://a.example',
    title: 'A',
    start_index: 21,
    end_index: 45,
  };

  const cited = (...annotations: readonly object[]): {text: TextItem; all: MessageItem} => {
    const {message: got} = answered([message('m1', textPart(text, annotations))]);
    return {text: got.children[0] as TextItem, all: got};
  };

  it('of a link that is in the text are sources without a mark', () => {
    const {all, text: item} = cited(link, {...link, title: 'Again'});
    assert.deepEqual(statusesOf(all), ['text done', 'source done']);
    assert.equal(item.marks, undefined);
  });

  it('of a range without its address have a mark at the end of the range', () => {
    const {text: item} = cited({...link, start_index: 0, end_index: 16, url: 'https://b.example'});
    assert.deepEqual(marksOf(item), ['16: 1']);
  });

  it('never split a character, and stay within the text', () => {
    const at = (end_index: number): number | undefined =>
      cited({type: 'url_citation', url: 'https://b.example', start_index: 0, end_index}).text
        .marks?.[0]?.offset;
    assert.equal(at(48), 47);
    assert.equal(at(1000), text.length);
  });

  it('without a range are sources, and files are files', () => {
    const {all, text: item} = cited(
      {type: 'url_citation', url: 'https://b.example'},
      {type: 'file_citation', file_id: 'f1', filename: 'a.pdf', index: 16},
      {type: 'container_file_citation', file_id: 'f2', filename: 'b.csv', container_id: 'c'},
    );
    assert.deepEqual(statusesOf(all), ['text done', 'file done', 'source done', 'source done']);
    assert.deepEqual(marksOf(item), ['16: 2']);
  });
});

describe('a dialect', () => {
  const output = [reasoning('r1', 'Hm.'), message('m1', 'Hello.'), call('f1', 'find', {a: 1})];
  const strict = eventsOf(response(output));
  const expected = folded(strict).message;

  for (const [name, events] of [
    ['without numbers', without(strict, 'sequence_number')],
    ['without ids of items', without(strict, 'item_id')],
    ['without places', without(strict, 'output_index')],
    ['without indexes of parts', without(without(strict, 'content_index'), 'summary_index')],
    [
      'with other ids in each event',
      strict.map((event, at) => ('item_id' in event ? {...event, item_id: `x${at}`} : event)),
    ],
    [
      'with the same place for all items',
      strict.map(event => ('output_index' in event ? {...event, output_index: 0} : event)),
    ],
    ['without deltas', strict.filter(({type}) => !type.endsWith('.delta'))],
    ['without whole values', strict.filter(({type}) => !/_(text|arguments)\.done$/.test(type))],
    [
      'without the begin of items',
      strict.filter(({type}) => !type.endsWith('.added') || type.includes('part')),
    ],
    ['without the begin of the response', strict.slice(2)],
    ['with only the terminal event', strict.slice(-1)],
    [
      'with an empty output at the end',
      [...done(strict), {type: 'response.completed', response: response([])}],
    ],
    ['with the end twice', [...strict, ...strict.slice(-1)]],
    [
      'with a prefix of a vendor',
      strict.toSpliced(-1, 0, {type: 'acme:trace', output_index: 0, delta: 'WRONG'}),
    ],
  ] as const) {
    it(`is read: ${name}`, () => {
      const {message: got} = folded(events);
      assert.deepEqual(got.children, expected.children);
      assert.equal(got.status, 'done');
    });
  }

  it('is read: several texts without a place, and items that have one id, also without their begin', () => {
    const said = [message('m1', 'One', ' two'), message('m2', 'Three'), message('m3', 'Four')];
    const all = eventsOf(response(said));
    const end = {type: 'response.completed', response: response([])};
    const isWhole = ({type}: EventData): boolean => /(part|item)\.done$/.test(type);
    const placeless = without(
      all.filter(event => !isWhole(event)),
      'content_index',
    );
    const named = all.map(event => ({
      ...event,
      ...('item_id' in event && {item_id: 'same'}),
      ...('item' in event && {item: {...(event['item'] as object), id: 'same'}}),
    }));
    const isBegin = ({type}: EventData): boolean => type.endsWith('item.added');
    const bare = named.filter(event => !isBegin(event));
    const wholes = bare.filter(
      ({type}) => !/(delta|part\.added|text\.done|part\.done)$/.test(type),
    );
    for (const events of [placeless, named, bare, wholes]) {
      const {message: got} = folded([...done(events), end]);
      assert.equal(textOf(got), 'One two|Three|Four');
    }
  });

  it('is read: a text that is announced again at the place of the call after it', () => {
    const output = [message('m1', 'Let me look.'), call('f1', 'lookup', {city: 'Bern'})];
    const events = eventsOf(response(output));
    const again = events
      .filter(({type, output_index: at}) => at === 0 && !type.endsWith('.delta'))
      .map(event => ({...event, output_index: 1}));
    const whole = [...done(events), ...again, ...events.slice(-1)].map((event, number) => ({
      ...event,
      sequence_number: number,
    }));
    const {message: got} = folded(whole);
    assert.equal(textOf(got), 'Let me look.');
    assert.equal(every(got, 'tool').length, 1);
    const others = [message('m1', 'One.'), message('m1', 'Two.')];
    assert.equal(textOf(folded(eventsOf(response(others))).message), 'One.|Two.');
  });

  it('is read: several parts of an item without their indexes', () => {
    const refusal = {type: 'refusal', refusal: 'No.'};
    for (const content of [
      [textPart('A.'), textPart('B.')],
      [textPart(''), textPart('B.')],
      [refusal, textPart('B.')],
      [textPart('A.'), refusal, textPart('B.')],
    ]) {
      const events = eventsOf(response([message('m1', ...content), reasoning('r1', 'C.', 'D.')]));
      const bare = without(without(events, 'content_index'), 'summary_index');
      assert.deepEqual(folded(bare).message.children, folded(events).message.children);
      const cut = folded(bare.slice(0, -1)).message;
      assert.deepEqual(textOf(cut), textOf(folded(events).message));
    }
  });

  it('is read: items in another order than their places', () => {
    const of = (index: number): readonly EventData[] =>
      strict.filter(event => event['output_index'] === index);
    const {message: got} = folded([
      ...strict.slice(0, 2),
      ...of(2),
      ...of(0),
      ...of(1),
      ...strict.slice(-1),
    ]);
    assert.deepEqual(got.children, expected.children);
  });

  it('is read: interleaved items, and gaps between their places', () => {
    const moved = strict.map(event =>
      typeof event['output_index'] === 'number'
        ? {...event, output_index: event['output_index'] * 3}
        : event,
    );
    const step = ({type}: EventData): number =>
      ['.created', '.in_progress', 'item.added', 'part.added', '.delta', '.done'].findIndex(end =>
        type.endsWith(end),
      );
    const [last] = moved.slice(-1);
    const mixed = moved.slice(0, -1).sort((a, b) => step(a) - step(b));
    assert.deepEqual(
      statusesOf(folded([...mixed, ...(last ? [last] : [])]).message),
      statusesOf(expected),
    );
    assert.equal(textOf(folded(mixed).message), 'Hello.');
  });

  for (const [name, ids, item_id] of [
    ['the same place', ['m1', 'm2'], undefined],
    ['the same place and id', ['m', 'm'], undefined],
    ['the same place, and other ids in each event', ['m1', 'm2'], 'x'],
  ] as const) {
    it(`is read: items of one type with ${name}`, () => {
      const texts = [message(ids[0], 'First one.'), message(ids[1], 'Second one.')];
      const events = eventsOf(response([...texts, call('f1', 'find', {a: 1})])).map(
        (event, index) => ({
          ...event,
          ...('output_index' in event && {output_index: 0}),
          ...('item_id' in event && item_id && {item_id: `${item_id}${index}`}),
        }),
      );
      for (const sent of [events, done(events)])
        assert.equal(textOf(folded(sent).message), 'First one.|Second one.');
    });
  }

  it('is read: parallel calls with one place, of which each event names its own', () => {
    const calls = [call('f1', 'find', {a: 1}), call('f2', 'sum', {b: 2})];
    const events = eventsOf(response([message('m1', 'Wait.'), ...calls]));
    const ofCall = events.filter(event => 'output_index' in event && event['output_index'] !== 0);
    const step = ({type}: EventData): number =>
      ['item.added', '.delta', 'arguments.done', 'item.done'].findIndex(end => type.endsWith(end));
    const parallel = ofCall
      .toSorted((a, b) => step(a) - step(b))
      .map(event => ({...event, output_index: 0}));
    const rest = events.filter(event => !ofCall.includes(event));
    const {message: got} = folded([...rest.slice(0, -1), ...parallel]);
    const called = every(got, 'tool').map(({name, input}) => `${name} ${input}`);
    assert.deepEqual(called, ['find {"a":1}', 'sum {"b":2}']);
  });

  it('is read: items with one place in a stream that begins again', () => {
    const texts = [message('m1', 'First one.'), message('m2', 'Second one.')];
    const events = without(eventsOf(response(texts)), 'sequence_number').map(event => ({
      ...event,
      ...('output_index' in event && {output_index: 0}),
    }));
    for (const cut of [events.length - 3, events.length - 6])
      assert.equal(
        textOf(folded([...events.slice(0, cut), ...events]).message),
        'First one.|Second one.',
      );
  });

  it('reports what it does not know', () => {
    const {codes} = foldedFrames([
      ...strict.map(frameOf),
      {data: '{"type":"response.future","text":"WRONG"}'},
      {data: '{"type":"keepalive"}'},
      {data: ''},
      {data: 'no JSON'},
    ]);
    assert.deepEqual(codes, ['event-unknown', 'frame-unreadable']);
  });
});

describe('a resumed stream', () => {
  const events = eventsOf(
    response([reasoning('r1', 'Hm, let me see.'), message('m1', 'Hello there, world.')], {
      background: true,
    }),
  );
  const expected = folded(events).message;

  for (const at of [1, 2, 5, 9, 14, events.length - 1]) {
    const first = events.slice(0, at);
    it(`continues after ${at} events with the rest, in the same decoder`, () => {
      assert.deepEqual(folded([...first, ...events.slice(at)]).message, expected);
    });

    it(`continues after ${at} events with a replay, in the same decoder`, () => {
      assert.deepEqual(folded([...first, ...events]).message, expected);
    });

    for (const [name, rest] of [
      ['the rest', events.slice(at)],
      ['a replay', events],
    ] as const) {
      it(`continues after ${at} events with ${name}, in another decoder`, () => {
        const cut = folded(first).message;
        const {message: got} = folded(rest, 'lost', {message: {...cut, status: 'streaming'}});
        assert.deepEqual(got, expected);
      });
    }
  }

  it('has a position, which is the number of its last event', () => {
    const decoder = openai.createDecoder();
    assert.equal(decoder.position, undefined);
    for (const event of events.slice(0, 5)) decoder.decode(frameOf(event));
    assert.equal(decoder.position, '4');
  });

  it('is displayed also if it has only the rest', () => {
    const {message: got} = folded(events.slice(-6));
    assert.match(textOf(got), /world\.$/);
  });

  it('that begins again replaces what is displayed without a record, as after a reload', () => {
    for (const at of events.keys()) {
      const decoder = openai.createDecoder({run: 'run'});
      const ops = events.slice(0, at + 1).flatMap(event => decoder.decode(frameOf(event)));
      const [shown] = reduce(emptyConversation, ops).children;
      assert.ok(shown?.kind === 'message');
      const open = {...shown, status: 'streaming', protocolData: undefined} as const;
      const {message: got} = folded(events, 'lost', {message: open});
      assert.deepEqual(statusesOf(got), ['thinking done', 'text done'], `after ${at + 1} events`);
      assert.equal(textOf(got), 'Hello there, world.');
      assert.equal((got.protocolData as unknown[]).length, 1);
    }
  });

  it('without numbers begins again', () => {
    const bare = without(events, 'sequence_number');
    const {message: got} = folded([...bare.slice(0, 9), ...bare]);
    assert.deepEqual(statusesOf(got), ['thinking done', 'text done']);
    assert.equal(textOf(got), 'Hello there, world.');
  });
});

describe('a continued message', () => {
  it('keeps its items and adds those of the next response', () => {
    const {message: first} = answered([message('m1', 'Looking.'), call('f1', 'title', {})]);
    const context = {message: {...first, status: 'streaming'} as const};
    const {message: got} = answered([message('m2', 'Done.')], {id: 'resp_2'}, context);
    assert.deepEqual(statusesOf(got), ['text done', 'tool waiting', 'text done']);
    assert.equal(textOf(got), 'Looking.|Done.');
    assert.equal(new Set(got.children.map(({id}) => id)).size, 3);
    assert.deepEqual([got.usage?.totalTokens, got.runId], [60, 'resp_2']);
    assert.equal((got.protocolData as unknown[]).length, 2);
  });

  describe('whose text was cut', () => {
    const details = {status: 'incomplete', incomplete_details: {reason: 'max_output_tokens'}};
    const {message: first} = answered([message('m1', 'Hello the')], details);
    const continuing = {message: {...first, status: 'streaming'} as const};
    const rest = eventsOf(
      response([reasoning('r2', 'Hm.'), message('m2', 're, world.')], {
        id: 'resp_2',
        background: true,
      }),
    );
    const {message: whole} = folded(rest, 'lost', continuing);

    it('offers to continue, and has one text afterwards, whatever was thought before', () => {
      assert.deepEqual(statusesOf(first), ['text done', 'notice waiting']);
      assert.deepEqual(statusesOf(whole), ['text done', 'notice done', 'thinking done']);
      assert.equal(textOf(whole), 'Hello there, world.');
    });

    it('has no text twice if the rest is resumed in another decoder', () => {
      for (const at of rest.slice(0, -1).keys()) {
        const {message: cut} = folded(rest.slice(0, at + 1), 'lost', continuing);
        for (const again of [rest.slice(at + 1), rest]) {
          const {message: got} = folded(again, 'lost', {message: {...cut, status: 'streaming'}});
          assert.equal(textOf(got), 'Hello there, world.', `after ${at + 1} events`);
        }
      }
    });

    it('keeps the places of citations', () => {
      const cited = textPart('re [1].', [
        {type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 7},
      ]);
      const {message: got} = answered([message('m2', cited)], {id: 'resp_2'}, continuing);
      const text = only(got, 'text');
      assert.equal(text.text, 'Hello there [1].');
      assert.deepEqual(marksOf(text), ['16: 1']);
    });

    it('stays as it is where a call comes before the next text', () => {
      const output = [mcpCall('c1', 'find', 'Found.'), message('m2', 'Done.')];
      const {message: got} = answered(output, {id: 'resp_2'}, continuing);
      assert.equal(textOf(got), 'Hello the|Done.');
    });
  });
});
