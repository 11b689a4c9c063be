import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {opening, shown, skill, steps, told} from './patches.js';
import {readZhipuSearch} from '../../../../src/core/protocol/aishu/search.js';

const found = (title: string, link = `https://${title}.example`): object => ({title, link});
const shownAs = (title: string, link = `https://${title}.example`): object => ({
  title,
  link,
  media: '',
  icon: '',
  content: '',
});
const answer = (...tool_calls: unknown[]): object => ({choices: [{message: {tool_calls}}]});
const intent = (query: unknown, id = 'c'): object => ({
  id,
  type: 'search_intent',
  search_intent: query,
});
const result = (list: unknown, id = 'c'): object => ({
  id,
  type: 'search_result',
  search_result: list,
});

describe('the answer of a web search', () => {
  const rows: readonly (readonly [string, object, object])[] = [
    [
      'one intent and its results',
      answer(intent([{query: 'q'}]), result([found('a')])),
      {input: 'q', results: [shownAs('a')]},
    ],
    [
      'an intent that is no list',
      answer(intent({query: 'q'}), result([])),
      {input: 'q', results: []},
    ],
    [
      'keywords for a query',
      answer(intent([{query: '', keywords: 'k'}]), result([])),
      {input: 'k', results: []},
    ],
    [
      'several intents, told once each',
      answer(intent([{query: 'a'}, {query: 'b'}, {query: 'a'}]), result([])),
      {input: 'a / b', results: []},
    ],
    [
      'several results, without doubles and without what is none',
      answer(
        intent([{query: 'q'}]),
        result([found('a'), null, found('a')]),
        result([found('b'), found('x', ''), found('y', '')]),
      ),
      {input: 'q', results: [shownAs('a'), shownAs('b'), shownAs('x', ''), shownAs('y', '')]},
    ],
    [
      'results of another call, which are left out',
      answer(intent([{query: 'q'}], 'c1'), result([found('a')], 'c1'), result([found('b')], 'c2')),
      {input: 'q', results: [shownAs('a')]},
    ],
    [
      'results whose id fits none, which are taken all',
      answer(intent([{query: 'q'}], 'c1'), result([found('a')], 'c2')),
      {input: 'q', results: [shownAs('a')]},
    ],
    [
      'entries without a type',
      answer({search_intent: [{query: 'q'}]}, {search_result: [found('a')]}),
      {input: 'q', results: [shownAs('a')]},
    ],
    ['no intent', answer(result([found('a')])), {input: 'asked', results: [shownAs('a')]}],
  ];
  for (const [what, value, expected] of rows) {
    it(`is read with ${what}`, () =>
      assert.deepEqual(readZhipuSearch(value, 'asked', false), expected));
  }

  it('without a result is nothing yet, and nothing found once it is finished', () => {
    for (const value of ['', null, {}, {choices: 'x'}, answer(intent([{query: 'q'}]))]) {
      assert.equal(readZhipuSearch(value, undefined, false), undefined);
      assert.deepEqual(readZhipuSearch(value, undefined, true)?.results, []);
    }
    assert.deepEqual(readZhipuSearch({}, undefined, true), {input: '', results: []});
  });
});

describe('a web search', () => {
  it('tells what it looks for, and then what it found', () => {
    const running = skill('zhipu_search_tool', {status: 'processing'}, {query: 'q'});
    const [before] = told([...opening, ...steps(running)]).message.children;
    assert.ok(before?.kind === 'tool');
    assert.deepEqual(before.phases, [{name: 'WEB_SEARCH', status: 'started', data: {query: 'q'}}]);
    const rich = {...found('a'), media: 'Site', icon: 'https://a.example/i', content: 'c'};
    const done = skill('zhipu_search_tool', {
      answer: answer(intent([{query: 'q'}]), result([rich])),
    });
    const source = {
      rank: 1,
      title: 'a',
      url: 'https://a.example',
      snippet: 'c',
      site: 'Site',
      icon: 'https://a.example/i',
    };
    assert.deepEqual(shown(...steps(done))[0]?.['phases'], [
      {
        name: 'WEB_SEARCH',
        status: 'completed',
        data: {query: 'q', results_count: 1, sources: [source]},
      },
    ]);
  });

  it('may fail', () => {
    const failed = shown(
      ...steps(skill('zhipu_search_tool', {status: 'failed', answer: 'No net'}, {query: 'q'})),
    )[0];
    assert.deepEqual(failed?.['phases'], [
      {name: 'WEB_SEARCH', status: 'failed', data: {query: 'q', results_count: 0, sources: []}},
    ]);
    assert.deepEqual([failed['error'], failed['output']], ['No net', 'No net']);
  });

  it('with references is one too', () => {
    const references = [{title: 'A', link: 'https://a.example', content: 'c', index: 1}];
    const step = skill('online_search_cite_tool', {answer: {references}}, {query: 'q'});
    const [item] = shown(...steps(step));
    assert.deepEqual(JSON.parse(String(item?.['output'])), {
      input: 'q',
      results: [{title: 'A', link: 'https://a.example', media: '', icon: '', content: 'c'}],
    });
  });
});
