import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {errorOf, readChunk, readError} from '../../../../src/core/protocol/openai-chat/chunks.js';
import {chunk, framed} from './completions.js';

const read = (value: object, event?: string): ReturnType<typeof readChunk> =>
  readChunk({...framed(value), ...(event !== undefined && {event})});

describe('readChunk', () => {
  it('reads the change of the first choice', () => {
    const other = {index: 1, delta: {content: 'WRONG'}};
    const first = {delta: {content: 'A'}, finish_reason: 'stop'};
    assert.deepEqual(read({id: 'x', model: 'm', choices: [other, first]}), {
      type: 'chunk',
      id: 'x',
      model: 'm',
      delta: {content: 'A'},
      isMessage: false,
      reason: 'stop',
      usage: undefined,
      sources: [],
      error: undefined,
    });
    assert.deepEqual(read({choices: [other]})?.type, 'chunk');
    const texts = {
      choices: [
        {...other, index: '1'},
        {...first, index: '0'},
      ],
    };
    const found = read(texts);
    assert.deepEqual(found?.type === 'chunk' && found.delta, {content: 'A'});
  });

  it('reads the message of a response without a stream, but not one beside a delta', () => {
    const message = {content: 'whole'};
    const deltaOf = (choice: object): unknown => {
      const found = read({choices: [choice]});
      return found?.type === 'chunk' && found.delta;
    };
    assert.deepEqual(deltaOf({message}), message);
    assert.deepEqual(deltaOf({message, delta: {content: 'part'}}), {content: 'part'});
    assert.deepEqual(deltaOf({delta: null}), {});
    assert.deepEqual(deltaOf({text: 'older'}), {content: 'older'});
  });

  it('reads counters of any place, and sources', () => {
    const counters = {prompt_tokens: 1};
    const found = read(
      chunk({}, {}, {x_groq: {usage: counters}, citations: ['https://a.example']}),
    );
    assert.ok(found?.type === 'chunk');
    assert.deepEqual([found.usage, found.sources], [counters, ['https://a.example']]);
    const inner = read({choices: [{delta: {}, usage: counters}]});
    assert.deepEqual(inner?.type === 'chunk' && inner.usage, counters);
    const both = read({usage: counters, search_results: [{url: 'u'}], citations: ['u']});
    assert.ok(both?.type === 'chunk');
    assert.deepEqual([both.usage, both.sources], [counters, [{url: 'u'}, 'u']]);
  });

  it('finds no error in a status of success', () => {
    const found = read(chunk({content: 'A'}, {}, {base_resp: {status_code: 0, status_msg: ''}}));
    assert.equal(found?.type === 'chunk' && found.error, undefined);
  });

  it('finds the error of every server', () => {
    const frames: readonly (readonly [object, string?])[] = [
      [{error: {message: 'Full', type: 'server_error', code: null}}],
      [{error: 'Full', choices: []}],
      [[{error: {message: 'Full', status: 'X'}}]],
      [chunk({content: ''}, {finish_reason: 'error'}, {error: {code: 502, message: 'Full'}})],
      [{choices: [{delta: {}, error: {message: 'Full'}}]}],
      [{object: 'error', message: 'Full', type: 'BadRequest', code: 400}],
      [{message: 'Full'}, 'error'],
      [{code: 500, message: 'Full'}],
      [chunk({}, {}, {x_groq: {id: 'r', error: 'Full'}})],
      [{choices: null, object: '', base_resp: {status_code: 1008, status_msg: 'Full'}}],
    ];
    const codes = frames.map(([value, event]) => {
      const found = read(value, event);
      assert.ok(found?.type === 'chunk');
      assert.equal(found.error?.text, 'Full', JSON.stringify(value));
      return found.error.code;
    });
    assert.deepEqual(codes, [
      ...['server_error', 'stream_error', 'stream_error', '502', 'stream_error', '400'],
      ...['stream_error', '500', 'stream_error', '1008'],
    ]);
    const plain = readChunk({data: 'Bad gateway', event: 'error'});
    assert.deepEqual(plain?.type === 'chunk' && plain.error, {
      code: 'stream_error',
      text: 'Bad gateway',
    });
    const none = read(chunk({}, {}, {error: null}));
    assert.equal(none?.type === 'chunk' && none.error, undefined);
  });

  it('ignores empty data, ends at [DONE], and reports what is no chunk', () => {
    assert.equal(readChunk({data: ' '}), undefined);
    assert.deepEqual(readChunk({data: '[DONE]'}), {type: 'done'});
    const codeOf = (data: string): unknown => {
      const found = readChunk({data});
      return found?.type === 'unreadable' && found.code;
    };
    assert.equal(codeOf('{'), 'frame-unreadable');
    assert.equal(codeOf('7'), 'frame-unreadable');
    assert.equal(codeOf('[]'), 'frame-unreadable');
    assert.equal(codeOf('{"object":"chat.completion.future","note":"x"}'), 'event-unknown');
  });
});

describe('errorOf', () => {
  it('limits the text, and names the code', () => {
    assert.equal(errorOf({message: 'x'.repeat(999)}).text?.length, 200);
    assert.deepEqual(errorOf({type: 'error'}), {code: 'stream_error'});
    assert.deepEqual(errorOf({code: 429, type: 'rate'}), {code: '429'});
  });
});

describe('readError', () => {
  it('reads the body of every server', () => {
    const error = {message: 'No such model', code: 'model_not_found'};
    assert.deepEqual(readError({error}), {code: 'model_not_found', text: 'No such model'});
    assert.deepEqual(readError([{error}]), {code: 'model_not_found', text: 'No such model'});
    assert.deepEqual(readError({error: 'Busy'}), {code: 'stream_error', text: 'Busy'});
    assert.deepEqual(readError('Busy'), {code: 'stream_error', text: 'Busy'});
    assert.deepEqual(readError({detail: 'Not found'}), {code: 'stream_error', text: 'Not found'});
    assert.equal(readError({errors: [{message: 'Busy'}]})?.text, 'Busy');
    assert.equal(readError({message: {error: {message: 'Busy'}}})?.text, 'Busy');
    assert.equal(readError({detail: {reason: 'Busy'}})?.text, '{"reason":"Busy"}');
    assert.equal(readError({detail: [{loc: ['body'], msg: 'required'}]})?.text, 'body: required');
  });

  it('finds none in a page or in another object', () => {
    for (const body of ['<html>', '', undefined, null, {}, {ok: true}]) {
      assert.equal(readError(body), undefined);
    }
  });
});
