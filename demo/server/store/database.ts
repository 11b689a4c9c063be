import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import sqlite, {type Database as Connection, type JSValue, type Statement} from 'node-sqlite3-wasm';
import {schema} from './schema.js';

export type Value = JSValue;
export type DatabaseRow = Readonly<Record<string, unknown>>;

/**
 * A SQLite database in a folder. `node-sqlite3-wasm` was chosen because it is SQLite itself, writes an ordinary file, and
 * installs without a compiler or a separate download. Only one process can use a folder at a time.
 */
export class Database {
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();
  readonly #owner: string;

  constructor(folder: string) {
    const path = resolve(folder);
    mkdirSync(path, {recursive: true});
    this.#owner = join(path, 'server.pid');
    claim(this.#owner, join(path, 'agent.db.lock'));
    this.#connection = new sqlite.Database(join(path, 'agent.db'));
    // Without fsync only a power failure can lose data, which is acceptable for a demo.
    this.#connection.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF;');
    this.#connection.exec(schema);
  }

  run(sql: string, ...values: Value[]): void {
    this.#prepare(sql).run(values);
  }

  all(sql: string, ...values: Value[]): DatabaseRow[] {
    return this.#prepare(sql).all(values);
  }

  get(sql: string, ...values: Value[]): DatabaseRow | undefined {
    return this.all(sql, ...values)[0];
  }

  /** Runs `work` in a transaction. */
  transaction<T>(work: () => T): T {
    this.#connection.exec('BEGIN');
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#connection.close();
    rmSync(this.#owner, {force: true});
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#connection.prepare(sql)));
    return statement;
  }
}

/** Locks the folder for this process. Removes the lock of a process that was killed. */
function claim(owner: string, lock: string): void {
  const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : undefined;
  if (pid !== undefined && pid !== process.pid && isAlive(pid)) {
    throw new Error(`Process ${pid} already uses this folder: stop it, or choose another --data.`);
  }
  rmSync(lock, {recursive: true, force: true});
  writeFileSync(owner, String(process.pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
