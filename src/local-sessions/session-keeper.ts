import {interrupted, messagesOf} from '../core/model/messages.js';
import {readResult} from '../controller/http/read-result.js';
import type {ErrorCode} from '../controller/error-codes.js';
import {SessionLock} from './session-lock.js';
import type {Conversation, MessageItem} from '../core/model/item.js';
import {withoutPasswords} from '../core/model/passwords.js';
import type {
  LocalSessionChat,
  LocalSessions,
  LocalSessionStore,
  StoredSession,
} from '../core/protocol/local-session-types.js';
import type {SessionInfo, SessionPage} from '../core/protocol/session-types.js';
import type {History} from '../core/protocol/types.js';

/** While an answer is streaming, the conversation is stored this often. */
const saveIntervalMs = 500;

/** Stores the displayed conversation of a chat after each change, and loads it again. */
export class SessionKeeper implements LocalSessions {
  readonly #store: LocalSessionStore;
  readonly #chat: LocalSessionChat;
  readonly #lock: SessionLock;
  readonly #unsubscribe: readonly (() => void)[];
  /** The last conversation that was stored or loaded. */
  #saved: Conversation | undefined;
  /** The session of that conversation, if it has messages. */
  #stored: string | undefined;
  #cancelSave: (() => void) | undefined;
  #saving: Promise<void> = Promise.resolve();
  #hasReported = false;
  /** The removed sessions, which an answer that is still streaming must not store again. */
  readonly #removed = new Set<string>();
  /** Whether all sessions were removed, because the user logs out. */
  #isCleared = false;
  /** How often a session was reserved. */
  #reservations = 0;
  /** The session in which another tab has a run: that tab stores it. This one only after it has loaded the session again. */
  #foreign: string | undefined;
  /** The session whose stored messages could not be loaded, or not yet: what is displayed must not replace them. */
  #unread: string | undefined;

  constructor(store: LocalSessionStore, chat: LocalSessionChat) {
    this.#store = store;
    this.#chat = chat;
    this.#lock = new SessionLock(chat.scope);
    this.#saved = chat.state.conversation;
    store.open?.().catch(() => undefined); // Each use of the store tries again and reports the error.
    this.#unsubscribe = [
      chat.state.subscribe(() => this.#saveSoon()),
      chat.environment.onHide(() => void this.flush()),
    ];
  }

  get isReservedElsewhere(): boolean {
    return this.#foreign !== undefined && this.#foreign === this.#chat.state.session?.id;
  }

