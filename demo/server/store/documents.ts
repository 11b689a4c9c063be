import {randomUUID} from 'node:crypto';
import {now} from '../clock.js';
import type {Database, DatabaseRow} from './database.js';
import {count, json, optionalText, text, toJson} from './row.js';

/** An uploaded file. Only its text is stored, not its bytes. */
export interface Document {
  readonly id: string;
  readonly user: string | undefined;
  readonly name: string;
  readonly type: string | undefined;
  readonly text: string | undefined;
  /** Why no text could be read. */
  readonly error: string | undefined;
  readonly metadata: unknown;
  readonly createdAt: string;
}

export interface LinkedDocument extends Document {
  readonly starred: boolean;
}

export class Documents {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create(fields: Omit<Document, 'id' | 'createdAt'>): Document {
    const document = {...fields, id: randomUUID(), createdAt: now()};
    this.#database.run(
      'INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      document.id,
      document.user ?? null,
      document.name,
      document.type ?? null,
      document.text ?? null,
      document.error ?? null,
      toJson(document.metadata),
      document.createdAt,
    );
    return document;
  }

  get(id: string): Document | undefined {
    const row = this.#database.get('SELECT * FROM documents WHERE id = ?', id);
    return row && toDocument(row);
  }

  link(session: string, document: string): void {
    this.#database.run(
      'INSERT OR IGNORE INTO session_documents VALUES (?, ?, 0)',
      session,
      document,
    );
  }

  unlink(session: string, document: string): void {
    this.#database.run(
      'DELETE FROM session_documents WHERE session = ? AND document = ?',
      session,
      document,
    );
  }

  star(session: string, document: string, starred: boolean): void {
    this.#database.run(
      'UPDATE session_documents SET starred = ? WHERE session = ? AND document = ?',
      starred,
      session,
      document,
    );
  }

  /** Documents of a session, oldest first. */
  ofSession(session: string, page = 1, limit = -1): {items: LinkedDocument[]; total: number} {
    const rows = this.#database.all(
      `SELECT documents.*, starred FROM session_documents JOIN documents ON documents.id = document
       WHERE session = ? ORDER BY created_at LIMIT ? OFFSET ?`,
      session,
      limit,
      Math.max(0, (page - 1) * limit),
    );
    const total = this.#database.get(
      'SELECT count(*) AS count FROM session_documents WHERE session = ?',
      session,
    );
    return {
      items: rows.map(row => ({...toDocument(row), starred: row['starred'] === 1})),
      total: count(total),
    };
  }
}

function toDocument(row: DatabaseRow): Document {
  return {
    id: text(row, 'id'),
    user: optionalText(row, 'user'),
    name: text(row, 'name'),
    type: optionalText(row, 'type'),
    text: optionalText(row, 'text'),
    error: optionalText(row, 'error'),
    metadata: json(row, 'metadata'),
    createdAt: text(row, 'created_at'),
  };
}
