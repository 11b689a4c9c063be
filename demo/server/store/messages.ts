import {randomUUID} from 'node:crypto';
import {now} from '../clock.js';
import type {Database, DatabaseRow} from './database.js';
import {json, optionalText, text} from './row.js';

export interface StoredMessage {
  readonly id: string;
  readonly session: string;
  readonly parent: string | undefined;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Ids of the attached documents. */
  readonly attachments: readonly string[];
  /** The running task (for a question), or the task that wrote it (for an answer). */
  readonly task: string | undefined;
  readonly createdAt: string;
}

type New = Pick<StoredMessage, 'session' | 'parent' | 'role' | 'content'> &
  Partial<Pick<StoredMessage, 'id' | 'attachments' | 'task'>>;

/** The messages of all sessions: trees, in which one path is the active branch. */
export class Messages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(fields: New): StoredMessage {
    const message = {
      id: randomUUID(),
      attachments: [],
      task: undefined,
      ...fields,
      createdAt: now(),
    };
    this.#database.run(
      `INSERT INTO messages (id, session, parent, role, content, attachments, task, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      message.id,
      message.session,
      message.parent ?? null,
      message.role,
      message.content,
      JSON.stringify(message.attachments),
      message.task ?? null,
      message.createdAt,
    );
    return message;
  }

  get(session: string, id: string): StoredMessage | undefined {
    const row = this.#database.get(
      'SELECT * FROM messages WHERE session = ? AND id = ?',
      session,
      id,
    );
    return row && toMessage(row);
  }

  /** Sets the running task of a question; `undefined` when it has ended. */
  setTask(id: string, task: string | undefined): void {
    this.#database.run('UPDATE messages SET task = ? WHERE id = ?', task ?? null, id);
  }

  /** The path from the first message to `head`. */
  branch(session: string, head: string | undefined): StoredMessage[] {
    const path: StoredMessage[] = [];
    for (let id = head; id !== undefined;) {
      const message = this.get(session, id);
      if (!message) break;
      path.unshift(message);
      id = message.parent;
    }
    return path;
  }

  /** The children of a message, oldest first; without `parent`, the first messages. */
  children(session: string, parent: string | undefined): StoredMessage[] {
    const rows = this.#database.all(
      'SELECT * FROM messages WHERE session = ? AND parent IS ? ORDER BY n',
      session,
      parent ?? null,
    );
    return rows.map(toMessage);
  }

  /** Follows the newest children of `id` to a message without children. */
  leaf(session: string, id: string): string {
    const newest = this.children(session, id).at(-1);
    return newest ? this.leaf(session, newest.id) : id;
  }
}

function toMessage(row: DatabaseRow): StoredMessage {
  const attachments = json(row, 'attachments');
  return {
    id: text(row, 'id'),
    session: text(row, 'session'),
    parent: optionalText(row, 'parent'),
    role: text(row, 'role') === 'user' ? 'user' : 'assistant',
    content: text(row, 'content'),
    attachments: Array.isArray(attachments) ? attachments.map(String) : [],
    task: optionalText(row, 'task'),
    createdAt: text(row, 'created_at'),
  };
}
