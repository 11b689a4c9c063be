import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {ChatEvent} from '../../controller/types.js';
import type {Labels} from '../locales/en.js';
import {AnnouncementTexts, type Narration} from './announcement-texts.js';
import {Announcer, announceIn} from './announcer.js';
import type {SharedConversation} from './shared-conversation.js';

interface Announced {
  readonly conversation: SharedConversation;
  readonly isVisible: boolean;
  readonly labels: Labels;
  readonly narration: Narration;
  /** The live region. */
  readonly region: HTMLElement | null;
}

/** Announces to assistive technology what happens in a conversation, and that the network is lost or back. */
export class Announcements implements ReactiveController {
  readonly #read: () => Announced;
  readonly #announcer = new Announcer(text => {
    const {narration, region} = this.#read();
    if (narration !== 'off') announceIn(region, text);
  });
  readonly #texts = new AnnouncementTexts(this.#announcer, () => this.#read().narration);
  #isPending = false;

  constructor(host: ReactiveControllerHost, read: () => Announced) {
    this.#read = read;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('offline', this.#onNetworkChange);
    addEventListener('online', this.#onNetworkChange);
  }

  hostDisconnected(): void {
    removeEventListener('offline', this.#onNetworkChange);
    removeEventListener('online', this.#onNetworkChange);
    this.#announcer.clear();
  }

  /** Announces a text before what is announced of an answer. */
  announce(text: string): void {
    this.#announcer.announce(text, true);
  }

  /** Announces an event, and nothing that is left of a user who leaves. */
  onEvent(event: ChatEvent): void {
    if (event.type === 'leave') this.#announcer.clear();
    const {conversation, labels} = this.#read();
    this.#texts.onEvent(event, conversation, labels);
  }

  /** Announces what has changed in the state. */
  onState(): void {
    const {conversation, labels} = this.#read();
    this.#texts.onState(conversation, labels);
  }

  /** Announces what has changed in the state, after the events of the change, which say more. */
  onChange(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      this.onState();
    });
  }

  /** The page has set another value of `narration`. */
  onNarration(): void {
    if (this.#read().narration !== 'full') this.#announcer.clearAnswer();
  }

  readonly #onNetworkChange = ({type}: Event): void => {
    const {conversation, isVisible, labels} = this.#read();
    if (type === 'online') conversation.error.onOnline();
    this.#texts.onNetworkChange(type === 'online', labels, !isVisible && !conversation.isBusy);
  };
}
