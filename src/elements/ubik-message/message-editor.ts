import type {TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {ifDefined} from '../base/if-defined.js';
import type {Labels} from '../locales/en.js';
import {fieldDirection, LONG_TEXT, onBeforeInput} from '../shared/text/long-text.js';
import {cancelOnEscape, enterKeyHint, isSendingKey} from '../shared/input/contain-key-events.js';

/** Fits the height of the field to its content, and its direction. A long text has the greatest height. */
function fit({currentTarget: field}: Event): void {
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.dir = fieldDirection(field.value) ?? 'auto';
  if (field.value.length > LONG_TEXT) {
    field.style.blockSize = '100vh';
    return;
  }
  field.style.blockSize = '';
  field.style.blockSize = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/**
 * The form that edits a user's message. Enter sends, Escape cancels.
 *
 * @param limit The maximum number of characters; 0 for no limit.
 */
export function renderEditor(
  text: string,
  {message, composer}: Labels,
  save: (text: string) => void,
  cancel: () => void,
  limit = 0,
): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form instanceof HTMLFormElement && form.querySelector('textarea');
    if (!field) return;
    const excess = limit > 0 ? field.value.length - limit : 0;
    field.setCustomValidity(excess > 0 ? composer.tooLong(excess) : '');
    if (field.reportValidity()) save(field.value);
  };
  const onEscape = cancelOnEscape(cancel);
  const keydown = (event: KeyboardEvent) => {
    onEscape(event);
    if (!(event.target instanceof HTMLTextAreaElement) || !isSendingKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.form?.requestSubmit();
  };
  return html`<form class="editor" novalidate @submit=${submit} @keydown=${keydown}>
    <textarea
      rows="3"
      maxlength=${ifDefined(limit > 0 ? limit : undefined)}
      dir=${fieldDirection(text) ?? 'auto'}
      enterkeyhint=${enterKeyHint()}
      aria-label=${message.editLabel}
      .value=${text}
      @focus=${fit}
      @beforeinput=${onBeforeInput}
      @input=${fit}
    ></textarea>
    <div class="buttons">
      <button class="button" type="button" @click=${cancel}>${message.cancel}</button>
      <button class="button primary" type="submit">${message.submit}</button>
    </div>
  </form>`;
}
