import {html, nothing, type TemplateResult} from 'lit';
import type {Op} from '../../core/model/op.js';
import {jsonText, parseJson} from '../../core/json.js';
import type {InspectorLabels} from '../locales/inspector/en.js';
import type {InspectedRun} from './inspected-run.js';
import {type Row, wordsOf} from './rows.js';

/** Maximum number of displayed ops and of displayed characters of the data. */
const MOST_OPS = 100;
const LONGEST = 20_000;
/** Maximum number of displayed characters of a value in an op. */
const LONGEST_VALUE = 200;

/** Renders the data of a row and its changes. `ops` is `undefined` until they are computed. */
export function renderDetails(
  run: InspectedRun,
  row: Row,
  ops: readonly Op[] | undefined,
  labels: InspectorLabels,
  digits: Intl.NumberFormat,
): TemplateResult {
  const isFrame = row.kind === 'frame';
  const late = isFrame && ops !== undefined && run.history.opsOf(row.index) === undefined;
  return html`
    <h3 dir="ltr">${wordsOf(run, row).name}</h3>
    ${
      isFrame && ops
        ? html`<h4>${labels.changed}</h4>
            ${late ? html`<p class="quiet">${labels.late}</p>` : nothing}
            ${renderOps(ops, labels, digits)}`
        : nothing
    }
    <h4>${labels.payload}</h4>
    <pre dir="ltr" tabindex="0" role="region" aria-label=${labels.payload}>
${contentOf(run, row)}</pre>
  `;
}

function renderOps(
  ops: readonly Op[],
  labels: InspectorLabels,
  digits: Intl.NumberFormat,
): TemplateResult {
  if (ops.length === 0) return html`<p class="quiet">${labels.noChanges}</p>`;
  const rest = ops.length - MOST_OPS;
  return html`<ol dir="ltr">
      ${ops
        .slice(0, MOST_OPS)
        .map(
          op =>
            html`<li><b class="op ${op.op}">${op.op}</b> <code>${op.id}</code> ${said(op)}</li>`,
        )}
    </ol>
    ${rest > 0 ? html`<p class="quiet">${labels.more(digits.format(rest))}</p>` : nothing}`;
}

/** The fields of an op as text. */
function said(op: Op): string {
  switch (op.op) {
    case 'open':
      return [op.kind, op.status ?? '', brief(op.fields)].filter(Boolean).join(' ');
    case 'append':
      return `${op.field} ${brief(op.text)}`;
    case 'assign':
      return [op.status ?? '', brief(op.fields)].filter(Boolean).join(' ');
    case 'close':
      return op.status ?? '';
    case 'clear':
      return '';
  }
}

function brief(value: unknown): string {
  if (value === undefined) return '';
  const text = jsonText(value) ?? '';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)} …` : text;
}

function contentOf({history, occurrences}: InspectedRun, {kind, index}: Row): string {
  const data = history.frames[index]?.frame.data ?? '';
  // Fields of events may contain whole conversations, and values that JSON cannot represent.
  const value = kind === 'frame' ? parseJson(data.slice(0, LONGEST)) : occurrences[index]?.detail;
  const text = value === undefined ? data : (jsonText(value, 2) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
