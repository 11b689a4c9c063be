import {now} from '../clock.js';
import {isObject} from '../json.js';
import type {StoredEvent} from '../ubik/events.js';
import type {Database, DatabaseRow} from './database.js';
import {json, optionalText, text, toJson} from './row.js';

export type TaskStatus = 'running' | 'waiting' | 'done' | 'failed' | 'stopped';

/** One run of the agent. */
export interface TaskRecord {
  readonly id: string;
  readonly session: string;
  /** Id of the user's message. */
  readonly question: string;
  /** Id of the answer, also before it is stored. */
  readonly message: string;
  readonly status: TaskStatus;
  /** The task and checkpoint from which it was restored. */
  readonly origin: Origin | undefined;
  readonly createdAt: string;
}

export interface Origin {
  readonly task: string;
  readonly checkpoint: string;
  readonly hint?: string | undefined;
}

/** An answer of the user and its type. */
export interface TaskAnswer {
  readonly input: unknown;
  readonly type: string;
}

/** A question to the user, of the agent or of a tool execution. */
export interface Wait {
  readonly n: number;
  readonly execution: string | undefined;
  readonly types: readonly string[];
  readonly answer: TaskAnswer | undefined;
}

/** Tasks with their events and questions. */
export class Tasks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(
    fields: Pick<TaskRecord, 'id' | 'session' | 'question' | 'message' | 'origin'>,
  ): TaskRecord {
    const createdAt = now();
    this.#database.run(
      `INSERT INTO tasks (id, session, question, message, status, origin, created_at)
       VALUES (?, ?, ?, ?, 'running', ?, ?)`,
      fields.id,
      fields.session,
      fields.question,
      fields.message,
      toJson(fields.origin),
      createdAt,
    );
    return {...fields, status: 'running', createdAt};
  }

  get(id: string): TaskRecord | undefined {
    const row = this.#database.get('SELECT * FROM tasks WHERE id = ?', id);
    return row && toTask(row);
  }

  /** All tasks of a session, oldest first. */
  ofSession(session: string): TaskRecord[] {
    return this.#database
      .all('SELECT * FROM tasks WHERE session = ? ORDER BY n', session)
      .map(toTask);
  }

  withStatus(status: TaskStatus): TaskRecord[] {
    return this.#database.all('SELECT * FROM tasks WHERE status = ?', status).map(toTask);
  }

  setStatus(id: string, status: TaskStatus): void {
    this.#database.run('UPDATE tasks SET status = ? WHERE id = ?', status, id);
  }

  addEvent(id: string, n: number, event: StoredEvent): void {
    this.#database.run('INSERT INTO events VALUES (?, ?, ?)', id, n, JSON.stringify(event));
  }

  events(id: string): StoredEvent[] {
    const rows = this.#database.all('SELECT body FROM events WHERE task = ? ORDER BY n', id);
    return rows.map(row => json(row, 'body')).filter(isObject) as StoredEvent[];
  }

  addWait(id: string, wait: Pick<Wait, 'n' | 'execution' | 'types'>): void {
    this.#database.run(
      'INSERT INTO waits VALUES (?, ?, ?, ?, NULL)',
      id,
      wait.n,
      wait.execution ?? null,
      JSON.stringify(wait.types),
    );
  }

  answerWait(id: string, n: number, answer: TaskAnswer): void {
    this.#database.run(
      'UPDATE waits SET answer = ? WHERE task = ? AND n = ?',
      JSON.stringify(answer),
      id,
      n,
    );
  }

  waits(id: string): Wait[] {
    return this.#database.all('SELECT * FROM waits WHERE task = ? ORDER BY n', id).map(toWait);
  }
}

function toTask(row: DatabaseRow): TaskRecord {
  return {
    id: text(row, 'id'),
    session: text(row, 'session'),
    question: text(row, 'question'),
    message: text(row, 'message'),
    status: text(row, 'status') as TaskStatus,
    origin: json(row, 'origin') as Origin | undefined,
    createdAt: text(row, 'created_at'),
  };
}

function toWait(row: DatabaseRow): Wait {
  return {
    n: Number(row['n']),
    execution: optionalText(row, 'execution'),
    types: json(row, 'types') as string[],
    answer: json(row, 'answer') as TaskAnswer | undefined,
  };
}
