import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {jsonText} from '../../core/json.js';
import {asRecord, asRecords, asText, type JsonRecord} from '../../core/values.js';
import type {Labels} from '../locales/en.js';
import {humanise} from '../shared/format.js';
import {showInvisible} from '../shared/safe-url.js';

/** More values are lines of one row: the user sees all that is allowed. */
const maxRows = 30;

/** How deep values are displayed as rows of their own; deeper ones are JSON. */
const maxDepth = 20;

type Row = readonly [label: string, value: string];

/** Whether no argument has a value. */
export const isWithoutValue = (call: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.values(call).every(value => value === '');

/**
 * The arguments of the call that a question is about, or an answer, one row for each value. The titles of a schema name the
 * values of an answer, as its form did; arguments are displayed as they are, because the agent writes the titles.
 */
export function renderRows(
  values: object | undefined,
  {request}: Labels,
  name: 'arguments' | 'answer',
  schema?: unknown,
): TemplateResult | typeof nothing {
  if (!values || isShort(values)) return nothing;
  const all = rowsOf(values, [], [request.yes, request.no], asRecord(schema));
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
  yesAndNo: readonly string[],
  schema: JsonRecord,
): readonly Row[] {
  if (value === undefined) return [];
  const label = path.join(' · ');
  const isList = Array.isArray(value);
  const isText = typeof value !== 'object' || value === null;
  if (isText || path.length > maxDepth || isShort(value))
    return [[label, textOf(value, yesAndNo, schema)]];
  const rows = Object.entries(value).map(([key, part]: [string, unknown]) => {
    const inner = asRecord(isList ? schema['items'] : asRecord(schema['properties'])[key]);
    const title = asText(inner['title']) ?? humanise(key);
    return {key, part, inner, name: isList ? String(Number(key) + 1) : showInvisible(title)};
  });
  // Keys such as `amount` and `Amount` have one name, which would not say whose value is displayed.
  const unclear = new Set(['']);
  const names = new Set<string>();
  for (const {name} of rows) (names.has(name) ? unclear : names).add(name);
  return rows.flatMap(({key, part, inner, name}) => {
    const shown = unclear.has(name) ? showInvisible(JSON.stringify(key)) : name;
    return rowsOf(part, [...path, shown], yesAndNo, inner);
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
export function textOf(
  value: unknown,
  yesAndNo: readonly string[],
  {items, oneOf, anyOf}: JsonRecord = {},
): string {
  const choice = [...asRecords(oneOf), ...asRecords(anyOf)].find(one => one['const'] === value);
  const title = asText(choice?.['title']);
  if (title !== undefined) return showInvisible(title);
  if (typeof value === 'boolean') return yesAndNo[value ? 0 : 1] ?? '';
  if (typeof value === 'string' && /[^\s\p{Cc}\p{DI}\u2800]/u.test(value))
    return showInvisible(value);
  if (Array.isArray(value) && value.length > 0 && isShort(value) && !value.some(hasComma)) {
    return value.map(entry => textOf(entry, yesAndNo, asRecord(items))).join(', ');
  }
  return showInvisible(jsonText(value) ?? jsonOfAnyDepth(value));
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
