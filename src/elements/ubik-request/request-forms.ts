import {html, nothing, type TemplateResult} from 'lit';
import type {Reply} from '../../controller/types.js';
import type {RequestAnswer, RequestItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {nameOf, readFields, type SchemaField, schemaFields} from './schema-fields.js';

/** The forms in which a question can be answered. */
export type AnswerType = 'text' | 'json' | 'confirm' | 'choice' | 'file' | 'permission';

const synonyms: ReadonlyMap<string, AnswerType> = new Map([
  ['text', 'text'],
  ['json', 'json'],
  ['object', 'json'],
  ['confirm', 'confirm'],
  ['confirmation', 'confirm'],
  ['boolean', 'confirm'],
  ['choice', 'choice'],
  ['select', 'choice'],
  ['file', 'file'],
  ['image', 'file'],
  ['permission', 'permission'],
]);

/** The forms that a question allows, preferred one first. An unknown type is answered as text. */
export function answerTypes(item: RequestItem): readonly AnswerType[] {
  if (item.choices?.length) return [isConfirmation(item) ? 'confirm' : 'choice'];
  const types = item.inputTypes
    .map(type => synonyms.get(type.trim().toLowerCase()) ?? 'text')
    .filter(type => type !== 'choice');
  const wanted = types.length > 0 ? types : (['text'] as const);
  const best = schemaFields(item.schema) && !types.includes('json') ? (['json'] as const) : [];
  return [...new Set([...best, ...wanted])];
}

/**
 * Whether a question is a confirmation, answered by a yes and a no button. If it has two choices, they label the
 * buttons.
 */
function isConfirmation(item: RequestItem): boolean {
  const confirms = item.inputTypes.some(
    type => synonyms.get(type.trim().toLowerCase()) === 'confirm',
  );
  return confirms && (item.choices?.length ?? 2) === 2;
}

/** The answers of the two buttons of a confirmation, with their labels. */
export function confirmAnswers(
  {choices = [], confirmLabels}: RequestItem,
  {request}: Labels,
): readonly {readonly words: string; readonly reply: Reply}[] {
  if (choices.length > 0) {
    return choices.map(choice => ({words: choice, reply: {type: 'choice', input: choice}}));
  }
  const [yes, no] = confirmLabels ?? [request.yes, request.no];
  return [
    {words: yes, reply: {type: 'confirm', input: true}},
    {words: no, reply: {type: 'confirm', input: false}},
  ];
}

function renderField(field: SchemaField): TemplateResult {
  const {label, type, required, description, choices, value} = field;
  const name = nameOf(field);
  const hint = description ? html`<span class="quiet">${description}</span>` : nothing;
  switch (type) {
    case 'boolean':
      return html`<label class="check">
        <input type="checkbox" name=${name} ?checked=${value === 'true'} /> ${label} ${hint}
      </label>`;
    case 'choice':
      return html`<label>
        <span>${label}</span> ${hint}
        <select name=${name} ?required=${required}>
          ${choices.map(choice => html`<option ?selected=${choice === value}>${choice}</option>`)}
        </select>
      </label>`;
    default:
      return html`<label>
        <span>${label}</span> ${hint}
        <input
          name=${name}
          type=${type}
          .step=${type === 'number' ? 'any' : ''}
          value=${value}
          dir="auto"
          ?required=${required}
        />
      </label>`;
  }
}

/** The fields of one form. `confirm` has none; its buttons answer. */
export function renderFields(type: AnswerType, item: RequestItem, labels: Labels): unknown {
  const {request} = labels;
  switch (type) {
    case 'text':
      return html`<textarea
        name="answer"
        rows="2"
        dir="auto"
        aria-label=${request.answer}
      ></textarea>`;
    case 'json':
      return (
        schemaFields(item.schema)?.map(renderField) ??
        html`<textarea
          class="code"
          name="answer"
          rows="4"
          dir="ltr"
          spellcheck="false"
          aria-label=${request.answer}
        ></textarea>`
      );
    case 'choice':
      return html`<div class="choices" role="radiogroup" aria-label=${request.answer}>
        ${item.choices?.map(
          choice =>
            html`<label class="check">
              <input type="radio" name="answer" value=${choice} /> <span dir="auto">${choice}</span>
            </label>`,
        )}
      </div>`;
    case 'file':
      return html`<input name="answer" type="file" aria-label=${request.file} />`;
    case 'permission':
      return html`<textarea
        name="reason"
        rows="1"
        dir="auto"
        placeholder=${request.reason}
        aria-label=${request.reason}
      ></textarea>`;
    case 'confirm':
      return nothing;
  }
}

/** Reads the user's answer from the form. Returns an error message if it is invalid. */
export function readAnswer(
  type: AnswerType,
  item: RequestItem,
  form: FormData,
  labels: Labels,
): Reply | string {
  const {request} = labels;
  const fields = type === 'json' ? schemaFields(item.schema) : undefined;
  if (fields) return {type, input: readFields(fields, form)};
  if (type === 'permission') {
    // Without an allowing button as submitter, the permission is denied.
    const allow = form.get('allow');
    return {type, input: allow === null ? {reason: form.get('reason')} : {allow}};
  }
  const written = form.get('answer');
  if (written instanceof File) {
    return written.name ? {type, input: written.name, file: written} : request.required;
  }
  if (written === null || written.trim() === '') return request.required;
  if (type !== 'json') return {type, input: written};
  try {
    return {type, input: JSON.parse(written) as unknown};
  } catch {
    return request.invalidJson;
  }
}

/** The text that displays an answer. */
export function answerText(
  {type, input}: RequestAnswer,
  {request}: Labels,
  [yes, no]: RequestItem['confirmLabels'] = [request.yes, request.no],
): string {
  if (typeof input === 'boolean') return input ? yes : no;
  if (typeof input === 'string') return input;
  if (type !== 'permission') return JSON.stringify(input, null, 2);
  const {allow, reason} = input as {allow?: string; reason?: string};
  if (allow !== undefined) return allow === 'always' ? request.alwaysAllow : request.allowOnce;
  return [request.deny, reason].filter(Boolean).join(': ');
}
