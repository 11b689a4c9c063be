import {ChatError, refusal, toErrorInfo} from '../http/errors.js';
import {withRetries} from '../http/retry.js';
import {findMessage, isOver, messagesOf} from '../../core/model/messages.js';
import {delay} from '../delay.js';
import {reportUnserved} from '../developer-report.js';
import {randomUuid} from '../random-uuid.js';
import {reconcile} from '../../core/model/reconcile.js';
import type {SessionStore} from './session-store.js';
import {sortBranches} from '../../core/model/sort-branches.js';
import type {State} from '../state.js';
import type {TabChannel} from '../tabs/tab-channel.js';
import type {ProtocolClient} from '../http/protocol-client.js';
import type {Settings} from '../settings.js';
import type {CheckpointInfo, SessionPage} from '../../core/protocol/session-types.js';
import type {LocalSessions} from '../../core/protocol/local-session-types.js';
import {openRequests} from '../../core/model/select.js';
import type {MessageItem} from '../../core/model/item.js';
import type {History} from '../../core/protocol/types.js';

export interface SessionsChat {
  readonly state: State;
  readonly client: ProtocolClient;
  readonly store: SessionStore;
  readonly tabs: TabChannel;
  readonly settings: Settings;
  /** Aborted when the chat changes its endpoint or ends. */
  readonly signal: AbortSignal;
  /** Aborted when another session is opened, or the chat ends: what comes later is not about what is displayed. */
  readonly left: AbortSignal;
  /** The sessions that the browser stores, for servers that store none. */
  readonly local: LocalSessions | undefined;
  /** Opens the stored session. Resolves when its history is displayed. */
  start(): Promise<void>;
  /** Loads the history again, after the run in progress. */
  catchUp(): void;
  readonly runs: {
    readonly run:
      {readonly item: string; readonly isReading: boolean; readonly isAhead: boolean} | undefined;
  };
}

/**
 * The session of a chat: creates it with the first message, loads its history, and renames and removes sessions. The id
 * is stored over a reload.
 */
export class Sessions {
  readonly #chat: SessionsChat;
  #creating: Promise<string> | undefined;
  /** The creation times of messages, by id. */
  readonly #written = new Map<string, string>();
  #loads = 0;
  /** Whether the client has created the session, and it has no title yet: the first message gives it. */
  #isUntitled = false;
  #read = '';
  /** Whether the messages of the session could not be loaded, or not yet. */
  #isUnread = false;

  constructor(chat: SessionsChat) {
    this.#chat = chat;
  }

  get id(): string | undefined {
    return this.#chat.state.session?.id;
  }

  /** Whether the messages of a session can be loaded. Without that, what is displayed is all there is. */
  get canLoad(): boolean {
    const {local, client} = this.#chat;
    return (local ?? client.operations.history) !== undefined;
  }

  /** The id of the session that was displayed last, unless another protocol has stored it. */
  get remembered(): string | undefined {
    const {store, client} = this.#chat;
    const {name} = client.protocol;
    return (store.get('protocol') ?? name) === name ? store.get('session') : undefined;
  }

