import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {end, opening, progress, shown, skill, steps, folded, upsert} from './patches.js';
import {readZhipuSearch} from '../../../../src/core/protocol/aishu/skills.js';

/** The only tool of a step. */
function tool(step: object): Readonly<Record<string, unknown>> | undefined {
  return shown(...steps(step))[0];
}

function outputOf(name: string, answer: unknown): unknown {
  const output = String(tool(skill(name, {answer}))?.['output']);
  return output.startsWith('{') || output.startsWith('[') ? JSON.parse(output) : output;
}

describe('a skill', () => {
  it('is a tool call with its arguments and its result', () => {
    const step = skill(
      'create_ticket',
      {answer: {result: {id: 7}}, start_time: 1770040001, end_time: 1770040002.5},
      {title: '打印机', watchers: ['zhang', 'li'], deep: {a: null}},
    );
    assert.deepEqual(tool(step), {
      kind: 'tool',
      status: 'done',
      name: 'create_ticket',
      executionId: 's1',
      input: '{"title":"打印机","watchers":["zhang","li"],"deep":{"a":null}}',
      output: '{"id":7}',
      log: '',
      startedAt: '2026-02-02T13:46:41.000Z',
      endedAt: '2026-02-02T13:46:42.500Z',
    });
  });

  it('is the same item when its answer arrives later, whole or in chunks', () => {
    const running = steps(skill('any', {status: 'processing'}));
    const whole = upsert(progress(0, 'answer'), {result: 'ok'});
    const {message} = folded([
      ...opening,
      ...running,
      whole,
      upsert(progress(0, 'status'), 'completed'),
      end,
    ]);
    const [item, ...others] = message.children;
    assert.ok(item?.kind === 'tool');
    assert.deepEqual(
      [item.id, item.status, item.output, others],
      ['run.s1.tool', 'done', 'ok', []],
    );
    const pieces = [
      upsert(progress(0, 'answer', 'answer'), 'o'),
      upsert(progress(0, 'answer', 'answer'), 'ok'),
    ];
    assert.equal(shown(...running, ...pieces)[0]?.['output'], '{"answer":"ok"}');
  });

  it('may have arguments that are null, and names that objects inherit', () => {
    const info = {name: 'any', args: [null, {name: '__proto__', value: 1}, {name: 'a', value: 2}]};
    assert.equal(tool(skill('any', {skill_info: info}))?.['input'], '{"__proto__":1,"a":2}');
    assert.equal(tool(skill('any', {skill_info: {name: 'any', args: null}}))?.['input'], '');
    assert.equal(tool(skill('named_by_agent', {skill_info: null}))?.['name'], 'named_by_agent');
  });

  it('that is internal to the platform is hidden', () => {
    for (const name of ['search_memory', 'Build_Memory', '_date'])
      assert.equal(tool(skill(name)), undefined);
    assert.equal(tool(skill('any', {}, {action: 'show_ds'})), undefined);
  });

  it('that wrote no SQL is hidden once it is done', () => {
    for (const name of ['text2sql', 'sql_helper']) {
      assert.equal(tool(skill(name, {answer: {result: {title: 't'}}})), undefined);
      const running = skill(name, {answer: {result: {title: 't'}}, status: 'processing'});
      assert.equal(folded([...opening, ...steps(running)]).message.children.length, 1);
    }
  });
});

describe('the result of a skill', () => {
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ['any', 'words', 'words'],
    ['any', '', ''],
    ['any', null, ''],
    ['any', {a: 1}, {a: 1}],
    ['any', {result: {a: 1}, full_result: {}}, {a: 1}],
    ['any', {result: {a: 1}, full_result: {b: 2}}, {b: 2}],
    ['any', {result: {a: 1}, full_result: [1]}, [1]],
    [
      'text2sql',
      {
        result: {data_desc: {return_records_num: 5}},
        full_result: {title: 'T', sql: 'select 1', data: [{a: 1}]},
      },
      {title: 'T', sql: 'select 1', data: [{a: 1}], data_desc: {return_records_num: 5}},
    ],
    ['text2sql', {result: {sql: 'select 1'}}, {sql: 'select 1'}],
    ['text2metric', {result: {title: 'M', data: [], unit: '%'}}, {title: 'M', data: [], unit: '%'}],
    [
      'json2plot',
      {
        result: {title: 'P', data_sample: [1]},
        full_result: {title: 'P', data: [1, 2], chart_config: {chart_type: 'Pie'}},
      },
      {title: 'P', data: [1, 2], chart_config: {chart_type: 'Pie'}},
    ],
    ['execute_code', {result: {result: {stdout: '4\n'}}}, '4\n'],
    ['execute_code', {result: {stdout: '4\n'}}, '4\n'],
    [
      'web_processor',
      {result: {url: 'https://a.example', size: [4, 3]}},
      {url: 'https://a.example', size: [4, 3]},
    ],
    ['execute_code', {result: {message: 'timeout'}}, {message: 'timeout'}],
    ['create_file', {action: 'create', message: 'ok', result: {path: 'a'}}, {path: 'a'}],
    ['text2ngql', {sql: 'MATCH', data: {name: ['a']}}, {sql: 'MATCH', data: {name: ['a']}}],
    [
      'af_sailor',
      {result: {text: ['a'], cites: [{title: 'C'}]}},
      {text: ['a'], cites: [{title: 'C'}]},
    ],
    [
      'datasource_filter',
      {result: {result: [{id: 1}], result_cache_key: 'k'}},
      {result: [{id: 1}], result_cache_key: 'k'},
    ],
    ['datasource_rerank', {result: [{id: 1}]}, {result: [{id: 1}]}],
    ['datasource_rerank', [{id: 1}], {result: [{id: 1}]}],
    ['kn_search', {result: {nodes: []}}, {nodes: []}],
    [
      'web_processor',
      {result: {url: 'https://a.example', size: [1, 2]}},
      {url: 'https://a.example', size: [1, 2]},
    ],
  ];
  for (const [name, answer, output] of rows) {
    it(`of ${name} is read in ${JSON.stringify(answer)}`, () =>
      assert.deepEqual(outputOf(name, answer), output));
  }

  it('sets the title of the call, if there is one', () => {
    assert.equal(
      tool(skill('json2plot', {answer: {result: {title: 'Sales'}}}))?.['title'],
      'Sales',
    );
    assert.equal(tool(skill('any', {answer: 'words'}))?.['title'], undefined);
  });

  it('with documents can be cited', () => {
    const answer = {result: {text: 'x', cites: [{doc_name: 'Plan', doc_id: 'd'}]}};
    const items = shown(
      ...steps(skill('doc_qa', {answer}), {id: 'l', stage: 'llm', answer: 'See[1]'}),
    );
    assert.deepEqual(items.at(-1), {
      kind: 'source',
      status: 'done',
      number: 1,
      title: 'Plan',
      documentId: 'd',
    });
  });
});

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
      'several intents, each listed once',
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

  it('without a result is pending, and empty once it is finished', () => {
    for (const value of ['', null, {}, {choices: 'x'}, answer(intent([{query: 'q'}]))]) {
      assert.equal(readZhipuSearch(value, undefined, false), undefined);
      assert.deepEqual(readZhipuSearch(value, undefined, true)?.results, []);
    }
    assert.deepEqual(readZhipuSearch({}, undefined, true), {input: '', results: []});
  });
});

describe('a web search', () => {
  it('reports its query, and then its results', () => {
    const running = skill('zhipu_search_tool', {status: 'processing'}, {query: 'q'});
    const [before] = folded([...opening, ...steps(running)]).message.children;
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
