import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {
  MessageItem,
  RequestAnswer,
  RequestItem,
  UiMessage,
} from '../../../../src/core/index.js';
import {reduce} from '../../../../src/core/model/reduce.js';
import {withoutPasswords} from '../../../../src/core/model/passwords.js';
import {recordOf} from '../../../../src/core/protocol/ai-sdk/history.js';
import {readMessages} from '../../../../src/core/protocol/ai-sdk/stored.js';
import {operationsOf} from '../../../../src/core/protocol/ai-sdk/operations.js';
import {call, finish, folded, output, start, step, text, type ChunkData} from './chunks.js';

/** Calls that wait for the user as `chatRoute` of `@mastra/ai-sdk` 1.10 reports them, in streams without a final chunk. */

const schema = {type: 'object', properties: {size: {type: 'string'}}, required: ['size']};

const suspended = (
  toolCallId: string,
  suspendPayload: unknown,
  resumeSchema: object = schema,
): ChunkData => ({
  type: 'data-tool-call-suspended',
  id: toolCallId,
  data: {runId: 'r1', toolCallId, suspendPayload, resumeSchema: JSON.stringify(resumeSchema)},
});

const needsApproval = (toolCallId: string): ChunkData => ({
  type: 'data-tool-call-approval',
  id: toolCallId,
  data: {runId: 'r1', toolCallId, args: {file: 'a'}, resumeSchema: '{"type":"object"}'},
});

const remove = (id: string): readonly ChunkData[] => call(id, 'remove', {file: id});

const questions = ({children}: MessageItem): readonly RequestItem[] =>
  children.filter(item => item.kind === 'request');

const statuses = ({status, children}: MessageItem): readonly string[] => [
  status,
  ...children.filter(({kind}) => kind !== 'data').map(({kind, status}) => `${kind} ${status}`),
];

/** The message with the answer to its open question. */
function answered(message: MessageItem, answer: RequestAnswer): MessageItem {
  const open = questions(message).find(({status}) => status === 'waiting');
  assert.ok(open);
  const conversation = {version: 1 as const, children: [message]};
  const {children} = reduce(conversation, [
    {op: 'assign', id: open.id, status: 'done', fields: {answer}},
  ]);
  return children[0] as MessageItem;
}

/** The body of the request that continues the message. */
function bodyOf(message: MessageItem): Readonly<Record<string, unknown>> {
  const conversation = {version: 1 as const, children: [message]};
  const shape = operationsOf({}).continue?.request({conversation});
  return (shape?.body as {json: Record<string, unknown>}).json;
}

const decision = (input: unknown): RequestAnswer => ({type: 'confirm', input});

