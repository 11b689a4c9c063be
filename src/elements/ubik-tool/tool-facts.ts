import type {Phase, SourceItem, ToolItem} from '../../core/model/item.js';
import {humanise} from '../shared/format.js';

/** Parses the output of a tool as JSON; returns the text if it is not JSON. */
export function readOutput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Deeper nesting is not useful to a reader, and is likely an attack. */
const MAX_LEVELS = 400;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a JSON value nests too deep for a tree; without recursion. */
export function isDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    level = level.flatMap(parent => Object.values<unknown>(parent as JsonFields).filter(isObject));
  }
  return level.length > 0;
}

type JsonFields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): JsonFields =>
  typeof value === 'object' && value !== null ? (value as JsonFields) : {};

/** The fields under which tools list what a search found. */
const listNames = ['sources', 'results', 'documents', 'references'] as const;

/** The sources that a search has found so far: from its result, else from the last phase with sources. */
export function foundSources(item: ToolItem): readonly SourceItem[] {
  const candidates = [
    readOutput(item.output),
    ...(item.phases ?? []).map(({data}) => data).reverse(),
  ];
  for (const candidate of candidates.map(fieldsOf)) {
    const list = listNames.map(name => candidate[name]).find(Array.isArray);
    const sources = (list ?? []).flatMap((found: unknown, index) =>
      sourceOf(fieldsOf(found), index),
    );
    if (sources.length > 0) return sources;
  }
  return [];
}

function sourceOf(found: JsonFields, index: number): SourceItem | [] {
  const text = (...names: readonly string[]): string | undefined =>
    names.map(name => found[name]).find(value => typeof value === 'string' && value !== '') as
      string | undefined;
  const url = text('url', 'link');
  const title = text('title', 'name', 'document_name') ?? url;
  if (title === undefined) return [];
  const snippet = text('snippet', 'excerpt', 'content', 'text');
  const id = String(index + 1);
  return {
    id,
    kind: 'source',
    status: 'done',
    children: [],
    number: index + 1,
    title,
    ...(url !== undefined && {url}),
    ...(snippet !== undefined && {snippet}),
  };
}

/** The text of a search result without citation elements; its sources are listed separately. */
export function responseOf(output: unknown): string | undefined {
  const {response} = fieldsOf(output);
  return typeof response === 'string' && response !== ''
    ? response.replace(/<\/?(?:web_)?citation\b[^<>]*>|<source_\d+>/g, '')
    : undefined;
}

/** Characters; no line of a page is longer. */
const maxNoteLength = 300;

/** A short description of a call: its first text argument without Markdown emphasis. */
export function leadingWords(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const words = Object.values<unknown>(input as Record<string, unknown>).find(
    value => typeof value === 'string' && value.trim() !== '',
  );
  return typeof words === 'string'
    ? words.slice(0, maxNoteLength).replace(/(?<!\w)(\*\*|`)(\S.*?)\1(?!\w)/g, '$2')
    : '';
}

/** The message of a phase and its numeric data. */
export function phaseNote(phase: Phase): string {
  const counts = Object.entries(phase.data ?? {})
    .filter(([, value]) => typeof value === 'number' && Number.isFinite(value))
    .map(([key, value]) => `${humanise(key).toLowerCase()} ${String(value)}`);
  return [phase.message, ...counts].filter(Boolean).join(' · ');
}

/** What a running tool is doing now. */
export function currentNote(item: ToolItem): string {
  const phase = item.phases?.at(-1);
  if (phase) return phase.message ?? humanise(phase.name);
  return item.log.trimEnd().split('\n').at(-1) ?? '';
}

/** Whether a result looks like table rows. Tests the text, because parsing a long result at each update is slow. */
const hasRows = ({output}: ToolItem): boolean => /"data(_sample)?":\s*[[{]/.test(output);

/** Whether the result lists files. */
const hasFiles = ({output}: ToolItem): boolean =>
  /"(images|artifacts|generated_files)":\s*\[\s*\{/.test(output);

/** Whether the result has a view beyond the JSON tree. */
export const hasView = (item: ToolItem): boolean => hasRows(item) || hasFiles(item);

/** Whether the view is what the user asked for: a chart or files. */
export const hasPlot = (item: ToolItem): boolean =>
  hasFiles(item) || (hasRows(item) && item.output.includes('"chart_config"'));
