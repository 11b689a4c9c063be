import {Chat} from './chat.js';
import {Deferred} from './deferred.js';
import {ChatError} from './faults.js';
import {State} from './state.js';
import {Credentials} from './token.js';
import type {
  ChatFault,
  ChatHost,
  ChatOptions,
  ChatSettings,
  ChatState,
  ChatStatus,
  Reply,
} from './types.js';
import type {UploadOptions} from './uploads.js';
import {ambientWorld} from './world.js';
import type {World} from './world.js';
import type {
  CheckpointInfo,
  Conversation,
  FileInfo,
  FileLike,
  Onboarding,
  Operations,
  SessionInfo,
  SessionPage,
} from '../core/index.js';

/** With another value of these, it is another chat. */
const identifying = ['endpoint', 'protocol', 'agentId', 'userId'] as const;

/**
 * A chat without a view: connects, sends, follows runs over lost connections and reloads, and holds the conversation.
 * Serves a Lit host, any framework (`subscribe`), or a script in Node.
 *
 * What goes wrong in the conversation is told there, in `lastError` and as an event; the methods of the conversation
 * then resolve all the same. They reject, like all others, with a `ChatError` when they are asked for what cannot be:
 * its `fault.code` says why.
 */
export class ChatController implements ChatState {
  readonly #state: State;
  readonly #world: World;
  readonly #credentials: Credentials;
  #options: ChatOptions;
  #chat: Chat | undefined;
  #ready = new Deferred();
  #connected = false;
  #callOffEnd: (() => void) | undefined;

  /** Without a host it connects by itself, as soon as it is configured. */
  constructor(host?: ChatHost, options: ChatOptions = {}, world: World = ambientWorld) {
    this.#options = options;
    this.#world = world;
    this.#state = new State(event => this.#options.onEvent?.(event));
    this.#credentials = new Credentials(() => this.#options, world);
    if (host) {
      this.#state.subscribe(() => host.requestUpdate());
      host.addController(this);
    } else {
      this.hostConnected();
    }
  }

  get status(): ChatStatus {
    return this.#state.status;
  }

  get conversation(): Conversation {
    return this.#state.conversation;
  }

  get session(): SessionInfo | undefined {
    return this.#state.session;
  }

  get lastError(): ChatFault | undefined {
    return this.#state.lastError;
  }

  get onboarding(): Onboarding | undefined {
    return this.#state.onboarding;
  }

  get operations(): Partial<Operations> {
    return this.#state.operations;
  }

