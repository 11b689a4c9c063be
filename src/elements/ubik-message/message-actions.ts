import {type LitElement, nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {type MessageItem} from '../../core/model/item.js';
import {plainText} from '../../core/model/select.js';
import {UbikErrorEvent, UbikNavigateRequestEvent, UbikRegenerateRequestEvent} from '../events.js';
import {LazyModule} from '../../controller/lazy-module.js';
import {languageOf} from '../base/language.js';
import {ifDefined} from '../base/if-defined.js';
import {onServer} from '../base/on-server.js';
import type {Services} from '../base/services.js';
import type {Labels} from '../locales/en.js';
import {CopyButton} from '../shared/export/copy-button.js';
import type {CopySource} from '../shared/export/copying.js';
import type {Feedback} from './feedback.js';
import {MoreMenu} from './more-menu.js';
import {formatTime} from '../shared/text/format.js';
import {readAloud} from './speech.js';
import {iconButton} from '../shared/icons/icon-button.js';
import type {IconName} from '../shared/icons/icons.js';
import {reportFailure} from '../base/report-failure.js';

type Absent = typeof nothing;

/** Loaded for a chat with ratings. */
const feedbacks = new LazyModule(() => import('./feedback.js'));

/** Loaded with the first copy of an answer. */
const answerTexts = new LazyModule(() => import('./answer-text.js'));

/** An answer as Markdown for the clipboard; loads what writes it. */
export async function answerMarkdown(item: MessageItem, labels: Labels): Promise<string> {
  const {answerText} = await answerTexts.load();
  return answerText(item, labels);
}

/** Whether an error in a message has a button that does the same as the one that regenerates the answer. */
const offersRetry = ({children}: MessageItem): boolean =>
  children.some(child => child.kind === 'error' && child.retryable !== false);

/** A server does not know the time zone of the reader: it reserves the line, so that nothing moves when the time appears. */
const spaceForTime = '\u00a0';

interface ActionOptions {
  /** The text to copy. */
  readonly text: CopySource;
  readonly edit?: () => void;
}

/** The buttons below a message. A button exists if the chat has the capability; those that start a run hide during one. */
export class MessageActions {
  readonly #host: LitElement;
  readonly #copy: CopyButton;
  #moreMenu: MoreMenu | undefined;
  #feedback: Feedback | undefined;
  #reading = false;

  constructor(host: LitElement) {
    this.#host = host;
    this.#copy = new CopyButton(host);
    host.addController({
      // A message that is moved is connected again at once.
      hostDisconnected: () =>
        queueMicrotask(() => {
          if (!host.isConnected) this.#stopReading();
        }),
    });
  }

  /** Discards the state of the message, before the host displays another one. */
  reset(): void {
    this.#feedback = undefined;
    this.#stopReading();
  }

  #stopReading(): void {
    if (this.#reading) speechSynthesis.cancel();
  }

  render(
    item: MessageItem,
    services: Services,
    {text, edit}: ActionOptions,
  ): TemplateResult | Absent {
    const {labels, operations} = services;
    const {message} = labels;
    const id = item.messageId;
    const answer = item.role === 'assistant';
    const branches = operations.navigate ? this.#renderBranches(item, services) : nothing;
    if (answer && item.status !== 'done' && plainText(item) === '')
      return this.#renderFoot(item, labels, branches);
    const ratings = answer && services.feedback ? feedbacks.get(this.#host) : undefined;
    const feedback = ratings && (this.#feedback ??= new ratings.Feedback(this.#host));
    const buttons = html`${this.#copy.render(text, message, {
      label: message.copy,
      ...(answer && {
        rich: {
          write: async plain => (await answerTexts.load()).richText(plain, this.#host),
          plain: message.copiedPlain,
        },
      }),
    })}
    ${edit && id && operations.edit ? action('edit', message.edit, edit) : nothing}
    ${
      answer && id && operations.regenerate && !offersRetry(item)
        ? action('again', message.regenerate, () =>
            this.#host.dispatchEvent(new UbikRegenerateRequestEvent(id)),
          )
        : nothing
    }
    ${feedback?.renderButtons(item, services)}
    ${answer ? this.#renderMore(item, text, labels) : nothing} ${branches}`;
    return html`${this.#renderFoot(item, labels, buttons)} ${feedback?.renderReason(item, labels)}`;
  }

  /** The buttons and the time. Of an answer that failed before its first text, only the other versions are of use. */
  #renderFoot(
    {createdAt = ''}: MessageItem,
    {message, locale}: Labels,
    buttons: TemplateResult | Absent,
  ): TemplateResult | Absent {
    const time = formatTime(createdAt, locale, {timeStyle: 'short'});
    if (buttons === nothing && time === '') return nothing;
    return html`<div class="foot">
      ${
        buttons === nothing
          ? nothing
          : html`<div class="actions" part="actions" role="group" aria-label=${message.actions}>
              ${buttons}
            </div>`
      }
      ${
        time === ''
          ? nothing
          : html`<time
              class="time"
              part="time"
              datetime=${createdAt}
              title=${ifDefined(onServer ? undefined : formatTime(createdAt, locale))}
              >${onServer ? spaceForTime : time}</time
            >`
      }
    </div>`;
  }

  /** What is rarely needed: the other formats of an answer, and reading it aloud. While it is read, a button stops it. */
  #renderMore(item: MessageItem, markdown: CopySource, labels: Labels): TemplateResult {
    const {message, json} = labels;
    const copyAs = (source: CopySource) => (): void => void this.#copy.copy(source, message);
    const text = async (): Promise<string> => {
      const {unformattedText} = await answerTexts.load();
      return unformattedText(await markdown(), this.#host);
    };
    const read = () => void this.#read(item, labels).catch(reportFailure(this.#host));
    const canRead = !onServer && 'speechSynthesis' in window && !this.#reading;
    const menu = (this.#moreMenu ??= new MoreMenu(this.#host)).render(message.more, [
      [message.copyText, copyAs(text)],
      [message.copyMarkdown, copyAs(markdown)],
      [json.copy, copyAs(async () => (await answerTexts.load()).answerJson(item))],
      ...(canRead ? [[message.readAloud, read] as const] : []),
    ]);
    const stop = () => this.#stopReading();
    const look = {className: 'stop', part: 'action'};
    return html`${this.#reading ? iconButton('stop', message.stopReading, stop, look) : nothing}
    ${menu}`;
  }

  async #read(item: MessageItem, labels: Labels): Promise<void> {
    await this.#setReading(true);
    const isRead = await readAloud(
      plainText(item),
      languageOf(this.#host) || labels.locale,
      labels,
    );
    await this.#setReading(false);
    if (isRead) return;
    this.#host.dispatchEvent(new UbikErrorEvent({code: 'not_read', retryable: true}));
  }

  /** The button that stops may have the focus when it disappears. */
  async #setReading(reading: boolean): Promise<void> {
    const {renderRoot} = this.#host;
    const hadFocus = !reading && renderRoot.querySelector('.stop:focus') !== null;
    this.#reading = reading;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (hadFocus) renderRoot.querySelector<HTMLElement>('.more')?.focus();
  }

  #renderBranches(item: MessageItem, {labels}: Services): TemplateResult | Absent {
    const {branches, messageId} = item;
    if (!branches || branches.length < 2 || !messageId) return nothing;
    const {message} = labels;
    const at = branches.indexOf(messageId);
    const step = (offset: number, label: string) => {
      const target = branches[at + offset];
      const navigate = () =>
        target && this.#host.dispatchEvent(new UbikNavigateRequestEvent(target));
      return iconButton('chevron', label, navigate, {
        part: 'action',
        disabled: target === undefined,
      });
    };
    return html`<span class="branches idle-only">
      <span class="previous">${step(-1, message.previous)}</span>
      <span class="visually-hidden">${message.branch(at + 1, branches.length)}</span>
      <span aria-hidden="true">${at + 1} / ${branches.length}</span>
      ${step(1, message.next)}
    </span>`;
  }
}

/** A button that is hidden during a run. */
const action = (picture: IconName, label: string, act: () => void): TemplateResult =>
  iconButton(picture, label, act, {className: `${picture} idle-only`, part: 'action'});
