import type {ReactiveControllerHost} from 'lit';
import {ChatError} from '../../controller/http/errors.js';
import type {ChatEvent, ErrorInfo} from '../../controller/types.js';
import {UbikErrorEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import {errorText} from '../locales/labels.js';
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
    const info = isKnown ? error.info : {code: 'unknown', retryable: false};
    this.#show(errorText(info, this.#labels()));
    this.#announcements.announce(this.#text);
    this.#host.dispatchEvent(new UbikErrorEvent(info));
  };

  /** Displays and announces an error that an element inside the chat has reported by `ubik-error`. */
  showPartError(info: ErrorInfo): void {
    const labels = this.#labels();
    const words = errorText(info, labels);
    this.#show(completeMessages.has(info.code) ? words : `${labels.errors.not_saved} ${words}`);
    this.#announcements.announce(this.#text);
  }

  #show(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#host.requestUpdate();
  }
}
