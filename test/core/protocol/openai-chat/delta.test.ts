import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {hasContent, readDelta} from '../../../../src/core/protocol/openai-chat/delta.js';

/** Type and text of the pieces. */
const texts = (delta: object): readonly unknown[] =>
  readDelta({...delta}).map(piece => ('text' in piece ? [piece.type, piece.text] : [piece.type]));

describe('readDelta', () => {
  it('finds nothing in null, empty text and other types', () => {
    for (const content of [null, '', undefined, 7, {}]) {
      assert.deepEqual(
        readDelta({role: 'assistant', content, refusal: null, tool_calls: null}),
        [],
      );
    }
  });

  it('reads reasoning before text, from the first field that has it', () => {
    assert.deepEqual(texts({content: 'b', reasoning: 'a', reasoning_content: ''}), [
      ['thinking', 'a'],
      ['text', 'b'],
    ]);
    assert.deepEqual(texts({reasoning_content: 'a', reasoning: 'a'}), [['thinking', 'a']]);
  });

  it('shows the details of reasoning only where there is no other text of it', () => {
    const reasoning_details = [
      {type: 'reasoning.summary', summary: 'a'},
      {type: 'reasoning.encrypted', data: 'x'},
      {type: 'reasoning.text', text: 'b'},
    ];
    assert.deepEqual(texts({reasoning_details}), [['details', 'ab']]);
    assert.deepEqual(texts({reasoning: 'ab', reasoning_details}), [
      ['thinking', 'ab'],
      ['details', ''],
    ]);
  });

  it('reads a list of parts', () => {
    const content = [
      {
        type: 'thinking',
        thinking: [
          {type: 'text', text: 'a'},
          {type: 'text', text: 'b'},
        ],
      },
      {type: 'text', text: 'c'},
      {type: 'image_url', image_url: 'https://a.example/i.png'},
      {type: 'reference', reference_ids: [1]},
    ];
    assert.deepEqual(texts({content}), [['thinking', 'ab'], ['text', 'c'], ['image']]);
    assert.deepEqual(texts({content: ['d', null]}), [['text', 'd']]);
  });

  it('displays the transcript of audio, and keeps its id', () => {
    assert.deepEqual(texts({audio: {id: 'a1', data: 'AAAA', transcript: 'Hello'}}), [
      ['text', 'Hello'],
      ['kept'],
    ]);
  });

  it('reads the result of a call that the server has run', () => {
    const delta = {role: 'tool', tool_call_id: 'c1', content: {found: 1}};
    assert.deepEqual(readDelta(delta), [
      {type: 'result', call: 'c1', name: 'tool', output: '{"found":1}'},
    ]);
  });

  it('reads everything else', () => {
    const types = texts({
      refusal: 'no',
      executed_tools: [{index: 3, type: 'search'}],
      tool_calls: [{index: 0}],
      function_call: {name: 'f'},
      annotations: [{}],
      images: [{image_url: {url: 'data:image/png;base64,AA=='}}, {}],
      extra_content: {google: {}},
    });
    assert.deepEqual(types.flat(), [
      ...['refusal', 'no', 'executed', 'call', 'call', 'annotation', 'image', 'kept'],
    ]);
  });
});

describe('hasContent', () => {
  it('does not count what belongs to an earlier text', () => {
    assert.equal(hasContent(readDelta({annotations: [{}], extra_content: {}})), false);
    assert.equal(hasContent(readDelta({content: 'a'})), true);
  });
});
