import {ChatError} from '../../controller/http/errors.js';
import {reportToConsole} from '../../controller/report-to-console.js';
import type {ChatEvent, ErrorInfo} from '../../controller/types.js';
import {UbikErrorEvent} from '../events.js';
import type {Labels} from '../locales/en.js';
import {errorText} from '../locales/labels.js';
import type {SharedConversation} from './shared-conversation.js';

/** The text of an error in a language. */
type ErrorText = (labels: Labels) => string;

/** The message for an error that is not part of the conversation. */
export class ErrorMessage {
  readonly #shared: SharedConversation;
  #text: ErrorText | undefined;
  #isOffline = false;

  constructor(shared: SharedConversation) {
    this.#shared = shared;
  }

  /** The message; `undefined` if there is none. */
  get text(): ErrorText | undefined {
    return this.#text;
  }

  /** Clears the message when a turn starts, or another session or nothing is displayed. */
  onChatEvent({type}: ChatEvent): void {
    if (type === 'turn-start' || type === 'session-change' || type === 'leave') this.clear();
  }

  clear(): void {
    this.#show(undefined);
  }

  /** Clears the message that the browser is offline. */
  onOnline(): void {
    if (this.#isOffline) this.clear();
  }

  /** Displays, announces and reports why an action of the user was rejected. */
  readonly showRejection = (error: unknown): void => {
    // Leaving a session aborts what is in progress there.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const isKnown = error instanceof ChatError;
    if (!isKnown) reportToConsole(error);
    const info: ErrorInfo = isKnown ? error.info : {code: 'unknown', retryable: false};
    this.#announce(info, labels => errorText(info, labels));
    this.#shared.owner.report(new UbikErrorEvent(info));
  };

  /** Displays and announces an error that an element inside the chat has reported by `ubik-error`. */
  showPartError({error, isOfFile}: UbikErrorEvent): void {
    this.#announce(error, labels => {
      const message = errorText(error, labels);
      return isOfFile ? `${labels.errors.not_saved} ${message}` : message;
    });
  }

  #announce({code}: ErrorInfo, text: ErrorText): void {
    this.#isOffline = code === 'offline';
    this.#show(text);
    this.#shared.owner.announce(text);
  }

  #show(text: ErrorText | undefined): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#shared.update();
  }
}
