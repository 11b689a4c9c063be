import type {SessionInfo, SessionPage} from '../../core/protocol/session-types.js';

/** Loads the list of sessions page by page. A newer request supersedes the older ones. */
export class SessionPages {
  #sessions: readonly SessionInfo[] = [];
  #next: number | undefined = 1;
  #count = 0;
  #reads = 0;
  readonly #ask: (page: number) => Promise<SessionPage>;

  constructor(ask: (page: number) => Promise<SessionPage>) {
    this.#ask = ask;
  }

  get sessions(): readonly SessionInfo[] {
    return this.#sessions;
  }

  /** The number of the next page; `undefined` after the last one. */
  get next(): number | undefined {
    return this.#next;
  }

  /** Loads a page. Returns `false` if another request replaced it. The first page resets the list. */
  async read(page: number): Promise<boolean> {
    const read = ++this.#reads;
    this.#next = page;
    try {
      const {sessions, more} = await this.#ask(page);
      if (read !== this.#reads) return false;
      this.#keep(page === 1 ? sessions : [...this.#sessions, ...sessions], page, more);
      return true;
    } catch (error) {
      if (read !== this.#reads) return false;
      throw error;
    }
  }

  /** Reloads the pages loaded so far. Returns `false` if another request replaced it. */
  async readAgain(): Promise<boolean> {
    const read = ++this.#reads;
    const found: SessionInfo[] = [];
    let page = 0;
    let more: boolean;
    do {
      const next = await this.#ask(++page);
      found.push(...next.sessions);
      ({more} = next);
    } while (more && page < this.#count);
    if (read !== this.#reads) return false;
    this.#keep(found, page, more);
    return true;
  }

  rename(id: string, title: string): void {
    this.#sessions = this.#sessions.map(session =>
      session.id === id ? {...session, title} : session,
    );
  }

  remove(id: string): void {
    this.#sessions = this.#sessions.filter(session => session.id !== id);
  }

  /**
   * Stores the list without duplicates: when a session is created, the pages shift, and a session can be on two of
   * them.
   */
  #keep(sessions: readonly SessionInfo[], pages: number, more: boolean): void {
    const known = new Set<string>();
    this.#sessions = sessions.filter(({id}) => !known.has(id) && known.add(id));
    this.#count = pages;
    this.#next = more ? pages + 1 : undefined;
  }
}
