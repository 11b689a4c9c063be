import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {jsonText} from '../../core/json.js';
import type {RequestItem} from '../../core/model/item.js';
import {asRecord, isInvisible} from '../../core/values.js';
import type {Labels} from '../locales/en.js';
import {formatTime} from '../shared/text/format.js';
import {humanise} from '../../core/humanise.js';
import {asksValues} from '../shared/text/question-text.js';
import {showInvisible} from '../shared/html/safe-url.js';
import {optionsOf} from './schema-form/options.js';
import {type JsonSchema, resolveSchema, titleOf} from './schema-form/resolve-schema.js';

/** More values are lines of one row: the user sees all that is allowed. */
const maxRows = 30;

/** How deep values are displayed as rows of their own; deeper ones are JSON. */
const maxDepth = 20;

type Row = readonly [label: string, value: string];

/** How values are displayed. */
export interface Display {
  readonly labels: Labels;
  /** The schema of an answer. Arguments have none: they are displayed as they are, because the agent writes the schema. */
  readonly root?: JsonSchema;
}

/**
 * The arguments of the call that a question is about, which its card displays: all that the user approves. A question for
 * values displays its text and its form already, and empty arguments are those that it asks for.
 */
export function argumentsOf(item: RequestItem): object | undefined {
  const {arguments: call, prompt, schema} = item;
  if (!call || !asksValues(item)) return call;
  const form = schema && jsonText(schema);
  const rest = Object.entries(call).filter(
    ([, value]) => value !== prompt && (!form || jsonText(value) !== form),
  );
  return rest.every(([, value]) => value === '') ? undefined : Object.fromEntries(rest);
}

/**
 * The arguments of the call that a question is about, or an answer, one row for each value. The schema of an answer names its
 * values, as its form did.
 */
export function renderRows(
  values: object | undefined,
  name: 'arguments' | 'answer',
  display: Display,
): TemplateResult | typeof nothing {
  if (!values || isShort(values)) return nothing;
  const all = rowsOf(values, [], display, display.root);
  const rows = all.slice(0, maxRows);
  // Only the first line of a value is at the edge, so that no value looks like the next argument.
  const rest = all
    .slice(maxRows)
    .map(([label, value]) => `${label}: ${value.replace(/\n/g, '\n\t')}`);
  if (rest.length > 0) rows.push(['…', rest.join('\n')]);
  return html`<dl id=${name} class="rows ${name}" part=${name}>
    ${rows.map(
      ([label, value]) =>
        html`<div>
          <dt dir="auto">${label}</dt>
          <dd dir="auto">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function rowsOf(
  value: unknown,
  path: readonly string[],
  display: Display,
  given: unknown,
): readonly Row[] {
  if (value === undefined) return [];
  const label = path.join(' · ');
  const isList = Array.isArray(value);
  const isText = typeof value !== 'object' || value === null;
  if (isText || path.length > maxDepth || isShort(value))
    return [[label, textOf(value, display, given)]];
  const {items, properties} = resolveSchema(given, display.root).schema;
  const rows = Object.entries(value).map(([key, part]: [string, unknown]) => {
    const inner = isList ? items : asRecord(properties)[key];
    const {schema} = resolveSchema(inner, display.root);
    const title = titleOf(schema, display.root) ?? humanise(key);
    return {key, part, inner, name: isList ? String(Number(key) + 1) : showInvisible(title)};
  });
  // Keys such as `amount` and `Amount` have one name, which would not say whose value is displayed.
  const unclear = new Set(['']);
  const names = new Set<string>();
  for (const {name} of rows) (names.has(name) ? unclear : names).add(name);
  return rows.flatMap(({key, part, inner, name}) => {
    const shown = unclear.has(name) ? showInvisible(JSON.stringify(key)) : name;
    return rowsOf(part, [...path, shown], display, inner);
  });
}

/** Whether a value is displayed in one row: a list of texts and numbers, or an empty object. */
const isShort = (value: object): boolean =>
  Array.isArray(value)
    ? value.every(entry => typeof entry !== 'object')
    : Object.keys(value).length === 0;

/** Whether an entry of a list would look like two. */
const hasComma = (entry: unknown): boolean => typeof entry === 'string' && /[,\n]/.test(entry);

/**
 * A value that cannot be seen is displayed as JSON: `""` as an argument may mean everything. So is a list whose entries could not
 * be told apart.
 */
export function textOf(value: unknown, display: Display, given: unknown): string {
  const {labels, root} = display;
  const {request} = labels;
  const {schema} = resolveSchema(given, root);
  const answered = root && answeredText(value, schema, labels);
  if (answered) return showInvisible(answered);
  if (typeof value === 'boolean') return value ? request.yes : request.no;
  if (typeof value === 'string' && !isInvisible(value)) return showInvisible(value);
  if (Array.isArray(value) && value.length > 0 && isShort(value) && !value.some(hasComma)) {
    return value.map(entry => textOf(entry, display, schema['items'])).join(', ');
  }
  return showInvisible(jsonText(value) ?? jsonOfAnyDepth(value));
}

/**
 * What the user has chosen or entered, if it differs from the value that is sent. Whole numbers stay: they may be ids or years.
 */
function answeredText(
  value: unknown,
  schema: JsonSchema,
  {form, locale}: Labels,
): string | undefined {
  const label = optionsOf(schema)?.find(option => option.value === value)?.label;
  if (label !== undefined && label !== String(value)) return label;
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0))
    return form.noAnswer;
  if (typeof value === 'number' && !Number.isInteger(value))
    return new Intl.NumberFormat(locale, {maximumFractionDigits: 20}).format(value);
  const {format} = schema;
  if (typeof value !== 'string' || (format !== 'date' && format !== 'date-time')) return undefined;
  // A date, and a time without a zone, are the same everywhere.
  const isZoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(value);
  return formatTime(value, locale, {
    dateStyle: 'medium',
    ...(format === 'date-time' && {timeStyle: 'short'}),
    ...(!isZoned && {timeZone: 'UTC'}),
  });
}

/** `JSON.stringify` recurses: in Firefox it fails at some thousand levels, and the user would allow what is not displayed. */
function jsonOfAnyDepth(value: unknown): string {
  let text = '';
  const left: (string | {readonly value: unknown})[] = [{value}];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.value !== 'object' || next.value === null)
      text += jsonText(next.value) ?? 'null';
    else {
      const isList = Array.isArray(next.value);
      left.push(isList ? ']' : '}');
      Object.entries(next.value)
        .reverse()
        .forEach(([key, part], index) => {
          if (index > 0) left.push(',');
          left.push({value: part});
          if (!isList) left.push(`${JSON.stringify(key)}:`);
        });
      left.push(isList ? '[' : '{');
    }
  }
  return text;
}
