import type {Phase, RequestItem, SourceItem, ToolItem} from '../../core/model/item.js';
import {parseJson, parseJsonExactly} from '../../core/json.js';
import {withoutHalf} from '../../core/model/shorten.js';
import {toolInput} from '../../core/model/select.js';
import {humanise} from '../../core/humanise.js';
import {withoutTerminalCodes, withoutTerminalCodesIn} from './terminal-text.js';

/** The output of a tool as it is displayed. */
interface Output {
  readonly value: unknown;
  /** The text of a result whose structured content is the value. */
  readonly text?: string;
}

/**
 * Reads the output of a tool: a JSON value, or the text if it is not JSON. A result of MCP with texts and pictures only is
 * read as its texts, and a text that is an object or array in JSON as that value, but not the texts inside of it.
 */
export const readOutput = (text: string): Output => readWith(text, parseJson);

function readWith(text: string, parse: (text: string) => unknown): Output {
  const value = parse(text);
  if (value === undefined) return {value: text};
  const texts = textsOf(value);
  const inner = texts?.join('\n') ?? value;
  if (typeof inner !== 'string') return {value};
  const parsed = parse(inner);
  // With structured content, such a text is the same for clients that read texts only.
  if (isObject(parsed)) return {value: parsed};
  const {structuredContent} = fieldsOf(value);
  if (texts && isObject(structuredContent)) {
    const known = [inner, parsed, texts, texts.map(one => parse(one) ?? one), inner.split('\n')];
    if (!isKnown(structuredContent, known)) return {value: structuredContent, text: inner};
  }
  return {value: inner};
}

/** JSON with the keys in alphabetical order, since a database may change their order. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/**
 * Whether structured content has nothing to display, or repeats one of these values. A value that is no object is in a field
 * `result`.
 */
function isKnown(structured: object, values: readonly unknown[]): boolean {
  if (Object.keys(structured).length === 0) return true;
  if ([structured, ...values].some(isDeep)) return false;
  const isAny = (content: unknown): boolean =>
    values.some(value => sortedJson(value) === sortedJson(content));
  const isWrapped = Object.keys(structured).join() === 'result';
  return isAny(structured) || (isWrapped && isAny(fieldsOf(structured)['result']));
}

/** The result of a tool call. */
export interface ToolResult extends Output {
  /** The same as a person reads it: with the numbers as they were sent, and without codes for a terminal. */
  readonly exact: unknown;
  /** The parts that are pictures. */
  readonly pictures: readonly unknown[];
}

const results = new WeakMap<ToolItem, ToolResult>();

/** Cached while the item is the same, because a result may be long, and each update of an open call displays it. */
export function resultOf(item: ToolItem): ToolResult {
  let result = results.get(item);
  if (!result) {
    const {output} = item;
    let exact: unknown;
    result = {
      ...readOutput(output),
      get exact() {
        return (exact ??= withoutTerminalCodesIn(readWith(output, parseJsonExactly).value, output));
      },
      pictures: hasPictures(item) ? partsOf(parseJson(output)).filter(isPicture) : [],
    };
    results.set(item, result);
  }
  return result;
}

const RESULT_KEYS: ReadonlySet<string> = new Set([
  'content',
  'isError',
  'structuredContent',
  '_meta',
  // The name of `_meta` in the Python library.
  'meta',
]);

/** The parts of an MCP result or of its content. */
function partsOf(value: unknown): readonly unknown[] {
  const {content} = fieldsOf(value);
  const isResult =
    Array.isArray(content) && Object.keys(fieldsOf(value)).every(key => RESULT_KEYS.has(key));
  const parts: unknown = isResult ? content : value;
  return Array.isArray(parts) ? parts : [];
}

/** Whether a part of a result is a picture with its data, as MCP or Anthropic Messages write it. */
function isPicture(part: unknown): boolean {
  const {type, data, source} = fieldsOf(part);
  return type === 'image' && (typeof data === 'string' || fieldsOf(source)['type'] === 'base64');
}

/** The fields of a text of MCP, Anthropic Messages or LangChain. A part with others is a record of the tool. */
const TEXT_KEYS: ReadonlySet<string> = new Set(
  'type text annotations _meta meta citations cache_control index extras'.split(' '),
);

/** Whether a part is a text, not a record of the tool. LangChain gives texts an id of its own. */
const isTextPart = (part: unknown): boolean =>
  fieldsOf(part)['type'] === 'text' &&
  Object.entries(fieldsOf(part)).every(
    ([key, value]) => TEXT_KEYS.has(key) || (key === 'id' && String(value).startsWith('lc_')),
  );

/** The texts of an MCP result or of its content if it has only texts, besides pictures, which are displayed above them. */
function textsOf(value: unknown): readonly string[] | undefined {
  const texts = partsOf(value).flatMap(part =>
    isPicture(part) ? [] : [isTextPart(part) ? fieldsOf(part)['text'] : undefined],
  );
  const areTexts = texts.length > 0 && texts.every(text => typeof text === 'string');
  return areTexts ? texts : undefined;
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
  const candidates = [resultOf(item).value, ...(item.phases ?? []).map(({data}) => data).reverse()];
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
  const documentId = text('document_id', 'id');
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
    ...(documentId !== undefined && {documentId}),
  };
}

