import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {because, block, call, delta, done, open, ping, shut, start, stop, text} from './events.js';
import {bare, shown, folded} from './folded.js';
import {anthropic, type AnthropicMessage} from '../../../../src/core/protocol/anthropic/index.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {between, bytesOf, frame, framesIn, recorded} from '../recorded.js';
import {runs} from '../../../support/full.js';
import {every, outline, statusesOf} from '../folded-message.js';
import {forAll} from '../../../support/for-all.js';

const tool = {kind: 'tool', name: 'look_up', output: '', log: ''};
const error = frame({type: 'error', error: {type: 'overloaded_error', message: 'Busy'}});
const thought = (...words: string[]): Frame[] =>
  block(
    0,
    {type: 'thinking', thinking: '', signature: ''},
    ...words.map(thinking => ({type: 'thinking_delta', thinking})),
    {type: 'signature_delta', signature: 's'},
  );

describe('a message', () => {
  it('opens with its known fields, and closes with its result', () => {
    const {message} = folded([start(), ...text(0, 'a'), ...done()]);
    assert.deepEqual(bare(message), {
      kind: 'message',
      role: 'assistant',
      status: 'done',
      messageId: 'msg_1',
      model: 'model-a',
      stopReason: 'end_turn',
      usage: {inputTokens: 10, outputTokens: 7, totalTokens: 17},
      protocolData: [anthropic.accumulate([start(), ...text(0, 'a'), ...done()]).message],
    });
  });

  it('counts input that went through a cache as input', () => {
    const usage = {input_tokens: 1, cache_creation_input_tokens: 20, cache_read_input_tokens: 300};
    const {message} = folded([start({usage}), ...text(0, 'a'), ...done()]);
    assert.deepEqual(message.usage, {inputTokens: 321, outputTokens: 7, totalTokens: 328});
  });

  for (const [usages, input, output] of [
    [[undefined], undefined, undefined],
    [[{input_tokens: 10, output_tokens: 5}, undefined], 10, 5],
    [[{output_tokens: 3}, {}], 0, 3],
    [[{input_tokens: '9', output_tokens: null, future_tokens: 9}], 0, 0],
  ] as const) {
    it(`counts the tokens of ${JSON.stringify(usages)}`, () => {
      const {usage} = folded(usages.map((usage, at) => start({id: `msg_${at}`, usage}))).message;
      assert.deepEqual([usage?.inputTokens, usage?.outputTokens], [input, output]);
    });
  }

  it('changes its label if another model continues', () => {
    const fallback = {type: 'fallback', from: {model: 'model-a'}, to: {model: 'model-b'}};
    assert.equal(folded([start(), ...block(0, fallback)]).message.model, 'model-b');
  });

  it('is one with all that one body reports, which a relaying server may make of several', () => {
    const {message} = folded([
      start(),
      ...text(0, 'I look.'),
      ...call(1, 'a', '{"x":1}'),
      ...done('tool_use'),
      start({id: 'msg_2'}),
      ...text(0, 'Found.'),
      ...done(),
    ]);
    assert.deepEqual(statusesOf(message), ['text done', 'tool done', 'text done']);
    assert.equal(message.messageId, 'msg_2');
    assert.equal(message.status, 'done');
    assert.deepEqual(message.usage, {inputTokens: 20, outputTokens: 14, totalTokens: 34});
    const ids = (message.protocolData as {id: string}[]).map(({id}) => id);
    assert.deepEqual(ids, ['msg_1', 'msg_2']);
  });

  it('streams again if another begins after it was done', () => {
    const first = [start(), ...text(0, 'a'), ...done()];
    assert.equal(folded([...first, start({id: 'msg_2'})]).message.status, 'streaming');
  });

  it('that is interrupted by another one keeps its content', () => {
    const {message, codes} = folded([
      start(),
      open(0, {type: 'text', text: 'half'}),
      start({id: 'msg_2'}),
      ...text(0, 'whole'),
      ...done(),
    ]);
    assert.deepEqual(statusesOf(message), ['text interrupted', 'text done']);
    assert.deepEqual(codes, ['message-unfinished']);
  });
});

