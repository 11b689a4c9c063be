import {jsonText} from '../../json.js';
import {
  defined,
  isRecord,
  asArray,
  asRecord,
  asRecords,
  asText,
  type JsonRecord,
  keyOf,
} from '../../values.js';
import type {Phase} from '../../model/item.js';

/** A source that an answer can cite. */
export interface Citable {
  readonly title: string;
  readonly url?: string;
  readonly documentId?: string;
  readonly snippet?: string;
}

/** A step of stage `skill`, displayed as a tool call. */
export interface Skill {
  readonly name: string;
  readonly title?: string;
  /** Arguments by name, as JSON text. */
  readonly input: string;
  /** Text unchanged, any other value as JSON text. */
  readonly output: string;
  readonly phases?: readonly Phase[];
  readonly citables: readonly Citable[];
}

const HIDDEN = new Set(['search_memory', 'build_memory', '_date']);

/** Reads a skill; `undefined` for internal skills of the platform. */
export function readSkill(step: JsonRecord): Skill | undefined {
  const info = asRecord(step['skill_info']);
  const name = asText(info['name']) ?? asText(step['agent_name']) ?? 'tool';
  const args: JsonRecord = Object.fromEntries(
    asRecords(info['args']).map(({name: arg, value}) => [keyOf(arg), value]),
  );
  if (HIDDEN.has(name.toLowerCase()) || args['action'] === 'show_ds') return undefined;
  const finished = step['status'] !== 'processing';
  const result = readResult(name, step['answer']);
  if (finished && isSql(name) && isRecord(result) && asText(result['sql']) === undefined) {
    return undefined;
  }
  const search = readSearch(name, step['answer'], asText(args['query']), finished);
  const searching =
    SEARCHES.has(name) && (search ?? {input: asText(args['query']) ?? '', results: []});
  return {
    name,
    input: Object.keys(args).length > 0 ? (jsonText(args) ?? '') : '',
    output: outputOf(search ?? result),
    ...defined({title: asText(asRecord(result)['title'])}),
    ...(searching && {phases: [searchPhase(searching, phaseStatus(step['status'], search))]}),
    citables: search ? search.results.map(citableOf) : citesOf(asRecord(result)['cites']),
  };
}

/** Reads the documents in a list of citations. */
export function citesOf(cites: unknown): readonly Citable[] {
  return asRecords(cites).flatMap(cite => {
    const title = asText(cite['doc_name']) ?? asText(cite['title']);
    if (title === undefined) return [];
    return {
      title,
      ...defined({
        documentId: asText(cite['doc_id']),
        snippet: asText(cite['content']) ?? asText(cite['description']),
      }),
    };
  });
}

const SEARCHES = new Set(['zhipu_search_tool', 'online_search_cite_tool']);

function readSearch(
  name: string,
  answer: unknown,
  query: string | undefined,
  finished: boolean,
): WebSearchQuery | undefined {
  if (!isRecord(answer)) return undefined;
  if (name === 'zhipu_search_tool') return readZhipuSearch(answer, query, finished);
  return name === 'online_search_cite_tool' ? readCitedSearch(answer, query) : undefined;
}

function phaseStatus(status: unknown, search: WebSearchQuery | undefined): Phase['status'] {
  if (status === 'failed') return 'failed';
  return search ? 'completed' : 'started';
}

function citableOf({title, link, content}: WebSearchQuery['results'][number]): Citable {
  return {
    title: title || link,
    ...defined({url: asText(link), snippet: asText(content)}),
  };
}

function isSql(name: string): boolean {
  return name === 'text2sql' || name === 'sql_helper';
}

