import {randomUUID} from 'node:crypto';
import {now} from '../clock.js';
import {isObject, type JsonObject} from '../json.js';
import type {Database, DatabaseRow, Value} from './database.js';
import {count, json, optionalText, text} from './row.js';

export interface Session {
  readonly id: string;
  /** The end user who owns the session. */
  readonly user: string | undefined;
  readonly title: string | undefined;
  readonly status: string;
  readonly model: string | undefined;
  /** Other fields of the request that created it, unchanged. */
  readonly options: JsonObject;
  /** The newest message of the active branch. */
  readonly head: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type SessionChange = Partial<
  Pick<Session, 'user' | 'title' | 'status' | 'model' | 'head' | 'options'>
>;

export class SessionTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(fields: Pick<Session, 'user' | 'title' | 'model' | 'options'>): Session {
    const id = randomUUID();
    const time = now();
    this.#database.run(
      'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?)',
      id,
      fields.user ?? null,
      fields.title ?? null,
      'active',
      fields.model ?? null,
      JSON.stringify(fields.options),
      time,
      time,
    );
    return {id, status: 'active', head: undefined, createdAt: time, updatedAt: time, ...fields};
  }

  get(id: string): Session | undefined {
    const row = this.#database.get('SELECT * FROM sessions WHERE id = ?', id);
    return row && toSession(row);
  }

  /** A page of the sessions of a user or of the account, most recently updated first. */
  list(user: string | undefined, page: number, limit: number): {items: Session[]; total: number} {
    const rows = this.#database.all(
      'SELECT * FROM sessions WHERE user IS ? ORDER BY updated_at DESC LIMIT ? OFFSET ?',
      user ?? null,
      limit,
      (page - 1) * limit,
    );
    const total = this.#database.get(
      'SELECT count(*) AS count FROM sessions WHERE user IS ?',
      user ?? null,
    );
    return {items: rows.map(toSession), total: count(total)};
  }

  update(id: string, change: SessionChange): void {
    const columns: Record<string, Value> = {updated_at: now()};
    for (const [name, value] of Object.entries(change)) {
      columns[name] = typeof value === 'string' ? value : value ? JSON.stringify(value) : null;
    }
    const assignments = Object.keys(columns).map(name => `${name} = ?`);
    this.#database.run(
      `UPDATE sessions SET ${assignments.join(', ')} WHERE id = ?`,
      ...Object.values(columns),
      id,
    );
  }

  remove(id: string): void {
    this.#database.run('DELETE FROM sessions WHERE id = ?', id);
  }
}

function toSession(row: DatabaseRow): Session {
  const options = json(row, 'options');
  return {
    id: text(row, 'id'),
    user: optionalText(row, 'user'),
    title: optionalText(row, 'title'),
    status: text(row, 'status'),
    model: optionalText(row, 'model'),
    options: isObject(options) ? options : {},
    head: optionalText(row, 'head'),
    createdAt: text(row, 'created_at'),
    updatedAt: text(row, 'updated_at'),
  };
}
