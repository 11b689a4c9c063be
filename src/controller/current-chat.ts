import {Chat} from './chat.js';
import {Deferred} from './deferred.js';
import {ChatError} from './http/errors.js';
import {LazyModule} from './lazy-module.js';
import {
  loadProtocol,
  loadedProtocol,
  type ProtocolSource,
  defaultProtocol,
} from './protocol-source.js';
import {SessionStore} from './sessions/session-store.js';
import {State} from './state.js';
import {TabChannel} from './tabs/tab-channel.js';
import {Credentials} from './http/credentials.js';
import {Settings} from './settings.js';
import type {ChatOptions, SessionAction} from './types.js';
import type {Environment} from './environment.js';
import type {Operations, Protocol} from '../core/protocol/types.js';

const notFetched = (reason: unknown): ChatError =>
  new ChatError({code: 'not_loaded', received: String(reason), retryable: true}, {sent: false});

/** A change of these options starts another chat. */
const identifying = ['endpoint', 'protocol', 'agentId', 'userId', 'consent'] as const;

/** The chat of a controller: created when it is configured and connected, ended with its host, replaced after a change. */
export class CurrentChat {
  #shownOperations: Partial<Operations> | undefined;
  readonly state = new State(event => this.#settings.options.onEvent?.(event));
  readonly #settings: Settings;
  #credentials: Credentials;
  #chat: Chat | undefined;
  #ready = new Deferred();
  #connected = false;
  /** Whether there was a chat for this endpoint, agent and user; it may have ended with its host. */
  #begun = false;
  #cancelEnd: (() => void) | undefined;
  /** The protocol that is being loaded. */
  #loading: {readonly source: ProtocolSource; readonly promise: Promise<void>} | undefined;
  /** The error of loading the protocol. */
  #loadError: ChatError | undefined;
  /** The protocol whose loading error was reported last. */
  #reported: ProtocolSource | undefined;
  #cancelRetry: (() => void) | undefined;

  constructor(options: ChatOptions, environment: Environment) {
    this.#settings = new Settings(options, environment);
    this.#credentials = this.#newCredentials();
  }

  /** The chat, if there is one. */
  get chat(): Chat | undefined {
    return this.#chat;
  }

  /** The stored values, also before there is a chat. */
  get store(): SessionStore {
    const {options} = this.#settings;
    const isAllowed = options.consent !== false;
    return this.#chat?.store ?? new SessionStore(isAllowed ? options : {...options, storage: null});
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Creates the chat if it is configured and its protocol has been loaded; otherwise starts to load the protocol. */
  begin(): Chat | undefined {
    const {endpoint, transport, sessionId, consent} = this.#settings.options;
    const isReachable = endpoint !== undefined || transport !== undefined;
    if (this.#chat || consent === false || !isReachable) return this.#chat;
    const source = this.#source;
    const protocol = loadedProtocol(source);
    const {state} = this;
    if (this.#loadError) state.update({status: 'idle', lastError: undefined});
    this.#loadError = undefined;
    if (!protocol) {
      if (this.#loading?.source !== source) {
        this.#loading = {source, promise: this.#fetch(source)};
      }
      return undefined;
    }
    this.#loading = undefined;
    const chat = new Chat({
      state,
      protocol,
      settings: this.#settings,
      credentials: this.#credentials,
      onShutdown: () => this.shutdown(),
    });
    this.#chat = chat;
    this.#begun = true;
    this.#showOperations(protocol, chat.client.operations);
    void chat.start(sessionId).then(() => {
      if (this.#chat !== chat) return;
      this.#ready.resolve();
      state.emit({type: 'ready'});
    });
    return chat;
  }

  /** The chat, once its protocol has been loaded. Rejects if that fails. */
  async ensureChat(): Promise<Chat> {
    if (!this.begin()) await this.#loading?.promise;
    const chat = this.#loadError ? undefined : this.begin();
    if (chat) return chat;
    const code = this.#settings.options.consent === false ? 'no_consent' : 'no_endpoint';
    throw this.#loadError ?? new ChatError({code, retryable: false}, {sent: false});
  }

  configure(settings: ChatOptions): void {
    const before = this.#settings.options;
    this.#settings.change(settings);
    const after = this.#settings.options;
    if (identifying.some(name => before[name] !== after[name])) this.leave();
    else if (after.sessionId !== undefined && after.sessionId !== before.sessionId) {
      void this.#chat?.open(after.sessionId);
    }
    const protocol = loadedProtocol(this.#source);
    // Immediately, so that all buttons appear together.
    if (protocol && after.endpoint !== undefined) {
      this.#showOperations(protocol, protocol.operations);
    }
    this.#beginSoon();
  }

  connect(): void {
    this.#cancelEnd?.();
    this.#connected = true;
    this.#beginSoon();
  }

  /** A host that is moved within the page is connected again before the timer. */
  disconnect(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = this.#settings.environment.after(0, () => this.end());
  }

  /** Ends all work; the conversation stays. */
  end(): void {
    this.#cancelEnd?.();
    this.#connected = false;
    this.#drop();
  }

  /** Logs the user out: clears the conversation and the stored values. */
  shutdown(): void {
    this.#chat?.sessions.clear();
    this.store.clear();
    this.leave();
    this.state.emit({type: 'shutdown'});
  }

  /** Logs the user out in all tabs, also when the chat has ended with its host. */
  shutdownAll(): void {
    const tabs = this.#chat?.tabs ?? new TabChannel(this.store.key, () => undefined);
    tabs.broadcast('shutdown');
    this.shutdown();
    tabs.close();
  }

  /** Ends all work and clears the conversation. */
  leave(): void {
    if (!this.#begun) return;
    this.#begun = false;
    this.#drop();
    this.#credentials.end();
    this.#credentials = this.#newCredentials();
    this.#ready = new Deferred();
    this.state.reset();
  }

  #showOperations({inlineFiles, localSessions}: Protocol, operations: Partial<Operations>): void {
    // Elements compare by identity, and this is repeated with each change of the options.
    if (this.#shownOperations === operations) return;
    this.#shownOperations = operations;
    const {sessions, rename, remove, upload} = operations;
    const all = {list: sessions, rename, remove};
    const actions = (Object.keys(all) as SessionAction[]).filter(
      name => localSessions ?? all[name],
    );
    const acceptsFiles = (upload ?? inlineFiles) !== undefined;
    this.state.update({operations, acceptsFiles, sessionActions: actions});
  }

  /** Creates the chat once after several options were set. */
  #beginSoon(): void {
    queueMicrotask(() => this.#connected && this.begin());
  }

  get #source(): ProtocolSource {
    return this.#settings.options.protocol ?? defaultProtocol;
  }

  /** Loads the protocol. On failure, reports the error and retries: in the background, and on the next call. */
  async #fetch(source: ProtocolSource): Promise<void> {
    this.#cancelRetry?.();
    const {environment} = this.#settings;
    const module = new LazyModule(() => loadProtocol(source), {
      environment,
      report: () => undefined, // `#failToLoad` reports the error.
    });
    try {
      await module.load();
      if (this.#loading?.source !== source) return;
      this.#loading = undefined;
      this.#beginSoon();
    } catch (reason) {
      if (this.#loading?.source !== source) return;
      this.#loading = undefined;
      const error = reason instanceof ChatError ? reason : notFetched(reason);
      this.#failToLoad(error, source);
      if (error.info.retryable) {
        this.#cancelRetry = module.subscribe({
          requestUpdate: () => this.#connected && this.begin(),
        });
      }
    }
  }

  #failToLoad(error: ChatError, source: ProtocolSource): void {
    const {info} = error;
    this.#loadError = error;
    this.state.update({status: info.retryable ? 'lost' : 'idle', lastError: info});
    // A permanent error is reported once.
    if (info.retryable || this.#reported !== source) this.state.emit({type: 'error', error: info});
    this.#reported = source;
    this.#ready.resolve();
  }

  #newCredentials(): Credentials {
    return new Credentials(this.#settings);
  }

  #drop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.#loading = undefined;
    this.#chat?.end();
    this.#chat = undefined;
    this.state.update({status: 'idle'});
  }
}
