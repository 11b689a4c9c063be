import type {Chat} from './chat.js';
import {CurrentChat} from './current-chat.js';
import type {
  ChatFault,
  ChatHost,
  ChatOptions,
  ChatSettings,
  ChatState,
  ChatStatus,
  FrameObserver,
  Reply,
  SendOptions,
} from './types.js';
import type {UploadOptions} from './turns/uploads.js';
import {defaultEnvironment} from './environment.js';
import type {Environment} from './environment.js';
import type {
  CheckpointInfo,
  FileInfo,
  Onboarding,
  SessionInfo,
  SessionPage,
} from '../core/protocol/session-types.js';
import type {Conversation, RequestItem} from '../core/model/item.js';
import type {FileLike, Operations} from '../core/protocol/types.js';

/**
 * A chat without a view: connects, sends, follows runs over lost connections and reloads, and holds the conversation.
 * Serves a Lit host, any framework (`subscribe`), or a script in Node.
 *
 * What goes wrong in the conversation is told there, in `lastError` and as an event; the methods of the conversation
 * then resolve all the same. They reject, like all others, with a `ChatError` when they are asked for what cannot be:
 * its `fault.code` says why.
 */
export class ChatController implements ChatState {
  readonly #current: CurrentChat;

  /** Without a host it connects by itself, as soon as it is configured. */
  constructor(
    host?: ChatHost,
    options: ChatOptions = {},
    environment: Environment = defaultEnvironment,
  ) {
    this.#current = new CurrentChat(options, environment);
    if (host) {
      this.subscribe(() => host.requestUpdate());
      host.addController(this);
    } else {
      this.#current.connect();
    }
  }

  get status(): ChatStatus {
    return this.#current.state.status;
  }

  get resuming(): boolean {
    return this.#current.state.resuming;
  }

  get conversation(): Conversation {
    return this.#current.state.conversation;
  }

  get session(): SessionInfo | undefined {
    return this.#current.state.session;
  }

  get lastError(): ChatFault | undefined {
    return this.#current.state.lastError;
  }

  get onboarding(): Onboarding | undefined {
    return this.#current.state.onboarding;
  }

  get operations(): Partial<Operations> {
    return this.#current.state.operations;
  }

  /** Resolves when the session that is given or remembered is on screen, or the first try to load it has failed. */
  get ready(): Promise<void> {
    return this.#current.ready;
  }

  /** Calls back after each change of state, while streaming at most once a frame; gives back how to end it. */
  subscribe(listener: () => void): () => void {
    return this.#current.state.subscribe(listener);
  }

  /** Lets a tool hear every frame of a run before it is folded; gives back how to end it. */
  observe(observer: FrameObserver): () => void {
    const {observers} = this.#current.state;
    observers.add(observer);
    return () => observers.delete(observer);
  }

  /** Changes options. Equal values change nothing; another endpoint, protocol, agent or user is another chat. */
  configure(settings: ChatSettings): void {
    this.#current.configure(settings);
  }

  /** Shows what is known to have been said, until the session has been loaded. */
  show(conversation: Conversation): void {
    this.#current.state.update({conversation});
  }

