import {nothing} from 'lit';
import {type Plot, renderPlot} from './plot.js';
import type {FileItem} from '../../core/model/item.js';
import {isRecord, type JsonRecord} from '../../core/values.js';
import {decodeUri} from '../../core/decode-uri.js';
import type {Labels} from '../locales/en.js';
import type {ToolResult} from './tool-facts.js';
import {lazyElement} from '../base/lazy-element.js';
import {html} from '../base/html.js';

/** Longer data is cut here; the JSON tree below displays all of it: table rows, plot points, columns. */
const [maxRows, maxPoints, maxColumns] = [200, 500, 50];

/** Reads rows from a list of records, or from a record of columns. */
function toRows(data: unknown): readonly JsonRecord[] {
  if (Array.isArray(data)) return data.filter(isRecord).slice(0, maxPoints);
  if (!isRecord(data)) return [];
  const columns = Object.entries(data)
    .filter(([, values]) => Array.isArray(values))
    .slice(0, maxColumns);
  const longest = Math.max(0, ...columns.map(([, values]) => (values as unknown[]).length));
  const length = Math.min(longest, maxPoints);
  return Array.from({length}, (_, n) =>
    Object.fromEntries(columns.map(([name, values]) => [name, (values as unknown[])[n]])),
  );
}

const toText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** Escapes Markdown in a table cell. Only opening brackets: `\[a\]` is a formula. */
const toCell = (value: unknown): string =>
  toText(value)
    .replace(/[\\|*_`<>[~#$&!]/g, '\\$&')
    .replace(/\s+/g, ' ');

/**
 * The rows as a Markdown table: `<ubik-markdown>` provides scrolling, accessibility and copying. `exact` has the numbers as they
 * were sent.
 */
function toMarkdownTable(
  columns: readonly string[],
  rows: readonly JsonRecord[],
  exact: readonly JsonRecord[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const isNumeric = (name: string): boolean => rows.every(row => typeof row[name] === 'number');
  return [
    line(columns.map(toCell)),
    line(columns.map(name => (isNumeric(name) ? '---:' : '---'))),
    ...exact.slice(0, maxRows).map(row => line(columns.map(name => toCell(row[name])))),
  ].join('\n');
}

const rowsOf = ({data, data_sample}: JsonRecord): readonly JsonRecord[] =>
  toRows(data ?? data_sample);

/** A map, because the tool chooses the name: `constructor` must not find what every object inherits. */
const shapes: ReadonlyMap<string, Plot['shape']> = new Map([
  ['Column', 'columns'],
  ['Line', 'lines'],
  ['Pie', 'pie'],
  ['Circle', 'ring'],
]);

/** The chart that the tool asks for. The fields are named in one of two ways, or guessed. */
function toPlot(
  config: JsonRecord,
  columns: readonly string[],
  rows: readonly JsonRecord[],
  exact: readonly JsonRecord[],
): Plot | undefined {
  const shape = shapes.get(toText(config['chart_type']));
  const named = (...names: string[]): string | undefined =>
    names.map(name => toText(config[name])).find(name => columns.includes(name));
  const isNumber = (name: string): boolean => rows.some(row => typeof row[name] === 'number');
  const label = named('xField', 'colorField') ?? columns.find(name => !isNumber(name));
  const value = named('yField', 'angleField') ?? columns.find(isNumber);
  const series = named('seriesField', 'groupField');
  if (!shape || label === undefined || value === undefined) return undefined;
  const points = exact.map((row, index) => ({
    label: toText(row[label]),
    value: Number(rows[index]?.[value]) || 0,
    series: series === undefined ? '' : toText(row[series]),
  }));
  return {shape, points};
}

const fetchFile = lazyElement(() => import('../ubik-file/ubik-file.define.js'));

/** The files listed in the result. */
function toFiles(output: JsonRecord): readonly FileItem[] {
  const listed = ['images', 'artifacts', 'generated_files'].flatMap(name => toRows(output[name]));
  return listed.flatMap((file, n) => {
    const url = toText(file['url']);
    const name = toText(file['asset_filename'] ?? file['alt']) || nameOf(url);
    return url ? toFile(n, name, url) : [];
  });
}

/** The name of a file by its address: its last segment, or for a `data:` URL its type, such as `image.png`. */
function nameOf(url: string): string {
  const [, type] = /^data:([^;,]*)/i.exec(url) ?? [];
  const path = url.replace(/[?#].*$/s, '');
  return type?.replace('/', '.') ?? decodeUri(path.slice(path.lastIndexOf('/') + 1));
}

const toFile = (n: number, name: string, url: string): FileItem => ({
  id: String(n),
  kind: 'file',
  status: 'done',
  children: [],
  name,
  url,
});

/** A picture in a result of MCP or Anthropic Messages. */
function toPicture(part: unknown, n: number): FileItem {
  const {data, mimeType, source} = isRecord(part) ? part : {};
  const {data: content = data, media_type: type = mimeType} = isRecord(source) ? source : {};
  const name = toText(type).replace('/', '.'); // image.png
  return toFile(n, name, `data:${toText(type)};base64,${toText(content)}`);
}

/** Renders the result of a tool: files, pictures, and rows as a table, with a chart above it if the tool asks for one. */
export function renderData({value: output, exact, pictures}: ToolResult, labels: Labels): unknown {
  const result = isRecord(output) ? output : {};
  return [
    [...toFiles(result), ...pictures.map(toPicture)].map(
      item => html`<ubik-file .item=${item}>${fetchFile() ? nothing : item.name}</ubik-file>`,
    ),
    renderRows(result, isRecord(exact) ? exact : result, labels),
  ];
}

function renderRows(output: JsonRecord, exactOutput: JsonRecord, labels: Labels): unknown {
  const {chart_config, title} = output;
  const rows = rowsOf(output);
  const exact = rowsOf(exactOutput);
  if (rows.length === 0) return nothing;
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))].slice(0, maxColumns);
  const plot = isRecord(chart_config) ? toPlot(chart_config, columns, rows, exact) : undefined;
  return html`${plot ? renderPlot(plot, toText(title) || labels.markdown.diagram, labels.locale) : nothing}
    <ubik-markdown .text=${toMarkdownTable(columns, rows, exact)}></ubik-markdown>`;
}
