import {html, nothing, type TemplateResult} from 'lit';
import {jsonText} from '../../core/json.js';
import type {Labels} from '../locales/en.js';
import {humanise} from '../shared/format.js';

/** More values share a last row, because a call may have thousands. */
const maxRows = 30;

type Row = readonly [label: string, value: string];

/** The arguments of the call that a question is about, one row for each value. No value may be missing: the user allows it. */
export function renderArguments(
  call: Readonly<Record<string, unknown>> | undefined,
  {request}: Labels,
): TemplateResult | typeof nothing {
  const values = rowsOf(call ?? {}, [], [request.yes, request.no]);
  if (values.length === 0) return nothing;
  const rest = values.slice(maxRows).map(([label, value]) => `${label}: ${value}`);
  const rows = [...values.slice(0, maxRows), ...(rest.length > 0 ? [['…', rest.join('\n')]] : [])];
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

function rowsOf(value: unknown, path: readonly string[], words: readonly string[]): readonly Row[] {
  const label = path.join(' · ');
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'boolean') return [[label, words[value ? 0 : 1] ?? '']];
  if (typeof value === 'string') return [[label, value]];
  if (typeof value !== 'object') return [[label, jsonText(value) ?? '']];
  if (Array.isArray(value) && value.every(entry => typeof entry !== 'object')) {
    return value.length > 0 ? [[label, value.map(String).join(', ')]] : [];
  }
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, part]) => {
    const name = Array.isArray(value) ? String(Number(key) + 1) : humanise(key);
    return rowsOf(part, [...path, name], words);
  });
}
