import {openDB, type DBSchema, type IDBPDatabase} from 'idb';
import {jsonText, parseJson} from '../core/json.js';
import {asArray} from '../core/values.js';
import type {LocalSessionStore, StoredSession} from '../core/protocol/local-session-types.js';
import type {SessionInfo, SessionPage} from '../core/protocol/session-types.js';
import type {MessageItem} from '../core/model/item.js';

export interface StoreLimits {
  /** The greatest number of stored characters of all sessions of an endpoint and user. The default is 20 million. */
  readonly maxCharacters?: number;
  /** The greatest number of sessions of an endpoint and user. The default is 200. */
  readonly maxSessions?: number;
}

interface SessionRecord {
  readonly scope: string;
  readonly id: string;
  readonly title?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The length of `messages`. */
  readonly characters: number;
}

type SessionPlace = Pick<SessionRecord, 'scope' | 'id'>;

interface Schema extends DBSchema {
  sessions: {
    key: [scope: string, id: string];
    value: SessionRecord;
    indexes: {'by-time': [scope: string, updatedAt: number]};
  };
  messages: {
    key: [scope: string, id: string];
    value: {readonly scope: string; readonly id: string; readonly messages: string};
  };
}

const both = ['sessions', 'messages'] as const;

/**
 * Stores sessions in IndexedDB: one record with the data of the list, and one with the messages as JSON. When a limit or
 * the quota of the browser is exceeded, the sessions that were not changed for the longest time are removed.
 */
export class IndexedDbStore implements LocalSessionStore {
  readonly #limits: Required<StoreLimits>;
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  constructor({maxCharacters = 20_000_000, maxSessions = 200}: StoreLimits = {}) {
    this.#limits = {maxCharacters, maxSessions};
  }

  async open(): Promise<void> {
    await this.#open();
  }

  async list(scope: string, {page, limit}: {page: number; limit: number}): Promise<SessionPage> {
    const db = await this.#open();
    const index = db.transaction('sessions').store.index('by-time');
    const first = (page - 1) * limit;
    const sessions: SessionInfo[] = [];
    let cursor = await index.openCursor(scopeRange(scope), 'prev');
    if (cursor && first > 0) cursor = await cursor.advance(first);
    for (; cursor && sessions.length < limit; cursor = await cursor.continue()) {
      sessions.push(infoOf(cursor.value));
    }
    return {sessions, more: cursor !== null};
  }

  async load(scope: string, session: string): Promise<StoredSession | undefined> {
    const db = await this.#open();
    const transaction = db.transaction(both);
    const [record, stored] = await Promise.all([
      transaction.objectStore('sessions').get([scope, session]),
      transaction.objectStore('messages').get([scope, session]),
    ]);
    if (!stored) return undefined;
    const messages = parseJson(stored.messages);
    return {
      ...(record ? infoOf(record) : {id: session}),
      messages: asArray(messages) as readonly MessageItem[], // Their reader checks them.
    };
  }

  async save(
    scope: string,
    {id, title}: SessionInfo,
    messages: readonly MessageItem[],
  ): Promise<void> {
    const text = jsonText(messages);
    if (text === undefined) throw new Error('The conversation cannot be serialized.');
    const db = await this.#open();
    const kept = {scope, id};
    await this.#writeAndMakeRoom(db, {...kept, messages: text});
    await this.#updateRecord(db, {...kept, characters: text.length}, title);
    await this.#removeSurplus(db, kept);
  }

  async rename(scope: string, session: string, title: string): Promise<void> {
    const db = await this.#open();
    const {store, done} = db.transaction('sessions', 'readwrite');
    const record = await store.get([scope, session]);
    if (record) await store.put({...record, title});
    await done;
  }

