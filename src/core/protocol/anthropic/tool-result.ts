import type {AnthropicBlock} from './events.js';
import {
  defined,
  isRecord,
  asArray,
  asRecord,
  asRecords,
  asText,
  type JsonRecord,
} from '../decode.js';
import type {Phase} from '../../model/item.js';

/** What a result block contains about its call. */
export interface ToolResult {
  readonly output: string;
  readonly error?: string;
}

/** Reads a result block: words as words, anything else as JSON text. */
export function readResult(block: AnthropicBlock): ToolResult {
  const content = block['content'];
  const output = typeof content === 'string' ? content : (wordsOf(content) ?? jsonOf(content));
  const failure = errorCode(content);
  if (failure !== undefined) return {output: '', error: failure};
  return block['is_error'] === true ? {output, error: output} : {output};
}

/** The web search of a call as a phase, with the queries and results under the names that all protocols share. */
export function searchPhase(input: unknown, result?: AnthropicBlock): Phase {
  const query = asText(asRecord(input)['query']);
  if (!result) return {name: 'WEB_SEARCH', status: 'started', data: defined({query})};
  const sources = asRecords(result['content']).map((found, index) => ({
    rank: index + 1,
    ...defined({title: asText(found['title']), url: asText(found['url'])}),
  }));
  return {
    name: 'WEB_SEARCH',
    status: errorCode(result['content']) === undefined ? 'completed' : 'failed',
    data: {...defined({query}), results_count: sources.length, sources},
  };
}

function wordsOf(content: unknown): string | undefined {
  const blocks = asRecords(content);
  const plain = blocks.length > 0 && blocks.every(block => block['type'] === 'text');
  return plain ? blocks.map(block => asText(block['text']) ?? '').join('') : undefined;
}

/** An error comes as an object, or as the only entry of a list, whose type says so. */
function errorCode(content: unknown): string | undefined {
  const first: JsonRecord = isRecord(content) ? content : asRecord(asArray(content)[0]);
  if (asText(first['type'])?.endsWith('_error') !== true) return undefined;
  return asText(first['error_code']) ?? asText(first['type']);
}

/** Opaque fields are for the API alone, and long. */
function jsonOf(content: unknown): string {
  if (content === undefined) return '';
  try {
    return JSON.stringify(content, (key, value: unknown) =>
      key.startsWith('encrypted_') ? undefined : value,
    );
  } catch {
    return ''; // nested too deep
  }
}
