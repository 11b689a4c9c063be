import type {ChatController} from '../../controller/chat-controller.js';
import type {ChatEvent, ChatStatus, ErrorInfo} from '../../controller/types.js';
import type {Author, Item, MessageItem} from '../../core/model/item.js';
import {answeringPerson, walk} from '../../core/model/select.js';
import type {ApplicationContext} from '../../core/protocol/types.js';
import type {Labels} from '../locales/en.js';
import {Draft} from './draft.js';
import {ErrorMessage} from './error-message.js';

/** The statuses from the start of a run to its end. */
const busyStatuses: ReadonlySet<ChatStatus> = new Set([
  'connecting',
  'streaming',
  'stopping',
  'reconnecting',
]);

/** After this time without any part of an answer, the user reads that it takes long. */
const slowAnswerMs = 8000;

/** Whether a queued message may follow an answer: it is complete or was stopped, and nothing in it waits. */
export const endsTurn = (message: MessageItem): boolean =>
  (message.status === 'done' || message.status === 'stopped') &&
  ![...walk(message)].some(({status}) => status === 'waiting');

/** The number of answers and questions that were not seen, after an event. */
export function unreadAfter(event: ChatEvent, before: number): number {
  if (event.type === 'leave') return 0;
  const isUnread =
    event.type === 'turn-end'
      ? endsTurn(event.message) || event.message.status === 'failed'
      : event.type === 'input-required';
  return isUnread ? before + 1 : before;
}

/** Receives what happens in a conversation: a part, or the element that owns the conversation. */
export interface Follower {
  /** Something that can be displayed has changed; at most once per painted frame while an answer streams. */
  onConversationChange(): void;
  onChatEvent?(event: ChatEvent): void;
  /** The user sends a message. */
  onSend?(): void;
}

/** The panel of a chat that opens and closes. */
export interface Panel {
  readonly isOpen: boolean;
  readonly unread: number;
  /** Whether a question is open that the user cannot see. */
  readonly needsAnswer: boolean;
  toggle(): Promise<void>;
  focusComposer(): Promise<void>;
}

/** What a conversation needs from the element that owns it. */
export interface ConversationOwner {
  /** Context that is sent with the next messages. */
  context(): ApplicationContext | undefined;
  clearContext(): void;
  /** Whether there is something to send messages to. */
  isReachable(): boolean;
  /** Whether requests and storage are allowed; otherwise the user must agree first. */
  isAllowed(): boolean;
  /** The panel that a launcher opens. */
  panel(): Panel | undefined;
  /** The maximum number of characters of a message; 0 for no limit. */
  characterLimit(): number;
  /** Announces a text to assistive technology. */
  readonly announce: (text: (labels: Labels) => string) => void;
  /** Reports an event to the page. */
  report(event: Event): void;
}

/** For a conversation that no element owns: its controller belongs to the page. */
const noOwner: ConversationOwner = {
  context: () => undefined,
  clearContext: () => undefined,
  isReachable: () => true,
  isAllowed: () => true,
  panel: () => undefined,
  characterLimit: () => 0,
  announce: () => undefined,
  report: () => undefined,
};

const conversations = new WeakMap<ChatController, SharedConversation>();

/**
 * What the parts of one conversation share: its controller, and the state of the view that the controller does not have.
 * There is one for each controller.
 *
 * It listens to the events of the controller as long as that exists, and subscribes to its changes once, while it has
 * followers, however many these are. A follower decides by itself whether it displays anything that has changed.
 */
export class SharedConversation {
  readonly controller: ChatController;
  readonly draft: Draft;
  readonly error: ErrorMessage;
  readonly owner: ConversationOwner;
  readonly #followers = new Set<Follower>();
  #unsubscribe: (() => void) | undefined;
  #isSlow = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #listVersion = 0;

  constructor(controller: ChatController, owner: ConversationOwner = noOwner) {
    this.controller = controller;
    this.owner = owner;
    this.error = new ErrorMessage(this);
    this.draft = new Draft(this);
    conversations.set(controller, this);
    // Also without followers: what a user has written must not be displayed to the next one.
    controller.listen(event => this.#onChatEvent(event));
    // The parts may be added after the event `ready`.
    void controller.ready.then(() => this.#onReady());
  }

  /** The conversation of a controller; the same one for each of its parts. */
  static of(controller: ChatController): SharedConversation {
    return conversations.get(controller) ?? new SharedConversation(controller);
  }

  /** Whether a run is in progress or about to start. */
  get isBusy(): boolean {
    return busyStatuses.has(this.controller.status);
  }

  /** Whether a session exists whose messages have not been loaded yet. */
  get isLoading(): boolean {
    const {session, loading} = this.controller;
    return session !== undefined && loading && this.items.length === 0;
  }

  /** Why the messages of the session could not be loaded, while none is displayed. */
  get loadError(): ErrorInfo | undefined {
    const {session, lastError} = this.controller;
    const isEmpty = session !== undefined && this.items.length === 0;
    return isEmpty && !this.isBusy ? lastError : undefined;
  }

  /** Whether it is known that the conversation is empty. */
  get isEmpty(): boolean {
    return this.items.length === 0 && !this.isLoading && !this.loadError;
  }

  /** Whether a message was sent and no part of its answer has arrived. */
  get isAwaitingAnswer(): boolean {
    const {lastItem: last, controller} = this;
    if (!this.isBusy || controller.resuming || last?.kind !== 'message') return false;
    return last.role === 'user' || last.children.length === 0;
  }

  /** The person who answers in place of the assistant. */
  get person(): Author | undefined {
    return answeringPerson(this.controller.conversation);
  }

  /** Whether the first part of an answer takes longer than usual. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Whether an element announces what happens in the conversation. */
  get isAnnounced(): boolean {
    return this.owner !== noOwner;
  }

  /** The items of the conversation, oldest first. */
  get items(): readonly Item[] {
    return this.controller.conversation.children;
  }

  get lastItem(): Item | undefined {
    return this.items.at(-1);
  }

  /** A number that changes with the list of sessions. */
  get listVersion(): number {
    return this.#listVersion;
  }

  /** Notifies a follower from now on. Returns an unsubscribe function. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    this.#unsubscribe ??= this.controller.subscribe(this.update);
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#stopTimer();
    };
  }

  /** Notifies all followers of a change. */
  readonly update = (): void => {
    this.#timeAnswer();
    for (const follower of [...this.#followers]) follower.onConversationChange();
  };

  /** Notifies all followers that the user sends a message. */
  onSend(): void {
    for (const follower of [...this.#followers]) follower.onSend?.();
  }

  #onChatEvent(event: ChatEvent): void {
    if (event.type === 'ready') this.#onReady();
    if (event.type === 'sessions-change') {
      this.#listVersion += 1;
      this.update();
    }
    this.error.onChatEvent(event);
    this.draft.onChatEvent(event);
    for (const follower of [...this.#followers]) follower.onChatEvent?.(event);
  }

  #timeAnswer(): void {
    // A person takes longer than an agent as a rule.
    if (!this.isAwaitingAnswer || !this.#unsubscribe || this.person) {
      this.#stopTimer();
      return;
    }
    this.#slowTimer ??= setTimeout(() => {
      this.#isSlow = true;
      this.update();
    }, slowAnswerMs);
  }

  #stopTimer(): void {
    clearTimeout(this.#slowTimer);
    this.#slowTimer = undefined;
    this.#isSlow = false;
  }

  #onReady(): void {
    this.draft.restore();
    this.update();
  }
}
