import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {Op} from '../../core/model/op.js';
import {shorten} from '../../core/model/shorten.js';
import {jsonText, parseJson} from '../../core/json.js';
import type {InspectorLabels} from '../locales/inspector/en.js';
import type {InspectedRun} from './inspected-run.js';
import {type Row, rowTexts} from './rows.js';

/** Maximum number of displayed ops and of displayed characters of the data. */
const MAX_OPS = 100;
const MAX_DATA_LENGTH = 20_000;
/** Maximum number of displayed characters of a value in an op. */
const MAX_VALUE_LENGTH = 200;

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
    <h3 dir="ltr">${rowTexts(run, row).name}</h3>
    ${
      isFrame && ops
        ? html`<h4>${labels.changed}</h4>
            ${late ? html`<p class="quiet">${labels.late}</p>` : nothing}
            ${renderOps(ops, labels, digits)}`
        : nothing
    }
    <h4>${labels.payload}</h4>
    <pre dir="ltr" tabindex="0" role="region" aria-label=${labels.payload}>${dataOf(run, row)}</pre>
  `;
}

function renderOps(
  ops: readonly Op[],
  labels: InspectorLabels,
  digits: Intl.NumberFormat,
): TemplateResult {
  if (ops.length === 0) return html`<p class="quiet">${labels.noChanges}</p>`;
  const rest = ops.length - MAX_OPS;
  return html`<ol dir="ltr">
      ${ops
        .slice(0, MAX_OPS)
        .map(
          op =>
            html`<li>
              <b class="op ${op.op}">${op.op}</b> <code>${op.id}</code> ${describe(op)}
            </li>`,
        )}
    </ol>
    ${rest > 0 ? html`<p class="quiet">${labels.more(digits.format(rest))}</p>` : nothing}`;
}

/** The fields of an op as text. */
function describe(op: Op): string {
  switch (op.op) {
    case 'open':
      return [op.kind, op.status ?? '', valueText(op.fields)].filter(Boolean).join(' ');
    case 'append':
      return `${op.field} ${valueText(op.text)}`;
    case 'assign':
      return [op.status ?? '', valueText(op.fields)].filter(Boolean).join(' ');
    case 'close':
      return op.status ?? '';
    case 'clear':
      return '';
  }
}

const valueText = (value: unknown): string =>
  value === undefined ? '' : shorten(jsonText(value) ?? '', MAX_VALUE_LENGTH);

function dataOf({history, occurrences}: InspectedRun, {kind, index}: Row): string {
  const data = history.frames[index]?.frame.data ?? '';
  // Fields of events may contain whole conversations, and values that JSON cannot represent.
  const value =
    kind === 'frame' ? parseJson(data.slice(0, MAX_DATA_LENGTH)) : occurrences[index]?.detail;
  const text = value === undefined ? data : (jsonText(value, 2) ?? '');
  return shorten(text, MAX_DATA_LENGTH);
}
