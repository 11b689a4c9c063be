import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {Labels} from '../locales/en.js';

export type LoadState = 'loading' | 'ready' | 'failed';

/** The field above the list. */
export const renderSearch = (
  {sessions}: Labels,
  query: string,
  onInput: (event: Event) => void,
): TemplateResult =>
  html`<input
    class="search"
    type="search"
    autocomplete="off"
    aria-label=${sessions.search}
    placeholder=${sessions.search}
    .value=${query}
    @input=${onInput}
  />`;

/** The end of the list: a button for more, a loading message, or an error. */
export function renderEnd(
  {sessions, chat}: Labels,
  loadState: LoadState,
  loadMore: (() => void) | undefined,
): TemplateResult {
  const isLoading = loadState === 'loading';
  return html`
    ${isLoading ? html`<p class="quiet" role="status">${sessions.loading}</p>` : nothing}
    ${loadState === 'failed' ? html`<p class="problem" role="alert">${sessions.failed}</p>` : nothing}
    ${
      loadMore
        ? html`<button
            class="button more"
            type="button"
            aria-disabled=${isLoading ? 'true' : 'false'}
            @click=${loadMore}
          >
            ${loadState === 'failed' ? chat.retry : sessions.more}
          </button>`
        : nothing
    }
  `;
}