describe('a call that waits for an approval', () => {
  const begun = [start(), step, ...remove('c1'), needsApproval('c1')];
  const {message} = folded(begun);

  it('asks for a decision about its input, although the stream has no end', () => {
    assert.deepEqual(statuses(message), ['done', 'tool waiting', 'request waiting']);
    const [question] = questions(message);
    assert.deepEqual(
      [question?.inputTypes, question?.toolName, question?.arguments, question?.callId],
      [['confirm'], 'remove', {file: 'c1'}, message.children[0]?.id],
    );
  });

  for (const [input, resumeData] of [
    [true, {approved: true}],
    [false, {approved: false}],
    ['Yes, but keep it', {approved: false, reason: 'Yes, but keep it'}],
    [
      {approved: false, reason: 'No'},
      {approved: false, reason: 'No'},
    ],
  ] as const) {
    it(`is continued with the answer beside the messages: ${JSON.stringify(input)}`, () => {
      const {runId, toolCallId, resumeData: sent} = bodyOf(answered(message, decision(input)));
      assert.deepEqual([runId, toolCallId, sent], ['r1', 'c1', resumeData]);
    });
  }

  it('keeps the words of a refusal when the server confirms it', () => {
    const refused = answered(message, decision('Keep it'));
    const rest = [
      {type: 'tool-output-denied', toolCallId: 'c1'},
      ...text('0', ['Kept.']),
      finish(),
    ];
    const {message: whole, reports} = folded(rest, 'lost', {message: refused});
    assert.deepEqual(statuses(whole), ['done', 'tool stopped', 'request done', 'text done']);
    assert.deepEqual(questions(whole)[0]?.answer, decision({approved: false, reason: 'Keep it'}));
    assert.deepEqual(reports, []);
  });

  it('is followed by the next one, because the server asks one after another', () => {
    const both = [start(), step, ...remove('c1'), ...remove('c2'), needsApproval('c1')];
    const first = folded(both).message;
    assert.deepEqual(statuses(first), [
      'done',
      'tool waiting',
      'tool streaming',
      'request waiting',
    ]);
    const second = folded([needsApproval('c2')], 'lost', {
      message: answered(first, decision(true)),
    }).message;
    assert.equal(second.status, 'done');
    const found = questions(second).map(({status}) => status);
    assert.deepEqual(found, ['done', 'waiting']);
    const last = answered(second, decision(true));
    assert.equal(bodyOf(last)['toolCallId'], 'c2');
    const rest = [output('c1', 1), output('c2', 2), ...text('0', ['Gone.']), finish()];
    const whole = folded(rest, 'lost', {message: last}).message;
    const kept = statuses(whole).filter(each => each !== 'request done');
    assert.deepEqual(kept, ['done', 'tool done', 'tool done', 'text done']);
    assert.equal('runId' in bodyOf(whole), false);
  });

  it('is asked for once by a server that also sends the approval of the AI SDK', () => {
    const approval = {type: 'tool-approval-request', approvalId: 'r1::c1', toolCallId: 'c1'};
    const native = [start(), step, ...remove('c1'), ...remove('c2'), approval, needsApproval('c1')];
    const {message: asked} = folded(native);
    assert.equal(asked.status, 'done');
    assert.deepEqual(questions(asked)[0]?.handle, {approvalId: 'r1::c1', toolCallId: 'c1'});
    assert.equal(questions(asked).length, 1);
    assert.equal('runId' in bodyOf(answered(asked, decision(true))), false);
  });

  it('is over when the run has gone on without an answer', () => {
    const gone = folded([...begun, output('c1', 1), finish()]).message;
    assert.deepEqual(statuses(gone), ['done', 'tool done', 'request done']);
  });
});

