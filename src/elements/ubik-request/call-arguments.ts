import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import {jsonText} from '../../core/json.js';
import type {Labels} from '../locales/en.js';
import {humanise} from '../shared/format.js';

/** More values are lines of one row: the user sees all that is allowed. */
const maxRows = 30;

type Row = readonly [label: string, value: string];

/** The arguments of the call that a question is about, one row for each value. */
export function renderArguments(
  call: Readonly<Record<string, unknown>> | undefined,
  {request}: Labels,
): TemplateResult | typeof nothing {
  const all = rowsOf(call ?? {}, [], [request.yes, request.no]);
  if (all.length === 0) return nothing;
  const rows = all.slice(0, maxRows);
  const rest = all.slice(maxRows).map(([label, value]) => `${label}: ${value}`);
  if (rest.length > 0) rows.push(['…', rest.join('\n')]);
  return html`<dl class="arguments" part="arguments">
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
): readonly Row[] {
  const label = path.join(' · ');
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'boolean') return [[label, yesAndNo[value ? 0 : 1] ?? '']];
  if (typeof value === 'string') return [[label, value]];
  if (typeof value !== 'object') return [[label, jsonText(value) ?? '']];
  if (Array.isArray(value) && value.every(entry => typeof entry !== 'object')) {
    return value.length > 0 ? [[label, value.map(String).join(', ')]] : [];
  }
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, part]) => {
    const name = Array.isArray(value) ? String(Number(key) + 1) : humanise(key);
    return rowsOf(part, [...path, name], yesAndNo);
  });
}
