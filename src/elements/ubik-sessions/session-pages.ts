import type {SessionInfo, SessionPage} from '../../core/protocol/session-types.js';

/** The list of sessions as far as it was read, page by page. */
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

  /** The page that follows, where there is one. */
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

  /** Reads once more what was read; `false` where it came too late. */
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

  /** A session has another title. */
  rename(id: string, title: string): void {
    this.#sessions = this.#sessions.map(session =>
      session.id === id ? {...session, title} : session,
    );
  }

  /** A session is no longer there. */
  remove(id: string): void {
    this.#sessions = this.#sessions.filter(session => session.id !== id);
  }

  /** Pages shift when a session is begun: what stands on two is listed once. */
  #keep(sessions: readonly SessionInfo[], pages: number, more: boolean): void {
    const known = new Set<string>();
    this.#sessions = sessions.filter(({id}) => !known.has(id) && known.add(id));
    this.#count = pages;
    this.#next = more ? pages + 1 : undefined;
  }
}
