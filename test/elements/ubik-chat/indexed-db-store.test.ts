import {expect} from '@open-wc/testing';
import {IndexedDbStore} from '../../../src/local-sessions/indexed-db-store.js';
import {answer, text} from '../support/items.js';
import {until} from '../support/dom.js';

const first = {page: 1, limit: 10};
const message = answer([text('The museum is open.')]);

describe('IndexedDbStore', () => {
  let scope = '';
  let scopes = 0;
  beforeEach(() => {
    scopes += 1;
    scope = `test-${scopes}`;
  });
  afterEach(() => new IndexedDbStore().clear(scope));

  /** Saves sessions one after the other, each in another millisecond. */
  async function save(store: IndexedDbStore, ...ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await store.save(scope, {id, title: `Title ${id}`}, [message]);
      const now = Date.now();
      await until(() => Date.now() > now);
    }
  }

  const idsIn = async (store: IndexedDbStore, range = first): Promise<readonly string[]> =>
    (await store.list(scope, range)).sessions.map(({id}) => id);

  it('loads what was saved', async () => {
    const store = new IndexedDbStore();
    await save(store, 'a');
    const loaded = await new IndexedDbStore().load(scope, 'a');
    expect(loaded?.title).to.equal('Title a');
    expect(loaded?.messages).to.deep.equal([message]);
    expect(Date.parse(loaded?.updatedAt ?? '')).to.be.greaterThan(0);
    expect(await store.load(scope, 'b')).to.equal(undefined);
  });

  it('lists pages of sessions, the last changed one first', async () => {
    const store = new IndexedDbStore();
    await save(store, 'a', 'b', 'c', 'a');
    expect(await idsIn(store)).to.deep.equal(['a', 'c', 'b']);
    const {sessions, more} = await store.list(scope, {page: 1, limit: 2});
    expect([sessions.length, more]).to.deep.equal([2, true]);
    expect(await store.list(scope, {page: 2, limit: 2})).to.deep.include({more: false});
    expect(await idsIn(store, {page: 2, limit: 2})).to.deep.equal(['b']);
    expect(await idsIn(store, {page: 3, limit: 2})).to.deep.equal([]);
  });

  it('keeps the title that the user has given', async () => {
    const store = new IndexedDbStore();
    await save(store, 'a');
    await store.rename(scope, 'a', 'Mine');
    await save(store, 'a');
    expect((await store.load(scope, 'a'))?.title).to.equal('Mine');
  });

  it('removes the oldest sessions beyond a number of sessions', async () => {
    const store = new IndexedDbStore({maxSessions: 2});
    await save(store, 'a', 'b', 'c');
    expect(await idsIn(store)).to.deep.equal(['c', 'b']);
    expect(await store.load(scope, 'a')).to.equal(undefined);
  });

  it('removes the oldest sessions beyond a size, but not the one that is saved', async () => {
    const {length} = JSON.stringify([message]);
    await save(new IndexedDbStore({maxCharacters: 2 * length}), 'a', 'b', 'c');
    expect(await idsIn(new IndexedDbStore())).to.deep.equal(['c', 'b']);
    await save(new IndexedDbStore({maxCharacters: 1}), 'b');
    expect(await idsIn(new IndexedDbStore())).to.deep.equal(['b']);
  });

  it('removes no other session for one that is too large, and this one when another is saved', async () => {
    await save(new IndexedDbStore(), 'a', 'b');
    const store = new IndexedDbStore({maxCharacters: 5 * JSON.stringify([message]).length});
    const large = answer([text('The museum is open. '.repeat(100))]);
    for (const id of ['large', 'large']) await store.save(scope, {id}, [large]);
    expect(await idsIn(store)).to.deep.equal(['large', 'b', 'a']);
    await save(store, 'c');
    expect(await idsIn(store)).to.deep.equal(['c', 'b', 'a']);
  });

  it('removes as few of the oldest sessions as make room for a message, or none that do not help', async () => {
    const store = new IndexedDbStore();
    await save(store, 'a', 'b', 'c', 'd', 'e');
    const {put} = IDBObjectStore.prototype;
    const refuse = (times: number): void => {
      let left = times;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...all) {
        if (this.name === 'messages' && left-- > 0)
          throw new DOMException('Full.', 'QuotaExceededError');
        return put.apply(this, all);
      };
    };
    try {
      refuse(1);
      await save(store, 'f');
      expect(await idsIn(store)).to.deep.equal(['f', 'e', 'd', 'c', 'b']);
      refuse(2); // Two sessions make room after one did not.
      await save(store, 'g');
      expect(await idsIn(store)).to.deep.equal(['g', 'f', 'e']);
      refuse(Infinity);
      const failed = await store.save(scope, {id: 'h'}, [message]).catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(DOMException);
    } finally {
      IDBObjectStore.prototype.put = put;
    }
  });

  it('separates scopes, and clears only one', async () => {
    const store = new IndexedDbStore();
    await save(store, 'a');
    await store.save(`${scope}-other`, {id: 'a'}, [message]);
    await store.clear(scope);
    expect(await idsIn(store)).to.deep.equal([]);
    expect(await store.load(scope, 'a')).to.equal(undefined);
    expect((await store.load(`${scope}-other`, 'a'))?.messages).to.have.length(1);
    await store.clear(`${scope}-other`);
  });

  it('removes a session', async () => {
    const store = new IndexedDbStore();
    await save(store, 'a', 'b');
    await store.remove(scope, 'a');
    expect(await idsIn(store)).to.deep.equal(['b']);
    expect(await store.load(scope, 'a')).to.equal(undefined);
  });
});
