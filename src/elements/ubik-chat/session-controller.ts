import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {ChatController} from '../../controller/chat-controller.js';
import type {ChatEvent, ChatStatus} from '../../controller/types.js';
import type {Conversation, Item, MessageItem} from '../../core/model/item.js';
import type {UbikChat} from './ubik-chat.js';

/** The statuses from the start of a run to its end. */
const busyStatuses: ReadonlySet<ChatStatus> = new Set([
  'connecting',
  'streaming',
  'stopping',
  'reconnecting',
]);

type SessionHost = ReactiveControllerHost & Element & Pick<UbikChat, 'endpoint' | 'transport'>;

/** Whether a queued message may follow an answer: it is complete or was stopped, and asks nothing. */
export const endsTurn = ({status, children}: MessageItem): boolean =>
  (status === 'done' || status === 'stopped') &&
  children.every(child => child.status !== 'waiting');

/** The session of a chat: owns the `ChatController`, and derives from its state what the view displays. */
export class SessionController implements ReactiveController {
  readonly controller: ChatController;
  readonly #host: SessionHost;
  #wasConnected = false;
  #isLoaded = false;
  #listVersion = 0;

  /** @param onEvent Called with each event of the `ChatController`, after this object was updated. */
  constructor(host: SessionHost, onEvent: (event: ChatEvent) => void) {
    this.#host = host;
    // Before the `ChatController`, which connects only after the conversation of the server is displayed.
    host.addController(this);
    this.controller = new ChatController(host, {
      onEvent: event => {
        this.#update(event);
        onEvent(event);
      },
    });
  }

  /** Whether a run is in progress or about to start. */
  get isBusy(): boolean {
    return busyStatuses.has(this.controller.status);
  }

  /** Whether there is something to send messages to. */
  get isReachable(): boolean {
    return this.#host.endpoint !== '' || this.#host.transport !== undefined;
  }

  /** Whether a session exists whose messages have not been loaded yet. */
  get isLoading(): boolean {
    const {session, conversation} = this.controller;
    return session !== undefined && !this.#isLoaded && conversation.children.length === 0;
  }

  get lastItem(): Item | undefined {
    return this.controller.conversation.children.at(-1);
  }

  /** A number that changes with the list of sessions. */
  get listVersion(): number {
    return this.#listVersion;
  }

  hostConnected(): void {
    if (!this.#wasConnected) this.#readServerConversation();
    this.#wasConnected = true;
  }

  /** Displays the conversation that a server has written beside the rendered one. */
  #readServerConversation(): void {
    const data = this.#host.querySelector(':scope > script[data-conversation]')?.textContent;
    try {
      if (data) this.controller.show(JSON.parse(data) as Conversation);
    } catch (error) {
      reportError(error); // The page is incomplete. The session has the conversation, too.
    }
  }

  #update(event: ChatEvent): void {
    if (event.type === 'ready') this.#isLoaded = true;
    else if (event.type === 'sessions-change') this.#listVersion += 1;
    else return;
    this.#host.requestUpdate(); // No other state may have changed.
  }
}
