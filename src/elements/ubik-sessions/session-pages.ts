import type {SessionInfo, SessionPage} from '../../core/protocol/session-types.js';

/** Loads the list of sessions page by page. A newer request supersedes the older ones. */
export class SessionPages {
  #sessions: readonly SessionInfo[] = [];
  #nextPage: number | undefined = 1;
  #loadedPages = 0;
  #requests = 0;
  readonly #loadPage: (page: number) => Promise<SessionPage>;

  constructor(loadPage: (page: number) => Promise<SessionPage>) {
    this.#loadPage = loadPage;
  }

  get sessions(): readonly SessionInfo[] {
    return this.#sessions;
  }

  /** The number of the next page; `undefined` after the last one. */
  get next(): number | undefined {
    return this.#nextPage;
  }

  /** Loads a page. Returns `false` if another request replaced it. The first page resets the list. */
  async load(page: number): Promise<boolean> {
    const read = ++this.#requests;
    this.#nextPage = page;
    try {
      const {sessions, more} = await this.#loadPage(page);
      if (read !== this.#requests) return false;
      this.#store(page === 1 ? sessions : [...this.#sessions, ...sessions], page, more);
      return true;
    } catch (error) {
      if (read !== this.#requests) return false;
      throw error;
    }
  }

  /** Reloads the pages loaded so far. Returns `false` if another request replaced it. */
  async reload(): Promise<boolean> {
    const read = ++this.#requests;
    const found: SessionInfo[] = [];
    let page = 0;
    let more: boolean;
    do {
      const next = await this.#loadPage(++page);
      found.push(...next.sessions);
      ({more} = next);
    } while (more && page < this.#loadedPages);
    if (read !== this.#requests) return false;
    this.#store(found, page, more);
    return true;
  }

  /** Discards the list, and what is being loaded. */
  clear(): void {
    this.#requests += 1;
    this.#sessions = [];
    this.#nextPage = 1;
    this.#loadedPages = 0;
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
  #store(sessions: readonly SessionInfo[], pages: number, more: boolean): void {
    const known = new Set<string>();
    this.#sessions = sessions.filter(({id}) => !known.has(id) && known.add(id));
    this.#loadedPages = pages;
    this.#nextPage = more ? pages + 1 : undefined;
  }
}
