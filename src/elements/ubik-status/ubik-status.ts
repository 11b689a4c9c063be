import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import type {ErrorInfo} from '../../controller/types.js';
import type {Item} from '../../core/model/item.js';
import {html} from '../base/html.js';
import {UbikRetryRequestEvent} from '../events.js';
import {UbikPart} from '../conversation/part.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {errorText} from '../locales/labels.js';
import {styles} from './ubik-status.styles.js';

const hasError = (item: Item | undefined): boolean =>
  item?.kind === 'error' || (item?.children.some(hasError) ?? false);

const renderButton = (label: string, act: () => void): TemplateResult =>
  html`<button class="button" type="button" @click=${act}>${label}</button>`;

/**
 * A connection problem, an error that the conversation does not display, or why an action was rejected; nothing while all
 * is well.
 *
 * @element ubik-status
 * @fires {UbikRetryRequestEvent} ubik-retry-request - The user retries; cancelable.
 * @csspart notice - One message.
 */
export class UbikStatus extends UbikPart {
  static override styles: CSSResultGroup = styles;

  protected static override keepsFocus = true;

  protected override read(conversation: SharedConversation): readonly unknown[] {
    const {controller, error, lastItem, loadError} = conversation;
    const {status, resuming, lastError} = controller;
    const isProblem = status === 'lost' || lastError !== undefined;
    return [status, resuming, lastError, loadError, error.text, isProblem && hasError(lastItem)];
  }

  protected override render(): TemplateResult | typeof nothing {
    const {shared, strings} = this;
    if (!shared) return nothing;
    const {controller, error} = shared;
    const text = error.text?.(strings);
    // A message that is refused has often the error that is displayed already.
    const isKnown = controller.lastError && errorText(controller.lastError, strings) === text;
    return html`${this.#renderConnection(shared)}
    ${text && !isKnown ? this.#renderError(text) : nothing}`;
  }

  #renderConnection(conversation: SharedConversation): TemplateResult | typeof nothing {
    const {controller, lastItem, loadError} = conversation;
    const {status, resuming, lastError} = controller;
    const {connection, errors} = this.strings;
    if (status === 'reconnecting') return this.#renderNotice(connection.reconnecting);
    if (resuming) return this.#renderNotice(connection.resuming);
    if (loadError) return this.#renderLoadError(loadError, conversation);
    if (hasError(lastItem)) return nothing;
    if (status === 'lost') return this.#renderError(errors.lost, true);
    return lastError
      ? this.#renderError(errorText(lastError, this.strings), lastError.retryable)
      : nothing;
  }

  #renderLoadError(error: ErrorInfo, conversation: SharedConversation): TemplateResult {
    const {chat} = this.strings;
    const {controller, error: problem, owner} = conversation;
    const startNew = (): void =>
      void controller
        .newSession()
        .then(() => owner.panel()?.focusComposer())
        .catch(problem.showRejection);
    return html`<ubik-notice part="notice" kind="error"
      ><p class="title">${chat.notLoaded}</p>
      <p>${errorText(error, this.strings)}</p>
      <div class="buttons" slot="actions">
        ${error.retryable ? renderButton(chat.retry, this.#onRetry) : nothing}
        ${renderButton(chat.startNew, startNew)}
      </div></ubik-notice
    >`;
  }

  readonly #onRetry = () => this.dispatchEvent(new UbikRetryRequestEvent());

  #renderNotice(text: string): TemplateResult {
    return html`<ubik-notice part="notice">${text}</ubik-notice>`;
  }

  #renderError(text: string, retryable = false): TemplateResult {
    return html`<ubik-notice part="notice" kind="error" ?retryable=${retryable}
      >${text}</ubik-notice
    >`;
  }
}