describe('blocks', () => {
  it('are displayed while they grow', () => {
    const frames = [
      start(),
      open(0, {type: 'text', text: 'a'}),
      delta(0, {type: 'text_delta', text: 'b'}),
    ];
    assert.deepEqual(shown(frames), [{kind: 'text', status: 'streaming', text: 'ab'}]);
    const empty = {kind: 'text', status: 'streaming', text: ''};
    assert.deepEqual(shown([start(), open(0, {type: 'text'})]), [empty]);
  });

  it('of text are done when another begins, and continue in a message that continues a cut one', () => {
    const other = shown([start(), ...text(0, 'One'), ...call(1, 'a', '{}')]);
    assert.equal(other[0]?.['status'], 'done');
    for (const [reason, texts] of [
      ['max_tokens', ['text streaming: One two']],
      ['pause_turn', ['text streaming: One two']],
      ['end_turn', ['text done: One', 'text streaming:  two']],
      ['tool_use', ['text done: One', 'text streaming:  two']],
    ] as const) {
      const next = [start({id: 'msg_2'}), open(0, {type: 'text', text: ' two'})];
      const {message} = folded([start(), ...text(0, 'One'), ...done(reason), ...next]);
      assert.deepEqual(outline({children: every(message, 'text')}), texts);
    }
  });

  it('of reasoning are displayed as such, and say so if the text is redacted', () => {
    for (const [frames, expected] of [
      [thought('I ', 'wonder'), {text: 'I wonder'}],
      [thought(), {text: '', redacted: true}],
      [block(0, {type: 'redacted_thinking', data: 'opaque'}), {text: '', redacted: true}],
    ] as const) {
      const item = {kind: 'thinking', status: 'done', ...expected};
      assert.deepEqual(shown([start(), ...frames]), [item]);
    }
  });

  it('of a created file are files', () => {
    for (const [file_id, id] of [
      ['f', 'f'],
      [7, ''],
    ]) {
      assert.deepEqual(shown([start(), ...block(0, {type: 'container_upload', file_id})]), [
        {kind: 'file', status: 'done', name: id, documentId: id},
      ]);
    }
  });

  it('of all known types are in place, also in a message that starts with them', () => {
    const content = [
      {type: 'thinking', thinking: 'Hm', signature: 's'},
      {type: 'redacted_thinking', data: 'x'},
      {type: 'text', text: 'One'},
      {type: 'compaction', content: 'so far'},
      {type: 'fallback', to: {model: 'model-b'}},
      {type: 'tool_use', id: 'a', name: 'look_up', input: {}},
      {type: 'server_tool_use', id: 'b', name: 'web_search', input: {}},
      {type: 'mcp_tool_use', id: 'c', name: 'look_up', input: {}},
      {type: 'web_search_tool_result', tool_use_id: 'b', content: []},
      {type: 'container_upload', file_id: 'f'},
    ];
    const blocks = content.flatMap((each, index) => block(index, each));
    const {message, reports} = folded([start(), ...blocks]);
    assert.deepEqual(reports, []);
    assert.deepEqual(folded([start({content, model: 'model-b'})]).message, message);
  });

  it('of reasoning that did not end have the status of their message', () => {
    const frames = [start(), open(0, {type: 'thinking', thinking: 'Hm'})];
    for (const [more, end, status] of [
      [[error], undefined, 'failed'],
      [[], 'lost', 'interrupted'],
      [[], 'stopped', 'stopped'],
    ] as const) {
      const [item] = shown([...frames, ...more], end);
      assert.deepEqual(item, {kind: 'thinking', status, text: 'Hm'});
    }
  });

  it('that are unknown are kept for the next request, reported, and not displayed', () => {
    const {message, codes} = folded([start(), ...block(0, {type: 'future', a: 1}), ...done()]);
    assert.deepEqual(statusesOf(message), ['notice done']);
    assert.deepEqual(message.protocolData, [
      anthropic.accumulate([start(), ...block(0, {type: 'future', a: 1}), ...done()]).message,
    ]);
    assert.deepEqual(codes, ['block-unknown']);
  });
});

