import type {TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {Labels} from '../locales/en.js';
import {fieldDirection, LONG_TEXT, onBeforeInput} from '../shared/long-text.js';
import {cancelOnEscape, enterKeyHint, isSendingKey} from '../shared/contain-key-events.js';

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

/** The form that edits a user's message. Enter sends, Escape cancels. */
export function renderEditor(
  text: string,
  {message}: Labels,
  save: (text: string) => void,
  cancel: () => void,
): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (form instanceof HTMLFormElement) save(form.querySelector('textarea')?.value ?? '');
  };
  const onEscape = cancelOnEscape(cancel);
  const keydown = (event: KeyboardEvent) => {
    onEscape(event);
    if (!(event.target instanceof HTMLTextAreaElement) || !isSendingKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.form?.requestSubmit();
  };
  return html`<form class="editor" @submit=${submit} @keydown=${keydown}>
    <textarea
      rows="3"
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
