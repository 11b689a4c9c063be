import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import type {ErrorInfo} from '../../controller/types.js';
import type {Item} from '../../core/model/item.js';
import {html} from '../base/html.js';
import {onServer} from '../base/on-server.js';
import {UbikRetryRequestEvent} from '../events.js';
import {UbikPart} from '../conversation/part.js';
import type {SharedConversation} from '../conversation/shared-conversation.js';
import {errorText} from '../locales/labels.js';
import {styles} from './ubik-status.styles.js';

/** @param code Only errors with this code. */
const hasError = (item: Item | undefined, code?: string): boolean =>
  (item?.kind === 'error' && (code === undefined || item.code === code)) ||
  (item?.children.some(child => hasError(child, code)) ?? false);

const renderButton = (label: string, act: () => void): TemplateResult =>
  html`<button class="button" type="button" @click=${act}>${label}</button>`;

/**
 * A connection problem, that the browser is offline, an error that the conversation does not display, or why an action was
 * rejected; nothing while all is well.
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

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('offline', this.#onNetworkChange);
    addEventListener('online', this.#onNetworkChange);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('offline', this.#onNetworkChange);
    removeEventListener('online', this.#onNetworkChange);
  }

  readonly #onNetworkChange = (): void => this.requestUpdate();

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
    if (hasError(lastItem)) return this.#renderOffline(conversation);
    if (status === 'lost') return this.#renderError(errors.lost, true);
    return lastError
      ? this.#renderError(errorText(lastError, this.strings), lastError.retryable)
      : this.#renderOffline(conversation);
  }

  /** That the browser is offline, unless a message or an error says so. */
  #renderOffline({lastItem, error}: SharedConversation): TemplateResult | typeof nothing {
    const {strings} = this;
    const {offline} = strings.errors;
    const isTold = hasError(lastItem, 'offline') || error.text?.(strings) === offline;
    return onServer || navigator.onLine || isTold ? nothing : this.#renderNotice(offline);
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
