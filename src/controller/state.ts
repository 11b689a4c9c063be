import type {
  ChatEvent,
  ChatState,
  ChatStatus,
  ErrorInfo,
  FrameObserver,
  SessionAction,
} from './types.js';
import {
  emptyConversation,
  type Conversation,
  type Item,
  type MessageItem,
} from '../core/model/item.js';
import type {Op} from '../core/model/op.js';
import {reduce} from '../core/model/reduce.js';
import type {Diagnostic} from '../core/protocol/diagnostics.js';
import type {FileInfo, Onboarding, SessionInfo} from '../core/protocol/session-types.js';
import type {ApplicationContext, Operations, Protocol} from '../core/protocol/types.js';
import {randomUuid} from './random-uuid.js';
import {reportDiagnostic, reportToDeveloper} from './developer-report.js';
import {itemIn, messagesOf, put} from '../core/model/messages.js';

/** The state that a view reads, with change notification. There is no other copy of what is displayed. */
export class State implements ChatState {
  status: ChatStatus = 'idle';
  resuming = false;
  loading = false;
  conversation: Conversation = emptyConversation;
  session: SessionInfo | undefined;
  lastError: ErrorInfo | undefined;
  onboarding: Onboarding | undefined;
  operations: Partial<Operations> = {};
  acceptsFiles = false;
  sessionActions: readonly SessionAction[] = [];
  /** The id of the item of the last error of the page, which is removed before the next attempt. */
  errorItem: string | undefined;
  /** The files that can go with messages, by id. */
  readonly files = new Map<string, FileInfo>();
  /** The contexts that go with messages of this page, by the id of the message. */
  readonly contexts = new Map<string, ApplicationContext>();
  readonly #listeners = new Set<() => void>();
  readonly #observers = new Set<FrameObserver>();
  readonly #eventListeners = new Set<(event: ChatEvent) => void>();
  readonly #onEvent: (event: ChatEvent) => void;
  readonly #page = randomUuid().slice(0, 8);
  #ids = 0;

  constructor(onEvent: (event: ChatEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** Changes the state and notifies the listeners, unless all values are equal. */
  update(change: Partial<ChatState>): void {
    const names = Object.keys(change) as (keyof ChatState)[];
    if (names.every(name => this[name] === change[name])) return;
    Object.assign(this, change);
    this.notify();
  }

  /** Applies ops to the conversation: what a stream, an answer of the user or a tool of the page changes. */
  apply(ops: readonly Op[]): void {
    this.update({conversation: reduce(this.conversation, ops)});
  }

  /** Displays an item: instead of the one with its id, or as the last one. */
  put(item: Item): void {
    this.update({conversation: put(this.conversation, item)});
  }

  get lastMessage(): MessageItem | undefined {
    return messagesOf(this.conversation).at(-1);
  }

  /** The displayed message with this id, which is not the id of the server. */
  message(id: string): MessageItem | undefined {
    const item = itemIn(this.conversation, id);
    return item?.kind === 'message' ? item : undefined;
  }

  /** Notifies the listeners of a change outside of the state, such as a deadline. */
  notify(): void {
    for (const listener of [...this.#listeners]) guarded(listener);
  }

  /** Sets what a chat with this protocol can do. */
  showOperations({inlineFiles, localSessions}: Protocol, operations: Partial<Operations>): void {
    // Elements compare by identity, and this is repeated with each change of the options.
    if (this.operations === operations) return;
    const {sessions, rename, remove, upload} = operations;
    const all = {list: sessions, rename, remove} satisfies Record<SessionAction, unknown>;
    const sessionActions = (Object.keys(all) as SessionAction[]).filter(
      name => localSessions ?? all[name],
    );
    const acceptsFiles = (upload ?? inlineFiles) !== undefined;
    this.update({operations, acceptsFiles, sessionActions});
  }

  /** Discards the conversation of a user who leaves, and what goes with the messages. */
  reset(): void {
    this.files.clear();
    this.contexts.clear();
    this.update({
      status: 'idle',
      resuming: false,
      loading: false,
      conversation: emptyConversation,
      session: undefined,
      lastError: undefined,
      onboarding: undefined,
    });
  }

  /** Fires an event. The state has changed before. */
  emit(event: ChatEvent): void {
    if (event.type === 'error') reportToDeveloper(event.error);
    if (event.type === 'diagnostic') reportDiagnostic(event.diagnostic);
    guarded(() => this.#onEvent(event));
    for (const listener of [...this.#eventListeners]) guarded(() => listener(event));
  }

  readonly report = (diagnostic: Diagnostic): void => this.emit({type: 'diagnostic', diagnostic});

  readonly reportFrame: FrameObserver = (frame, source) => {
    for (const observer of this.#observers) guarded(() => observer(frame, source));
  };

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  listen(listener: (event: ChatEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  observe(observer: FrameObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** An id for an item that has none from the server yet. Conversations that are loaded later have ids of other pages. */
  newId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}-${this.#page}-${this.#ids}`;
  }
}

/** An exception of a listener is reported and does not affect others. */
function guarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