  /**
   * The id of the session for a request. If there is none and the protocol supports sessions, creates one on the server,
   * or an id, if the client creates those; `firstMessage` is the text that it gets its title from. Empty if the server
   * creates it.
   */
  async ensure(firstMessage = ''): Promise<string> {
    const {client, state, settings} = this.#chat;
    // There may be a stored session, which is not known yet.
    if (this.id === undefined) await this.#chat.start();
    const title = titleOf(firstMessage, settings.limits.maxTitleCharacters);
    if (this.id === undefined && client.createsId('session')) {
      this.enter(randomUuid());
      this.#isUntitled = true;
    }
    if (this.id !== undefined) {
      if (this.#isUntitled) this.#notifyChange(this.id, title || undefined);
      return this.id;
    }
    const {create} = client.operations;
    if (!create) return '';
    const creating = (this.#creating ??= client
      .request(create, title ? {title} : {})
      .then(session => {
        // The user has opened another session, or a new one.
        if (this.#creating !== creating) throw refusal('gone');
        state.update({session});
        this.#remember(session.id);
        this.#notifyChange(session.id, session.title);
        return session.id;
      })
      .finally(() => {
        if (this.#creating === creating) this.#creating = undefined;
      }));
    return creating;
  }

  /** Switches to a session without loading its conversation. */
  enter(id: string | undefined): void {
    const before = this.id;
    this.#creating = undefined;
    if (id === before) return;
    this.#loads += 1;
    this.#isUntitled = this.#isUnread = false;
    this.#chat.state.update({session: id === undefined ? undefined : {id}});
    this.#remember(id, before);
  }

  /** Sets the id of a session that the server created by itself. */
  adoptId(id: string): void {
    if (this.id === undefined) this.enter(id);
  }

  /**
   * Loads and displays the history of the session. Resolves to `undefined` if there is none, or if it was superseded.
   */
  async load(): Promise<History | undefined> {
    const load = ++this.#loads;
    const {local} = this.#chat;
    this.#isUnread = this.id !== undefined && this.canLoad;
    const history = local ? await this.#loadLocal(local) : await this.#load();
    if (!history || load !== this.#loads) return undefined;
    if (this.#chat.runs.run?.isAhead) {
      this.#chat.catchUp();
      return undefined;
    }
    this.#show(history);
    local?.markSaved();
    return history;
  }

  /**
   * Loads the session again if that has failed, where a request or the browser would have the next message without the
   * earlier ones. Rejects if it fails again.
   */
  async complete(): Promise<void> {
    const {local, client} = this.#chat;
    if (this.#isUnread && (local ?? client.protocol.sendsConversation)) await this.load();
  }

  /** The messages that the browser stores of the session; sets its title. */
  async #loadLocal(local: LocalSessions): Promise<History | undefined> {
    const {id} = this;
    if (id === undefined) return undefined;
    const {session, ...history} = await local.load(id);
    if (session && id === this.id) this.#chat.state.update({session});
    return history;
  }

  /** Reserves the session for a run; rejects with `conflict` if another tab has one in it. */
  async reserve(): Promise<void> {
    if ((await this.#chat.local?.reserve()) !== false) return;
    throw new ChatError({code: 'conflict', retryable: true}, {sent: false});
  }

  /**
   * Loads the history after a turn, for ids, branches and the stored text. With a signal, which ends it, it is retried: nothing
   * else has the rest of the answer.
   *
   * @param ended The id of the answer, which stays if it is not stored yet.
   */
  async settle(ended: string, isCurrent: () => boolean, retries?: AbortSignal): Promise<void> {
    const {settings, left} = this.#chat;
    const isWanted = (): boolean => !left.aborted && isCurrent();
    const load = (): Promise<History | undefined> => this.#load();
    const look = async (loading = load(), isFirst = !retries): Promise<boolean> => {
      let isMissing = false;
      const history = await loading.catch((error: unknown) => {
        const {status, retryable} = toErrorInfo(error);
        // A server may store a session after its first answer.
        isMissing = isFirst && status === 404;
        // A server that fails for a while has the history after the next turn.
        const isBrief = isMissing || (retryable && status !== undefined);
        // The error of an answer that only the history could have is reported by its run.
        if (!isBrief && !retries && isWanted()) reportUnserved(error, 'history');
      });
      if (!isWanted()) return false;
      return history ? this.#show(history, ended) : isMissing;
    };
    const first = retries && withRetries(load, {settings, signal: retries, isWanted});
    if (!(await look(first))) return;
    const {environment, limits} = settings;
    const again = delay(limits.recheckDelayMs, retries ?? left, environment).then(
      passed => passed && look(undefined, false),
    );
    // The run ends with the rest of the answer.
    if (retries) await again;
  }

  /**
   * Loads the history to find out whether it has the end of a run, or a question that the run waits for. Displays it then, and
   * `always` if it has more.
   *
   * @param ended The id of the answer, which stays if it is not stored.
   * @param isMore Whether a stored answer has more than is displayed.
   */
  async check(
    ended: string,
    isMore: (answer: MessageItem) => boolean,
    {signal, always}: {readonly signal: AbortSignal; readonly always: boolean},
  ): Promise<'settled' | 'question' | 'unsettled'> {
    const history = await this.#load().catch(() => undefined);
    const last = history?.messages.at(-1);
    if (!history || last?.role !== 'assistant' || !isMore(last)) return 'unsettled';
    if (signal.aborted) return 'unsettled';
    const settled = isOver(last) && !history.running;
    const waits = last.status === 'waiting';
    if (settled || waits || always) this.#show(settled ? history : unfinished(history), ended);
    if (settled) return 'settled';
    const shown = findMessage(this.#chat.state.conversation, last.id);
    return waits && shown && openRequests(shown).length > 0 ? 'question' : 'unsettled';
  }

  /** Loads the history without displaying it. */
  async history(): Promise<History | undefined> {
    const {client} = this.#chat;
    const {history} = client.operations;
    const session = this.id;
    return history && session !== undefined ? client.request(history, {session}) : undefined;
  }

  async list(page: number): Promise<SessionPage> {
    const {client, local, settings} = this.#chat;
    const range = {page, limit: settings.limits.sessionsPerPage};
    if (local) return local.list(range);
    return client.request(client.operations.sessions, range);
  }

  async rename(session: string, title: string): Promise<void> {
    const {client, local} = this.#chat;
    if (local) await local.rename(session, title);
    else await client.request(client.operations.rename, {session, title});
    this.#notifyChange(session, title);
  }

  async remove(session: string): Promise<void> {
    const {client, local} = this.#chat;
    if (local) await local.remove(session);
    else await client.request(client.operations.remove, {session});
    this.applyChange(session, undefined);
    this.#chat.tabs.broadcast('removed', session);
  }

  /** Applies that a session was created, renamed or removed. */
  applyChange(session: string, title: string | undefined): void {
    const {state} = this.#chat;
    if (state.session && session === this.id && title !== undefined) {
      this.#isUntitled = false;
      state.update({session: {...state.session, title}});
    }
    state.emit({type: 'sessions-change'});
  }

  async checkpoints(): Promise<readonly CheckpointInfo[]> {
    const {client} = this.#chat;
    const checkpoints = client.supported(client.operations.checkpoints);
    const session = this.id;
    return session === undefined ? [] : client.request(checkpoints, {session});
  }

  async navigate(id: string): Promise<void> {
    const {client, state, tabs} = this.#chat;
    const message = findMessage(state.conversation, id)?.messageId ?? id;
    const session = await this.ensure();
    await client.request(client.operations.navigate, {session, message});
    await this.load();
    tabs.post('navigated');
  }

  #notifyChange(session: string, title?: string): void {
    this.applyChange(session, title);
    this.#chat.tabs.broadcast('sessions', session, title);
  }

  /** The history with the branches of each message in order of creation. */
  async #load(): Promise<History | undefined> {
    const history = await this.history();
    if (!history?.messages.some(({branches}) => branches)) return history;
    const {client} = this.#chat;
    const messages = await sortBranches(history.messages, this.#written, message =>
      client.request(client.operations.message, {session: this.id ?? '', message}),
    );
    return {...history, messages};
  }

  /**
   * Displays a history. Returns whether one of its messages is shorter than the displayed one, or missing.
   *
   * @param ended The id of an answer that may not be stored yet.
   */
  #show(history: History, ended?: string): boolean {
    const {state, runs, client} = this.#chat;
    const {conversation: before} = state;
    this.#isUnread = false;
    const known = messagesOf(before).some(({messageId}) => messageId !== undefined);
    // An empty history is not trusted after stored messages were displayed.
    if (known && history.messages.length === 0) return false;
    this.#markRead(history);
    const written = runs.run?.isReading ? runs.run.item : undefined;
    // Nor may a message be stored yet whose id the client has created.
    const keepsNamed = ended !== undefined && client.createsId('message');
    const how = {keepsNamed, written, ended};
    const {conversation, shorter} = reconcile(before, history.messages, how);
    state.update({conversation});
    return shorter;
  }

  /** Marks the displayed messages as read if the page is visible. Errors are ignored. */
  #markRead({last}: History): void {
    const {client, settings} = this.#chat;
    const {markRead} = client.operations;
    const session = this.id;
    if (!markRead || session === undefined || last === undefined || !settings.environment.visible())
      return;
    if (this.#read === `${session} ${last}`) return;
    this.#read = `${session} ${last}`;
    client.request(markRead, {session, last}).catch(() => undefined);
  }

  #remember(id: string | undefined, before?: string): void {
    const {store, state, client, local, settings} = this.#chat;
    const {history, attach, create} = client.operations;
    // With `sessionId`, the page selects what is displayed after a reload, and another chat may have stored its session.
    const isLeft = id === undefined && store.get('session') === before;
    if (settings.options.sessionId === undefined || isLeft) {
      // An id that the client has created is of no use after a reload if nothing can be loaded with it.
      if (local ?? history ?? attach ?? create) {
        store.set('session', id);
        store.set('protocol', id && client.protocol.name);
      }
    }
    if (id === undefined) store.setRun(before, undefined);
    state.emit({type: 'session-change', session: id, before});
  }
}

function titleOf(text: string, maxCharacters: number): string {
  const title = text.trim().split(/\s+/).join(' ');
  return title.length <= maxCharacters
    ? title
    : `${title.slice(0, maxCharacters).replace(/\s\S*$|[\uD800-\uDBFF]$/, '')}…`;
}

/** A history whose last answer is not complete, although it may look so. */
function unfinished(history: History): History {
  const {messages} = history;
  const last = messages.at(-1);
  if (last?.status !== 'done') return history;
  return {...history, messages: messages.with(-1, {...last, status: 'interrupted'})};
}
