import {basePath, endpointUrl} from '../http/request.js';
import type {Settings} from '../settings.js';
import type {SessionStorage} from '../types.js';
import {jsonText, parseJson, unlessExtended} from '../../core/json.js';
import {asArray, asRecord, asText} from '../../core/values.js';

/** The name of a text that the elements store; `answer.` is followed by what identifies a question. */
export type StoredTextName = 'draft' | 'open' | 'place' | 'teaser' | `answer.${string}`;

/** `localStorage`, if it exists and is accessible. */
function ambientStorage(): SessionStorage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : localStorage;
  } catch {
    return undefined; // Denied by the browser's settings.
  }
}

/**
 * Persists short texts over a reload, in one record for each endpoint, agent and user. Storage may be absent, full or
 * denied; nothing is then persisted. Tokens are never stored.
 */
export class SessionStore {
  /** Read at each use: a page may replace `storage` at any time, or end all storing with `null`. */
  readonly #settings: Pick<Settings, 'options'>;
  /** Identifies the record; equal in all pages that share it. */
  readonly key: string;

  constructor(settings: Pick<Settings, 'options'>) {
    this.#settings = settings;
    const {endpoint, agentId, userId} = settings.options;
    this.key = ['ubik-chat', placeOf(endpoint), agentId, userId]
      .map((part = '') =>
        encodeURIComponent(/\p{Surrogate}/u.test(part) ? JSON.stringify(part) : part),
      )
      .join(':');
  }

  get(name: string): string | undefined {
    return this.#read().get(name);
  }

  /** Stores a text; `undefined` removes it. */
  set(name: string, text: string | undefined): void {
    const record = this.#read(); // Read again, because another tab may have changed it.
    if (record.get(name) === text) return;
    if (text === undefined) record.delete(name);
    else record.set(name, text);
    this.#write(record);
  }

  clear(): void {
    this.#write(new Map());
  }

  /** The id of the run in progress in a session. */
  run(session: string | undefined): string | undefined {
    return this.#runs.find(([, of]) => of === session)?.[0];
  }

  /** Stores the run in progress in a session; `undefined` removes it. Chats with other sessions may share the record. */
  setRun(session: string | undefined, run: string | undefined): void {
    // The server may name the session after the run.
    const others = this.#runs.filter(([one, of]) => of !== session && one !== run);
    const runs = run === undefined ? others : [...others, [run, session]];
    this.set('run', runs.length > 0 ? jsonText(runs.slice(-5)) : undefined);
  }

  get #runs(): readonly (readonly [run: string | undefined, session: string | undefined])[] {
    return asArray(parseJson(this.get('run') ?? '')).map(stored => {
      const [run, session] = asArray(stored);
      return [asText(run), asText(session)];
    });
  }

  get #storage(): SessionStorage | undefined {
    const {storage} = this.#settings.options;
    return storage === null ? undefined : (storage ?? ambientStorage());
  }

  #read(): Map<string, string> {
    try {
      const record = asRecord(JSON.parse(this.#storage?.getItem(this.key) ?? '{}'));
      return new Map(
        Object.entries(record).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      );
    } catch {
      return new Map();
    }
  }

  #write(record: Map<string, string>): void {
    try {
      const storage = this.#storage;
      if (record.size === 0) storage?.removeItem(this.key);
      else storage?.setItem(this.key, JSON.stringify(Object.fromEntries(record), unlessExtended));
    } catch {
      // Full or denied: the values are lost, or loaded from the server.
    }
  }
}

/** An endpoint without its query, which may contain secrets. */
function placeOf(endpoint: string | undefined): string {
  if (endpoint === undefined) return '';
  try {
    const url = endpointUrl(endpoint);
    return url.origin + basePath(url);
  } catch {
    return endpoint.replace(/[?#].*$/s, '');
  }
}
