import {nothing, type TemplateResult} from 'lit';
import {html} from '../../base/html.js';
import {ifDefined} from '../../base/if-defined.js';

/** Characters; a name that is not longer has room everywhere. */
const maxShortName = 24;

/** A short extension at the end of a name, with its dot. */
const EXTENSION = /(?<=[^.\s])\.[a-z\d]{1,8}$/i;

/**
 * Renders the name of a file. If it is too long, it is shortened before its extension; assistive technology, which would
 * read the extension as a word of its own, gets a text in its place.
 *
 * @param label What assistive technology reads.
 */
export function renderFileName(name: string, label = name): TemplateResult {
  const end = name.length > maxShortName ? name.search(EXTENSION) : -1;
  const isReplaced = end > 0 || label !== name;
  const parts = html`<span>${name.slice(0, end)}</span><span>${name.slice(end)}</span>`;
  return html`<span
      class="name"
      dir="auto"
      title=${ifDefined(end > 0 ? name : undefined)}
      aria-hidden=${ifDefined(isReplaced ? 'true' : undefined)}
      >${end > 0 ? parts : html`<span>${name}</span>`}</span
    >${isReplaced ? html`<span class="visually-hidden">${label}</span>` : nothing}`;
}
