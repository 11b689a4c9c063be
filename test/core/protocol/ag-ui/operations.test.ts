import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {buildResumeArray} from '@ag-ui/client';
import {
  agUi,
  copilotKit,
  createAgUi,
  createCopilotKit,
  openRequests,
  reduce,
  type Conversation,
  type MessageItem,
  type Op,
  type Protocol,
  type RequestShape,
} from '../../../../src/core/index.js';
import {only, statusesOf} from '../folded-message.js';
import {
  call,
  type EventData,
  finish,
  folded,
  interrupted,
  reasoning,
  start,
  state,
  text,
} from './events.js';
import {refusedIn} from '../../../support/service-rules.js';

const user = (id: string, words: string, files: readonly object[] = []): MessageItem => ({
  id,
  kind: 'message',
  role: 'user',
  status: 'done',
  messageId: id,
  children: [
    {id: `${id}/text`, kind: 'text', status: 'done', children: [], text: words},
    ...files.map((file, index) => ({
      id: `${id}/${index}`,
      kind: 'file' as const,
      status: 'done' as const,
      children: [],
      name: 'file',
      ...file,
    })),
  ],
});

const conversation = (...children: readonly MessageItem[]): Conversation => ({
  version: 1,
  children,
});

/** A message after changes of the page. */
function changed(message: MessageItem, ...ops: readonly Op[]): MessageItem {
  const [after] = reduce(conversation(message), ops).children;
  assert.equal(after?.kind, 'message');
  return after;
}

/** A message whose open questions are answered in order; those without an answer stay open. */
const answered = (message: MessageItem, type: string, ...inputs: readonly unknown[]): MessageItem =>
  changed(
    message,
    ...openRequests(message)
      .slice(0, inputs.length)
      .map(({id}, at): Op => {
        const answer = {type, input: inputs[at]};
        return {op: 'assign', id, status: 'done', fields: {answer}};
      }),
  );

const inputs = {session: 't', newRun: 'r9'};

function bodyOf({body}: RequestShape): Record<string, unknown> {
  assert.ok(body && 'json' in body);
  assert.deepEqual(refusedIn(JSON.stringify(body.json)), []);
  return JSON.parse(JSON.stringify(body.json)) as Record<string, unknown>;
}

const continued = (message: MessageItem, protocol: Protocol = agUi): Record<string, unknown> => {
  const shape = protocol.operations.continue?.request({
    ...inputs,
    conversation: conversation(user('u', 'Go'), message),
  });
  assert.ok(shape);
  return bodyOf(shape);
};

/** The answers to interrupts in the request that continues a message. */
const payloadsOf = (message: MessageItem): readonly unknown[] =>
  (continued(message)['resume'] as {payload: unknown}[]).map(({payload}) => payload);

const sent = (
  messages: readonly MessageItem[],
  protocol: Protocol = agUi,
  more: object = {},
): Record<string, unknown> =>
  bodyOf(
    protocol.operations.send.request({
      ...inputs,
      text: 'Next',
      conversation: conversation(...messages, {...user('u9', 'Next'), status: 'streaming'}),
      ...more,
    }),
  );

/** The roles of the messages in a request. */
const rolesOf = ({messages}: Record<string, unknown>): readonly string[] =>
  (messages as {role: string}[]).map(({role}) => role);

