import {randomBytes} from 'node:crypto';
import {Database} from './database.js';
import {Documents} from './documents.js';
import {Executions} from './executions.js';
import {Messages} from './messages.js';
import {Owners} from './owners.js';
import {optionalText} from './row.js';
import {SessionTable} from './sessions.js';
import {Tasks} from './tasks.js';

/** All persistent data. */
export class Store {
  readonly sessions: SessionTable;
  readonly messages: Messages;
  readonly tasks: Tasks;
  readonly executions: Executions;
  readonly documents: Documents;
  readonly owners: Owners;
  readonly #database: Database;

  constructor(folder: string) {
    const database = new Database(folder);
    this.#database = database;
    this.sessions = new SessionTable(database);
    this.messages = new Messages(database);
    this.tasks = new Tasks(database);
    this.executions = new Executions(database);
    this.documents = new Documents(database);
    this.owners = new Owners(database);
  }

  /** A random secret of 256 bits, created on first use. */
  secret(name: string): string {
    const read = 'SELECT value FROM secrets WHERE name = ?';
    const fresh = randomBytes(32).toString('hex');
    this.#database.run('INSERT OR IGNORE INTO secrets VALUES (?, ?)', name, fresh);
    return optionalText(this.#database.get(read, name) ?? {value: fresh}, 'value') ?? fresh;
  }

  /** Replaces a secret by a new one. */
  renewSecret(name: string): string {
    this.#database.run('DELETE FROM secrets WHERE name = ?', name);
    return this.secret(name);
  }

  transaction<T>(work: () => T): T {
    return this.#database.transaction(work);
  }

  close(): void {
    this.#database.close();
  }
}
