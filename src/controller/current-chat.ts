import {Chat} from './chat.js';
import {Deferred} from './deferred.js';
import {ChatError} from './http/errors.js';
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
import type {ChatOptions, ChatSettings} from './types.js';
import type {Environment} from './environment.js';

const notFetched = (reason: unknown): ChatError =>
  new ChatError({code: 'lost', detail: String(reason), retryable: true}, {sent: false});

/** With another value of these, it is another chat. */
const identifying = ['endpoint', 'protocol', 'agentId', 'userId'] as const;

/** The chat that is on: begun when it is configured and connected, ended with its host, replaced by another chat. */
export class CurrentChat {
  readonly state = new State(event => this.#settings.options.onEvent?.(event));
  readonly #settings: Settings;
  #credentials: Credentials;
  #chat: Chat | undefined;
  #ready = new Deferred();
  #connected = false;
  /** Whether a chat has begun for this endpoint, agent and user; it may have ended with its host. */
  #begun = false;
  #cancelEnd: (() => void) | undefined;
  /** The protocol that is being fetched. */
  #arrival: {readonly source: ProtocolSource; readonly promise: Promise<void>} | undefined;
  /** Why it could not be fetched when it was asked for last. */
  #missing: ChatError | undefined;
  /** The protocol whose absence was reported last. */
  #reported: ProtocolSource | undefined;
  #unsubscribeWake: (() => void) | undefined;

  constructor(options: ChatOptions, environment: Environment) {
    this.#settings = new Settings(options, environment);
    this.#credentials = this.#newCredentials();
  }

  /** The chat, if one is on. */
  get chat(): Chat | undefined {
    return this.#chat;
  }

  /** What is remembered, also before the chat has begun. */
  get store(): SessionStore {
    return this.#chat?.store ?? new SessionStore(this.#settings.options);
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** The chat; it begins now if it knows whom to talk to and its protocol is there, which is fetched otherwise. */
  begin(): Chat | undefined {
    const {endpoint, transport, sessionId} = this.#settings.options;
    if (this.#chat || (endpoint === undefined && !transport)) return this.#chat;
    const source = this.#source;
    const protocol = loadedProtocol(source);
    const {state} = this;
    if (this.#missing) state.update({status: 'idle', lastError: undefined});
    this.#missing = undefined;
    if (!protocol) {
      if (this.#arrival?.source !== source) {
        this.#arrival = {source, promise: this.#fetch(source)};
      }
      return undefined;
    }
    this.#arrival = undefined;
    const chat = new Chat({
      state,
      protocol,
      settings: this.#settings,
      credentials: this.#credentials,
      onShutdown: () => this.shutdown(),
    });
    this.#chat = chat;
    this.#begun = true;
    state.update({operations: chat.client.operations});
    void chat.start(sessionId).then(() => {
      if (this.#chat !== chat) return;
      this.#ready.resolve();
      state.emit({type: 'ready'});
    });
    return chat;
  }

  /** The chat, which begins now if it has not and its protocol is there; rejects where it cannot. */
  async ensureChat(): Promise<Chat> {
    if (!this.begin()) await this.#arrival?.promise;
    const chat = this.#missing ? undefined : this.begin();
    if (chat) return chat;
    throw this.#missing ?? new ChatError({code: 'no_endpoint', retryable: false}, {sent: false});
  }

  configure(settings: ChatSettings): void {
    const before = this.#settings.options;
    this.#settings.change(settings);
    const after = this.#settings.options;
    if (identifying.some(name => before[name] !== after[name])) this.leave();
    else if (after.sessionId !== undefined && after.sessionId !== before.sessionId) {
      void this.#chat?.turnTo(after.sessionId);
    }
    const protocol = loadedProtocol(this.#source);
    // At once, so that no button comes after the rest.
    if (protocol && after.endpoint !== undefined) {
      this.state.update({operations: protocol.operations});
    }
    this.#beginSoon();
  }

  connect(): void {
    this.#cancelEnd?.();
    this.#connected = true;
    this.#beginSoon();
  }

  /** A host that is only moved is connected again before the tick is over. */
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

  /** The user leaves: nothing is left of what was said and remembered. */
  shutdown(): void {
    this.store.clear();
    this.leave();
    this.state.emit({type: 'shutdown'});
  }

  /** The same here and in all other tabs, also when the chat has ended with its host. */
  shutdownAll(): void {
    const tabs = this.#chat?.tabs ?? new TabChannel(this.store.key, () => undefined);
    tabs.broadcast('shutdown');
    this.shutdown();
    tabs.close();
  }

  /** Ends all work and forgets what was said. */
  leave(): void {
    if (!this.#begun) return;
    this.#begun = false;
    this.#drop();
    this.#credentials.end();
    this.#credentials = this.#newCredentials();
    this.#ready = new Deferred();
    this.state.reset();
  }

  /** Once, however many options are set one after the other. */
  #beginSoon(): void {
    queueMicrotask(() => this.#connected && this.begin());
  }

  get #source(): ProtocolSource {
    return this.#settings.options.protocol ?? defaultProtocol;
  }

  /** Fetches the protocol. Where it cannot be fetched that is told, and tried again by the next one who asks, or a wake. */
  async #fetch(source: ProtocolSource): Promise<void> {
    const error = await loadProtocol(source)?.then(
      () => undefined,
      (reason: unknown) => (reason instanceof ChatError ? reason : notFetched(reason)),
    );
    if (this.#arrival?.source !== source) return;
    this.#arrival = undefined;
    if (error) this.#failToLoad(error, source);
    else this.#beginSoon();
  }

  #failToLoad(error: ChatError, source: ProtocolSource): void {
    const {fault} = error;
    this.#missing = error;
    if (fault.retryable) {
      this.#unsubscribeWake ??= this.#settings.environment.onWake(
        () => this.#connected && this.begin(),
      );
    }
    this.state.update({status: fault.retryable ? 'lost' : 'idle', lastError: fault});
    // What does not change by trying again is reported once.
    if (fault.retryable || this.#reported !== source) this.state.emit({type: 'error', fault});
    this.#reported = source;
    this.#ready.resolve();
  }

  #newCredentials(): Credentials {
    return new Credentials(this.#settings);
  }

  #drop(): void {
    this.#unsubscribeWake?.();
    this.#unsubscribeWake = this.#arrival = undefined;
    this.#chat?.end();
    this.#chat = undefined;
    this.state.update({status: 'idle'});
  }
}
