import type {ReactiveControllerHost} from 'lit';
import {ChatError} from '../../controller/http/errors.js';
import type {ChatEvent, ChatFault} from '../../controller/types.js';
import {UbikErrorEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import {faultWords} from '../locales/labels.js';
import type {LiveAnnouncements} from './live-announcements.js';

/** Error codes whose label is a complete message. All other errors of a part are about a file that was not saved. */
const completeMessages: ReadonlySet<string> = new Set([
  'not_copied',
  'copied_plain',
  'not_loaded',
  'not_read',
  'not_dictated',
]);

/** The message above the composer for an error that is not part of the conversation. */
export class ErrorMessage {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #announcements: Pick<LiveAnnouncements, 'announce'>;
  readonly #labels: () => Labels;
  #text = '';

  constructor(
    host: ReactiveControllerHost & EventTarget,
    announcements: Pick<LiveAnnouncements, 'announce'>,
    labels: () => Labels,
  ) {
    this.#host = host;
    this.#labels = labels;
    this.#announcements = announcements;
  }

  /** The message; empty if there is none. */
  get text(): string {
    return this.#text;
  }

  /** Clears the message when a turn starts or another session is displayed. */
  onChatEvent({type}: ChatEvent): void {
    if (type === 'turn-start' || type === 'session-change') this.#show('');
  }

  /** Displays, announces and reports why an action of the user was rejected. */
  readonly showRejection = (error: unknown): void => {
    // Leaving a session aborts what is in progress there.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const isKnown = error instanceof ChatError;
    if (!isKnown) reportError(error);
    const fault = isKnown ? error.fault : {code: 'unknown', retryable: false};
    this.#show(faultWords(fault, this.#labels()));
    this.#announcements.announce(this.#text);
    this.#host.dispatchEvent(new UbikErrorEvent(fault));
  };

  /** Displays and announces an error that an element inside the chat has reported by `ubik-error`. */
  showPartError(fault: ChatFault): void {
    const labels = this.#labels();
    const words = faultWords(fault, labels);
    this.#show(completeMessages.has(fault.code) ? words : `${labels.errors.not_saved} ${words}`);
    this.#announcements.announce(this.#text);
  }

  #show(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#host.requestUpdate();
  }
}
