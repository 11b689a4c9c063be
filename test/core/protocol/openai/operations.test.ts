import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createOpenai, openai, type MessageItem} from '../../../../src/core/index.js';
import {
  answered,
  folded,
  foldedFrames,
  message,
  rawReasoning,
  reasoning,
  response,
} from './stream.js';

const {read} = openai.operations.send;
const framesOf = (body: unknown): ReturnType<typeof read> => read({status: 200, headers: {}, body});

describe('a response without a stream', () => {
  it('is read as the event that contains all of it', () => {
    const {frames = [], run} = framesOf(response([message('m1', 'Hello.')]));
    const {message: got} = foldedFrames(frames);
    assert.deepEqual([got.status, run], ['done', 'resp_1']);
    const found = got.children.map(item => item.kind === 'text' && item.text);
    assert.deepEqual(found, ['Hello.']);
  });

  it('is not read otherwise', () => {
    for (const body of [undefined, 'text', [], {status: 'ok'}, {error: {message: 'Busy'}}]) {
      assert.deepEqual(framesOf(body), {});
    }
  });
});

describe('a server that stores nothing', () => {
  const encrypted = {...reasoning('r2'), encrypted_content: 'e'};
  const output = [
    reasoning('r1', 'Hm.'),
    encrypted,
    rawReasoning('r3', 'So.'),
    message('m1', 'Yes.'),
  ];
  const inputOf = (fields: Readonly<Record<string, unknown>>): readonly unknown[] => {
    const {message: answer} = answered(output, fields);
    const stored = JSON.parse(JSON.stringify(answer)) as MessageItem;
    const conversation = {version: 1, children: [stored]} as const;
    const {body} = openai.operations.send.request({text: 'And?', conversation});
    const {input} = (body as {json: {input: readonly {id?: string; role?: string}[]}}).json;
    return input.map(({id, role}) => id ?? role);
  };

  it('gets no reasoning back that it would have to find', () => {
    assert.deepEqual(inputOf({store: false}), ['r2', 'r3', 'm1', 'user']);
    assert.deepEqual(inputOf({store: true}), ['r1', 'r2', 'r3', 'm1', 'user']);
    assert.deepEqual(inputOf({}), ['r1', 'r2', 'r3', 'm1', 'user']);
  });

  it('is asked for the encrypted form only if the page does, because models without reasoning refuse that', () => {
    const includeOf = (body: Readonly<Record<string, unknown>>): unknown => {
      const {send} = createOpenai({body}).operations;
      const shape = send.request({text: 'Hi', conversation: {version: 1, children: []}});
      return (shape.body as {json: {include?: unknown}}).json.include;
    };
    assert.equal(includeOf({store: false}), undefined);
    const include = ['reasoning.encrypted_content'];
    assert.deepEqual(includeOf({store: false, include}), include);
    assert.equal(includeOf({}), undefined);
  });
});

describe('a message that begins with its text', () => {
  it('goes back as one of the assistant', () => {
    const deltas = [
      {type: 'response.created', response: response([], {status: 'in_progress'})},
      {
        type: 'response.output_text.delta',
        item_id: 'm1',
        output_index: 0,
        content_index: 0,
        delta: 'Hi',
      },
      {type: 'response.completed', response: {id: 'resp_1', status: 'completed'}},
    ];
    const {message: answer} = folded(deltas);
    const {body} = openai.operations.send.request({
      text: 'And?',
      conversation: {version: 1, children: [answer]},
    });
    const {input} = (body as {json: {input: readonly {role?: string}[]}}).json;
    const roles = input.map(({role}) => role);
    assert.deepEqual(roles, ['assistant', 'user']);
  });
});
