import {Chat} from './chat.js';
import {Deferred} from './deferred.js';
import {ChatError} from './faults.js';
import {SessionStore} from './session-store.js';
import {State} from './state.js';
import {Tabs} from './tabs.js';
import {Credentials} from './token.js';
import type {ChatOptions, ChatSettings} from './types.js';
import type {World} from './world.js';
import {ubik} from '../core/index.js';

/** With another value of these, it is another chat. */
const identifying = ['endpoint', 'protocol', 'agentId', 'userId'] as const;

/** The chat that is on: begun when it is configured and connected, ended with its host, replaced by another chat. */
export class CurrentChat {
  readonly state = new State(event => this.#options.onEvent?.(event));
  readonly #world: World;
  #credentials: Credentials;
  #options: ChatOptions;
  #chat: Chat | undefined;
  #ready = new Deferred();
  #connected = false;
  /** Whether a chat has begun for this endpoint, agent and user; it may have ended with its host. */
  #begun = false;
  #callOffEnd: (() => void) | undefined;

  constructor(options: ChatOptions, world: World) {
    this.#options = options;
    this.#world = world;
    this.#credentials = this.#newCredentials();
  }

  /** The chat, if one is on. */
  get chat(): Chat | undefined {
    return this.#chat;
  }

  /** What is remembered, also before the chat has begun. */
  get store(): SessionStore {
    return this.#chat?.store ?? new SessionStore(this.#options);
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** The chat, which begins now if it has not; throws where it cannot. */
  here(): Chat {
    const chat = this.#begin();
    if (chat) return chat;
    throw new ChatError({code: 'no_endpoint', retryable: false}, {sent: false});
  }

  configure(settings: ChatSettings): void {
    const before = this.#options;
    const after = Object.fromEntries(
      Object.entries({...before, ...settings}).filter(([, value]) => value !== undefined),
    ) as ChatOptions;
    this.#options = after;
    if (identifying.some(name => before[name] !== after[name])) this.leave();
    else if (after.sessionId !== undefined && after.sessionId !== before.sessionId) {
      void this.#chat?.turnTo(after.sessionId);
    }
    const {endpoint, protocol = ubik} = after;
    // At once, so that no button comes after the rest.
    if (endpoint !== undefined) this.state.update({operations: protocol.operations});
    this.#beginSoon();
  }

  connect(): void {
    this.#callOffEnd?.();
    this.#connected = true;
    this.#beginSoon();
  }

  /** A host that is only moved is connected again before the tick is over. */
  disconnect(): void {
    this.#callOffEnd?.();
    this.#callOffEnd = this.#world.after(0, () => this.end());
  }

  /** Ends all work; the conversation stays. */
  end(): void {
    this.#callOffEnd?.();
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
    const tabs = this.#chat?.tabs ?? new Tabs(this.store.key, () => undefined);
    tabs.tellAll('shutdown');
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
    queueMicrotask(() => this.#connected && this.#begin());
  }

  #begin(): Chat | undefined {
    const {endpoint, transport, sessionId} = this.#options;
    if (this.#chat || (endpoint === undefined && !transport)) return this.#chat;
    const {state} = this;
    const chat = new Chat({
      state,
      options: () => this.#options,
      credentials: this.#credentials,
      world: this.#world,
      onShutdown: () => this.shutdown(),
    });
    this.#chat = chat;
    this.#begun = true;
    state.update({operations: chat.wire.operations});
    void chat.start(sessionId).then(() => {
      if (this.#chat !== chat) return;
      this.#ready.resolve();
      state.emit({type: 'ready'});
    });
    return chat;
  }

  #newCredentials(): Credentials {
    return new Credentials(() => this.#options, this.#world);
  }

  #drop(): void {
    this.#chat?.end();
    this.#chat = undefined;
    this.state.update({status: 'idle'});
  }
}
