import {nothing, type TemplateResult} from 'lit';
import type {ErrorInfo, ChatStatus} from '../../controller/types.js';
import {type Item} from '../../core/model/item.js';
import {progress} from '../../core/model/select.js';
import type {Labels} from '../locales/en.js';
import {errorText} from '../locales/labels.js';
import {html} from '../base/html.js';
import {icon} from '../shared/icons.js';

type ViewPart = TemplateResult | typeof nothing;

/** Suggested messages. */
export function renderSuggestions(
  suggestions: readonly string[],
  {chat}: Labels,
  choose: (text: string) => void,
): ViewPart {
  if (suggestions.length === 0) return nothing;
  return html`<ul class="suggestions" part="suggestions" aria-label=${chat.suggestions}>
    ${suggestions.map(
      text =>
        html`<li>
          <button class="suggestion" part="suggestion" type="button" @click=${() => choose(text)}>
            <span dir="auto">${text}</span>
          </button>
        </li>`,
    )}
  </ul>`;
}

/** The placeholder of an empty conversation. */
export function renderEmpty(
  loading: boolean,
  greeting: string,
  {chat}: Labels,
  suggestions: ViewPart,
): TemplateResult {
  if (loading) {
    return html`<div class="loading" slot="empty" role="status">
      <span class="visually-hidden">${chat.loading}</span>
      <i></i><i></i><i></i>
    </div>`;
  }
  return html`<div class="empty" slot="empty" part="empty">
    <slot name="empty">
      <span class="mark">${icon('spark', 28)}</span>
      <p class="greeting" dir="auto">${greeting}</p>
    </slot>
    ${suggestions}
  </div>`;
}

/** The progress of a run in progress that is known to have several steps. */
export function renderRun(last: Item | undefined, {step}: Labels): ViewPart {
  if (last?.kind !== 'message' || last.status !== 'streaming') return nothing;
  const {totalSteps = 0, children} = last;
  const number = children.filter(({kind}) => kind === 'step').length;
  const value = progress(last);
  if (!number || totalSteps < 2 || value === undefined) return nothing;
  const words = step.of(number, totalSteps);
  return html`<div class="run" part="run">
    <span aria-hidden="true">${words}</span>
    <progress max="100" .value=${value} aria-label=${words}></progress>
  </div>`;
}

/** A connection problem or an error that no item of the conversation displays. */
export function renderConnectionError(
  {status, resuming}: {readonly status: ChatStatus; readonly resuming: boolean},
  info: ErrorInfo | undefined,
  last: Item | undefined,
  labels: Labels,
): ViewPart {
  if (status === 'reconnecting') {
    return html`<ubik-notice class="trouble">${labels.connection.reconnecting}</ubik-notice>`;
  }
  if (resuming)
    return html`<ubik-notice class="trouble">${labels.connection.resuming}</ubik-notice>`;
  if (hasError(last)) return nothing;
  if (status === 'lost') return renderFailure(labels.errors.lost, true);
  return info ? renderFailure(errorText(info, labels), info.retryable) : nothing;
}

/** An error message above the composer. */
export const renderFailure = (words: string, retryable = false): TemplateResult =>
  html`<ubik-notice class="trouble" kind="error" ?retryable=${retryable}>${words}</ubik-notice>`;

/** The button that opens a floating chat, and its teaser. */
export function renderLauncher(
  chat: {readonly open: boolean; readonly unread: number; readonly toggle: () => void},
  {launcher}: Labels,
  invitation: string,
  decline: () => void,
): TemplateResult {
  const onToggle = (event: Event) => {
    event.stopPropagation(); // The chat reports it by `ubik-open-change`.
    chat.toggle();
  };
  return html`${
      invitation
        ? html`<div class="teaser" part="teaser">
            <button type="button" dir="auto" @click=${chat.toggle}>${invitation}</button>
            <button
              class="icon-button"
              type="button"
              title=${launcher.dismiss}
              aria-label=${launcher.dismiss}
              @click=${decline}
            >
              ${icon('close', 16)}
            </button>
          </div>`
        : nothing
    }<ubik-launcher
      class="launcher"
      part="launcher"
      ?open=${chat.open}
      .unread=${chat.unread}
      @ubik-toggle-request=${onToggle}
    >
      <slot name="launcher">${icon('chat', 24)}</slot>
    </ubik-launcher>`;
}

const hasError = (item: Item | undefined): boolean =>
  item?.kind === 'error' || (item?.children.some(hasError) ?? false);
