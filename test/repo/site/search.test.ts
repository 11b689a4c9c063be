import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {createSearch, type SearchEntry, type SearchIndex} from '../../../demo/site/search-index.js';
import {Site} from '../../../demo/site/site.js';
import {queries} from './queries.js';

describe('the search of the site', () => {
  let index: SearchIndex;
  let entries: readonly SearchEntry[];

  before(async () => {
    const site = new Site(process.cwd());
    entries = JSON.parse((await site.page('search.json')) ?? '[]') as readonly SearchEntry[];
    index = createSearch(entries);
  });

  const found = (query: string): readonly string[] =>
    index.search(query).map(({url}) => url.replace(/\.html.*/, ''));

  it('finds the right page among the first three results for 95 % of the queries', () => {
    const missed = queries.filter(
      ([query, ...pages]) =>
        !found(query)
          .slice(0, 3)
          .some(page => pages.includes(page)),
    );
    assert.ok(queries.length >= 150, `${queries.length} queries`);
    assert.ok(missed.length <= queries.length * 0.05, missed.map(([query]) => query).join(', '));
  });

  it('has queries with existing answers', () => {
    const known = new Set(entries.map(({url}) => url.replace(/\.html.*/, '')));
    const missing = queries.filter(([, ...pages]) => !pages.some(page => known.has(page)));
    assert.deepEqual(missing, []);
  });

  it('finds whole and divided names, plural forms and words with a typing error', () => {
    for (const query of ['tokenEndpoint', 'token-endpoint', 'token endpoint'])
      assert.ok(found(query).slice(0, 3).includes('docs/credentials'), query);
    assert.ok(found('session id').slice(0, 3).includes('docs/control'));
    assert.ok(found('TrustedHTML').slice(0, 3).includes('docs/security'));
    assert.deepEqual(found('theme'), found('themes'));
    assert.ok(found('accesibility').slice(0, 3).includes('docs/accessibility'));
    for (const query of ['reconn', 'recconnect'])
      assert.ok(found(query).slice(0, 3).includes('docs/connection'), query);
  });

  it('finds names of code: codes of errors as a whole, and names that only code samples have', () => {
    for (const code of ['not_a_stream', 'token_unavailable'])
      assert.ok(found(code).slice(0, 3).includes('docs/codes'), code);
    assert.ok(found('isCustomElement').includes('docs/vue'));
  });

  it('corrects two letters in the wrong order, also of a word that says nothing', () => {
    assert.deepEqual(found('theem'), found('theme'));
    assert.deepEqual(found('wrok theme'), found('theme'));
  });

  it('translates German, French and Spanish words that no passage has', () => {
    assert.ok(found('Barrierefreiheit').slice(0, 3).includes('docs/accessibility'));
    assert.ok(found('Datenschutz').slice(0, 3).includes('docs/privacy'));
    assert.deepEqual(found('couleur'), found('colour'));
    assert.deepEqual(found('error'), found('errors'));
  });

  it('finds forms of irregular verbs', () => {
    assert.deepEqual(found('hidden'), found('hide'));
    assert.deepEqual(found('sent data'), found('send data'));
  });

  it('finds no other word that begins with another letter, or that is written correctly', () => {
    const passage = (id: number, heading: string): SearchEntry => {
      return {id, url: `${heading}.html`, page: heading, heading, text: '', kind: 'guide'};
    };
    const small = createSearch([passage(0, 'query'), passage(1, 'server'), passage(2, 'semver')]);
    assert.deepEqual(small.search('jquery'), []);
    assert.deepEqual(
      small.search('semver').map(({url}) => url),
      ['semver.html'],
    );
  });

  it('finds nothing for a word that no page has', () => {
    assert.deepEqual(found('xyzzy'), []);
    assert.deepEqual(found(''), []);
  });
});
