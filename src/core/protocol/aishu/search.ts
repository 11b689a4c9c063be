import {asRecord, asRecords, asText, type JsonRecord} from '../values.js';
import type {Phase} from '../../model/item.js';

/** A web search as it is shown, whatever tool made it. Missing words are empty. */
export interface WebSearchQuery {
  readonly input: string;
  readonly results: readonly WebSearchResult[];
}

interface WebSearchResult {
  readonly title: string;
  readonly link: string;
  readonly media: string;
  readonly icon: string;
  readonly content: string;
}

/**
 * Reads the answer of `zhipu_search_tool`: intents and results are told apart by type and joined by id.
 * Nothing while no result has come; a finished search without one found nothing.
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

/** Reads the answer of `online_search_cite_tool`. */
export function readCitedSearch(answer: unknown, query: string | undefined): WebSearchQuery {
  const references = asRecords(asRecord(answer)['references']);
  return {input: query ?? '', results: references.map(resultOf)};
}

/** The search as a phase, with the queries and results under the names that all wires share. */
export function searchPhase({input, results}: WebSearchQuery, status: Phase['status']): Phase {
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

/** One object stands for a list of one. */
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
