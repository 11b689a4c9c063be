import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  readResult,
  searchPhase,
  type ToolResult,
} from '../../../../src/core/protocol/anthropic/tool-result.js';

describe('readResult', () => {
  const read = (fields: object): ToolResult => readResult({type: 'tool_result', ...fields});

  const cases: readonly (readonly [title: string, fields: object, result: ToolResult])[] = [
    ['words as words', {content: 'sunny'}, {output: 'sunny'}],
    ['nothing as nothing', {}, {output: ''}],
    ['null as JSON', {content: null}, {output: 'null'}],
    [
      'blocks of text as their words',
      {
        content: [
          {type: 'text', text: 'a'},
          {type: 'text', text: 'b'},
        ],
      },
      {output: 'ab'},
    ],
    ['blocks of text without a text', {content: [{type: 'text'}]}, {output: ''}],
    [
      'blocks of several types as JSON',
      {content: [{type: 'text', text: 'a'}, {type: 'image'}]},
      {output: '[{"type":"text","text":"a"},{"type":"image"}]'},
    ],
    ['an empty list as JSON', {content: []}, {output: '[]'}],
    [
      'an object as JSON',
      {content: {type: 'code_execution_result', stdout: 'x'}},
      {output: '{"type":"code_execution_result","stdout":"x"}'},
    ],
    [
      'nothing of what is for the API alone',
      {content: [{type: 'web_search_result', url: 'u', encrypted_content: 'secret'}]},
      {output: '[{"type":"web_search_result","url":"u"}]'},
    ],
    ['a failure in words', {content: 'no', is_error: true}, {output: 'no', error: 'no'}],
    ['a failure only where it says so', {content: 'no', is_error: 'yes'}, {output: 'no'}],
    [
      'a failure of a tool of the API',
      {content: {type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded'}},
      {output: '', error: 'max_uses_exceeded'},
    ],
    [
      'a failure in a list',
      {content: [{type: 'web_fetch_tool_result_error', error_code: 'url_too_long'}]},
      {output: '', error: 'url_too_long'},
    ],
    [
      'a failure without a code by its type',
      {content: {type: 'web_search_tool_result_error'}},
      {output: '', error: 'web_search_tool_result_error'},
    ],
  ];
  for (const [title, fields, result] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(read(fields), result);
    });
  }
});

describe('searchPhase', () => {
  const result = (content: unknown): {type: string; content: unknown} => ({
    type: 'web_search_tool_result',
    content,
  });

  it('begins with the query', () => {
    assert.deepEqual(searchPhase({query: 'q'}), {
      name: 'WEB_SEARCH',
      status: 'started',
      data: {query: 'q'},
    });
    for (const input of [undefined, null, 'q', {}, {query: 7}]) {
      assert.deepEqual(searchPhase(input).data, {});
    }
  });

  it('ends with the results, in the format of all protocols', () => {
    const found = [
      {type: 'web_search_result', title: 'A', url: 'https://a.example', page_age: '1 day'},
      {type: 'web_search_result', url: 7},
    ];
    assert.deepEqual(searchPhase({query: 'q'}, result(found)), {
      name: 'WEB_SEARCH',
      status: 'completed',
      data: {
        query: 'q',
        results_count: 2,
        sources: [{rank: 1, title: 'A', url: 'https://a.example'}, {rank: 2}],
      },
    });
  });

  it('ends without results if none can be read', () => {
    for (const content of [undefined, null, [], 'x', {}]) {
      const {status, data} = searchPhase({}, result(content));
      assert.deepEqual([status, data], ['completed', {results_count: 0, sources: []}]);
    }
  });

  it('fails with the search', () => {
    const failed = result({type: 'web_search_tool_result_error', error_code: 'unavailable'});
    assert.equal(searchPhase({}, failed).status, 'failed');
  });
});
