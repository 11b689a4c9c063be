import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createAgUi, createCopilotKit, openRequests} from '../../../../src/core/index.js';
import {
  activity,
  activityDelta,
  call,
  codes,
  fail,
  finish,
  folded,
  interrupted,
  reasoning,
  recordOf,
  result,
  sentAfter,
  shown,
  snapshot,
  start,
  state,
  stateDelta,
  stepEnd,
  stepStart,
  text,
  tool,
  withCalls,
  type EventData,
} from './events.js';
import {every, only, outline, statusesOf, textsOf} from '../folded-message.js';

const said = (words: string, status = 'done'): object => ({kind: 'text', status, text: words});

const all = (...events: readonly EventData[]): readonly EventData[] => [
  start(),
  ...events,
  finish(),
];

describe('a run', () => {
  it('has the facts of its events, and the sum of its usage', () => {
    const usage = [
      {model: 'one', inputTokens: 10, outputTokens: 2, totalTokens: 12, cachedInputTokens: 5},
      {model: 'two', inputTokens: 1},
    ];
    const events = [start({timestamp: 1795000000000}), ...text('m1', 'Hi'), finish({usage})];
    const {status, messageId, sessionId, runId, createdAt, model, ...more} = folded(events).message;
    assert.deepEqual(
      [status, messageId, sessionId, runId, createdAt, model],
      ['done', 'm1', 't', 'r1', '2026-11-18T11:06:40.000Z', 'two'],
    );
    assert.deepEqual(more.usage, {inputTokens: 11, outputTokens: 2, totalTokens: 12});
    assert.equal(folded([start({timestamp: 0}), finish()]).message.createdAt, undefined);
  });

  it('has the agents that its messages name as the authors of the texts', () => {
    const named = (id: string, name: string): EventData[] => [
      {type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant', name},
      {type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta: 'Hi'},
      {type: 'TEXT_MESSAGE_END', messageId: id},
    ];
    const {message} = folded(all(...named('m1', 'Researcher'), ...text('m2', 'Done')));
    const authors = every(message, 'text').map(({author}) => author);
    assert.deepEqual(authors, [{kind: 'agent', name: 'Researcher'}, undefined]);
  });

  it('has the id that the client has created until the server names one', () => {
    assert.equal(folded([start()], {messageId: 'mine'}).message.messageId, 'mine');
    assert.equal(folded(all(...text('m1', 'Hi')), {messageId: 'mine'}).message.messageId, 'm1');
  });

  it('that displays nothing says so', () => {
    assert.deepEqual(shown(all()), [{kind: 'notice', status: 'interrupted', code: 'no_answer'}]);
    const [data] = shown(all(state({a: 1})));
    assert.equal(data?.['kind'], 'data');
  });

  it('says that it was cut by its length', () => {
    const metadata = {tanstack: {finishReason: 'length'}};
    const [, notice] = shown([start(), ...text('m', 'Long'), finish({metadata})]);
    assert.equal(notice?.['code'], 'max_tokens');
  });

  const endings: readonly (readonly [string, readonly EventData[], string])[] = [
    ['an error', [fail('Broke', {code: 'x'})], 'failed'],
    ['an error that is followed by a regular end', [fail('Broke'), finish()], 'failed'],
    ['an error after a regular end', [finish(), fail('Broke')], 'failed'],
    ['a stop as an error', [fail('Run stopped by user', {code: 'STOPPED'})], 'stopped'],
    ['a stop as an outcome', [finish({outcome: {type: 'cancelled'}})], 'stopped'],
    ['no end', [], 'interrupted'],
    ['a second run without an end', [finish(), start({runId: 'r2'})], 'interrupted'],
    ['a text after the end, and no other end', [finish(), ...text('m2', 'More')], 'interrupted'],
    ['two runs at a time', [start({runId: 'r2'}), finish({runId: 'r2'}), finish()], 'done'],
    ['an end without ids', [finish({runId: undefined, threadId: undefined})], 'done'],
  ];
  for (const [name, events, status] of endings) {
    it(`ends with ${name}`, () => {
      const {message} = folded([start(), ...text('m', 'Kept'), ...events]);
      assert.equal(message.status, status);
      assert.equal(textsOf(message)[0], 'Kept');
    });
  }

  it('goes on while another one of the stream does', () => {
    const events = [start(), start({runId: 'r2'}), ...text('m', 'Hi'), finish({runId: 'r2'})];
    assert.equal(folded(events, {end: 'open'}).message.status, 'streaming');
    assert.equal(folded([...events, finish()], {end: 'open'}).message.status, 'done');
  });

  it('is done if it succeeds after one of the same stream has failed', () => {
    const events = [start(), ...text('m1', 'One'), fail('Broke'), start({runId: 'r2'})];
    const {message} = folded([...events, ...text('m2', 'Two'), finish({runId: 'r2'})]);
    assert.equal(message.status, 'done');
    assert.deepEqual(statusesOf(message), ['text done', 'error failed', 'text done']);
    const parallel = folded([start({runId: 'r2'}), start(), fail('Broke'), finish()]).message;
    assert.equal(parallel.status, 'failed');
  });

  it('displays the error, and not all of a long one', () => {
    assert.deepEqual(shown([start(), fail('Overloaded', {code: 'busy'})]), [
      {kind: 'error', status: 'failed', code: 'busy', text: 'Overloaded'},
    ]);
    const [error] = shown([start(), fail('x'.repeat(5000))]);
    assert.equal(String(error?.['text']).length, 200);
    const [final] = shown([start(), fail('No credit', {code: 'insufficient_quota'})]);
    assert.equal(final?.['retryable'], false);
  });

  it('of a server that calls the model in a loop ends with the stream', () => {
    const loop = [
      start(),
      ...call('c1', 'search', {}),
      finish(),
      result('c1', 'found'),
      ...text('m2', 'Two.'),
    ];
    assert.equal(folded(loop.slice(0, -4), {end: 'open'}).message.status, 'streaming');
    assert.equal(folded([...loop, finish()], {end: 'open'}).message.status, 'done');
    assert.equal(folded([...loop, finish()]).message.status, 'done');
    assert.equal(folded(loop.slice(0, -4)).message.status, 'done');
    assert.equal(folded(loop).message.status, 'interrupted');
  });

  it('that is stopped keeps what it has', () => {
    const {message} = folded([start(), ...text('m', 'Half').slice(0, 2)], {end: 'stopped'});
    assert.equal(message.status, 'stopped');
    assert.equal(recordOf({message}).messages[0]?.['content'], 'Half');
  });
});

describe('texts and reasoning', () => {
  it('are items of their own, in the order of their first character', () => {
    const events = all(
      ...reasoning('r1', 'Hm, ', 'yes.'),
      ...text('m0'),
      {type: 'TEXT_MESSAGE_START', messageId: 'm1'},
      ...call('c1', 'find', {a: 1}, {parentMessageId: 'm1'}),
      {type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Found.'},
      ...text('m2', 'And', ' more.'),
    );
    assert.deepEqual(shown(events), [
      {kind: 'thinking', status: 'done', text: 'Hm, yes.'},
      tool('find', 'c1', '{"a":1}'),
      said('Found.'),
      said('And more.'),
    ]);
  });

  it('of other roles are not part of the answer', () => {
    const of = (role: string): readonly EventData[] => [
      {type: 'TEXT_MESSAGE_START', messageId: role, role},
      {type: 'TEXT_MESSAGE_CONTENT', messageId: role, delta: 'Words'},
      {type: 'TEXT_MESSAGE_END', messageId: role},
    ];
    assert.deepEqual(shown(all(...of('system'), ...of('developer'), ...of('user'))), [
      {kind: 'notice', status: 'done', code: 'steering', text: 'Words'},
    ]);
  });

  it('are read if they were not started, or have ended', () => {
    const [, one, end] = text('m', 'One');
    const [, two] = text('m', ' two');
    assert.ok(one && end && two);
    const events = all(one, end, two);
    assert.deepEqual(shown(events), [said('One two')]);
    assert.deepEqual(codes(events), ['event-out-of-place', 'event-out-of-place']);
  });

  const looked = call('c1', 'find', {});
  const [begin, ...words] = text('m1', 'One', ' two');
  const places: Readonly<Record<string, readonly (EventData | undefined)[]>> = {
    'a result before it': [...looked, result('c1', 'x', {messageId: 'm1'}), begin, ...words],
    'a second result': [
      ...looked,
      result('c1', 'x'),
      begin,
      ...words,
      result('c1', 'y', {messageId: 'm1'}),
    ],
    'an activity before it': [activity('m1', {a: 1}), begin, ...words],
    'an activity within it': [begin, words[0], activity('m1', {a: 1}), ...words.slice(1)],
    'an activity, without a start': [activity('m1', {a: 1}), ...words],
    'nothing, as a chunk': [{type: 'TEXT_MESSAGE_CHUNK', delta: 'One two'}],
    'nothing, as the rest of a chunk': [
      {type: 'TEXT_MESSAGE_CHUNK', messageId: 'm1', delta: 'One'},
      stepStart('s'),
      {type: 'TEXT_MESSAGE_CHUNK', delta: ' two'},
    ],
  };
  for (const [name, events] of Object.entries(places)) {
    it(`are displayed and sent once if their id is that of ${name}`, () => {
      const {message} = folded([start(), ...events.flatMap(event => event ?? []), finish()]);
      const textIn = (list: readonly {readonly role?: unknown; readonly content?: unknown}[]) =>
        list
          .map(({role, content}) => role === 'assistant' && typeof content === 'string' && content)
          .filter(Boolean)
          .join('');
      assert.equal(
        every(message, 'text')
          .map(item => item.text)
          .join(''),
        'One two',
      );
      const sent = sentAfter(message);
      assert.equal(textIn(sent), 'One two');
      const ids = sent.map(one => 'id' in one && one.id);
      assert.equal(new Set(ids).size, ids.length);
    });
  }

  it('without words, but with an encrypted value, are hidden reasoning', () => {
    const encrypted = (entityId: string, subtype = 'message'): EventData => ({
      type: 'REASONING_ENCRYPTED_VALUE',
      subtype,
      entityId,
      encryptedValue: 'x',
    });
    const events = all(
      ...reasoning('r1'),
      encrypted('r1'),
      ...reasoning('r2'),
      ...call('c1', 'find', {}),
      encrypted('c1', 'tool-call'),
      ...text('m1', 'Yes'),
    );
    const [first, ...others] = shown(events);
    assert.deepEqual(first, {kind: 'thinking', status: 'done', text: '', redacted: true});
    assert.equal(others.length, 2);
    const [hidden, , calling] = recordOf(folded(events)).messages;
    assert.equal(hidden?.['encryptedValue'], 'x');
    assert.match(JSON.stringify(calling), /"encryptedValue":"x"/);
  });

  it('of older versions have no ids', () => {
    const thinking = (delta: string): readonly EventData[] => [
      {type: 'THINKING_START', title: 'Planning'},
      {type: 'THINKING_TEXT_MESSAGE_START'},
      {type: 'THINKING_TEXT_MESSAGE_CONTENT', delta},
      {type: 'THINKING_TEXT_MESSAGE_END'},
      {type: 'THINKING_END'},
    ];
    assert.deepEqual(outline(folded(all(...thinking('One'), ...thinking('Two'))).message), [
      'thinking done: Planning\n\nOne',
      'thinking done: Planning\n\nTwo',
    ]);
  });
});

describe('calls', () => {
  it('interleave, and have their results', () => {
    const [one, two] = [call('c1', 'find', {a: 'é'}), call('c2', 'pay', {b: 2})];
    const events = all(
      ...one.flatMap((event, index) => [event, two[index] ?? event]),
      result('c2', 'Declined', {metadata: {isError: true}}),
      result('c1', '{"found":1}'),
    );
    assert.deepEqual(shown(events), [
      tool('find', 'c1', '{"a":"é"}', {output: '{"found":1}'}),
      tool('pay', 'c2', '{"b":2}', {status: 'failed', error: 'Declined'}),
    ]);
    assert.deepEqual(codes(events), []);
  });

  it('that arrive after their events get them', () => {
    const [begin, ...rest] = call('c1', 'find', {a: 1});
    assert.ok(begin);
    const events = all(...rest, result('c1', 'found'), begin);
    assert.deepEqual(shown(events), [tool('find', 'c1', '{"a":1}', {output: 'found'})]);
  });

  it('that come again without a result have the later input, also after an approval', () => {
    const twice = [...call('c1', 'find', {a: 1}), ...call('c1', 'find', {a: 2})];
    const expected = tool('find', 'c1', '{"a":2}', {output: 'found'});
    assert.deepEqual(shown(all(...twice, result('c1', 'found'))), [expected]);
    const asked = [
      start(),
      ...call('c1', 'find', {a: 1}),
      interrupted({id: 'i', toolCallId: 'c1'}),
    ];
    const {message} = folded(asked);
    const rest = [start(), ...call('c1', 'find', {a: 2}), result('c1', 'found'), finish()];
    assert.deepEqual(shown(rest, {message})[0], expected);
  });

  it('get a result that names another call if it can only be theirs', () => {
    const events = all(...call('c1', 'find', {}), result('other', 'found'));
    assert.deepEqual(shown(events), [tool('find', 'c1', '{}', {output: 'found'})]);
    assert.deepEqual(codes(events), ['event-out-of-place']);
    const lost = all(...text('m', 'Hi'), result('other', 'lost'));
    assert.deepEqual(codes(lost), ['event-out-of-place']);
  });

  it('are those of the page if it offers a tool of their name, or if the server says so', () => {
    const two = [...call('c1', 'theme', {}), ...call('c2', 'find', {})];
    const statuses = (events: readonly EventData[], tools?: readonly string[]): unknown[] =>
      shown(events, {...(tools && {tools})}).map(item => [item['runsIn'], item['status']]);
    const done = [undefined, 'done'];
    const waiting = ['page', 'waiting'];
    const failed = [undefined, 'failed'];
    const outcome = {type: 'success', pendingToolCallIds: ['c2']};
    const named = [start(), ...two, finish({outcome})];
    assert.deepEqual(statuses(all(...two), ['theme']), [waiting, done]);
    assert.deepEqual(statuses(all(...two)), [done, done]);
    assert.deepEqual(statuses(named, ['theme']), [done, waiting]);
    assert.deepEqual(statuses(all(...two, result('c1', 'x')), ['theme']), [done, done]);
    const broken = statuses([start(), ...two, fail('x')], ['theme']);
    assert.deepEqual(broken.slice(0, 2), [failed, failed]);
  });
});

describe('interrupts', () => {
  const approval = {id: 'i1', reason: 'tool_call', toolCallId: 'c1', message: 'Send?'};
  const asking = [start(), ...call('c1', 'send', {}), interrupted(approval, {id: 'i2'})];

  it('are questions, and their call waits', () => {
    const {message} = folded(asking, {tools: ['send']});
    assert.deepEqual([message.status, message.stopReason], ['done', 'interrupt']);
    const {id, status} = only(message, 'tool');
    const asked = openRequests(message).map(({prompt, callId}) => [prompt, callId]);
    assert.deepEqual([status, ...asked], ['waiting', ['Send?', id], ['', undefined]]);
    assert.deepEqual(recordOf({message}).interrupts, [approval, {id: 'i2'}]);
  });

  it('of TanStack AI for a tool of the page make it run', () => {
    const reason = 'tanstack:client_tool_execution';
    const {message} = folded([
      start(),
      ...call('c1', 'theme', {}),
      interrupted({id: 'i1', reason, toolCallId: 'c1'}),
    ]);
    const {runsIn, status} = only(message, 'tool');
    assert.deepEqual([runsIn, status], ['page', 'waiting']);
    assert.deepEqual(openRequests(message), []);
  });

  const custom = {type: 'CUSTOM', name: 'on_interrupt', value: 'Go on?'};

  it('of LangGraph are custom events, which an outcome replaces', () => {
    const once = folded([start(), custom, finish()]).message;
    assert.deepEqual(outline(once), ['request waiting: Go on?']);
    const both = folded([start(), custom, interrupted({id: 'i1', message: 'Really?'})]).message;
    assert.deepEqual(outline({children: openRequests(both)}), ['request waiting: Really?']);
  });

  it('leave every call waiting that has no result, until the answer', () => {
    const calls = [...call('c1', 'send', {}), ...call('c2', 'find', {}), result('c2', 'found')];
    const asked = {id: 'i1', message: 'Go on?'};
    for (const [what, ...end] of [
      ['an outcome', interrupted(asked)],
      ['an outcome about another call', interrupted({...asked, toolCallId: 'c2'})],
      ['an event of LangGraph', custom, finish()],
      ['an event of LangGraph without an end', custom],
      ['both', custom, interrupted(asked)],
    ] as const) {
      const {message} = folded([start(), ...calls, ...end]);
      const statusOf = (one: typeof message): unknown[] =>
        every(one, 'tool').map(({status}) => status);
      assert.deepEqual(statusOf(message), ['waiting', 'done'], what);
      const rest = [start({runId: 'r2'}), ...text('m2', 'Done.'), finish({runId: 'r2'})];
      assert.deepEqual(statusOf(folded(rest, {message}).message), ['done', 'done'], what);
    }
  });

  it('of LangGraph stay open at the end of a stream without a final event', () => {
    const {message} = folded([start(), ...text('m1', 'Hm.'), custom]);
    assert.deepEqual([message.status, openRequests(message).length], ['done', 1]);
    const stopped = folded([start(), custom], {end: 'stopped'}).message;
    assert.deepEqual([stopped.status, openRequests(stopped).length], ['stopped', 0]);
  });

  it('are no longer open in the run that continues the answer', () => {
    const {message} = folded(asking);
    const rest = [start({runId: 'r2'}), result('c1', 'sent'), ...text('m2', 'Sent.'), finish()];
    const continued = folded(rest, {message});
    assert.deepEqual(recordOf(continued).interrupts, undefined);
    const sent = recordOf(continued).messages.map(({role, id}) => `${role} ${id}`);
    assert.deepEqual(sent, ['assistant c1', 'tool c1-result', 'assistant m2']);
    assert.equal(only(continued.message, 'tool').output, 'sent');
  });

  it('that the user refuses deny their call, also if the server gives it a result', () => {
    const {message} = folded(asking);
    const answeredWith = (input: unknown): typeof message => ({
      ...message,
      children: message.children.map(item =>
        item.kind === 'request'
          ? {...item, status: 'done' as const, answer: {type: 'confirm', input}}
          : item,
      ),
    });
    const deniedOf = (input: unknown, ...events: readonly EventData[]): unknown => {
      const rest = [start({runId: 'r2'}), ...events, ...text('m2', 'Well.'), finish()];
      return only(folded(rest, {message: answeredWith(input)}).message, 'tool').denied;
    };
    assert.deepEqual(
      [deniedOf(false), deniedOf('Not today'), deniedOf(false, result('c1', 'Rejected.'))],
      [true, true, true],
    );
    assert.equal(deniedOf(true, result('c1', 'sent')), undefined);
  });

  it('that are asked again are new questions', () => {
    const answered = folded([start(), interrupted({id: 'i1', message: 'Which?'})]).message;
    const [question] = answered.children;
    assert.ok(question);
    const message = {...answered, children: [{...question, status: 'done' as const}]};
    const again = [start({runId: 'r2'}), interrupted({id: 'i1', message: 'Which one?'})];
    assert.deepEqual(statusesOf(folded(again, {message}).message), [
      'request done',
      'request waiting',
    ]);
  });
});

describe('state and activities', () => {
  it('are data of the application', () => {
    const events = all(
      state({a: {b: 1}}),
      stateDelta({op: 'replace', path: '/a/b', value: 2}),
      activity('p', {steps: ['one']}),
      activityDelta('p', {op: 'add', path: '/steps/-', value: 'two'}),
      activity('p', {steps: []}, {replace: false}),
      {type: 'CUSTOM', name: 'progress', value: 0.5},
      {type: 'RAW', event: {}},
    );
    assert.deepEqual(shown(events), [
      {kind: 'data', status: 'done', name: 'state', data: {a: {b: 2}}, transient: true},
      {kind: 'data', status: 'done', name: 'PLAN', data: {steps: ['one', 'two']}},
      {kind: 'data', status: 'done', name: 'progress', data: 0.5, transient: true},
    ]);
    assert.deepEqual(recordOf(folded(events)).state, {a: {b: 2}});
  });

  it('have the type that their last event names', () => {
    const add = {op: 'add', path: '/b', value: 1};
    const delta = activityDelta('p', add);
    const nameless = {...delta, activityType: undefined};
    const of = (...events: readonly EventData[]): readonly unknown[] =>
      shown(all(activity('p', {}), ...events)).map(({name}) => name);
    assert.deepEqual(of(nameless), ['PLAN']);
    assert.deepEqual(of({...delta, activityType: 'DONE'}), ['DONE']);
  });

  it('are unchanged by patches that do not fit', () => {
    const remove = {op: 'remove', path: '/none'};
    const events = all(
      state({a: 1}),
      stateDelta({op: 'add', path: '/b', value: 1}, remove),
      activity('p', {a: 1}),
      activityDelta('p', remove),
      activityDelta('unknown', {op: 'add', path: '/b', value: 1}),
    );
    const details = shown(events).map(({data}) => data);
    assert.deepEqual(details, [{a: 1}, {a: 1}]);
    assert.equal(codes(events).length, 3);
  });

  it('start with an empty state', () => {
    const [item] = shown(all(stateDelta({op: 'add', path: '/a', value: 1})));
    assert.deepEqual(item?.['data'], {a: 1});
  });
});

describe('steps and sub-agents', () => {
  it('contain what happens in them', () => {
    const of = (fields: object): EventData => ({
      type: 'TEXT_MESSAGE_CHUNK',
      subagentRunId: 's1',
      ...fields,
    });
    const events = all(
      stepStart('plan'),
      ...text('m1', 'Planned.'),
      stepStart('inner'),
      ...call('c1', 'research', {}),
      stepEnd('plan'),
      {type: 'SUBAGENT_STARTED', subagentRunId: 's1', name: 'reader', parentToolCallId: 'c1'},
      of({messageId: 'm2', delta: 'Read.'}),
      {type: 'SUBAGENT_STARTED', subagentRunId: 's2', name: 'critic', parentSubagentRunId: 's1'},
      {type: 'SUBAGENT_ERROR', subagentRunId: 's2', message: 'Broke', code: 'x'},
      {type: 'SUBAGENT_FINISHED', subagentRunId: 's1', outcome: {type: 'success'}},
      result('c1', 'known'),
      stepEnd('inner'),
      ...text('m3', 'Done.'),
    );
    const error = {kind: 'error', status: 'failed', code: 'x', text: 'Broke'};
    const critic = {kind: 'step', status: 'failed', title: 'critic', children: [error]};
    const inReader = [said('Read.'), critic];
    const reader = {kind: 'step', status: 'done', title: 'reader', children: inReader};
    const research = tool('research', 'c1', '{}', {output: 'known', children: [reader]});
    const inner = {kind: 'step', status: 'done', title: 'inner', children: [research]};
    assert.deepEqual(shown(events), [
      {kind: 'step', status: 'done', title: 'plan', children: [said('Planned.'), inner]},
      said('Done.'),
    ]);
  });

  it('can be hidden, except for their content', () => {
    const events = all(stepStart('plan'), ...text('m1', 'Planned.'), stepEnd('plan'));
    assert.deepEqual(shown(events, {protocol: createAgUi({steps: false})}), [said('Planned.')]);
  });

  it('of an unknown sub-agent belong to the run', () => {
    const chunk = {type: 'TEXT_MESSAGE_CHUNK', subagentRunId: 'x', messageId: 'm', delta: 'Hi'};
    assert.deepEqual(shown(all(chunk)), [said('Hi')]);
  });
});

describe('a decoder that continues a message', () => {
  const asked = folded(all(...text('m1', 'Look: '), ...call('c1', 'theme', {})), {
    tools: ['theme'],
  }).message;
  const ran = {
    ...asked,
    children: asked.children.map(item =>
      item.kind === 'tool' ? {...item, status: 'done' as const, output: '"dark"'} : item,
    ),
  };

  it('appends to it, with the results of the page in its record', () => {
    const rest = [start({runId: 'r2'}), ...text('m2', 'It is dark.'), finish({runId: 'r2'})];
    const {message} = folded(rest, {message: ran, tools: ['theme']});
    assert.deepEqual(statusesOf(message), ['text done', 'tool done', 'text done']);
    assert.equal(message.messageId, 'm1');
    assert.deepEqual(recordOf({message}).messages.slice(1), [
      {id: 'c1', role: 'assistant', toolCalls: [calling('c1', 'theme', '{}')]},
      {id: 'c1-result', role: 'tool', toolCallId: 'c1', content: '"dark"'},
      {id: 'm2', role: 'assistant', content: 'It is dark.'},
    ]);
  });

  it('adds up the usage of its streams', () => {
    const usage = (inputTokens: number): object => ({usage: [{inputTokens}]});
    const first = folded([start(), ...text('m1', 'One'), finish(usage(10))]).message;
    const rest = [start({runId: 'r2'}), ...text('m2', 'Two'), finish(usage(3))];
    assert.deepEqual(folded(rest, {message: first}).message.usage, {inputTokens: 13});
    const messages = [{id: 'u', role: 'user', content: 'Go'}];
    const replay = [start({input: {messages}}), ...text('m1', 'One'), finish(usage(10))];
    assert.deepEqual(folded(replay, {message: first}).message.usage, {inputTokens: 10});
  });

  it("keeps a question of LangGraph when the server repeats the answer's request", () => {
    const question = {type: 'CUSTOM', name: 'on_interrupt', value: 'Delete?'};
    const {message} = folded([start(), question, finish()]);
    const input = {
      messages: [{id: 'u', role: 'user', content: 'Go'}],
      forwardedProps: {command: {resume: 'yes'}},
    };
    const rest = [start({runId: 'r2', input}), ...text('m2', 'Deleted.'), finish()];
    assert.deepEqual(statusesOf(folded(rest, {message}).message), ['request done', 'text done']);
  });

  it('continues the text that is displayed last, not the message that was begun last', () => {
    const [one, first, oneEnd] = text('m1', 'One');
    const [two, second] = text('m2', 'Two');
    const {message} = folded([start(), two, one, first, oneEnd, second].flatMap(e => e ?? []));
    const {message: got} = folded([start(), ...text('m3', ' and'), finish()], {message});
    assert.deepEqual(textsOf(got), ['One', 'Two and']);
    const sent = recordOf({message: got}).messages.map(({content}) => content);
    assert.deepEqual(sent, ['Two and', 'One']);
  });

  it('tells messages and calls apart whose ids come again', () => {
    const again = [
      start({runId: 'r2'}),
      ...text('m1', 'Once more: '),
      ...call('c1', 'theme', {dark: false}, {parentMessageId: 'm1'}),
      result('c1', 'light'),
      ...call('c1', 'clock', {}),
      result('c1', 'noon'),
      finish({runId: 'r2'}),
    ];
    const {message} = folded(again, {message: ran, tools: ['theme']});
    const found = message.children.map(item =>
      item.kind === 'tool' ? [item.input, item.output] : item.kind === 'text' && item.text,
    );
    assert.deepEqual(found, [
      'Look: ',
      ['{}', '"dark"'],
      'Once more: ',
      ['{"dark":false}', 'light'],
      ['{}', 'noon'],
    ]);
    const {messages} = recordOf({message});
    assert.equal(new Set(messages.map(({id}) => id)).size, messages.length);
    const ids = messages.flatMap(({role, toolCallId}) => (role === 'tool' ? [toolCallId] : []));
    assert.deepEqual(ids, ['c1', 'c1_2', 'c1_3']);
  });

  it('puts the items of a snapshot between known ones, and keeps these', () => {
    const rest = [
      start({runId: 'r2'}),
      snapshot(
        {id: 'u', role: 'user', content: 'Go'},
        {id: 'r', role: 'reasoning', content: 'Hm.'},
        {id: 'm1', role: 'assistant', content: 'Look: '},
        withCalls('c1', undefined, ['c1', 'theme', '{}']),
        {id: 'c1-result', role: 'tool', toolCallId: 'c1', content: '"dark"'},
        {id: 'm2', role: 'assistant', content: 'It is dark.'},
      ),
      finish({runId: 'r2'}),
    ];
    const {message} = folded(rest, {message: ran});
    assert.deepEqual(statusesOf(message), ['thinking done', 'text done', 'tool done', 'text done']);
  });

  it('starts again with a replay of the whole answer', () => {
    const input = {messages: [{id: 'u', role: 'user', content: 'Go'}]};
    const replay = [
      start({input}),
      ...text('m1', 'Look: '),
      ...call('c1', 'theme', {}),
      finish(),
      start({runId: 'r2', input: {messages: [{id: 't', role: 'tool', toolCallId: 'c1'}]}}),
      ...text('m2', 'It is dark.'),
      finish({runId: 'r2'}),
    ];
    const {message} = folded(replay, {message: ran});
    assert.deepEqual(outline(message), [
      'text done: Look: ',
      'tool done: theme',
      'text done: It is dark.',
    ]);
  });
});

function calling(id: string, name: string, input: string): object {
  return {id, type: 'function', function: {name, arguments: input}};
}

describe("a thread of CopilotKit's runtime", () => {
  const protocol = createCopilotKit();
  const turn = (runId: string, content: string): EventData =>
    start({runId, input: {messages: [{id: `u-${runId}`, role: 'user', content}]}});

  it('is read from its last message of the user', () => {
    const events = [
      turn('r1', 'One'),
      ...text('m1', 'First'),
      finish(),
      turn('r2', 'Two'),
      fail('Broke'),
      turn('r3', 'Three'),
      ...text('m3', 'Third'),
    ];
    const {message} = folded(events, {protocol});
    assert.deepEqual([message.status, message.runId], ['interrupted', 'r3']);
    assert.equal(message.children.length, 1);
  });

  it('is read from a message of the user that cancels the questions before it', () => {
    const input = {
      messages: [{id: 'u2', role: 'user', content: 'Two'}],
      resume: [{interruptId: 'i1', status: 'cancelled'}],
    };
    const events = [
      turn('r1', 'One'),
      ...text('m1', 'First'),
      interrupted({id: 'i1', message: 'Go on?'}),
      start({runId: 'r2', input}),
      ...text('m2', 'Second'),
      finish({runId: 'r2'}),
    ];
    const {message} = folded(events, {protocol});
    assert.deepEqual(outline(message), ['text done: Second']);
    assert.equal(message.stopReason, undefined);
  });

  it('ends a stopped run without ids', () => {
    const events = [turn('r1', 'One'), ...text('m1', 'Half'), {type: 'RUN_FINISHED'}];
    assert.equal(folded(events, {protocol}).message.status, 'stopped');
  });
});

describe('what is not an event', () => {
  it('is reported', () => {
    for (const [events, expected] of [
      [all({type: 'FUTURE', messageId: 'm', delta: 'WRONG'}), ['event-unknown']],
      [
        [start(), [1], {a: 1}, finish()],
        ['frame-unreadable', 'frame-unreadable'],
      ],
      [[start()], ['message-stop-missing']],
    ] as const) {
      assert.deepEqual(codes(events), expected);
    }
  });
});