describe('tools', () => {
  it('stream their input, and wait for a result', () => {
    assert.deepEqual(shown([start(), ...call(0, 'a', '{"x": 1}')]), [
      {...tool, status: 'streaming', executionId: 'a', input: '{"x": 1}'},
    ]);
  });

  it('display an input that arrives at once, and none as an empty object', () => {
    const [whole] = shown([start(), ...call(0, 'a', '', {input: {x: 1}})]);
    const [none] = shown([start(), ...call(0, 'a', '')]);
    const [other] = shown([start(), ...call(0, 'a', '{"y":2}', {input: {x: 1}})]);
    assert.deepEqual(
      [whole?.['input'], none?.['input'], other?.['input']],
      ['{"x":1}', '{}', '{"y":2}'],
    );
  });

  it('have the name of their type without one, and streamed input replaces that of the start', () => {
    const input = (...parts: string[]): unknown =>
      shown([
        start(),
        open(0, {type: 'tool_use', id: 'a', name: 7, input: {old: 1}}),
        ...parts.map(partial_json => delta(0, {type: 'input_json_delta', partial_json})),
      ]).map(({name, input}) => [name, input]);
    assert.deepEqual(input('{"q"'), [['tool_use', '{"q"']]);
    assert.deepEqual(input('{"q"', ':1}'), [['tool_use', '{"q":1}']]);
  });

  it('of another server carry its name', () => {
    const calling = call(0, 'a', '', {type: 'mcp_tool_use', server_name: 'docs'});
    assert.equal(shown([start(), ...calling])[0]?.['title'], 'Docs: Look up');
  });

  const results: readonly (readonly [string, object, object])[] = [
    ['words', {type: 'mcp_tool_result', content: 'plain'}, {status: 'done', output: 'plain'}],
    [
      'blocks of words',
      {
        type: 'mcp_tool_result',
        is_error: false,
        content: [
          {type: 'text', text: 'a'},
          {type: 'text', text: 'b'},
        ],
      },
      {status: 'done', output: 'ab'},
    ],
    [
      'a failure in words',
      {type: 'mcp_tool_result', is_error: true, content: 'No such page'},
      {status: 'failed', output: 'No such page', error: 'No such page'},
    ],
    [
      'an error object',
      {
        type: 'web_fetch_tool_result',
        content: {type: 'web_fetch_tool_error', error_code: 'url_not_allowed'},
      },
      {status: 'failed', output: '', error: 'url_not_allowed'},
    ],
    [
      'an object',
      {type: 'code_execution_tool_result', content: {type: 'code_execution_result', stdout: '4\n'}},
      {status: 'done', output: '{"type":"code_execution_result","stdout":"4\\n"}'},
    ],
    [
      'opaque parts, which are left out',
      {
        type: 'web_fetch_tool_result',
        content: {url: 'https://a.example', encrypted_content: 'xxxx'},
      },
      {status: 'done', output: '{"url":"https://a.example"}'},
    ],
    ['nothing', {type: 'tool_search_tool_result'}, {status: 'done', output: ''}],
    ['null', {type: 'mcp_tool_result', content: null}, {status: 'done', output: 'null'}],
    ['no blocks', {type: 'mcp_tool_result', content: []}, {status: 'done', output: '[]'}],
    [
      'a text that is none',
      {type: 'mcp_tool_result', content: [{type: 'text'}]},
      {status: 'done', output: ''},
    ],
    [
      'blocks of several types',
      {type: 'mcp_tool_result', content: [{type: 'text', text: 'a'}, {type: 'image'}]},
      {status: 'done', output: '[{"type":"text","text":"a"},{"type":"image"}]'},
    ],
    [
      'no clear failure',
      {type: 'mcp_tool_result', content: 'no', is_error: 'yes'},
      {status: 'done', output: 'no'},
    ],
    [
      'an error in a list, without a code',
      {type: 'web_fetch_tool_result', content: [{type: 'web_fetch_tool_result_error'}]},
      {status: 'failed', output: '', error: 'web_fetch_tool_result_error'},
    ],
  ];
  for (const [what, result, expected] of results) {
    it(`join a result of ${what} to their call`, () => {
      const frames = [
        start(),
        ...call(0, 'a', '{}', {type: 'server_tool_use'}),
        ...block(1, {tool_use_id: 'a', ...result}),
      ];
      const [item, ...others] = shown(frames);
      assert.deepEqual(item, {...tool, executionId: 'a', input: '{}', ...expected});
      assert.deepEqual(others, []);
    });
  }

  it('are displayed by their result alone, if their call was never reported', () => {
    const result = {type: 'bash_code_execution_tool_result', tool_use_id: 'x', content: 'ok'};
    assert.deepEqual(shown([start(), ...block(0, result)]), [
      {
        ...tool,
        name: 'bash_code_execution',
        status: 'done',
        executionId: 'x',
        input: '',
        output: 'ok',
      },
    ]);
  });

  it('that are displayed by a result alone have an output also if they failed', () => {
    const content = {type: 'web_fetch_tool_result_error', error_code: 'url_too_long'};
    const result = {type: 'web_fetch_tool_result', tool_use_id: 'x', content};
    const [item] = shown([start(), ...block(0, result)]);
    assert.deepEqual([item?.['output'], item?.['error']], ['', 'url_too_long']);
  });

  it('of the API may get their result in a later message', () => {
    const [item] = shown([
      start(),
      ...call(0, 'a', '{}', {type: 'server_tool_use'}),
      ...done('pause_turn'),
      start({id: 'msg_2'}),
      ...block(0, {type: 'code_execution_tool_result', tool_use_id: 'a', content: 'late'}),
      ...done(),
    ]);
    assert.deepEqual([item?.['status'], item?.['output']], ['done', 'late']);
  });

  it('that search the web report queries and results', () => {
    const search = call(0, 'a', '{"query":"tides"}', {type: 'server_tool_use', name: 'web_search'});
    const found = {
      type: 'web_search_result',
      title: 'Tides',
      url: 'https://a.example',
      encrypted_content: 'x',
    };
    const result = {type: 'web_search_tool_result', tool_use_id: 'a', content: [found, {url: 7}]};
    const [before] = shown([start(), ...search]);
    assert.deepEqual(before?.['phases'], [
      {name: 'WEB_SEARCH', status: 'started', data: {query: 'tides'}},
    ]);
    const [after] = shown([start(), ...search, ...block(1, result)]);
    const sources = [{rank: 1, title: 'Tides', url: 'https://a.example'}, {rank: 2}];
    assert.deepEqual(after?.['phases'], [
      {name: 'WEB_SEARCH', status: 'completed', data: {query: 'tides', results_count: 2, sources}},
    ]);
    const refused = {type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded'};
    const [failed] = shown([start(), ...search, ...block(1, {...result, content: refused})]);
    assert.deepEqual([failed?.['status'], failed?.['error']], ['failed', 'max_uses_exceeded']);
    assert.deepEqual(failed?.['phases'], [
      {name: 'WEB_SEARCH', status: 'failed', data: {query: 'tides', results_count: 0, sources: []}},
    ]);
    for (const input of [null, 'q', {}, {query: 7}]) {
      const fields = {type: 'server_tool_use', name: 'web_search', input};
      const [odd] = shown([start(), ...call(0, 'a', '', fields)]);
      assert.deepEqual(odd?.['phases'], [{name: 'WEB_SEARCH', status: 'started', data: {}}]);
    }
  });

  it('whose input is incomplete are not run', () => {
    const cut = [open(0, {type: 'tool_use', id: 'a', name: 'look_up', input: {}})].concat(
      delta(0, {type: 'input_json_delta', partial_json: '{"x": '}),
    );
    const [item] = shown([start(), ...cut, ...done('max_tokens')], 'lost');
    assert.deepEqual(item, {...tool, status: 'interrupted', executionId: 'a', input: '{"x": '});
    // The page answers with an error, so that the model can try again.
    const [asked] = shown([start(), ...cut, ...done('tool_use')], 'lost');
    assert.deepEqual([asked?.['status'], asked?.['runsIn']], ['waiting', 'page']);
  });

  it('of a message that asks for them are the page’s to run, once the body has ended', () => {
    const frames = [start(), ...call(0, 'a', '{}'), ...call(1, 'b', '{}'), ...done('tool_use')];
    assert.equal(folded(frames).message.status, 'streaming');
    const {message} = folded(frames, 'lost');
    const tools = every(message, 'tool').map(({status, runsIn}) => `${status} ${runsIn}`);
    assert.deepEqual(tools, ['waiting page', 'waiting page']);
    assert.deepEqual([message.status, message.stopReason], ['done', 'tool_use']);
  });

  const server = {type: 'server_tool_use'};
  const ends: readonly (readonly [string, string, 'lost' | undefined, string[], string?])[] = [
    ['by the page, and then by the API', 'tool_use', undefined, ['streaming', 'streaming']],
    ['by the page, when the body has ended', 'tool_use', 'lost', ['waiting', 'streaming']],
    [
      'by the page, and not by the API without an input',
      'tool_use',
      'lost',
      ['waiting', 'interrupted'],
      '{"x',
    ],
    ['by the API, in the next message', 'pause_turn', undefined, ['interrupted', 'streaming']],
    ['by the API, which did not answer', 'pause_turn', 'lost', ['interrupted', 'interrupted']],
    [
      'by the API, but without an input',
      'pause_turn',
      undefined,
      Array(2).fill('interrupted'),
      '{"x',
    ],
    ['by nobody after an end', 'end_turn', undefined, ['interrupted', 'interrupted']],
    ['by nobody after a cut', 'max_tokens', undefined, ['interrupted', 'interrupted']],
  ];
  for (const [who, reason, end, statuses, input = '{}'] of ends) {
    it(`are run ${who}`, () => {
      const calls = [...call(0, 'a', '{}'), ...call(1, 's', input, server)];
      const {message} = folded([start(), ...calls, ...done(reason)], end);
      const tools = every(message, 'tool').map(({status}) => status);
      assert.deepEqual(tools, statuses);
    });
  }

  it('of a message before another one were run by the server that relays the stream', () => {
    const frames = [start(), ...call(0, 'a', '{}'), ...done('tool_use'), start({id: 'msg_2'})];
    assert.equal(shown(frames)[0]?.['status'], 'done');
  });
});

describe('the reason of an end', () => {
  const notices: readonly (readonly [string, object, object | undefined])[] = [
    ['end_turn', {}, undefined],
    ['stop_sequence', {}, undefined],
    ['something_new', {}, undefined],
    ['max_tokens', {}, {code: 'max_tokens'}],
    ['model_context_window_exceeded', {}, {code: 'model_context_window_exceeded'}],
    ['refusal', {}, {code: 'refusal'}],
    ['refusal', {explanation: 'Because.'}, {code: 'refusal', text: 'Because.'}],
    ['refusal', {explanation: 7}, {code: 'refusal'}],
    ['pause_turn', {}, {code: 'pause_turn'}],
    ['compaction', {}, {code: 'pause_turn'}],
    ['constructor', {}, undefined],
  ];
  for (const [reason, stop_details, notice] of notices) {
    it(`${reason} ${notice ? 'is displayed' : 'adds nothing'}${'explanation' in stop_details ? ' with its explanation' : ''}`, () => {
      const changes = {stop_reason: reason, stop_details};
      const frames = [
        start(),
        ...text(0, 'a'),
        frame({type: 'message_delta', delta: changes, usage: {}}),
        stop,
      ];
      const {message} = folded(frames, 'lost');
      const [, ...others] = shown(frames, 'lost');
      const goesOn = ['max_tokens', 'pause_turn', 'compaction'].includes(reason);
      const status = goesOn ? 'waiting' : 'done';
      assert.deepEqual(others, notice ? [{kind: 'notice', status, ...notice}] : []);
      assert.deepEqual([message.status, message.stopReason], ['done', reason]);
    });
  }

  it('is reported without a text', () => {
    const code = (content: readonly Frame[]): unknown =>
      shown([start(), ...content, ...done()]).at(-1)?.['code'];
    const [odd, result] = [
      {type: 'text', text: 7},
      {type: 'web_search_tool_result', content: []},
    ];
    for (const none of [[], text(0, ' \n'), block(0, odd), thought('Hm')]) {
      assert.equal(code(none), 'no_answer');
    }
    for (const some of [block(0, result), block(0, {type: 'container_upload', file_id: 'f'})]) {
      assert.equal(code(some), undefined);
    }
  });
});

describe('a body that ends early', () => {
  it('leaves the message interrupted, and keeps its text', () => {
    const frames = [start(), ...thought('a'), open(1, {type: 'text', text: 'half'})];
    const {message} = folded(frames, 'lost');
    assert.equal(message.status, 'interrupted');
    assert.deepEqual(statusesOf(message), ['thinking done', 'text interrupted']);
    assert.equal((message.protocolData as {content: unknown[]}[])[0]?.content.length, 2);
  });

  it('is no interruption after a reason, only worth a report', () => {
    const {message, codes} = folded([start(), ...text(0, 'a'), because('end_turn')], 'lost');
    assert.equal(message.status, 'done');
    assert.deepEqual(codes, ['message-stop-missing']);
  });

  it('is a stop when the user wanted it', () => {
    const frames = [
      start(),
      ...call(0, 'a', '{}', {type: 'server_tool_use'}),
      open(1, {type: 'text', text: 'x'}),
    ];
    const {message} = folded(frames, 'stopped');
    assert.equal(message.status, 'stopped');
    assert.deepEqual(statusesOf(message), ['tool stopped', 'text stopped']);
  });

  it('before it began is an interrupted message without a text', () => {
    assert.equal(folded([], 'lost').message.status, 'interrupted');
    assert.equal(folded([], 'stopped').message.status, 'stopped');
  });

  it('after the end changes nothing', () => {
    const frames = [start(), ...text(0, 'a'), ...done()];
    assert.deepEqual(folded(frames, 'lost'), folded(frames));
    assert.deepEqual(folded(frames, 'stopped'), folded(frames));
  });
});

describe('a failure', () => {
  it('keeps the text, and displays the message of the server', () => {
    const frames = [start(), open(0, {type: 'text', text: 'half'}), error];
    assert.equal(folded([...frames, ...text(1, 'late')], 'lost').message.status, 'failed');
    assert.deepEqual(shown(frames), [
      {kind: 'text', status: 'failed', text: 'half'},
      {kind: 'error', status: 'failed', code: 'overloaded_error', text: 'Busy'},
    ]);
  });

  it('before any message is a failed message', () => {
    assert.equal(folded([error]).message.status, 'failed');
  });

  it('does not fill the page', () => {
    const long = frame({type: 'error', error: {type: 'api_error', message: 'x'.repeat(10_000)}});
    const [item] = shown([long]);
    assert.equal(String(item?.['text']).length, 200);
  });
});

describe('the stream', () => {
  const sample = framesIn([bytesOf(recorded('anthropic', 'thinking-web-search-citations'))]);

  it('reports the same with pings and unknown things in between', () => {
    const unknown = frame({type: 'future', index: 0, delta: {type: 'text_delta', text: 'WRONG'}});
    const future = frame({
      type: 'content_block_delta',
      index: 1,
      delta: {type: 'future_delta', text: 'WRONG'},
    });
    for (const extra of [ping, unknown, future, {data: 'not JSON'}]) {
      assert.deepEqual(folded(between(sample, extra)).message, folded(sample).message);
    }
  });

  it('reports the same again', () => {
    assert.deepEqual(folded(sample), folded(sample));
  });

  it('reports unexpected events by a code', () => {
    const odd = [frame({type: 'future'}), {data: '{'}, shut(9), start()];
    const {codes} = folded([start(), ...odd]);
    assert.deepEqual(codes, [
      'event-unknown',
      'frame-unreadable',
      'event-out-of-place',
      'event-out-of-place',
    ]);
  });

  it('displays the text of the protocol message, in any order of blocks and deltas', () => {
    const index = fc.nat(3);
    const event = fc.oneof(
      index.map(at => open(at, {type: 'text', text: ''})),
      index.map(at => open(at, {type: 'thinking', thinking: ''})),
      fc
        .tuple(index, fc.string())
        .map(([at, words]) => delta(at, {type: 'text_delta', text: words})),
      fc
        .tuple(index, fc.string())
        .map(([at, words]) => delta(at, {type: 'thinking_delta', thinking: words})),
      index.map(shut),
    );
    forAll(runs(1000), [fc.uniqueArray(event, {selector: ({data}) => data})], events => {
      const once = onlyFirstOpen(events);
      const frames = [start(), ...once, ...done()];
      const {message} = folded(frames);
      // The record for the next request, which also has the blocks that lacked a start.
      const [record] = message.protocolData as readonly [AnthropicMessage];
      const wire = record.content;
      for (const [kind, field] of [
        ['text', 'text'],
        ['thinking', 'thinking'],
      ] as const) {
        const words = message.children.flatMap(item => (item.kind === kind ? item.text : []));
        const expected = wire
          .filter(({type}) => type === kind)
          .map(folded => String(folded[field]));
        // Texts that follow each other may be separated by a blank line.
        const letters = (all: readonly string[]): string => sorted(all.join('').replace(/\n/g, ''));
        assert.deepEqual(letters(words), letters(expected));
      }
    });
  });
});

/** A block begins once in a message. */
function onlyFirstOpen(frames: readonly Frame[]): readonly Frame[] {
  const seen = new Set<unknown>();
  return frames.filter(({data}) => {
    const {type, index} = JSON.parse(data) as {type: string; index: number};
    if (type !== 'content_block_start') return true;
    return !seen.has(index) && seen.add(index);
  });
}

/** Blocks are numbered in one order and displayed in the order in which they began. */
function sorted(words: string): string {
  return Array.from(words).sort().join('');
}