describe('send', () => {
  it('has all fields that servers of any version require', () => {
    const shape = agUi.operations.send.request({
      ...inputs,
      text: 'Hi',
      conversation: conversation(),
    });
    assert.deepEqual([shape.method, shape.path, shape.accept], ['POST', '', 'stream']);
    assert.deepEqual(bodyOf(shape), {
      threadId: 't',
      runId: 'r9',
      protocolVersion: '1.0',
      state: {},
      messages: [{id: 'user-1', role: 'user', content: 'Hi'}],
      tools: [],
      context: [],
      forwardedProps: {},
    });
  });

  it('repeats the conversation as it was received, without activities, instructions and empty messages', () => {
    const events = [
      start(),
      ...reasoning('r1', 'Hm.'),
      {type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'PLAN', content: {}},
      {type: 'TEXT_MESSAGE_START', messageId: 'empty'},
      {type: 'TEXT_MESSAGE_CHUNK', messageId: 's', role: 'system', delta: 'Be short.'},
      {type: 'TEXT_MESSAGE_CHUNK', messageId: 'd', role: 'developer', delta: 'Be short.'},
      ...text('m1', 'Yes.'),
      state({a: 1}),
      finish({threadId: 'other'}),
    ];
    const {messages, ...body} = sent([user('u1', 'Well?'), folded(events).message]);
    assert.deepEqual(messages, [
      {id: 'u1', role: 'user', content: 'Well?'},
      {id: 'r1', role: 'reasoning', content: 'Hm.'},
      {id: 'm1', role: 'assistant', content: 'Yes.'},
      {id: 'u9', role: 'user', content: 'Next'},
    ]);
    assert.deepEqual([body['state'], body['threadId']], [{a: 1}, 't']);
  });

  it('has the content of a result as text or parts, whatever the server sent', () => {
    const parts = [{type: 'text', text: 'Rain'}];
    for (const [content, expected] of [
      [{rain: true}, '{"rain":true}'],
      [['a', 1], '["a",1]'],
      [[{city: 'Rome'}], '[{"city":"Rome"}]'],
      [7, '7'],
      [false, 'false'],
      [parts, parts],
      ['Rain', 'Rain'],
    ] as const) {
      const result = {type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content};
      const {message} = folded([start(), ...call('c', 'weather', {}), result, finish()]);
      const {messages} = sent([user('u', 'Go'), message]) as {
        messages: readonly {toolCallId?: string; content?: unknown}[];
      };
      const found = messages.find(({toolCallId}) => toolCallId === 'c');
      assert.deepEqual(found?.content, expected);
      const [tool] = message.children;
      assert.equal(tool?.kind === 'tool' && tool.output, content === parts ? 'Rain' : expected);
    }
  });

  it('leaves out a text without words', () => {
    const {message} = folded([start(), ...text('m1', '\n', '\n')], {end: 'stopped'});
    assert.deepEqual(rolesOf(sent([user('u1', 'Hi'), message])), ['user', 'user']);
  });

  it('uses the thread that the server has named', () => {
    const answer = folded([start({threadId: 'other'}), ...text('m', 'Hi'), finish()]).message;
    assert.equal(sent([answer])['threadId'], 'other');
  });

  it('has the tools, the context and the files of the page, and the options', () => {
    const protocol = createAgUi({
      state: received => ({received, own: 1}),
      forwardedProps: {model: 'one'},
    });
    const url = 'data:image/png;base64,AAAA';
    const file = user('u1', 'Look', [{name: 'a.png', mediaType: 'image/png', url}]);
    const more = {
      tools: [{name: 'theme', description: 'Sets it', schema: {type: 'object'}}, {name: 'look'}],
      context: {title: 'Record', data: {id: 7}},
    };
    const {messages, tools, context, ...body} = sent([file], protocol, more);
    assert.deepEqual((messages as unknown[])[0], {
      id: 'u1',
      role: 'user',
      content: [
        {type: 'text', text: 'Look'},
        {
          type: 'image',
          source: {type: 'data', value: 'AAAA', mimeType: 'image/png'},
          metadata: {filename: 'a.png'},
        },
      ],
    });
    assert.deepEqual(tools, [
      {name: 'theme', description: 'Sets it', parameters: {type: 'object'}},
      {name: 'look', description: '', parameters: {type: 'object', properties: {}}},
    ]);
    assert.deepEqual(context, [{description: 'Record', value: '{"id":7}'}]);
    assert.deepEqual(body['state'], {own: 1});
    assert.deepEqual(body['forwardedProps'], {model: 'one'});
  });

  it('cancels open interrupts, and answers the open calls of a stopped run', () => {
    const asking = folded([start(), interrupted({id: 'i1'}, {id: 'i2'})]).message;
    assert.deepEqual(sent([user('u1', 'Go'), asking])['resume'], [
      {interruptId: 'i1', status: 'cancelled'},
      {interruptId: 'i2', status: 'cancelled'},
    ]);
    const later = folded([start(), ...text('m', 'Hi'), finish()]).message;
    assert.equal(sent([asking, user('u2', 'On'), {...later, id: 'x'}])['resume'], undefined);
    const stopped = folded([start(), ...call('c1', 'find', {})], {end: 'stopped'}).message;
    const {messages} = sent([user('u1', 'Go'), stopped]);
    assert.deepEqual((messages as unknown[])[2], {
      id: 'c1-result',
      role: 'tool',
      toolCallId: 'c1',
      content: 'The call was not run.',
      error: 'The call was not run.',
    });
  });

  it('cancels a permission whose answer the user has stopped, and keeps other answers', () => {
    const interrupts = [
      {id: 'i1', reason: 'tool_call'},
      {id: 'i2'},
      {id: 'i3', reason: 'tool_call'},
    ];
    const {message} = folded([start(), interrupted(...interrupts)]);
    const stopped = answered(message, 'json', true, 'Rome', 'Not now');
    assert.deepEqual(sent([user('u1', 'Go'), stopped])['resume'], [
      {interruptId: 'i1', status: 'cancelled'},
      {interruptId: 'i2', status: 'resolved', payload: 'Rome'},
      {
        interruptId: 'i3',
        status: 'resolved',
        payload: {approved: false},
        metadata: {reason: 'Not now'},
      },
    ]);
  });

  it('cancels whatever the user chose in a question that asks for a decision, after a stop', () => {
    const decisions = [
      {id: 'i1', reason: 'confirmation', responseSchema: {type: 'string', enum: ['approve', 'no']}},
      {id: 'i2', responseSchema: {properties: {ok: {type: 'boolean'}, note: {type: 'string'}}}},
    ];
    const {message} = folded([start(), interrupted(...decisions)]);
    const chosen = answered(message, 'json', 'approve', {ok: true, note: 'Go'});
    assert.deepEqual(sent([user('u1', 'Go'), chosen])['resume'], [
      {interruptId: 'i1', status: 'cancelled'},
      {interruptId: 'i2', status: 'cancelled'},
    ]);
    const langGraph = {type: 'CUSTOM', name: 'on_interrupt', value: 'Delete all?'};
    const asked = folded([start(), langGraph, finish()]).message;
    const allowed = answered(asked, 'text', 'yes');
    assert.deepEqual(sent([user('u1', 'Go'), allowed])['forwardedProps'], {});
  });

  for (const [what, second] of [
    ['have one id', 'B?'],
    ['are equal', 'A?'],
  ] as const) {
    it(`answers each of several interrupts that ${what}`, () => {
      const asking = interrupted(
        {id: 'x', message: 'A?', reason: 'confirmation'},
        {id: 'x', message: second, reason: 'confirmation'},
      );
      const {message} = folded([start(), asking]);
      const decided = answered(message, 'confirm', false, true);
      assert.deepEqual(payloadsOf(decided), [false, true]);
      // The answers of an earlier run are not those of the same questions in a later one.
      const again = folded([start({runId: 'r2'}), asking], {message: decided}).message;
      assert.equal(openRequests(again).length, 2);
      assert.deepEqual(payloadsOf(again), [undefined, undefined]);
      assert.deepEqual(payloadsOf(answered(again, 'confirm', true, false)), [true, false]);
    });
  }

  it('gives words instead of a form as the reason why there is no answer', () => {
    const schema = {type: 'object', properties: {seats: {type: 'integer'}, note: {type: 'null'}}};
    const {message} = folded([start(), interrupted({id: 'i', responseSchema: schema})]);
    assert.deepEqual(continued(answered(message, 'text', 'For whom?'))['resume'], [
      {interruptId: 'i', status: 'cancelled', metadata: {reason: 'For whom?'}},
    ]);
  });

  it('leaves calls of the server without a result as they are', () => {
    const answer = folded([start(), ...call('c1', 'find', {}), finish()]).message;
    assert.deepEqual(rolesOf(sent([answer])), ['assistant', 'user']);
  });
});