  async remove(scope: string, session: string): Promise<void> {
    await removeAll(await this.#open(), [[scope, session]]);
  }

  async clear(scope: string): Promise<void> {
    await removeAll(await this.#open(), [scopeRange(scope)]);
  }

  /** Writes messages. While the quota is exceeded, the oldest sessions make room: at first as much as the messages need. */
  async #writeAndMakeRoom(
    db: IDBPDatabase<Schema>,
    value: Schema['messages']['value'],
  ): Promise<void> {
    for (let attempt = 0, needed = value.messages.length; ; attempt += 1, needed *= 2) {
      try {
        await this.#write(db, value);
        return;
      } catch (error) {
        const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
        if (!isFull || attempt === 3) throw error;
        if (!(await this.#removeOldest(db, value, needed))) throw error;
      }
    }
  }

  /** One request that is committed at once, so that it completes although the page is unloaded. */
  async #write(db: IDBPDatabase<Schema>, value: Schema['messages']['value']): Promise<void> {
    const transaction = db.transaction('messages', 'readwrite');
    const put = transaction.store.put(value);
    transaction.commit();
    await Promise.all([put, transaction.done]);
  }

  async #updateRecord(
    db: IDBPDatabase<Schema>,
    changes: Pick<SessionRecord, 'scope' | 'id' | 'characters'>,
    title: string | undefined,
  ): Promise<void> {
    const {store, done} = db.transaction('sessions', 'readwrite');
    const now = Date.now();
    const known = await store.get([changes.scope, changes.id]);
    const record = {createdAt: now, ...(title !== undefined && {title}), ...known};
    await store.put({...record, ...changes, updatedAt: now});
    await done;
  }

  /** Keeps a session and, from the newest on, what fits beside it. One that alone exceeds the limit removes no others. */
  async #removeSurplus(db: IDBPDatabase<Schema>, kept: SessionPlace): Promise<void> {
    const {maxCharacters, maxSessions} = this.#limits;
    const records = await recordsOf(db, kept);
    const own = records.find(({id}) => id === kept.id)?.characters ?? 0;
    let characters = own > maxCharacters ? maxCharacters : maxCharacters - own;
    let count = maxSessions - 1;
    const surplus = records.reverse().filter(record => {
      if (record.id === kept.id) return false;
      if (count < 1 || record.characters > characters) return true;
      count -= 1;
      characters -= record.characters;
      return false;
    });
    await removeRecords(db, surplus);
  }

  /**
   * Removes the oldest sessions of a scope, as many as have so many characters, but never the session `kept`. Resolves to
   * whether there were any.
   */
  async #removeOldest(
    db: IDBPDatabase<Schema>,
    kept: SessionPlace,
    characters: number,
  ): Promise<boolean> {
    let left = characters;
    const surplus = (await recordsOf(db, kept)).filter(record => {
      if (record.id === kept.id || left <= 0) return false;
      left -= record.characters;
      return true;
    });
    await removeRecords(db, surplus);
    return surplus.length > 0;
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    this.#opening ??= openDB<Schema>('ubik-chat', 1, {
      upgrade(db) {
        db.createObjectStore('sessions', {keyPath: ['scope', 'id']}).createIndex('by-time', [
          'scope',
          'updatedAt',
        ]);
        db.createObjectStore('messages', {keyPath: ['scope', 'id']});
      },
      // A newer version of the page wants to change the database.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        this.#opening = undefined;
      },
      terminated: () => (this.#opening = undefined),
    }).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

/** All keys of a scope: an array is greater than any number or text in the second place. */
const scopeRange = (scope: string): IDBKeyRange => IDBKeyRange.bound([scope], [scope, []]);

/** The sessions of the same endpoint and user, the oldest one first. */
const recordsOf = (db: IDBPDatabase<Schema>, {scope}: SessionPlace): Promise<SessionRecord[]> =>
  db.getAllFromIndex('sessions', 'by-time', scopeRange(scope));

async function removeRecords(
  db: IDBPDatabase<Schema>,
  records: readonly SessionPlace[],
): Promise<void> {
  const keys = records.map(({scope, id}) => [scope, id] as [string, string]);
  if (keys.length > 0) await removeAll(db, keys);
}

async function removeAll(
  db: IDBPDatabase<Schema>,
  keys: readonly ([scope: string, id: string] | IDBKeyRange)[],
): Promise<void> {
  const transaction = db.transaction(both, 'readwrite');
  await Promise.all([
    ...keys.flatMap(key => both.map(name => transaction.objectStore(name).delete(key))),
    transaction.done,
  ]);
}

const infoOf = ({id, title, createdAt, updatedAt}: SessionRecord): SessionInfo => ({
  id,
  ...(title !== undefined && {title}),
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});
