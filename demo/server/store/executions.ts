import {now} from '../clock.js';
import type {Database, DatabaseRow} from './database.js';
import {json, optionalText, text} from './row.js';

export type ExecutionStatus = 'pending' | 'waiting_for_input' | 'completed' | 'failed';

/** One execution of a tool. */
export interface StoredExecution {
  readonly id: string;
  readonly task: string;
  readonly tool: string;
  readonly status: ExecutionStatus;
  readonly inputs: unknown;
  readonly outputs: unknown;
  readonly error: string | undefined;
  readonly createdAt: string;
  readonly completedAt: string | undefined;
}

/** A file that a tool created. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export class Executions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(fields: Pick<StoredExecution, 'id' | 'task' | 'tool' | 'inputs'>): void {
    this.#database.run(
      `INSERT INTO executions (id, task, tool, status, inputs, created_at) VALUES (?, ?, ?, 'pending', ?, ?)`,
      fields.id,
      fields.task,
      fields.tool,
      JSON.stringify(fields.inputs),
      now(),
    );
  }

  get(id: string): StoredExecution | undefined {
    const row = this.#database.get('SELECT * FROM executions WHERE id = ?', id);
    return row && toExecution(row);
  }

  /** All executions of a task, in the order of their start. */
  ofTask(task: string): StoredExecution[] {
    const rows = this.#database.all('SELECT * FROM executions WHERE task = ? ORDER BY n', task);
    return rows.map(toExecution);
  }

  setStatus(id: string, status: ExecutionStatus): void {
    this.#database.run('UPDATE executions SET status = ? WHERE id = ?', status, id);
  }

  complete(id: string, outputs: unknown): void {
    this.#database.run(
      `UPDATE executions SET status = 'completed', outputs = ?, completed_at = ? WHERE id = ?`,
      JSON.stringify(outputs),
      now(),
      id,
    );
  }

  fail(id: string, error: string): void {
    this.#database.run(
      `UPDATE executions SET status = 'failed', error = ?, completed_at = ? WHERE id = ?`,
      error,
      now(),
      id,
    );
  }

  addAsset(execution: string, asset: Asset): void {
    this.#database.run(
      'INSERT OR REPLACE INTO assets VALUES (?, ?, ?, ?)',
      execution,
      asset.name,
      asset.type,
      asset.bytes,
    );
  }

  asset(execution: string, name: string): Asset | undefined {
    const row = this.#database.get(
      'SELECT * FROM assets WHERE execution = ? AND name = ?',
      execution,
      name,
    );
    const bytes = row?.['bytes'];
    if (!row || !(bytes instanceof Uint8Array)) return undefined;
    return {name, type: text(row, 'type'), bytes};
  }
}

function toExecution(row: DatabaseRow): StoredExecution {
  return {
    id: text(row, 'id'),
    task: text(row, 'task'),
    tool: text(row, 'tool'),
    status: text(row, 'status') as ExecutionStatus,
    inputs: json(row, 'inputs'),
    outputs: json(row, 'outputs'),
    error: optionalText(row, 'error'),
    createdAt: text(row, 'created_at'),
    completedAt: optionalText(row, 'completed_at'),
  };
}
