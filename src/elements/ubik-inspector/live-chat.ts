import type {ReactiveController} from 'lit';
import {observeIds, treeOf} from '../conversation/id-observer.js';
import type {ElementHost} from '../base/language.js';
import type {FrameObserver} from '../../controller/types.js';
import {type Conversation} from '../../core/model/item.js';
import {lastUserMessage} from '../../core/model/messages.js';
import {plainText} from '../../core/model/select.js';
import {reportToConsole} from '../../controller/report-to-console.js';

/** The members of a chat that the inspector uses. */
interface ObservedChat extends HTMLElement {
  readonly conversation: Conversation;
  observe(observer: FrameObserver): () => void;
}

/** The events of a chat that the inspector lists. */
const listedEvents = [
  'ubik-stop-request',
  'ubik-reply-request',
  'ubik-turn-start',
  'ubik-turn-end',
  'ubik-step-change',
  'ubik-tool-change',
  'ubik-input-required',
  'ubik-checkpoint-reached',
  'ubik-data',
  'ubik-error',
] as const;

const isChat = (element: Element | undefined): element is ObservedChat =>
  typeof (element as Partial<ObservedChat> | undefined)?.observe === 'function';

type LiveChatHost = ElementHost & {readonly htmlFor: string};

interface LiveChatListeners {
  readonly frame: FrameObserver;
  /** Another chat is observed, whose messages may have the same ids. */
  readonly change: () => void;
  readonly event: (kind: 'event' | 'diagnostic', name: string, detail: unknown) => void;
}

/** Observes the chat that the inspector's `for` attribute names, while both are connected. */
export class LiveChat implements ReactiveController {
  readonly #host: LiveChatHost;
  readonly #listeners: LiveChatListeners;
  #unobserve: (() => void) | undefined;
  #element: Element | undefined;
  /** The chat that was observed last. */
  #last: Element | undefined;
  #subscription: AbortController | undefined;

  constructor(host: LiveChatHost, listeners: LiveChatListeners) {
    this.#host = host;
    this.#listeners = listeners;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.requestUpdate(); // looks for the chat again after a move
  }

  hostUpdated(): void {
    this.#findChat();
  }

  hostDisconnected(): void {
    this.#unobserve?.();
    this.#unobserve = undefined;
    this.#unsubscribe();
  }

  /** The last message of the user. */
  get question(): string | undefined {
    if (!isChat(this.#element)) return undefined;
    const question = lastUserMessage(this.#element.conversation);
    return question && plainText(question);
  }

  /** Finds the chat, which may be added to the page after the inspector, or replaced. */
  #findChat(): void {
    const tree = treeOf(this.#host);
    if (!tree) return;
    this.#unobserve ??= observeIds(tree, () => this.#findChat());
    const element = tree.getElementById(this.#host.htmlFor);
    void this.#follow(element ?? undefined).catch(reportToConsole);
  }

  /** Subscribes to this element once it is defined as a chat, and unsubscribes from the previous one. */
  async #follow(element: Element | undefined): Promise<void> {
    if (element === this.#element) return;
    this.#unsubscribe();
    this.#element = element;
    if (!element) return;
    await customElements.whenDefined(element.localName);
    if (element === this.#element && isChat(element)) this.#subscribe(element);
  }

  #unsubscribe(): void {
    this.#subscription?.abort();
    this.#element = undefined;
  }

  #subscribe(chat: ObservedChat): void {
    if (chat !== this.#last) this.#listeners.change();
    this.#last = chat;
    this.#subscription = new AbortController();
    const {signal} = this.#subscription;
    const off = chat.observe(this.#listeners.frame);
    signal.addEventListener('abort', off);
    for (const type of listedEvents) {
      chat.addEventListener(type, event => this.#listeners.event('event', type, fieldsOf(event)), {
        signal,
      });
    }
    chat.addEventListener(
      'ubik-diagnostic',
      ({diagnostic}) => this.#listeners.event('diagnostic', diagnostic.code, diagnostic),
      {signal},
    );
  }
}

/** The own fields of an event. */
const fieldsOf = (event: Event): unknown =>
  Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'isTrusted'));
