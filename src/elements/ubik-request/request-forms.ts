import {nothing} from 'lit';
import {html} from '../base/html.js';
import {parseEntered} from '../../core/json.js';
import type {Reply} from '../../controller/types.js';
import type {RequestAnswer, RequestItem} from '../../core/model/item.js';
import {asRecord, isInvisible} from '../../core/values.js';
import type {Labels} from '../locales/en.js';
import {textOf} from './value-rows.js';
import {enterKeyHint} from '../shared/input/contain-key-events.js';
import {visibleChoice} from '../shared/html/safe-url.js';

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

/** The keywords of a schema from which a form can be created. */
const formKeywords = [
  'type',
  'properties',
  'items',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'allOf',
  '$ref',
];

/** Whether a schema describes a form. */
export const hasForm = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && formKeywords.some(key => key in schema);

/**
 * The forms that a question allows, preferred one first. An unknown type is answered as text. JSON without a schema is
 * only offered if nothing else is allowed.
 */
export function answerTypes(item: RequestItem): readonly AnswerType[] {
  if (item.choices?.length) return [isConfirmation(item) ? 'confirm' : 'choice'];
  const types = item.inputTypes
    .map(type => synonyms.get(type.trim().toLowerCase()) ?? 'text')
    .filter(type => type !== 'choice');
  if (hasForm(item.schema)) {
    return [...new Set<AnswerType>(types.includes('json') ? types : ['json', ...orText(types)])];
  }
  const plain = types.filter(type => type !== 'json');
  return [...new Set(plain.length > 0 ? plain : orText(types))];
}

const orText = (types: readonly AnswerType[]): readonly AnswerType[] =>
  types.length > 0 ? types : ['text'];

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

/** The labels of yes and no, by the agent unless one of its own has nothing to see. */
const confirmLabelsOf = (
  given: readonly string[] | undefined,
  {request}: Labels,
): readonly [yes: string, no: string] => {
  const [yes = '', no = ''] = given ?? [];
  return [isInvisible(yes) ? request.yes : yes, isInvisible(no) ? request.no : no];
};

/** The answers of the two buttons of a confirmation, with their labels. */
export function confirmAnswers(
  {choices, confirmLabels}: RequestItem,
  labels: Labels,
): readonly {readonly label: string; readonly reply: Reply}[] {
  const given = choices?.length ? choices : undefined;
  return confirmLabelsOf(given ?? confirmLabels, labels).map((label, n) => ({
    label,
    reply: given ? {type: 'choice', input: given[n] ?? ''} : {type: 'confirm', input: n === 0},
  }));
}

/**
 * The fields of one form, labelled by the question. A form of a schema has its own module; buttons need no fields.
 *
 * @param problem What is wrong with the answer, which the element `problem` displays.
 */
export function renderFields(
  type: AnswerType,
  item: RequestItem,
  fileLabel: string,
  problem: string,
): unknown {
  const describedBy = problem === '' ? nothing : 'problem';
  const invalid = problem === '' ? 'false' : 'true';
  switch (type) {
    case 'text':
      return html`<textarea
        name="answer"
        rows="2"
        dir="auto"
        enterkeyhint=${enterKeyHint()}
        aria-labelledby="prompt"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      ></textarea>`;
    case 'json':
      return html`<textarea
        class="code"
        name="answer"
        rows="4"
        dir="ltr"
        spellcheck="false"
        aria-labelledby="prompt"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      ></textarea>`;
    case 'choice':
      return html`<div
        class="choices"
        role="radiogroup"
        aria-labelledby="prompt"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      >
        ${item.choices?.map(
          choice =>
            html`<label class="check">
              <input type="radio" name="answer" value=${choice} />
              <span dir="auto">${visibleChoice(choice)}</span>
            </label>`,
        )}
      </div>`;
    case 'file':
      return html`<label class="button file">
        <input
          name="answer"
          type="file"
          aria-labelledby="file prompt"
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
        />
        <span id="file">${fileLabel}</span>
      </label>`;
    case 'permission':
    case 'confirm':
      return nothing;
  }
}

/** Reads the user's answer from a form without a schema. Returns an error message if it is invalid. */
export function readAnswer(type: AnswerType, form: FormData, {request}: Labels): Reply | string {
  if (type === 'permission') {
    // Without an allowing button as submitter, the permission is denied.
    const allow = form.get('allow');
    return {type, input: allow === null ? {reason: form.get('reason') ?? ''} : {allow}};
  }
  const written = form.get('answer');
  if (written instanceof File) {
    return written.name ? {type, input: written.name, file: written} : request.required;
  }
  if (written === null || (type !== 'choice' && written.trim() === '')) return request.required;
  if (type !== 'json') return {type, input: written};
  const input = parseEntered(written);
  return input === undefined ? request.invalidJson : {type, input};
}

/** The text that displays an answer. */
export function answerText(
  {type, input}: RequestAnswer,
  labels: Labels,
  {schema, confirmLabels, refusable}: RequestItem,
): string {
  const {request} = labels;
  const [yes, no] = confirmLabelsOf(confirmLabels, labels);
  if (refusable && input === false) return labels.form.noAnswer;
  if (typeof input === 'boolean') return input ? yes : no;
  const root = asRecord(schema);
  if (type === 'json') return textOf(input, {labels, root}, root);
  if (typeof input === 'string') return type === 'choice' ? visibleChoice(input) : input;
  if (type === 'confirm') {
    const {reason} = input as {reason?: string};
    return [no, reason].filter(Boolean).join(': ');
  }
  if (type !== 'permission') return textOf(input, {labels, root}, root);
  const {allow, reason} = input as {allow?: string; reason?: string};
  if (allow !== undefined) return allow === 'always' ? request.alwaysAllow : request.allowOnce;
  return [request.deny, reason].filter(Boolean).join(': ');
}