describe('a call that is suspended', () => {
  const payload = {question: 'Which size?', sizes: ['S', 'M']};
  const begun = [start(), step, ...call('c1', 'order', {}), suspended('c1', payload)];
  const {message} = folded(begun);

  it('asks what it needs, with a form', () => {
    const [question] = questions(message);
    assert.deepEqual(
      [question?.prompt, question?.inputTypes, question?.schema, question?.arguments],
      ['Which size?', ['json'], schema, {sizes: ['S', 'M']}],
    );
  });

  it('is continued with the form, or with a text as the value of its only text', () => {
    for (const answer of [
      {type: 'json', input: {size: 'M'}},
      {type: 'text', input: 'M'},
    ]) {
      assert.deepEqual(bodyOf(answered(message, answer))['resumeData'], {size: 'M'});
    }
  });

  it('is answered by words only where the schema takes a text', () => {
    const text = {type: 'string'};
    const decision = {enum: ['approve', 'reject'], type: 'string'};
    const form = (properties: object, required: readonly string[] = []): object => ({
      type: 'object',
      properties,
      required,
    });
    for (const [resumeSchema, resumeData] of [
      [text, 'approve'],
      [{}, 'approve'],
      [{$schema: 'https://json-schema.org/draft/2020-12/schema'}, 'approve'],
      [{anyOf: [text, {type: 'null'}]}, 'approve'],
      [form({note: {anyOf: [text, {type: 'null'}]}}), {note: 'approve'}],
      [
        form({action: {const: 'reply'}, note: text}, ['action', 'note']),
        {action: 'reply', note: 'approve'},
      ],
      [form({note: text, urgent: {type: 'boolean'}}, ['note']), {note: 'approve'}],
      [form({decision}, ['decision']), undefined],
      [form({decision, note: text}, ['decision']), undefined],
      [form({ok: {type: 'boolean'}}), undefined],
      [{type: 'boolean'}, undefined],
      [decision, undefined],
    ] as const) {
      const {message} = folded([...begun.slice(0, -1), suspended('c1', payload, resumeSchema)]);
      const [question] = questions(message);
      assert.ok(question);
      const takesText = operationsOf({}).continue?.takesText?.(question);
      assert.equal(takesText, resumeData !== undefined, JSON.stringify(resumeSchema));
      const body = bodyOf(answered(message, {type: 'text', input: 'approve'}));
      assert.deepEqual(body['resumeData'], resumeData, JSON.stringify(resumeSchema));
    }
  });

  it('may be suspended again, also with the same question', () => {
    for (const next of ['Really?', payload]) {
      const answer = {type: 'json', input: {size: 'XXL'}};
      const again = folded([suspended('c1', next)], 'lost', {message: answered(message, answer)});
      const [first, second] = questions(again.message);
      assert.deepEqual([first?.status, first?.answer], ['done', answer]);
      assert.deepEqual([second?.status, second?.answer], ['waiting', undefined]);
      assert.equal(second?.prompt, next === payload ? 'Which size?' : next);
      assert.equal(again.message.status, 'done');
      const last = answered(again.message, {type: 'json', input: {size: 'M'}});
      assert.deepEqual(bodyOf(last)['resumeData'], {size: 'M'});
    }
  });

  it('sends a password, which nothing but the answered question contains', () => {
    const secret = {type: 'object', properties: {pin: {type: 'string', format: 'password'}}};
    const asked = folded([...begun.slice(0, -1), suspended('c1', {prompt: 'Your PIN?'}, secret)]);
    const given = answered(asked.message, {type: 'json', input: {pin: '4711'}});
    assert.deepEqual(bodyOf(given)['resumeData'], {pin: '4711'});
    for (const rest of [
      [...text('0', ['Thanks.']), finish()],
      [output('c1', 1), finish()],
    ]) {
      const {message: whole} = folded(rest, 'lost', {message: given});
      assert.equal(JSON.stringify(withoutPasswords(whole)).includes('4711'), false);
      assert.deepEqual(questions(whole)[0]?.answer, {type: 'json', input: {pin: '4711'}});
    }
    const again = folded([suspended('c1', 'Again?', secret)], 'lost', {message: given}).message;
    assert.equal(JSON.stringify(withoutPasswords(again)).includes('4711'), false);
    const second = answered(again, {type: 'json', input: {pin: '0815'}});
    assert.deepEqual(bodyOf(second)['resumeData'], {pin: '0815'});
    const [stored] = readMessages([recordOf(given)]);
    assert.ok(stored);
    assert.equal(JSON.stringify(withoutPasswords(stored)).includes('4711'), false);
  });

  it('is not settled again by a server that keeps the conversation', () => {
    const secret = {type: 'object', properties: {pin: {type: 'string', format: 'password'}}};
    for (const [asks, answer] of [
      [suspended('c1', payload), {type: 'json', input: {size: 'XXL'}}],
      [suspended('c1', payload, secret), {type: 'json', input: {pin: '4711'}}],
      [needsApproval('c1'), decision(true)],
      [needsApproval('c1'), decision('Too big')],
    ] as const) {
      const asked = folded([...begun.slice(0, -1), asks]).message;
      const rest = [output('c1', 1), finish()];
      const {message: whole} = folded(rest, 'lost', {message: answered(asked, answer)});
      const conversation = {version: 1 as const, children: [whole]};
      const {send} = operationsOf({send: 'last'});
      const {json} = send.request({text: 'And?', conversation, session: 's'}).body as {
        json: object;
      };
      assert.equal('settled' in json, false, JSON.stringify(answer));
    }
  });

  it('does not wait if the user writes something else', () => {
    const conversation = {version: 1 as const, children: [message]};
    const shape = operationsOf({}).send.request({text: 'No.', conversation, session: 's'});
    const {json} = shape.body as {json: {messages: readonly UiMessage[]}};
    const states = json.messages[0]?.parts.map(({state}) => state);
    assert.ok(states?.includes('output-error'));
    assert.equal('runId' in json, false);
  });
});

describe('data that looks like a suspension', () => {
  for (const [what, data] of [
    ['without a run', {toolCallId: 'c1'}],
    ['of an unknown call', {runId: 'r1', toolCallId: 'c9'}],
    ['without fields', 'c1'],
  ] as const) {
    it(`asks nothing: ${what}`, () => {
      const chunk = {type: 'data-tool-call-approval', data};
      const {message} = folded([start(), step, ...remove('c1'), chunk, finish()]);
      assert.deepEqual(questions(message), []);
    });
  }
});
