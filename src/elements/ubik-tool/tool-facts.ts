import type {Phase, SourceItem, ToolItem} from '../../core/model/item.js';
import {humanise} from '../shared/format.js';

/** What a tool wrote, as a value where it is JSON, else as the text it is. */
export function readOutput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Nobody opens more levels one by one, and text that nests deeper is hostile. */
const MAX_LEVELS = 400;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value that was read from JSON nests too deep for a tree; without recursion. */
export function isDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    level = level.flatMap(parent => Object.values<unknown>(parent as Fields).filter(isObject));
  }
  return level.length > 0;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Where a search lists what it found: under which of these names depends on the tool. */
const listNames = ['sources', 'results', 'documents', 'references'] as const;

/** What a search has found so far: by its result, else by the last phase that told. */
export function foundSources(item: ToolItem): readonly SourceItem[] {
  const tellers = [readOutput(item.output), ...(item.phases ?? []).map(({data}) => data).reverse()];
  for (const teller of tellers.map(fieldsOf)) {
    const list = listNames.map(name => teller[name]).find(Array.isArray);
    const sources = (list ?? []).flatMap((found: unknown, index) =>
      sourceOf(fieldsOf(found), index),
    );
    if (sources.length > 0) return sources;
  }
  return [];
}

function sourceOf(found: Fields, index: number): SourceItem | [] {
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

/** The words among a search's result, without the elements that cite: these are listed beside them. */
export function responseOf(output: unknown): string | undefined {
  const {response} = fieldsOf(output);
  return typeof response === 'string' && response !== ''
    ? response.replace(/<\/?(?:web_)?citation\b[^<>]*>|<source_\d+>/g, '')
    : undefined;
}

/** No line of a page is longer. */
const longestLine = 300;

/** The argument that says most about a call: its first words, without what Markdown marks them with. */
export function leadingWords(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const words = Object.values<unknown>(input as Record<string, unknown>).find(
    value => typeof value === 'string' && value.trim() !== '',
  );
  return typeof words === 'string'
    ? words.slice(0, longestLine).replace(/(?<!\w)(\*\*|`)(\S.*?)\1(?!\w)/g, '$2')
    : '';
}

/** What a phase says for itself, with the counts that it reported. */
export function phaseNote(phase: Phase): string {
  const counts = Object.entries(phase.data ?? {})
    .filter(([, value]) => typeof value === 'number' && Number.isFinite(value))
    .map(([key, value]) => `${humanise(key).toLowerCase()} ${String(value)}`);
  return [phase.message, ...counts].filter(Boolean).join(' · ');
}

/** What a running tool is doing now. */
export function presentNote(item: ToolItem): string {
  const phase = item.phases?.at(-1);
  if (phase) return phase.message ?? humanise(phase.name);
  return item.log.trimEnd().split('\n').at(-1) ?? '';
}

/** Whether a result looks like rows of a table, by its text: it may be long, and is asked at every update. */
const hasRows = ({output}: ToolItem): boolean => /"data(_sample)?":\s*[[{]/.test(output);

/** Whether it lists files that it made. */
const hasFiles = ({output}: ToolItem): boolean =>
  /"(images|artifacts|generated_files)":\s*\[\s*\{/.test(output);

/** Whether there is more to be drawn of it than its values. */
export const hasView = (item: ToolItem): boolean => hasRows(item) || hasFiles(item);

/** Whether what is drawn of it is what the user asked for: pictures, and other files. */
export const hasPlot = (item: ToolItem): boolean =>
  hasFiles(item) || (hasRows(item) && item.output.includes('"chart_config"'));