  async list(range: {page: number; limit: number}): Promise<SessionPage> {
    return readable('sessions', 'list', await this.#store.list(this.#chat.scope, range));
  }

  async load(id: string): Promise<History & {readonly session?: SessionInfo}> {
    this.#removed.delete(id);
    this.#unread = id;
    this.#stored = undefined; // What is displayed is empty until it is loaded.
    const stored = await this.#read(id);
    if (this.#unread === id) this.#unread = undefined;
    if (this.#foreign === id) this.#foreign = undefined;
    if (!stored) return {messages: []};
    const {messages, ...session} = readable('history', 'load', stored);
    // Another tab receives an answer. It stores the rest before it ends the reservation.
    if (await this.#checkElsewhere(id)) return {session, messages};
    const last = messages.at(-1);
    if (last?.status !== 'streaming') return {session, messages};
    const {runId} = last;
    if (runId !== undefined && this.#chat.resumes)
      return {session, messages, running: {run: runId}};
    return {session, messages: messages.map(interrupted)};
  }

  rename(session: string, title: string): Promise<void> {
    return this.#store.rename(this.#chat.scope, session, title);
  }

  async remove(session: string): Promise<void> {
    this.#removed.add(session);
    await this.#saving;
    try {
      await this.#store.remove(this.#chat.scope, session);
    } catch (error) {
      this.#removed.delete(session);
      throw error;
    }
  }

  markSaved(): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const {conversation, session} = this.#chat.state;
    this.#saved = conversation;
    this.#stored = conversation.children.length > 0 ? session?.id : undefined;
  }

  flush(): Promise<void> {
    const {scope, state} = this.#chat;
    const {session, conversation} = state;
    if (conversation === this.#saved || !session || session.id === this.#unread)
      return this.#saving;
    if (this.isReservedElsewhere || this.#isCleared || this.#removed.has(session.id))
      return this.#saving;
    const messages = messagesOf(conversation)
      .filter(message => !isOnlyError(message))
      .map(message => withoutPasswords(withoutConnectionErrors(message)));
    const isEmpty = messages.length === 0;
    // The only message of a stored conversation may have been withdrawn.
    if (isEmpty && session.id !== this.#stored) return this.#saving;
    this.markSaved();
    // Not after an earlier save: the page may be about to unload. IndexedDB keeps the order of transactions.
    const saving = isEmpty
      ? this.#store.remove(scope, session.id)
      : this.#store.save(scope, session, messages);
    this.#saving = saving.catch((error: unknown) => {
      if (this.#saved === conversation) this.#saved = undefined; // The next occasion tries again.
      this.#report(`The conversation could not be stored in the browser: ${String(error)}`);
    });
    return this.#saving;
  }

  async reserve(): Promise<boolean> {
    this.#reservations += 1;
    const id = this.#chat.state.session?.id;
    if (id === undefined || (await this.#lock.reserve(id))) return true;
    // What that tab has written is missing here.
    if (!(await this.#checkElsewhere(id))) this.#chat.onReleased();
    this.#foreign = id;
    return false;
  }

  release(): void {
    const ended = this.#reservations;
    // The next run may have begun before the last one is stored.
    void this.flush().then(() => ended === this.#reservations && this.#lock.release());
  }

  async clear(): Promise<void> {
    this.#isCleared = true;
    await this.#saving;
    await this.#store.clear(this.#chat.scope);
  }

  end(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    void this.flush().then(() => this.#lock.end());
    this.#cancelSave?.();
  }

  async #read(id: string): Promise<StoredSession | undefined> {
    try {
      return await this.#store.load(this.#chat.scope, id);
    } catch (error) {
      this.#report(`The stored conversation could not be loaded: ${String(error)}`);
      throw error;
    }
  }

  /** Reports that the conversation is not stored, once. */
  #report(message: string): void {
    if (!this.#hasReported) this.#chat.state.report({code: 'session-not-stored', message});
    this.#hasReported = true;
  }

  /** Whether another tab has a run in a session. If so, waits for its end. */
  async #checkElsewhere(id: string): Promise<boolean> {
    const isReserved = await this.#lock.isReservedElsewhere(id, this.#chat.onReleased);
    if (isReserved) this.#foreign = id;
    return isReserved;
  }

  #saveSoon(): void {
    if (this.#cancelSave || this.#chat.state.conversation === this.#saved) return;
    this.#cancelSave = this.#chat.environment.after(saveIntervalMs, () => {
      this.#cancelSave = undefined;
      void this.flush();
    });
  }
}

/** What a store returned, which may be one of the page. */
function readable<T>(
  operation: 'history' | 'sessions',
  method: keyof LocalSessionStore,
  stored: T,
): T {
  const reader = `\`${method}\` of the store of local sessions`;
  return readResult({operation, reader, facts: {}, body: stored}, () => stored);
}

/** An error that belongs to no answer, such as a rejected request, is not part of the conversation. */
const isOnlyError = ({role, children}: MessageItem): boolean =>
  role === 'assistant' && children.length > 0 && children.every(({kind}) => kind === 'error');

const connectionErrors: ReadonlySet<string> = new Set<ErrorCode>([
  'offline',
  'unreachable',
  'cross_origin',
  'timeout',
  'lost',
  'truncated',
]);

/** Errors of a connection concern this page only; unloading it is one of their causes. */
function withoutConnectionErrors(message: MessageItem): MessageItem {
  const children = message.children.filter(
    child => child.kind !== 'error' || !connectionErrors.has(child.code),
  );
  return children.length === message.children.length ? message : {...message, children};
}
