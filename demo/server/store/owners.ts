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
}