describe('continue', () => {
  const tools = ['theme', 'pay'];

  it('sends the results of page tools behind their calls', () => {
    const events = [start(), ...call('c1', 'theme', {}), ...call('c2', 'pay', {}), finish()];
    const {message} = folded(events, {tools});
    const ran = changed(
      message,
      {op: 'assign', id: 'run.tool:c1', status: 'done', fields: {output: '"dark"'}},
      {op: 'assign', id: 'run.tool:c2', status: 'failed', fields: {error: 'The user declined.'}},
    );
    const [, first, one, , two] = continued(ran)['messages'] as Record<string, unknown>[];
    assert.equal(first?.['id'], 'c1');
    assert.deepEqual(one, {id: 'c1-result', role: 'tool', toolCallId: 'c1', content: '"dark"'});
    const declined = 'The user declined.';
    assert.deepEqual([two?.['content'], two?.['error']], [declined, declined]);
  });

  it('answers all interrupts as the official client does', () => {
    const interrupts = [
      {id: 'i1', reason: 'tool_call'},
      {id: 'i2', reason: 'input_required'},
      {id: 'i3', reason: 'input_required'},
    ];
    const {message} = folded([start(), interrupted(...interrupts)]);
    const {resume, parentRunId, messages} = continued(answered(message, 'text', true, 'Words'));
    assert.equal(parentRunId, 'r1');
    assert.deepEqual(
      resume,
      buildResumeArray(interrupts, {
        i1: {status: 'resolved', payload: {approved: true}},
        i2: {status: 'resolved', payload: 'Words'},
        i3: {status: 'cancelled'},
      }),
    );
    assert.equal((messages as unknown[]).length, 1);
  });

  it('cancels what has expired, whatever the answer is', () => {
    const times = [undefined, '2999-01-01T00:00:00Z', '2020-01-01T00:00:00Z'];
    const interrupts = times.map((expiresAt, at) => ({
      id: `i${at}`,
      reason: 'confirmation',
      expiresAt,
    }));
    const {message} = folded([start(), interrupted(...interrupts)]);
    const {resume} = continued(answered(message, 'confirm', true, true, true));
    assert.deepEqual(resume, [
      {interruptId: 'i0', status: 'resolved', payload: true},
      {interruptId: 'i1', status: 'resolved', payload: true},
      {interruptId: 'i2', status: 'cancelled'},
    ]);
  });

  it('answers each question, also if a server gives them the same id', () => {
    const ask = (toolCallId: string): object => ({id: 'i', reason: 'tool_call', toolCallId});
    const {message} = folded([
      start(),
      ...call('c1', 'list', {}),
      ...call('c2', 'erase', {}),
      interrupted(ask('c1'), ask('c2')),
    ]);
    const names = openRequests(message).map(({toolName}) => toolName);
    assert.deepEqual(names, ['list', 'erase']);
    const payloads = payloadsOf(answered(message, 'confirm', true, false));
    assert.deepEqual(payloads, [{approved: true}, {approved: false}]);
  });

  it('answers a call of the page for TanStack AI by its interrupt alone', () => {
    const reason = 'tanstack:client_tool_execution';
    const {message} = folded([
      start(),
      ...call('c1', 'theme', {}),
      interrupted({id: 'i1', reason, toolCallId: 'c1'}),
    ]);
    const done: Op = {op: 'assign', id: 'run.tool:c1', status: 'done', fields: {output: '{"a":1}'}};
    const {resume, messages} = continued(changed(message, done));
    assert.deepEqual(resume, [{interruptId: 'i1', status: 'resolved', payload: {a: 1}}]);
    assert.equal((messages as unknown[]).length, 2);
    const failed: Op = {op: 'assign', id: 'run.tool:c1', status: 'failed', fields: {error: 'No'}};
    assert.deepEqual(continued(changed(message, failed))['resume'], [
      {interruptId: 'i1', status: 'cancelled'},
    ]);
  });

  it('runs a call of the page for Agno, and answers with its result or its error', () => {
    const agno = {pause_type: 'external_execution', tool_name: 'theme'};
    const {message} = folded([
      start(),
      ...call('c1', 'theme', {}),
      interrupted({id: 'q1', reason: 'tool_call', toolCallId: 'c1', metadata: {agno}}),
    ]);
    const [calling] = message.children;
    assert.equal(calling?.kind === 'tool' && calling.runsIn, 'page');
    assert.deepEqual(openRequests(message), []);
    for (const [status, fields, answer] of [
      ['done', {output: ''}, {payload: ''}],
      ['done', {output: 'dark'}, {payload: 'dark'}],
      ['failed', {error: 'No'}, {payload: '', metadata: {agno: {error: 'No'}}}],
    ] as const) {
      const {resume} = continued(
        changed(message, {op: 'assign', id: 'run.tool:c1', status, fields}),
      );
      assert.deepEqual(resume, [{interruptId: 'q1', status: 'resolved', ...answer}]);
    }
  });

  it('answers an interrupt that CrewAI sends in the event of LangGraph', () => {
    const value = {
      id: 'thread-9',
      reason: 'crewai:human_feedback',
      message: 'Publish it?',
      responseSchema: {type: 'string', enum: ['approved', 'rejected']},
      metadata: {crewai: {flowId: 'thread-9', methodName: 'propose', output: 'Draft'}},
    };
    const {message} = folded([start(), {type: 'CUSTOM', name: 'on_interrupt', value}, finish()]);
    const [question] = openRequests(message);
    assert.ok(question);
    assert.deepEqual(
      [question.prompt, question.choices],
      ['Publish it?', ['approved', 'rejected']],
    );
    const body = continued(answered(message, 'choice', 'approved'));
    assert.deepEqual(body['resume'], [
      {interruptId: 'thread-9', status: 'resolved', payload: 'approved'},
    ]);
    assert.deepEqual(body['forwardedProps'], {});
  });

  it('answers LangGraph by a command', () => {
    const custom = {type: 'CUSTOM', name: 'on_interrupt', value: 'Go on?'};
    const {message} = folded([start(), custom, finish()]);
    const body = continued(answered(message, 'text', 'Yes'));
    assert.deepEqual(body['forwardedProps'], {command: {resume: 'Yes'}});
    assert.equal(body['resume'], undefined);
  });

  it('answers several questions of LangGraph by their ids, else in order', () => {
    const ask = (value: string, id?: string): EventData => ({
      ...{type: 'CUSTOM', name: 'on_interrupt', value},
      ...(id !== undefined && {rawEvent: {value, id}}),
    });
    const commandOf = (events: readonly EventData[], answers: readonly unknown[]): unknown => {
      const {message} = folded([start(), ...events, finish()]);
      assert.equal(openRequests(message).length, 2);
      const body = continued(answered(message, 'text', ...answers));
      assert.equal(body['resume'], undefined);
      return body['forwardedProps'];
    };
    const named = [ask('Go on?', 'a'), ask('Go on?', 'b'), ask('Go on?', 'a')];
    assert.deepEqual(commandOf(named, ['Yes', 'No']), {command: {resume: {a: 'Yes', b: 'No'}}});
    assert.deepEqual(commandOf(named, ['Yes']), {command: {resume: {a: 'Yes'}}});
    const nameless = [ask('Go on?'), ask('Really?'), ask('Go on?')];
    assert.deepEqual(commandOf(nameless, ['Yes', 'No']), {command: {resume: ['Yes', 'No']}});
    assert.deepEqual(commandOf(nameless, ['Yes']), {});
  });
});