  /** Resolves when the session that is given or remembered is on screen, or the first try to load it has failed. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Calls back after each change of state, while streaming at most once a frame; gives back how to end it. */
  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  /** Changes options. Equal values change nothing; another endpoint, protocol, agent or user is another chat. */
  configure(settings: ChatSettings): void {
    const before = this.#options;
    const after = Object.fromEntries(
      Object.entries({...before, ...settings}).filter(([, value]) => value !== undefined),
    ) as ChatOptions;
    this.#options = after;
    if (identifying.some(name => before[name] !== after[name])) this.#turnAway();
    else if (after.sessionId !== undefined && after.sessionId !== before.sessionId) {
      void this.#chat?.turnTo(after.sessionId);
    }
    if (this.#connected) this.#connectSoon();
  }

  /** Sends a message, which is on screen at once; resolves when the turn has ended. */
  async send(text: string, {files = []}: {files?: readonly string[]} = {}): Promise<void> {
    const {turns, uploads, replies} = this.#here();
    const question = replies.open();
    if (question) await replies.reply(question.id, {input: text, type: 'text'});
    else
      await turns.send(
        text,
        files.map(id => uploads.known(id)),
      );
  }

  /** Stops the run, here and on the server; resolves when it has ended. Asked again, it does not wait for the server. */
  async stop(): Promise<void> {
    await this.#chat?.stop();
  }

  /** Answers a question of the agent or of a tool; resolves when the server has the answer. */
  async reply(requestId: string, reply: Reply): Promise<void> {
    await this.#here().replies.reply(requestId, reply);
  }

  /** By the user's wish: joins the run that was lost, else answers anew, else sends again. */
  async retry(): Promise<void> {
    await this.#here().retry();
  }

  /** Says something else in the place of a message of the user. */
  async edit(messageId: string, text: string): Promise<void> {
    await this.#here().turns.edit(messageId, text);
  }

  /** Answers anew. */
  async regenerate(messageId: string): Promise<void> {
    await this.#here().turns.regenerate(messageId);
  }

  /** Shows the branch with this message. */
  async navigate(messageId: string): Promise<void> {
    await this.#here().sessions.navigate(messageId);
  }

  /** Goes back to a checkpoint and on from there, with a hint to the agent. */
  async restoreCheckpoint(name: string, {hint}: {hint?: string} = {}): Promise<void> {
    await this.#here().turns.restore(name, hint);
  }

  /** Uploads a file to the session; resolves once it is ready to go with a message. */
  async upload(file: FileLike, options: UploadOptions = {}): Promise<FileInfo> {
    return this.#here().uploads.upload(file, options);
  }

  /** Begins a new session; the old one stays on the server. */
  async newSession(): Promise<void> {
    await this.#here().turnTo(undefined);
  }

  /** Turns to another session; resolves when it is on screen. */
  async loadSession(id: string): Promise<void> {
    await this.#here().turnTo(id);
  }

  /** A page of the user's sessions, from page 1. */
  async sessions({page = 1}: {page?: number} = {}): Promise<SessionPage> {
    return this.#here().sessions.list(page);
  }

  async renameSession(id: string, title: string): Promise<void> {
    await this.#here().sessions.rename(id, title);
  }

  /** Removes a session from the server; if it is on screen, a new one begins. */
  async removeSession(id: string): Promise<void> {
    const chat = this.#here();
    await chat.sessions.remove(id);
    if (id === this.session?.id) await chat.turnTo(undefined);
  }

  /** The points of this session that can be returned to. */
  async checkpoints(): Promise<readonly CheckpointInfo[]> {
    return this.#here().sessions.checkpoints();
  }

  /** A text that the view asked to remember over a reload, such as a draft. */
  recall(name: string): string | undefined {
    return this.#chat?.store.get(`view.${name}`);
  }

  /** Remembers a text over a reload, for this endpoint, agent and user; `undefined` forgets it. */
  remember(name: string, text: string | undefined): void {
    this.#chat?.store.set(`view.${name}`, text);
  }

  /** The user leaves: ends all work, and clears every trace of the user from storage, memory and screen. */
  async shutdown(): Promise<void> {
    this.#chat?.store.clear();
    this.#turnAway();
    await Promise.resolve();
  }

  /** Ends all work. The conversation stays; runs go on, on the server. */
  dispose(): void {
    this.#connected = false;
    this.#end();
  }

  hostConnected(): void {
    this.#callOffEnd?.();
    this.#connected = true;
    this.#connectSoon();
  }

  /** An element that is only moved is connected again before the tick is over. */
  hostDisconnected(): void {
    this.#callOffEnd = this.#world.after(0, () => this.dispose());
  }

  /** Once, however many options are set one after the other. */
  #connectSoon(): void {
    queueMicrotask(() => this.#connected && this.#connect());
  }

  #connect(): Chat | undefined {
    const {endpoint, transport, sessionId} = this.#options;
    if (this.#chat || (endpoint === undefined && !transport)) return this.#chat;
    const chat = new Chat({
      options: () => this.#options,
      state: this.#state,
      credentials: this.#credentials,
      world: this.#world,
    });
    this.#chat = chat;
    this.#state.update({operations: chat.wire.operations});
    void chat.start(sessionId).then(() => {
      if (this.#chat !== chat) return;
      this.#ready.resolve();
      this.#state.emit({type: 'ready'});
    });
    return chat;
  }

  #here(): Chat {
    const chat = this.#connect();
    if (chat) return chat;
    throw new ChatError({code: 'no_endpoint', retryable: false}, {sent: false});
  }

  #end(): void {
    this.#callOffEnd?.();
    this.#chat?.end();
    this.#chat = undefined;
    this.#state.update({status: 'idle'});
  }

  #turnAway(): void {
    if (!this.#chat) return;
    this.#end();
    this.#credentials.forget();
    this.#ready = new Deferred();
    this.#state.reset();
  }
}
