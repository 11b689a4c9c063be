import type {Diagnostic} from './diagnostics.js';
import type {SessionInfo, SessionPage} from './session-types.js';
import type {History} from './types.js';
import type {Conversation, MessageItem} from '../model/item.js';

/** A session as the client stores it. */
export interface StoredSession extends SessionInfo {
  readonly messages: readonly MessageItem[];
}

/**
 * A place where the client stores sessions. `scope` identifies an endpoint, an agent and a user; sessions of other scopes
 * are never returned.
 */
export interface LocalSessionStore {
  /** Opens the store ahead of its first use: a page that is being unloaded has no time for that. */
  open?(): Promise<void>;
  /** The sessions of a scope, the one changed last first. Pages are counted from 1. */
  list(scope: string, range: {readonly page: number; readonly limit: number}): Promise<SessionPage>;
  load(scope: string, session: string): Promise<StoredSession | undefined>;
  /** Stores the messages of a session. A title does not replace an earlier one. */
  save(scope: string, session: SessionInfo, messages: readonly MessageItem[]): Promise<void>;
  rename(scope: string, session: string, title: string): Promise<void>;
  remove(scope: string, session: string): Promise<void>;
  /** Removes all sessions of a scope. */
  clear(scope: string): Promise<void>;
}

/** The chat whose conversation is stored. */
export interface LocalSessionChat {
  readonly scope: string;
  /** Whether `attach` can resume a run after a reload. */
  readonly resumes: boolean;
  readonly state: {
    readonly session: SessionInfo | undefined;
    readonly conversation: Conversation;
    /** Calls back after each change. Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void;
    report(diagnostic: Diagnostic): void;
  };
  readonly environment: {
    /** Calls back before the page is hidden or unloaded. Returns an unsubscribe function. */
    onHide(listener: () => void): () => void;
    /** Calls back after a time in milliseconds. Returns a function that cancels it. */
    after(milliseconds: number, callback: () => void): () => void;
  };
  /** Another tab has ended its run in the displayed session. */
  readonly onReleased: () => void;
}

/** The stored sessions of one chat. */
export interface LocalSessions {
  /** Whether another tab had a run in the displayed session when this tab last asked. That tab stores the answer. */
  readonly isReservedElsewhere: boolean;
  list(range: {readonly page: number; readonly limit: number}): Promise<SessionPage>;
  /** The stored messages; an answer that no tab receives any more is `interrupted`. */
  load(session: string): Promise<History & {readonly session?: SessionInfo}>;
  rename(session: string, title: string): Promise<void>;
  remove(session: string): Promise<void>;
  /** Marks the displayed conversation as stored. */
  markSaved(): void;
  /** Stores the displayed conversation now. Resolves when it is stored, or could not be. Never rejects. */
  flush(): Promise<void>;
  /** Reserves the displayed session for a run of this tab. Resolves to `false` if another tab has a run in it. */
  reserve(): Promise<boolean>;
  /** Ends the reservation. */
  release(): void;
  /** Removes all sessions of the scope. */
  clear(): Promise<void>;
  /** Stores the displayed conversation and ends all work. */
  end(): void;
}
