import type {AnthropicBlock} from './events.js';
import {
  defined,
  isRecord,
  asArray,
  asRecord,
  asRecords,
  asText,
  type JsonRecord,
} from '../../values.js';
import type {Phase} from '../../model/item.js';

/** The content of a result block. */
export interface ToolResult {
  readonly output: string;
  readonly error?: string;
}

/** Reads a result block: text unchanged, any other value as JSON text. */
export function readResult(block: AnthropicBlock): ToolResult {
  const content = block['content'];
  const output = typeof content === 'string' ? content : (blockText(content) ?? jsonOf(content));
  const failure = errorCode(content);
  if (failure !== undefined) return {output: '', error: failure};
  return block['is_error'] === true ? {output, error: output} : {output};
}

/** The web search of a call as a phase. The names of queries and results are common to all protocols. */
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

function blockText(content: unknown): string | undefined {
  const blocks = asRecords(content);
  const plain = blocks.length > 0 && blocks.every(block => block['type'] === 'text');
  return plain ? blocks.map(block => asText(block['text']) ?? '').join('') : undefined;
}

/** The code of an error, which is an object or the only element of a list. */
function errorCode(content: unknown): string | undefined {
  const first: JsonRecord = isRecord(content) ? content : asRecord(asArray(content)[0]);
  if (asText(first['type'])?.endsWith('_error') !== true) return undefined;
  return asText(first['error_code']) ?? asText(first['type']);
}

/** Serializes a result without opaque fields, which are long and only used by the API. */
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
