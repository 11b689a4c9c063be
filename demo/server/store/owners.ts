import type {Database} from './database.js';
import {optionalText} from './row.js';

/** The owners of conversations of a service that knows this server as one account. */
export class Owners {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(conversation: string, user: string): void {
    this.#database.run('INSERT OR IGNORE INTO owners VALUES (?, ?)', conversation, user);
  }

  isOwner(conversation: string, user: string): boolean {
    const row = this.#database.get('SELECT user FROM owners WHERE conversation = ?', conversation);
    return row !== undefined && optionalText(row, 'user') === user;
  }

  /** Adds the id of a run or a message of a conversation. */
  addId(id: string, conversation: string): void {
    this.#database.run('INSERT OR IGNORE INTO conversation_ids VALUES (?, ?)', id, conversation);
  }

  /** Whether a run or a message belongs to a conversation. */
  hasId(id: string, conversation: string): boolean {
    const row = this.#database.get('SELECT conversation FROM conversation_ids WHERE id = ?', id);
    return row !== undefined && optionalText(row, 'conversation') === conversation;
  }
}
