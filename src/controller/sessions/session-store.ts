import {endpointUrl} from '../http/request.js';
import type {ChatOptions, SessionStorage} from '../types.js';
import {unlessExtended} from '../../core/json.js';

/** The browser's own storage, where there is one and it may be used. */
function ambientStorage(): SessionStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : localStorage;
  } catch {
    return undefined; // Forbidden by the browser's settings.
  }
}

/**
 * What survives a reload, apart for each endpoint, agent and user: one record of short texts. Storage may be absent,
 * full or forbidden; then a chat lives without it. Tokens never come here.
 */
export class SessionStore {
  readonly #storage: SessionStorage | undefined;
  /** Names the chat: the same for every page that shares what is remembered. */
  readonly key: string;

  constructor({
    storage,
    endpoint,
    agentId,
    userId,
  }: Pick<ChatOptions, 'storage' | 'endpoint' | 'agentId' | 'userId'>) {
    this.#storage = storage === null ? undefined : (storage ?? ambientStorage());
    this.key = ['ubik-chat', placeOf(endpoint), agentId, userId]
      .map((part = '') =>
        encodeURIComponent(/\p{Surrogate}/u.test(part) ? JSON.stringify(part) : part),
      )
      .join(':');
  }

  /** What was remembered under this name. */
  get(name: string): string | undefined {
    return this.#read().get(name);
  }

  /** Remembers a text, or forgets it. */
  set(name: string, text: string | undefined): void {
    const record = this.#read(); // Each time: another tab may have written.
    if (record.get(name) === text) return;
    if (text === undefined) record.delete(name);
    else record.set(name, text);
    this.#write(record);
  }

  /** Leaves no trace. */
  clear(): void {
    this.#write(new Map());
  }

  #read(): Map<string, string> {
    try {
      const record: unknown = JSON.parse(this.#storage?.getItem(this.key) ?? '{}');
      const entries = typeof record === 'object' && record !== null ? Object.entries(record) : [];
      return new Map(
        entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
    } catch {
      return new Map();
    }
  }

  #write(record: Map<string, string>): void {
    try {
      if (record.size === 0) this.#storage?.removeItem(this.key);
      else
        this.#storage?.setItem(
          this.key,
          JSON.stringify(Object.fromEntries(record), unlessExtended),
        );
    } catch {
      // Full or forbidden: what is not remembered is asked of the server, or lost with the page.
    }
  }
}

/** An endpoint without its query, which might hold what must not be stored. */
function placeOf(endpoint: string | undefined): string {
  if (endpoint === undefined) return '';
  try {
    const {origin, pathname} = endpointUrl(endpoint);
    return origin + pathname;
  } catch {
    return endpoint.replace(/[?#].*$/s, '');
  }
}
