import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Phase} from '../../../../../src/core/model/item.js';
import {withUpdate} from '../../../../../src/core/protocol/ubik/tools/phases.js';

type Update = Readonly<Record<string, unknown>>;

const all = (...updates: readonly Update[]): readonly Phase[] =>
  updates.reduce<readonly Phase[]>((phases, update) => withUpdate(phases, update), []);

describe('withUpdate', () => {
  const cases: readonly (readonly [
    title: string,
    updates: readonly Update[],
    phases: readonly Phase[],
  ])[] = [
    [
      'phase and status beside what it reports',
      [{phase: 'WEB_SEARCH', status: 'started', query: 'x'}],
      [{name: 'WEB_SEARCH', status: 'started', data: {query: 'x'}}],
    ],
    [
      'what it reports under data',
      [{phase: 'WEB_SEARCH', status: 'completed', data: {results_count: 10, sources: []}}],
      [{name: 'WEB_SEARCH', status: 'completed', data: {results_count: 10, sources: []}}],
    ],
    [
      'an output alone, as a phase of its own',
      [{sources: [1], output_key: 'sources'}],
      [{name: 'sources', status: 'started', data: {sources: [1]}}],
    ],
    [
      'an output alone, in the phase that is going on',
      [
        {phase: 'RERANKING', status: 'started'},
        {reranked_results: 5, output_key: 'x'},
      ],
      [{name: 'RERANKING', status: 'started', data: {reranked_results: 5}}],
    ],
    [
      'a message alone',
      [{message: 'Reading'}],
      [{name: 'working', status: 'started', message: 'Reading'}],
    ],
    [
      'the general form',
      [{phase: 'processing', message: 'Half', output_key: 'result', data: {n: 1}}],
      [{name: 'processing', status: 'started', message: 'Half', data: {n: 1}}],
    ],
    ['nothing at all', [{}], [{name: 'working', status: 'started'}]],
    [
      'the end of a phase that began',
      [
        {phase: 'A', status: 'started', query: 'x'},
        {phase: 'A', status: 'completed', count: 2},
      ],
      [{name: 'A', status: 'completed', data: {query: 'x', count: 2}}],
    ],
    [
      'the end of a phase while another goes on',
      [
        {phase: 'A', status: 'started'},
        {phase: 'B', status: 'started'},
        {phase: 'A', status: 'completed'},
      ],
      [
        {name: 'A', status: 'completed'},
        {name: 'B', status: 'started'},
      ],
    ],
    [
      'a newer fact over an older one',
      [
        {phase: 'A', count: 1, kept: true},
        {phase: 'A', data: {count: 2}},
      ],
      [{name: 'A', status: 'started', data: {count: 2, kept: true}}],
    ],
    [
      'a newer message over an older one, and none over one',
      [{phase: 'A', message: '1'}, {phase: 'A', message: '2'}, {phase: 'A'}],
      [{name: 'A', status: 'started', message: '2'}],
    ],
    [
      'a status that is folded for the phase that goes on',
      [{phase: 'A', status: 'started'}, {status: 'completed'}],
      [{name: 'A', status: 'completed'}],
    ],
    [
      'what a sub-agent tells',
      [{phase: 'SUB_AGENT_STARTED', sub_session_id: 's1'}],
      [{name: 'SUB_AGENT_STARTED', status: 'started', data: {sub_session_id: 's1'}}],
    ],
    [
      'names that reach prototypes as plain facts',
      [JSON.parse('{"phase":"__proto__","data":{"__proto__":1,"constructor":2}}') as Update],
      [
        {
          name: '__proto__',
          status: 'started',
          data: JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, unknown>,
        },
      ],
    ],
  ];
  for (const [title, updates, phases] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(all(...updates), phases);
    });
  }

  const statuses: readonly (readonly [status: unknown, read: Phase['status']])[] = [
    ['started', 'started'],
    ['completed', 'completed'],
    ['done', 'completed'],
    ['success', 'completed'],
    ['failed', 'failed'],
    ['error', 'failed'],
    ['running', 'started'],
    ['', 'started'],
    [null, 'started'],
    [undefined, 'started'],
    [7, 'started'],
    [{}, 'started'],
  ];
  for (const [status, read] of statuses) {
    it(`reads the status ${JSON.stringify(status)} as ${read}`, () => {
      assert.equal(all({phase: 'A', status})[0]?.status, read);
    });
  }

  it('keeps the status of a phase without news', () => {
    assert.equal(
      all({phase: 'A', status: 'completed'}, {phase: 'A', n: 1})[0]?.status,
      'completed',
    );
    assert.equal(
      all({phase: 'A', status: 'completed'}, {phase: 'A', status: null})[0]?.status,
      'completed',
    );
  });

  it('returns the same list without news', () => {
    const update = {phase: 'A', status: 'started', data: {sources: [{url: 'u'}]}};
    const phases = all(update);
    assert.equal(withUpdate(phases, update), phases);
    assert.equal(withUpdate(phases, {phase: 'A'}), phases);
    assert.notEqual(withUpdate(phases, {phase: 'A', n: 1}), phases);
  });

  it('keeps unchanged phases as the same objects', () => {
    const before = all({phase: 'A'}, {phase: 'B'});
    const after = withUpdate(before, {phase: 'B', status: 'completed'});
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
  });

  it('keeps two hundred phases, and merges more into the last', () => {
    const updates = Array.from({length: 300}, (_, at) => ({phase: `P${at}`, status: 'started'}));
    const phases = all(...updates, {phase: 'P250', n: 1});
    assert.equal(phases.length, 200);
    assert.deepEqual(phases.at(-1), {name: 'P199', status: 'started', data: {n: 1}});
  });

  it('keeps fifty facts of a phase, and their newer values', () => {
    const updates = Array.from({length: 80}, (_, at) => ({phase: 'A', [`k${at}`]: at}));
    const [phase] = all(...updates, {phase: 'A', k3: 'new', k70: 'never'});
    assert.equal(Object.keys(phase?.data ?? {}).length, 50);
    assert.equal(phase?.data?.['k3'], 'new');
    assert.equal(phase.data['k70'], undefined);
  });

  const sequences: readonly (readonly [
    tool: string,
    updates: readonly Update[],
    names: string[],
  ])[] = [
    [
      'web_search',
      [
        {phase: 'WEB_SEARCH', status: 'started', query: 'x'},
        {phase: 'WEB_SEARCH', status: 'completed', data: {results_count: 2, sources: []}},
        {phase: 'SCRAPING_URLS', status: 'started', url_count: 2},
        {phase: 'SCRAPING_URLS', status: 'completed', scraped_count: 2},
        {phase: 'RERANKING', status: 'started'},
        {phase: 'RERANKING', status: 'completed', reranked_count: 1},
        {phase: 'GENERATION', status: 'started'},
        {phase: 'GENERATION', status: 'completed'},
      ],
      ['WEB_SEARCH', 'SCRAPING_URLS', 'RERANKING', 'GENERATION'],
    ],
    [
      'rag_search',
      [
        {phase: 'SEARCH_PREPARATION', status: 'started'},
        {phase: 'RETRIEVAL', status: 'completed', retrieved_count: 20},
        {phase: 'RERANKING', status: 'completed', initial_count: 20, kept_count: 5},
        {phase: 'COMPILING_RESULTS', status: 'started'},
      ],
      ['SEARCH_PREPARATION', 'RETRIEVAL', 'RERANKING', 'COMPILING_RESULTS'],
    ],
  ];
  for (const [tool, updates, names] of sequences) {
    it(`reads the phases of ${tool}`, () => {
      assert.deepEqual(
        all(...updates).map(({name}) => name),
        names,
      );
    });
  }
});
