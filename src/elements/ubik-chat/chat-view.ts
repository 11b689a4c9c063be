import {nothing, type TemplateResult} from 'lit';
import type {Labels} from '../locales/en.js';
import {html} from '../base/html.js';
import {iconButton} from '../shared/icons/icon-button.js';
import {icon} from '../shared/icons/icons.js';

/** The placeholder of an empty conversation. */
export function renderEmpty(
  loading: boolean,
  greeting: string,
  {chat}: Labels,
  suggestions: TemplateResult,
): TemplateResult {
  if (loading) {
    return html`<div class="loading" slot="end" role="status">
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

/** The chat reports it by `ubik-open-change`. */
const stop = (event: Event): void => event.stopPropagation();

/** The button that opens a floating chat, and its teaser. */
export function renderLauncher(
  {launcher}: Labels,
  invitation: string,
  accept: () => void,
  decline: () => void,
): TemplateResult {
  return html`${
      invitation
        ? html`<div class="teaser" part="teaser">
            <button type="button" dir="auto" @click=${accept}>${invitation}</button>
            ${iconButton('close', launcher.dismiss, decline)}
          </div>`
        : nothing
    }<ubik-launcher
      class="launcher"
      part="launcher"
      exportparts="button: launcher-button, badge: launcher-badge"
      @ubik-toggle-request=${stop}
    >
      <slot name="launcher">${icon('chat', 24)}</slot>
    </ubik-launcher>`;
}
