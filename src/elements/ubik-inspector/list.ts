import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {InspectorLabels} from '../locales/inspector/en.js';
import {formatBytes} from '../shared/text/format.js';
import type {InspectedRun} from './inspected-run.js';
import {summarizeOps, type Row, rowTexts} from './rows.js';

/** The rendered part of the list. */
interface ListState {
  readonly run: InspectedRun;
  readonly rows: readonly Row[];
  readonly range: readonly [from: number, to: number];
  /** The index of the selected row. */
  readonly selected: number;
  /** The number of frames before the current position. Later rows are dimmed. */
  readonly position: number;
}

/** The id of a row in the shadow tree. */
const rowId = (row: number): string => `row-${row}`;

/** Renders the list as a grid with a single tab stop. The arrow keys select a row. */
export function renderList(
  {run, rows, range: [from, to], selected, position}: ListState,
  labels: InspectorLabels,
  locale: string,
  on: {readonly key: (event: KeyboardEvent) => void; readonly choose: (row: number) => void},
): TemplateResult {
  const rendered = rows.slice(from, to);
  const isRendered = selected >= from && selected < to;
  const heads = [labels.time, labels.kind, labels.name, labels.size, labels.changes];
  return html`<div
    class="list"
    role="grid"
    tabindex="0"
    aria-label=${labels.list}
    aria-rowcount=${rows.length + 1}
    aria-colcount=${heads.length}
    aria-activedescendant=${isRendered ? rowId(selected) : nothing}
    @keydown=${on.key}
    @click=${onClick}
  >
    <div class="row head" role="row" aria-rowindex="1">
      ${heads.map(head => html`<span role="columnheader">${head}</span>`)}
    </div>
    <div class="rows" role="rowgroup">${rendered.map((row, at) => renderRow(row, from + at))}</div>
  </div>`;

  function onClick({target}: Event): void {
    const row = target instanceof Element && target.closest('.rows [role=row]');
    if (row) on.choose(Number(row.ariaRowIndex) - 2);
  }

  function renderRow(row: Row, index: number): TemplateResult {
    const {at, name, size, ops} = rowTexts(run, row);
    return html`<div
      class="row ${row.kind}"
      role="row"
      id=${rowId(index)}
      aria-rowindex=${index + 2}
      aria-selected=${index === selected ? 'true' : 'false'}
      ?data-future=${row.after > position}
    >
      <span role="gridcell">${formatSeconds(at, locale)}</span>
      <span role="gridcell" class="kind">${labels.kindOf[row.kind]}</span>
      <span role="gridcell" class="name" dir="ltr">${name}</span>
      <span role="gridcell">${size === undefined ? '' : formatBytes(size, locale)}</span>
      <span role="gridcell" dir="ltr">${ops ? summarizeOps(ops) : ''}</span>
    </div>`;
  }
}

/** Formats milliseconds as seconds: `1.234 s`. */
export function formatSeconds(milliseconds: number, locale: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'narrow',
      minimumFractionDigits: 3,
      maximumFractionDigits: 3,
    });
    formats.set(locale, format);
  }
  return format.format(milliseconds / 1000);
}

const formats = new Map<string, Intl.NumberFormat>();
