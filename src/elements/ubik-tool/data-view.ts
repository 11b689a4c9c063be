import {nothing} from 'lit';
import {type Plot, renderPlot} from './plot.js';
import type {FileItem} from '../../core/model/item.js';
import {lazyElement} from '../base/lazy-element.js';
import {html} from '../base/html.js';

type Row = Readonly<Record<string, unknown>>;

/** What is longer is cut, and stands whole in the tree below: rows of a table, points of a picture, columns. */
const [mostRows, mostPoints, mostColumns] = [200, 500, 50];

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows as a list of records, or as a record of columns, which may be far less to send than to draw. */
function rowsOf(data: unknown): readonly Row[] {
  if (Array.isArray(data)) return data.filter(isRow).slice(0, mostPoints);
  if (!isRow(data)) return [];
  const columns = Object.entries(data)
    .filter(([, values]) => Array.isArray(values))
    .slice(0, mostColumns);
  const longest = Math.max(0, ...columns.map(([, values]) => (values as unknown[]).length));
  const length = Math.min(longest, mostPoints);
  return Array.from({length}, (_, n) =>
    Object.fromEntries(columns.map(([name, values]) => [name, (values as unknown[])[n]])),
  );
}

const wordsOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** A cell holds words, and no Markdown. */
const cellOf = (value: unknown): string =>
  wordsOf(value)
    .replace(/[\\|*_`<>[\]~#$&!]/g, '\\$&')
    .replace(/\s+/g, ' ');

/** The rows as a table in Markdown, which knows how to scroll, to be read and to be copied. */
function tableOf(columns: readonly string[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const isNumeric = (name: string): boolean => rows.every(row => typeof row[name] === 'number');
  return [
    line(columns.map(cellOf)),
    line(columns.map(name => (isNumeric(name) ? '---:' : '---'))),
    ...rows.slice(0, mostRows).map(row => line(columns.map(name => cellOf(row[name])))),
  ].join('\n');
}

/** A map, because the tool chooses the name: `constructor` must not find what every object inherits. */
const shapes: ReadonlyMap<string, Plot['shape']> = new Map([
  ['Column', 'columns'],
  ['Line', 'lines'],
  ['Pie', 'pie'],
  ['Circle', 'ring'],
]);

/** What is to be drawn, where the tool says what: the fields have one of two namings, or are guessed. */
function plotOf(config: Row, columns: readonly string[], rows: readonly Row[]): Plot | undefined {
  const shape = shapes.get(wordsOf(config['chart_type']));
  const named = (...names: string[]): string | undefined =>
    names.map(name => wordsOf(config[name])).find(name => columns.includes(name));
  const isNumber = (name: string): boolean => rows.some(row => typeof row[name] === 'number');
  const label = named('xField', 'colorField') ?? columns.find(name => !isNumber(name));
  const value = named('yField', 'angleField') ?? columns.find(isNumber);
  const series = named('seriesField', 'groupField');
  if (!shape || label === undefined || value === undefined) return undefined;
  const points = rows.map(row => ({
    label: wordsOf(row[label]),
    value: Number(row[value]) || 0,
    series: series === undefined ? '' : wordsOf(row[series]),
  }));
  return {shape, points};
}

const fetchFile = lazyElement(() => import('../ubik-file/ubik-file.define.js'));

/** The files that a tool made, as its result lists them. */
function filesOf(output: Row): readonly FileItem[] {
  const listed = ['images', 'artifacts', 'generated_files'].flatMap(name => rowsOf(output[name]));
  return listed.flatMap((file, n) => {
    const url = wordsOf(file['url']);
    const name = wordsOf(file['asset_filename'] ?? file['alt']) || (url.split('/').at(-1) ?? '');
    return url ? {id: String(n), kind: 'file', status: 'done', children: [], name, url} : [];
  });
}

/** Draws what a tool gave: files, rows as a table, and above it as a picture where the tool asks for one. */
export function renderData(output: unknown): unknown {
  const told = isRow(output) ? output : {};
  return [
    filesOf(told).map(
      item => html`<ubik-file .item=${item}>${fetchFile() ? nothing : item.name}</ubik-file>`,
    ),
    renderRows(told),
  ];
}

function renderRows({data, data_sample, chart_config, title}: Row): unknown {
  const rows = rowsOf(data ?? data_sample);
  if (rows.length === 0) return nothing;
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))].slice(0, mostColumns);
  const plot = isRow(chart_config) ? plotOf(chart_config, columns, rows) : undefined;
  return html`${plot ? renderPlot(plot, wordsOf(title)) : nothing}
    <ubik-markdown .text=${tableOf(columns, rows)}></ubik-markdown>`;
}
