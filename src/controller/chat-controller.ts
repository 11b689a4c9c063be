import type {Chat} from './chat.js';
import {CurrentChat} from './current-chat.js';
import {reportToDeveloper} from './developer-report.js';
import {ChatError, toErrorInfo} from './http/errors.js';
import {messagesOf} from './messages.js';
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
import type {JsonRecord} from '../core/protocol/decode.js';
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
import type {Conversation, MessageItem, RequestItem} from '../core/model/item.js';
import type {FileLike, Operations, ResourceResult} from '../core/protocol/types.js';

/**
 * A chat without a view: connects, sends, follows runs over lost connections and reloads, and holds the conversation.
 * Serves a Lit host, any framework (`subscribe`), or a script in Node.
 *
 * An error within a turn is in `lastError`, in the conversation and in an event, and the method that started the turn
 * resolves. A method rejects with a `ChatError` if it cannot be carried out at all: `info.code` has the reason.
 */
export class ChatController implements ChatState {
  readonly #current: CurrentChat;

  /** Without a host it connects as soon as it is configured. */
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

  get lastError(): ErrorInfo | undefined {
    return this.#current.state.lastError;
  }

  get onboarding(): Onboarding | undefined {
    return this.#current.state.onboarding;
  }

  get acceptsFiles(): boolean {
    return this.#current.state.acceptsFiles;
  }

  get sessionActions(): readonly SessionAction[] {
    return this.#current.state.sessionActions;
  }

  get operations(): Partial<Operations> {
    return this.#current.state.operations;
  }

  /** Resolves when the given or stored session is displayed, or the first attempt to load it has failed. */
  get ready(): Promise<void> {
    return this.#current.ready;
  }

  /** Calls back after each change, at most once per painted frame while streaming. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void {
    return this.#current.state.subscribe(listener);
  }

  /** Calls back with each event, after the state has changed and `onEvent` of the options. Returns an unsubscribe function. */
  listen(listener: (event: ChatEvent) => void): () => void {
    const {eventListeners} = this.#current.state;
    eventListeners.add(listener);
    return () => eventListeners.delete(listener);
  }

  /** Observes each frame before it is applied. Returns an unsubscribe function. */
  observe(observer: FrameObserver): () => void {
    const {observers} = this.#current.state;
    observers.add(observer);
    return () => observers.delete(observer);
  }

  /** Changes options. Equal values have no effect; another endpoint, protocol, agent or user starts another chat. */
  configure(settings: ChatOptions): void {
    this.#current.configure(settings);
  }

  /** Displays a conversation until the session has been loaded. */
  show(conversation: Conversation): void {
    this.#current.state.update({conversation});
  }

  /**
   * Sends a message, which is displayed at once. Resolves when the turn has ended, with how it ended; rejects if it could
   * not begin, for example with `busy` during a run.
   */
  async send(text: string, {files = [], context}: SendOptions = {}): Promise<TurnOutcome> {
    return this.#with(async chat => {
      const {turns, uploads, replies} = chat;
      const session = this.session?.id;
      const question = replies.open();
      if (question) {
        try {
          await replies.reply(question.id, {input: text, type: 'text', files});
        } catch (error) {
          return {status: 'waiting', error: toErrorInfo(error)};
        }
        await chat.runs.ended();
      } else {
        const known = files.map(id => uploads.known(id));
        await turns.send(text, {files: known, ...(context && {context})});
      }
      const isSame = session === undefined || session === this.session?.id;
      return isSame ? outcomeOf(this) : {status: 'canceled'};
    });
  }

  /** Continues an answer that was cut or paused, if the protocol supports it. Resolves when the run has ended. */
  async continue(): Promise<void> {
    await this.#with(({turns}) => turns.continue());
  }

  /** Stops the run, here and on the server. Resolves when it has ended. A second call does not wait for the server. */
  async stop(): Promise<void> {
    await this.#current.chat?.stop();
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
    return this.#current.chat?.turns.withdraw();
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

  /** Removes a session from the server. If it is displayed, a new one starts. */
  async removeSession(id: string): Promise<void> {
    await this.#with(async chat => {
      await chat.sessions.remove(id);
      if (id === this.session?.id) await chat.open(undefined);
    });
  }

  /** The points of this session that can be returned to. */
  async checkpoints(): Promise<readonly CheckpointInfo[]> {
    return this.#with(({sessions}) => sessions.checkpoints());
  }

  /** Loads a file of a tool, such as an image, with the user's token. `undefined` if the address is not such a file. */
  asset(address: string): Promise<Blob> | undefined {
    return this.#current.chat?.sessions.asset(address);
  }

  /** Reads a resource (`ui://…`) of the server of a tool, for the app of a call. */
  async readResource({tool, uri, signal}: ResourceRequest): Promise<ResourceResult> {
    return this.#with(({sessions}) => sessions.readResource(tool, uri, signal));
  }

  /** Calls a tool of the server of a tool, for the app of a call. Never call it without the consent of the user. */
  async callTool({tool, signal, ...call}: ToolRequest): Promise<JsonRecord> {
    return this.#with(({sessions}) => sessions.callTool(tool, call, signal));
  }

  /**
   * Seconds since a question was asked, independent of the clock of the user's machine. Without the time by which
   * `extend` has moved its deadline.
   */
  readonly questionAge = (question: RequestItem): number =>
    this.#current.chat?.times.age(question) ?? 0;

  /** A text that the view stored, such as a draft. */
  recall(name: string): string | undefined {
    return this.#current.store.get(`view.${name}`);
  }

  /** Stores a text for this endpoint, agent and user; `undefined` removes it. */
  remember(name: string, text: string | undefined): void {
    this.#current.chat?.store.set(`view.${name}`, text);
  }

  /** Logs the user out in all tabs: ends all work, and clears storage, memory and the view. */
  async shutdown(): Promise<void> {
    this.#current.shutdownAll();
    return Promise.resolve();
  }

  /** Ends all work. The conversation stays; runs continue on the server. */
  dispose(): void {
    this.#current.end();
  }

  hostConnected(): void {
    this.#current.connect();
  }

  hostDisconnected(): void {
    this.#current.disconnect();
  }

  /** Calls `act` with the chat: at once if its protocol has been loaded, otherwise afterwards. */
  async #with<T>(act: (chat: Chat) => Promise<T>): Promise<T> {
    try {
      return await act(this.#current.begin() ?? (await this.#current.ensureChat()));
    } catch (error) {
      if (error instanceof ChatError) reportToDeveloper(error.info);
      throw error;
    }
  }
}

/** How the last turn ended, read from the conversation. */
function outcomeOf({status, lastError: error, conversation}: ChatState): TurnOutcome {
  const last = messagesOf(conversation).at(-1);
  const message = last?.role === 'assistant' ? last : undefined;
  if (error && (!message || message.children.every(({kind}) => kind === 'error'))) {
    return {status: 'not-sent', error};
  }
  return {
    status: status === 'waiting' ? 'waiting' : endOf(message),
    ...(message && {message}),
    ...(error && {error}),
  };
}

/** The outcome that corresponds to the status of an answer. */
function endOf(message: MessageItem | undefined): TurnOutcome['status'] {
  switch (message?.status) {
    case 'stopped':
    case 'failed':
    case 'interrupted':
    case 'waiting':
      return message.status;
    case 'done':
      return 'done';
    default:
      return 'canceled';
  }
}