describe('regenerate and edit', () => {
  it('send the conversation up to the message', () => {
    const input = {...inputs, message: 'u1', conversation: conversation(user('u1', 'Go'))};
    const {regenerate, edit} = agUi.operations;
    assert.ok(regenerate && edit);
    const expected = [{id: 'u1', role: 'user', content: 'Go'}];
    assert.deepEqual(bodyOf(regenerate.request(input))['messages'], expected);
    assert.deepEqual(bodyOf(edit.request({...input, text: 'Go'}))['messages'], expected);
  });
});

describe('a durable route of TanStack AI', () => {
  const {send, attach} = createAgUi({durable: true}).operations;

  it('names the run in a header, and joins it from its first event', () => {
    const shape = send.request({...inputs, text: 'Hi', conversation: conversation()});
    assert.deepEqual(shape.headers, {'x-run-id': 'r9'});
    assert.deepEqual(attach?.request({session: 't', run: 'r1'}), {
      method: 'GET',
      path: '',
      query: {runId: 'r1', offset: '-1'},
      accept: 'stream',
    });
    assert.equal(agUi.operations.attach, undefined);
  });

  it('cannot join a run without an id', () => {
    assert.throws(() => attach?.request({session: 't'}), TypeError);
  });
});

describe("CopilotKit's runtime", () => {
  const {operations} = copilotKit;
  const {send, attach, stop, history, sessions} = operations;
  assert.ok(attach && stop && history && sessions);

  it('has the agent in its paths', () => {
    const input = {...inputs, text: 'Hi', conversation: conversation()};
    assert.equal(send.request(input).path, 'agent/default/run');
    assert.equal(send.request({...input, agent: 'a b'}).path, 'agent/a%20b/run');
    const joined = attach.request({...inputs, run: 'r1'});
    assert.equal(joined.path, 'agent/default/connect');
    assert.deepEqual(bodyOf(joined)['messages'], []);
    assert.equal(stop.request(inputs).path, 'agent/default/stop/t');
  });

  it('reads the messages of a thread', () => {
    assert.deepEqual(history.request({session: 't'}), {
      method: 'GET',
      path: 'threads/t/messages',
      query: {agentId: 'default'},
    });
    const {messages} = history.read({
      status: 200,
      headers: {},
      body: {
        messages: [
          {id: 's', role: 'system', content: 'Be brief.'},
          {id: 'u1', role: 'user', content: 'Find it.'},
          {
            id: 'm1',
            role: 'assistant',
            toolCalls: [{id: 'c1', function: {name: 'find', arguments: '{}'}}],
          },
          {id: 'c1-result', role: 'tool', toolCallId: 'c1', content: 'found'},
          {id: 'm2', role: 'assistant', content: 'Found.'},
          {
            id: 'u2',
            role: 'user',
            content: [
              {type: 'text', text: 'And this?'},
              {type: 'binary', mimeType: 'image/png', data: 'AAAA', filename: 'a.png'},
            ],
          },
          {id: 'm3', role: 'assistant', content: ''},
        ],
      },
    });
    const facts = messages.map(({role, messageId, status}) => `${role} ${messageId} ${status}`);
    assert.deepEqual(facts, ['user u1 done', 'assistant m1 done', 'user u2 done']);
    const [, answer, question] = messages;
    assert.ok(answer && question);
    assert.deepEqual(statusesOf(answer), ['tool done', 'text done']);
    assert.equal(only(question, 'file').url, 'data:image/png;base64,AAAA');
    // What was loaded is sent back as it came.
    assert.equal((sent(messages)['messages'] as unknown[]).length, 6);
  });

  it('reads the list of threads, without archived ones', () => {
    const thread = {id: 't1', name: 'One', createdAt: '2026-11-22T10:00:00.000Z', updatedAt: null};
    const body = {threads: [thread, {id: 't2', name: null}, {id: 't3', archived: true}]};
    assert.deepEqual(sessions.read({status: 200, headers: {}, body}), {
      sessions: [{id: 't1', title: 'One', createdAt: thread.createdAt}, {id: 't2'}],
      more: false,
    });
    const {query} = sessions.request({page: 1, limit: 20});
    assert.deepEqual(query, {agentId: 'default', limit: 20});
  });

  it('changes threads only where its runner can', () => {
    assert.equal(operations.rename, undefined);
    const {rename, remove} = createCopilotKit({editable: true}).operations;
    assert.deepEqual(rename?.request({session: 't', title: 'New'}).body, {
      json: {agentId: 'default', name: 'New'},
    });
    assert.equal(remove?.request({session: 't'}).method, 'DELETE');
  });
});