  /** Sends a message, which is on screen at once; resolves when the turn has ended. */
  async send(text: string, {files = [], context}: SendOptions = {}): Promise<void> {
    await this.#with(async ({turns, uploads, replies}) => {
      const question = replies.open();
      if (question) {
        await replies.reply(question.id, {input: text, type: 'text', files}).catch(() => undefined);
      } else {
        const known = files.map(id => uploads.known(id));
        await turns.send(text, {files: known, ...(context && {context})});
      }
    });
  }

  /** Goes on with the last answer, where it was cut or paused and the protocol can; resolves when that has ended. */
  async continue(): Promise<void> {
    await this.#with(({turns}) => turns.continue());
  }

  /** Stops the run, here and on the server; resolves when it has ended. Asked again, it does not wait for the server. */
  async stop(): Promise<void> {
    await this.#current.chat?.stop();
  }

  /** Answers a question of the agent or of a tool; resolves when the server has the answer, rejects when it has not. */
  async reply(requestId: string, reply: Reply): Promise<void> {
    await this.#with(({replies}) => replies.reply(requestId, reply));
  }

  /** By the user's wish: joins the run that was lost, else answers anew, else sends again. */
  async retry(): Promise<void> {
    await this.#with(chat => chat.retry());
  }

  /** Says something else in the place of a message of the user. An open question is given up, as it is by the next three. */
  async edit(messageId: string, text: string): Promise<void> {
    await this.#with(({turns}) => turns.edit(messageId, text));
  }

  /** Answers anew. */
  async regenerate(messageId: string): Promise<void> {
    await this.#with(({turns}) => turns.regenerate(messageId));
  }

  /** Shows the branch with this message. */
  async navigate(messageId: string): Promise<void> {
    await this.#with(chat => chat.navigate(messageId));
  }

  /** Goes back to a checkpoint and on from there, with a hint to the agent. */
  async restoreCheckpoint(name: string, {hint}: {hint?: string} = {}): Promise<void> {
    await this.#with(({turns}) => turns.restore(name, hint));
  }

  /** Uploads a file to the session; resolves once it is ready to go with a message. */
  async upload(file: FileLike, options: UploadOptions = {}): Promise<FileInfo> {
    return this.#with(({uploads}) => uploads.upload(file, options));
  }

  /** Begins a new session; the old one stays on the server. */
  async newSession(): Promise<void> {
    await this.#with(chat => chat.turnTo(undefined));
  }

  /** Turns to another session; resolves when it is on screen. */
  async loadSession(id: string): Promise<void> {
    await this.#with(chat => chat.turnTo(id));
  }

  /** A page of the user's sessions, from page 1. */
  async sessions({page = 1}: {page?: number} = {}): Promise<SessionPage> {
    return this.#with(({sessions}) => sessions.list(page));
  }

  async renameSession(id: string, title: string): Promise<void> {
    await this.#with(({sessions}) => sessions.rename(id, title));
  }

  /** Removes a session from the server; if it is on screen, a new one begins. */
  async removeSession(id: string): Promise<void> {
    await this.#with(async chat => {
      await chat.sessions.remove(id);
      if (id === this.session?.id) await chat.turnTo(undefined);
    });
  }

  /** The points of this session that can be returned to. */
  async checkpoints(): Promise<readonly CheckpointInfo[]> {
    return this.#with(({sessions}) => sessions.checkpoints());
  }

  /** A file that a tool made, such as an image, fetched with the user's sign-in; nothing where the address names none. */
  asset(address: string): Promise<Blob> | undefined {
    return this.#current.chat?.sessions.asset(address);
  }

  /** Seconds since a question was asked, whatever the clock of the user's machine says. */
  readonly questionAge = (question: RequestItem): number =>
    this.#current.chat?.times.age(question) ?? 0;

  /** A text that the view asked to remember over a reload, such as a draft. */
  recall(name: string): string | undefined {
    return this.#current.store.get(`view.${name}`);
  }

  /** Remembers a text over a reload, for this endpoint, agent and user; `undefined` forgets it. */
  remember(name: string, text: string | undefined): void {
    this.#current.chat?.store.set(`view.${name}`, text);
  }

  /** The user leaves: ends all work, and clears every trace of the user from storage, memory and screen, in all tabs. */
  async shutdown(): Promise<void> {
    this.#current.shutdownAll();
    return Promise.resolve();
  }

  /** Ends all work. The conversation stays; runs go on, on the server. */
  dispose(): void {
    this.#current.end();
  }

  hostConnected(): void {
    this.#current.connect();
  }

  hostDisconnected(): void {
    this.#current.disconnect();
  }

  /** With the chat: at once where its protocol is there, else when it has come. */
  async #with<T>(act: (chat: Chat) => Promise<T>): Promise<T> {
    return act(this.#current.begin() ?? (await this.#current.ensureChat()));
  }
}