/** The text of a search result without citation elements; its sources are listed separately. */
export function responseOf(output: unknown): string | undefined {
  const {response} = fieldsOf(output);
  return typeof response === 'string' && response !== '' ? withoutCitations(response) : undefined;
}

/** Removes the citation elements from a text, with the space before a provisional one, also an unfinished one at the end. */
export const withoutCitations = (text: string): string =>
  text.replace(/<\/?(?:web_)?citation\b[^<>]*>| ?<source_(?:\d+>|\d*$)/g, '');

/** Characters; no line of a page is longer. */
const maxNoteLength = 300;

/** A short description of a call: its first text argument without Markdown emphasis. */
export function leadingText(input: unknown): string {
  if (typeof input === 'string') return input.slice(0, maxNoteLength);
  if (typeof input !== 'object' || input === null) return '';
  const text = Object.values<unknown>(input as Record<string, unknown>).find(
    value => typeof value === 'string' && value.trim() !== '',
  );
  return typeof text === 'string'
    ? text.slice(0, maxNoteLength).replace(/(?<!\w)(\*\*|`)(\S.*?)\1(?!\w)/g, '$2')
    : '';
}

/** The message of a phase and its numeric data, in words: `retrieved_count: 8` becomes `8 retrieved`. */
export function phaseNote(phase: Phase, locale: string): string {
  const format = new Intl.NumberFormat(locale);
  const counts = Object.entries(phase.data ?? {})
    .filter(([, value]) => typeof value === 'number' && Number.isFinite(value))
    .map(
      ([key, value]) => `${format.format(value as number)} ${countedWord(key, value as number)}`,
    );
  // Some agents report one number by two keys: `reranked_count: 2, reranked_results: 2`.
  const distinct = counts.filter(
    (count, at) =>
      counts.indexOf(count) === at && !counts.some(other => other.startsWith(`${count} `)),
  );
  return [phase.message, ...distinct].filter(Boolean).join(' · ');
}

/** What a number counts, by its key without the words that only say that it is a number. */
const countedWord = (key: string, count: number): string => {
  const words = humanise(key).split(' ');
  const rest = words.filter(word => !/^(count|number|num|n|of|total)$/i.test(word));
  const counted = (rest.length > 0 ? rest : words).join(' ').toLowerCase();
  return count === 1 ? singular(counted) : counted;
};

/** Of an English plural, as keys of a program are. */
const singular = (words: string): string =>
  words
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x)es$/, '$1')
    .replace(/([^isu])s$/, '$1');

/** Characters of a log that are displayed, from its end, so that the cost of a line does not grow with the log. */
export const maxLogLength = 20_000;

/** What a running tool is doing now. */
export function currentNote(item: ToolItem): string {
  const phase = item.phases?.at(-1);
  if (phase) return phase.message ?? humanise(phase.name);
  const log = withoutTerminalCodes(withoutHalf(item.log.slice(-maxLogLength))).trimEnd();
  return log.slice(log.lastIndexOf('\n') + 1);
}

/** Whether a result looks like table rows. Tests the text, because parsing a long result at each update is slow. */
const hasRows = ({output}: ToolItem): boolean => /"data(_sample)?":\s*[[{]/.test(output);

/** Whether the result lists files. */
const hasFiles = ({output}: ToolItem): boolean =>
  /"(images|artifacts|generated_files)":\s*\[\s*\{/.test(output);

const hasPictures = ({output}: ToolItem): boolean => /"type":\s*"image"/.test(output);

/** Whether the result has a view beyond the JSON tree. */
export const hasView = (item: ToolItem): boolean =>
  hasRows(item) || hasFiles(item) || hasPictures(item);

const plots = new WeakMap<ToolItem, boolean>();

/** Whether the view is what the user asked for: a chart or files. Cached, because an output may be long. */
export function hasPlot(item: ToolItem): boolean {
  let has = plots.get(item);
  if (has === undefined) {
    has = hasFiles(item) || (hasRows(item) && item.output.includes('"chart_config"'));
    plots.set(item, has);
  }
  return has;
}

const questionsOf = ({children}: ToolItem): readonly RequestItem[] =>
  children.filter(child => child.kind === 'request');

/** Whether a question of the call waits for an answer. */
export const isAsking = (item: ToolItem): boolean =>
  questionsOf(item).some(({status}) => status === 'waiting');

/** Whether a question of the call displays its input: as the question itself, or as the arguments to allow. */
export function isInputInQuestion(item: ToolItem): boolean {
  const questions = questionsOf(item);
  if (questions.length === 0) return false;
  const values = Object.values<unknown>(fieldsOf(toolInput(item)));
  return questions.some(
    ({prompt, arguments: shown}) => shown !== undefined || values.includes(prompt),
  );
}