/** The displayed part of a result: the full result, else the result, else the complete value. */
function readResult(name: string, answer: unknown): unknown {
  const {full_result: full, result} = asRecord(answer);
  const hasFull = Object.keys(asRecord(full)).length > 0 || asArray(full).length > 0;
  const preferred = hasFull ? full : (result ?? answer);
  switch (name) {
    case 'text2sql':
    case 'sql_helper': {
      const counted = asRecord(result)['data_desc'];
      return isRecord(preferred) && counted !== undefined
        ? {...preferred, data_desc: counted}
        : preferred;
    }
    case 'execute_code': {
      const inner = asRecord(preferred);
      return asText(inner['stdout']) ?? asText(asRecord(inner['result'])['stdout']) ?? preferred;
    }
    case 'datasource_filter':
    case 'datasource_rerank':
      return Array.isArray(preferred) ? {result: preferred as readonly unknown[]} : preferred;
    default:
      return preferred;
  }
}

function outputOf(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === undefined || result === null ? '' : (jsonText(result) ?? '');
}

/** A web search, independent of the tool. Missing texts are empty. */
export interface WebSearchQuery {
  readonly input: string;
  readonly results: readonly WebSearchResult[];
}

export interface WebSearchResult {
  readonly title: string;
  readonly link: string;
  /** Name of the website. */
  readonly media: string;
  readonly icon: string;
  readonly content: string;
}

/**
 * Reads the result of `zhipu_search_tool`: intents and results are distinguished by type and joined by id. Returns
 * `undefined` as long as there is no result; a finished search without results found nothing.
 */
export function readZhipuSearch(
  answer: unknown,
  query: string | undefined,
  finished: boolean,
): WebSearchQuery | undefined {
  const choices = asRecords(asRecord(answer)['choices']);
  const calls = choices.flatMap(choice => asRecords(asRecord(choice['message'])['tool_calls']));
  const typed = calls.some(call => call['type'] !== undefined);
  const intents = typed ? ofType(calls, 'search_intent') : calls.slice(0, 1);
  const found = typed ? ofType(calls, 'search_result') : calls.slice(1, 2);
  const ids = new Set(intents.map(call => call['id']));
  const joined = found.filter(call => ids.has(call['id']));
  const results = (joined.length > 0 ? joined : found).flatMap(call =>
    listed(call['search_result']),
  );
  if (found.length === 0 && !finished) return undefined;
  const asked = intents
    .flatMap(call => listed(call['search_intent']))
    .flatMap(intent => asText(intent['query']) ?? asText(intent['keywords']) ?? []);
  return {
    input: [...new Set(asked)].join(' / ') || (query ?? ''),
    results: withoutDoubles(results.map(resultOf)),
  };
}

/** Reads the result of `online_search_cite_tool`. */
function readCitedSearch(answer: unknown, query: string | undefined): WebSearchQuery {
  const references = asRecords(asRecord(answer)['references']);
  return {input: query ?? '', results: references.map(resultOf)};
}

/** The search as a phase. The names of queries and results are common to all protocols. */
function searchPhase({input, results}: WebSearchQuery, status: Phase['status']): Phase {
  const sources = results.map(({title, link, media, icon, content}, index) => ({
    rank: index + 1,
    title,
    url: link,
    snippet: content,
    ...(media && {site: media}),
    ...(icon && {icon}),
  }));
  return {
    name: 'WEB_SEARCH',
    status,
    data: {query: input, ...(status !== 'started' && {results_count: sources.length, sources})},
  };
}

function ofType(calls: readonly JsonRecord[], type: string): readonly JsonRecord[] {
  return calls.filter(call => call['type'] === type);
}

/** A single object is read as a list of one. */
function listed(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? asRecords(value) : asRecords([value]);
}

function resultOf(found: JsonRecord): WebSearchResult {
  const word = (field: string): string => asText(found[field]) ?? '';
  return {
    title: word('title'),
    link: word('link'),
    media: word('media'),
    icon: word('icon'),
    content: word('content'),
  };
}

function withoutDoubles(results: readonly WebSearchResult[]): readonly WebSearchResult[] {
  const seen = new Set<string>();
  return results.filter(({link}) => {
    const known = link !== '' && seen.has(link);
    seen.add(link);
    return !known;
  });
}
