import {Chat} from './chat.js';
import {Deferred} from './deferred.js';
import {reportToDeveloper} from './developer-report.js';
import {Credentials} from './http/credentials.js';
import {ChatError, refusal} from './http/errors.js';
import {readConversation} from './http/read-result.js';
import {ProtocolLoader} from './protocol-loader.js';
import {loadProtocol} from './protocol-source.js';
import {SessionStore, type StoredTextName} from './sessions/session-store.js';
import {Settings} from './settings.js';
import {State} from './state.js';
import {onLogOut, TabChannel} from './tabs/tab-channel.js';
import type {
  ChatEvent,
  ErrorInfo,
  ChatHost,
  ChatOptions,
  ChatState,
  ChatStatus,
  FrameObserver,
  Reply,
  ResourceRequest,
  SendOptions,
  SessionAction,
  ToolRequest,
  TurnOutcome,
} from './types.js';
import type {JsonRecord} from '../core/values.js';
import type {UploadOptions} from './turns/uploads.js';
import {defaultEnvironment, type Environment} from './environment.js';
import type {
  CheckpointInfo,
  FileInfo,
  Onboarding,
  SessionInfo,
  SessionPage,
} from '../core/protocol/session-types.js';
import {emptyConversation, type Conversation, type RequestItem} from '../core/model/item.js';
import type {FileLike, Operations, ResourceResult} from '../core/protocol/types.js';

/** A change of these options starts another chat. */
const identifying = ['endpoint', 'protocol', 'agentId', 'userId', 'consent'] as const;

/**
 * A chat without a view: connects, sends, follows runs over lost connections and reloads, and holds the conversation.
 * Serves a Lit host, any framework (`subscribe`), or a script in Node.
 *
 * An error within a turn is in `lastError`, in the conversation and in an event, and the method that started the turn
 * resolves. A method rejects with a `ChatError` if it cannot be carried out at all: `info.code` has the reason.
 *
 * Its `Chat` is created when it is configured and connected, ended with its host, and replaced after a change.
 */
export class ChatController implements ChatState {
  readonly #state = new State(event => this.#settings.options.onEvent?.(event));
  readonly #settings: Settings;
  readonly #loader: ProtocolLoader;
  #credentials: Credentials;
  #chat: Chat | undefined;
  #ready = new Deferred();
  #isConnected = false;
  /** Whether there was a chat for this endpoint, agent and user; it may have ended with its host. */
  #hasBegun = false;
  #cancelEnd: (() => void) | undefined;
  /** Receives a log-out in another tab while there is no chat but its conversation. */
  #tabs: TabChannel | undefined;
  /** How often all work was ended: what waits for the protocol belongs to the user before. */
  #endings = 0;

