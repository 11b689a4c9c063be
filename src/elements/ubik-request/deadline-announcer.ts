import {
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type {RequestItem} from '../../core/model/item.js';
import {html} from '../base/html.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import type {Labels} from '../locales/en.js';
import {formatDuration} from '../shared/text/format.js';
import {questionText, withPosition} from '../shared/text/question-text.js';
import {spoken} from '../shared/text/sentence-reader.js';
import type {Deadline} from './deadline.js';

interface Announced {
  readonly question: RequestItem | undefined;
  readonly labels: Labels;
  /** The conversation whose chat announces the deadline; without it, the question has a live region. */
  readonly conversation: SharedConversation | undefined;
}

/** Announces that little time is left to answer a question, or none, and how much more the server has given. */
export class DeadlineAnnouncer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #deadline: Deadline;
  readonly #read: () => Announced;
  /** The last warning. */
  #warned = '';
  /** What is announced about the time that the server gave. */
  #extended = '';

  constructor(host: ReactiveControllerHost, deadline: Deadline, read: () => Announced) {
    this.#host = host;
    this.#deadline = deadline;
    this.#read = read;
    host.addController(this);
  }

  /** Forgets the extension for another question. */
  reset(): void {
    this.#extended = '';
  }

  hostUpdated(): void {
    const left = this.#left;
    const text = left === undefined ? '' : this.#warningText(left);
    if (text === this.#warned) return;
    this.#warned = text;
    if (text) this.#announce(text);
  }

  /** Announces how much time the server gave, and warns again when it runs out. */
  onExtended(): void {
    this.#deadline.restart();
    const left = this.#left;
    if (left === undefined) return;
    const {request, locale} = this.#read().labels;
    this.#extended = request.timeLeft(formatDuration(left, locale, 'long'));
    this.#announce(this.#extended);
    this.#host.requestUpdate();
  }

  /** A live region for a question outside of a chat. */
  render(left: number | undefined): TemplateResult | typeof nothing {
    if (left === undefined || this.#read().conversation) return nothing;
    return html`<span class="visually-hidden" role="status"
      >${this.#warningText(left) || this.#extended}</span
    >`;
  }

  get #left(): number | undefined {
    const {question} = this.#read();
    return question && this.#deadline.read(question);
  }

  #warningText(left: number): string {
    const {request, locale} = this.#read().labels;
    if (left === 0) return request.expired;
    const warning = this.#deadline.warningAt(left);
    return warning ? request.timeLeft(formatDuration(warning, locale, 'long')) : '';
  }

  /** Names the question if others are open, which may expire at the same time. */
  #announce(text: string): void {
    const {question, labels, conversation} = this.#read();
    if (!question || !conversation) return;
    const full = `${spoken(questionText(question, labels))} ${text}`;
    const announced = conversation.controller.conversation;
    conversation.owner.announce(() => withPosition(full, question, announced, labels, text));
  }
}
