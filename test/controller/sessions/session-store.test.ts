import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SessionStore} from '../../../src/controller/sessions/session-store.js';
import {memory} from '../support/chat.js';

const endpoint = 'https://a.example/api';

describe('the session store', () => {
  it('remembers texts for the next page', () => {
    const storage = memory();
    new SessionStore({options: {storage, endpoint}}).set('session', 's1');
    assert.equal(new SessionStore({options: {storage, endpoint}}).get('session'), 's1');
  });

  it('separates endpoints, agents and users', () => {
    const storage = memory();
    const places = [
      {endpoint},
      {endpoint: 'https://b.example/api'},
      {endpoint, agentId: 'a'},
      {endpoint, userId: 'a'},
      {endpoint, agentId: 'a', userId: 'a'},
      {endpoint, agentId: 'a:a'},
    ];
    places.forEach((place, index) =>
      new SessionStore({options: {storage, ...place}}).set('n', `${index}`),
    );
    const read = places.map(place => new SessionStore({options: {storage, ...place}}).get('n'));
    assert.deepEqual(read, ['0', '1', '2', '3', '4', '5']);
  });

  it('treats two spellings of one endpoint as the same', () => {
    const storage = memory();
    new SessionStore({options: {storage, endpoint}}).set('session', 's1');
    const other = new SessionStore({options: {storage, endpoint: `${endpoint}/?page=2`}});
    assert.equal(other.get('session'), 's1');
  });

  it('stores nothing of the query of an endpoint', () => {
    const storage = memory();
    new SessionStore({options: {storage, endpoint: `${endpoint}?key=secret`}}).set('a', 'b');
    new SessionStore({options: {storage, endpoint: `/api?key=secret`}}).set('a', 'b');
    assert.doesNotMatch(JSON.stringify([...storage.entries]), /secret/);
  });

  it('leaves no trace after it is cleared', () => {
    const storage = memory();
    const store = new SessionStore({options: {storage, endpoint}});
    store.set('session', 's1');
    store.set('draft', 'half a');
    store.clear();
    assert.equal(storage.entries.size, 0);
  });

  it('stores one run for each of a few sessions, until it ends', () => {
    const store = new SessionStore({options: {storage: memory(), endpoint}});
    store.setRun(undefined, 'r1'); // The server names the session after the run.
    store.setRun('s1', 'r1');
    store.setRun('s2', 'r2');
    assert.equal(store.run(undefined), undefined);
    assert.equal(store.run('s1'), 'r1');
    store.setRun('s2', undefined);
    assert.equal(store.run('s1'), 'r1');
    store.setRun('s1', 'r3');
    assert.equal(store.run('s1'), 'r3');
    for (const n of [1, 2, 3, 4, 5]) store.setRun(`later ${n}`, `run ${n}`);
    assert.equal(store.run('s1'), undefined);
    for (const n of [1, 2, 3, 4, 5]) store.setRun(`later ${n}`, undefined);
    assert.equal(store.get('run'), undefined);
  });

  it('leaves no trace after the last text is forgotten', () => {
    const storage = memory();
    const store = new SessionStore({options: {storage, endpoint}});
    store.set('session', 's1');
    store.set('session', undefined);
    assert.equal(storage.entries.size, 0);
  });

  it('does not overwrite entries of another tab', () => {
    const storage = memory();
    const [one, two] = [
      new SessionStore({options: {storage, endpoint}}),
      new SessionStore({options: {storage, endpoint}}),
    ];
    one.set('session', 's1');
    two.set('draft', 'half a');
    assert.equal(one.get('draft'), 'half a');
    assert.equal(two.get('session'), 's1');
  });

  const fails = (): never => {
    throw new DOMException('No.', 'QuotaExceededError');
  };
  for (const [what, storage] of [
    ['is absent', null],
    ['is not given, in Node', undefined],
    ['is full', {...memory(), setItem: fails}],
    ['is forbidden', {getItem: fails, setItem: fails, removeItem: fails}],
    ['holds something else', {...memory(), getItem: () => '[1, {"a": 2}'}],
    ['holds another type', {...memory(), getItem: () => '{"session": 7}'}],
  ] as const) {
    it(`works without storage that ${what}`, () => {
      const store = new SessionStore({
        options: {...(storage !== undefined && {storage}), endpoint},
      });
      store.set('session', 's1');
      assert.equal(typeof (store.get('session') ?? ''), 'string');
      store.clear();
      store.set('session', undefined);
      assert.notEqual(store.get('session'), 7);
    });
  }
});