  /**
   * Without a host it connects as soon as it is configured. Throws a `TypeError` for options in the place of the host.
   */
  constructor(
    host?: ChatHost,
    options: ChatOptions = {},
    environment: Environment = defaultEnvironment,
  ) {
    if (host && !('addController' in host)) {
      throw new TypeError(
        'The options are the second argument: `new ChatController(undefined, {…})`.',
      );
    }
    this.#settings = new Settings(options, environment);
    this.#credentials = new Credentials(this.#settings);
    this.#loader = new ProtocolLoader({
      settings: this.#settings,
      onLoad: () => this.#beginSoon(),
      onError: (error, isKnown) => this.#failToLoad(error, isKnown),
    });
    if (host) {
      this.subscribe(() => host.requestUpdate());
      host.addController(this);
    } else {
      this.hostConnected();
    }
  }

  get status(): ChatStatus {
    return this.#state.status;
  }

  get resuming(): boolean {
    return this.#state.resuming;
  }

  get loading(): boolean {
    return this.#state.loading;
  }

  get conversation(): Conversation {
    return this.#state.conversation;
  }

  get session(): SessionInfo | undefined {
    return this.#state.session;
  }

  get lastError(): ErrorInfo | undefined {
    return this.#state.lastError;
  }

  get onboarding(): Onboarding | undefined {
    return this.#state.onboarding;
  }

  get acceptsFiles(): boolean {
    return this.#state.acceptsFiles;
  }

  get sessionActions(): readonly SessionAction[] {
    return this.#state.sessionActions;
  }

  get operations(): Partial<Operations> {
    return this.#state.operations;
  }

  /** Resolves when the given or stored session is displayed, or the first attempt to load it has failed. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Calls back after each change, at most once per painted frame while streaming. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  /** Calls back with each event, after the state has changed and `onEvent` of the options. Returns an unsubscribe function. */
  listen(listener: (event: ChatEvent) => void): () => void {
    return this.#state.listen(listener);
  }

  /** Observes each frame before it is applied. Returns an unsubscribe function. */
  observe(observer: FrameObserver): () => void {
    return this.#state.observe(observer);
  }

  /** Changes options. Equal values have no effect; another endpoint, protocol, agent or user starts another chat. */
  configure(options: ChatOptions): void {
    const before = this.#settings.options;
    this.#settings.change(options);
    const after = this.#settings.options;
    if (identifying.some(name => before[name] !== after[name])) this.#leave();
    // A page that follows the session sets the id of the one that is displayed.
    else if (after.sessionId !== before.sessionId && after.sessionId !== this.session?.id)
      this.#turnTo(after.sessionId);
    const protocol = this.#loader.loaded;
    // Immediately, so that all buttons appear together.
    if (protocol && after.endpoint !== undefined)
      this.#state.showOperations(protocol, protocol.operations);
    this.#beginSoon();
  }

  /** Displays a conversation until the session has been loaded, without what cannot be displayed of it. */
  show(conversation: Conversation): void {
    this.#state.update({conversation: readConversation(conversation)});
  }

  /**
   * Sends a message, which is displayed at once. Resolves when the turn has ended, with how it ended; rejects if it could
   * not begin, for example with `busy` during a run, and with an `AbortError` if another session is opened before it is sent.
   */
  async send(text: string, options: SendOptions = {}): Promise<TurnOutcome> {
    return this.#with(chat => chat.send(text, options));
  }

  /** Continues an answer that was cut or paused, if the protocol supports it. Resolves when the run has ended. */
  async continue(): Promise<void> {
    await this.#with(({turns}) => turns.continue());
  }

  /** Stops the run, here and on the server. Resolves when it has ended. A second call does not wait for the server. */
  async stop(): Promise<void> {
    await this.#chat?.stop();
  }

  /** Answers a question of the agent or of a tool. Resolves when the server has the answer, rejects if it refuses it. */
  async reply(requestId: string, reply: Reply): Promise<void> {
    await this.#with(({replies}) => replies.reply(requestId, reply));
  }

  /** Requests more time for a question with a deadline, if the protocol supports it. Rejects if the server refuses it. */
  async extend(requestId: string): Promise<void> {
    await this.#with(({replies}) => replies.extend(requestId));
  }

  /** Joins the run that was lost, or else regenerates the answer, or else sends the message again. */
  async retry(): Promise<void> {
    await this.#with(chat => chat.retry());
  }

  /**
   * Withdraws the last message if it was not sent, for example because the browser is offline: it is removed from the
   * conversation and not sent later. Returns its text.
   */
  withdraw(): string | undefined {
    return this.#chat?.turns.withdraw();
  }

  /** Replaces a message of the user. Abandons an open question, as the next three methods do. */
  async edit(messageId: string, text: string): Promise<void> {
    await this.#with(({turns}) => turns.edit(messageId, text));
  }

  /** Answers the same message again. */
  async regenerate(messageId: string): Promise<void> {
    await this.#with(({turns}) => turns.regenerate(messageId));
  }

  /** Displays the branch with this message. */
  async navigate(messageId: string): Promise<void> {
    await this.#with(chat => chat.navigate(messageId));
  }

  /** Continues from a checkpoint, with a hint to the agent. */
  async restoreCheckpoint(name: string, {hint}: {hint?: string} = {}): Promise<void> {
    await this.#with(({turns}) => turns.restore(name, hint));
  }

  /** Uploads a file to the session; resolves once it is ready to go with a message. */
  async upload(file: FileLike, options: UploadOptions = {}): Promise<FileInfo> {
    return this.#with(({uploads}) => uploads.upload(file, options));
  }

  /** Starts a new session; the old one stays on the server. */
  async newSession(): Promise<void> {
    await this.#with(chat => chat.open(undefined));
  }

  /** Opens another session. Resolves when it is displayed. */
  async loadSession(id: string): Promise<void> {
    await this.#with(chat => chat.open(id));
  }

  /** A page of the user's sessions, from page 1. */
  async sessions({page = 1}: {page?: number} = {}): Promise<SessionPage> {
    return this.#with(({sessions}) => sessions.list(page));
  }

  async renameSession(id: string, title: string): Promise<void> {
    await this.#with(({sessions}) => sessions.rename(id, title));
  }

  /** Removes a session from the server. If it is displayed, its run is stopped, and a new session starts. */
  async removeSession(id: string): Promise<void> {
    await this.#with(chat => chat.remove(id));
  }

  /** The points of this session that can be returned to. */
  async checkpoints(): Promise<readonly CheckpointInfo[]> {
    return this.#with(({sessions}) => sessions.checkpoints());
  }

  /** Loads a file of a tool, such as an image, with the user's token. `undefined` if the address is not such a file. */
  asset(address: string): Promise<Blob> | undefined {
    return this.#chat?.client.load(address);
  }

  /** Reads a resource (`ui://…`) of the server of a tool, for the app of a call. */
  async readResource({signal, ...resource}: ResourceRequest): Promise<ResourceResult> {
    return this.#with(({client, sessions}) => {
      const input = {session: sessions.id ?? '', ...resource};
      return client.request(client.operations.readResource, input, {signal});
    });
  }

  /** Calls a tool of the server of a tool, for the app of a call. Never call it without the consent of the user. */
  async callTool({signal, ...call}: ToolRequest): Promise<JsonRecord> {
    return this.#with(({client, sessions}) => {
      const input = {session: sessions.id ?? '', ...call};
      return client.request(client.operations.callTool, input, {signal});
    });
  }

  /**
   * Seconds since a question was asked, independent of the clock of the user's machine. Without the time by which
   * `extend` has moved its deadline.
   */
  readonly questionAge = (question: RequestItem): number => this.#chat?.times.age(question) ?? 0;

  /** A text that the view stored, such as a draft. */
  recall(name: StoredTextName | (string & {})): string | undefined {
    return this.#store.get(`view.${name}`);
  }

  /** Stores a text for this endpoint, agent and user; `undefined` removes it. Without a chat only while its protocol loads. */
  remember(name: StoredTextName | (string & {}), text: string | undefined): void {
    if (this.#chat ?? this.#loader.attempt) this.#store.set(`view.${name}`, text);
  }

  /** Logs the user out in all tabs: ends all work, and clears storage, memory and the view. Resolves when all is removed. */
  async shutdown(): Promise<void> {
    // Also when the chat has ended with its host.
    const tabs = this.#chat?.tabs ?? new TabChannel(this.#store.key, () => undefined);
    tabs.broadcast('shutdown');
    await this.#logOut();
    tabs.close();
  }

  /** Ends all work. The conversation stays; runs continue on the server. */
  dispose(): void {
    this.#cancelEnd?.();
    this.#isConnected = false;
    this.#endChat();
    if (!this.#hasBegun) return;
    this.#tabs = onLogOut(this.#store.key, this, self => void self.#logOut());
  }

  hostConnected(): void {
    this.#cancelEnd?.();
    this.#isConnected = true;
    this.#beginSoon();
  }

  /** A host that is moved within the page is connected again before the timer. */
  hostDisconnected(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = this.#settings.environment.after(0, () => this.dispose());
  }

  /** The stored values, also before there is a chat. */
  get #store(): SessionStore {
    if (this.#chat) return this.#chat.store;
    const {options} = this.#settings;
    const isAllowed = options.consent !== false;
    return new SessionStore({options: isAllowed ? options : {...options, storage: null}});
  }

  /** Calls `act` with the chat: at once if its protocol has been loaded, otherwise afterwards. */
  async #with<T>(act: (chat: Chat) => Promise<T>): Promise<T> {
    try {
      return await act(this.#begin() ?? (await this.#loadChat()));
    } catch (error) {
      if (error instanceof ChatError) reportToDeveloper(error.info);
      throw error;
    }
  }

  /** Creates the chat once after several options were set. */
  #beginSoon(): void {
    queueMicrotask(() => this.#isConnected && this.#begin());
  }

  /** Creates the chat if it is configured and its protocol has been loaded; otherwise starts to load the protocol. */
  #begin(): Chat | undefined {
    const {endpoint, transport, sessionId, consent} = this.#settings.options;
    const isReachable = endpoint !== undefined || transport !== undefined;
    if (this.#chat || consent === false || !isReachable) return this.#chat;
    if (this.#loader.error) this.#state.update({status: 'idle', lastError: undefined});
    const protocol = this.#loader.request();
    if (!protocol) return undefined;
    const chat = new Chat({
      state: this.#state,
      protocol,
      settings: this.#settings,
      credentials: this.#credentials,
      onShutdown: () => void this.#logOut(),
    });
    this.#chat = chat;
    this.#hasBegun = true;
    this.#tabs?.close();
    this.#state.showOperations(protocol, chat.client.operations);
    void chat.start(sessionId).then(() => {
      if (this.#chat !== chat) return;
      this.#ready.resolve();
      this.#state.emit({type: 'ready'});
    });
    return chat;
  }

  /** The chat, once its protocol has been loaded. Rejects if that fails, or with an `AbortError` if all work is ended before. */
  async #loadChat(): Promise<Chat> {
    const endings = this.#endings;
    await this.#loader.attempt;
    if (endings !== this.#endings) throw new DOMException('The chat has ended.', 'AbortError');
    const chat = this.#loader.error ? undefined : this.#begin();
    if (chat) return chat;
    const code = this.#settings.options.consent === false ? 'no_consent' : 'no_endpoint';
    throw this.#loader.error ?? refusal(code);
  }

  #failToLoad(error: ErrorInfo, isKnown: boolean): void {
    this.#state.update({status: error.retryable ? 'lost' : 'idle', lastError: error});
    if (!isKnown) this.#state.emit({type: 'error', error});
    this.#ready.resolve();
  }

  async #logOut(): Promise<void> {
    const cleared = this.#clearLocalSessions();
    this.#store.clear();
    this.#hasBegun = true; // What `show` displays before the first chat is the user's, too.
    this.#leave();
    this.#state.emit({type: 'shutdown'});
    await cleared;
  }

  /** Removes the sessions that the browser stores for this endpoint, agent and user, also without a chat. */
  async #clearLocalSessions(): Promise<void> {
    const chat = this.#chat;
    const {protocol} = this.#settings.options;
    const {key} = this.#store;
    try {
      if (chat) await chat.local?.clear();
      else if (protocol) await (await loadProtocol(protocol)).localSessions?.store.clear(key);
    } catch (error) {
      const message = `The stored sessions could not be removed: ${String(error)}`;
      this.#state.report({code: 'session-not-stored', message});
    }
  }

  /** Ends all work and clears the conversation. */
  #leave(): void {
    this.#endChat();
    if (!this.#hasBegun) return;
    this.#hasBegun = false;
    this.#credentials.end();
    this.#credentials = new Credentials(this.#settings);
    const waiting = this.#ready;
    this.#ready = new Deferred();
    void this.ready.then(() => waiting.resolve());
    this.#state.reset();
    this.#state.emit({type: 'leave'});
  }

  /** Displays another session, or a new one: at once, or after the chat has begun again with its host. */
  #turnTo(session: string | undefined): void {
    if (this.#chat) void this.#chat.open(session);
    if (this.#chat || !this.#hasBegun) return;
    const before = this.session?.id;
    if (session === undefined) this.#store.set('session', undefined);
    this.#state.update({
      conversation: emptyConversation,
      session: session === undefined ? undefined : {id: session},
      lastError: undefined,
    });
    this.#state.emit({type: 'session-change', session, before});
  }

  /** Ends all work; the conversation stays. */
  #endChat(): void {
    this.#endings += 1;
    this.#loader.cancel();
    this.#tabs?.close();
    this.#chat?.end();
    this.#chat = undefined;
    this.#state.update({status: 'idle'});
  }
}
