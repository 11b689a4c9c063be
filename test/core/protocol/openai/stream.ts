import {openai, type DecoderContext, type Frame} from '../../../../src/core/index.js';
import {foldLog, type Ending, type FoldedMessage} from '../folded-message.js';

/** Streams of the Responses format, written from the output that they come to. */

export type EventData = Readonly<Record<string, unknown>> & {readonly type: string};
export type OutputData = Readonly<Record<string, unknown>> & {readonly type: string};

export interface ResponseData {
  readonly id: string;
  readonly status: string;
  readonly output: readonly OutputData[];
  readonly [field: string]: unknown;
}

/** A response as the API sends it. */
export function response(
  output: readonly OutputData[],
  fields: Readonly<Record<string, unknown>> = {},
): ResponseData {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_800_000_000,
    status: 'completed',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: 'model-1',
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: {
      input_tokens: 10,
      input_tokens_details: {cached_tokens: 0, cache_write_tokens: 0},
      output_tokens: 20,
      output_tokens_details: {reasoning_tokens: 5},
      total_tokens: 30,
    },
    ...fields,
    output,
  };
}

export const textPart = (text: string, annotations: readonly object[] = []): object => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

export const message = (id: string, ...content: readonly (string | object)[]): OutputData => ({
  id,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: content.map(part => (typeof part === 'string' ? textPart(part) : part)),
});

export const reasoning = (id: string, ...summary: readonly string[]): OutputData => ({
  id,
  type: 'reasoning',
  summary: summary.map(text => ({type: 'summary_text', text})),
});

/** Reasoning that the server does not summarize. */
export const rawReasoning = (id: string, text: string): OutputData => ({
  id,
  type: 'reasoning',
  summary: [],
  content: [{type: 'reasoning_text', text}],
});

export const call = (id: string, name: string, input: unknown): OutputData => ({
  id,
  type: 'function_call',
  status: 'completed',
  call_id: `call_${id}`,
  name,
  arguments: JSON.stringify(input),
});

export const mcpCall = (id: string, name: string, output: string | null): OutputData => ({
  id,
  type: 'mcp_call',
  status: 'completed',
  server_label: 'crm',
  name,
  arguments: '{"id":7}',
  approval_request_id: null,
  error: null,
  output,
});

export const approval = (id: string, name: string): OutputData => ({
  id,
  type: 'mcp_approval_request',
  server_label: 'crm',
  name,
  arguments: '{"id":7}',
});

/** The text in pieces, cut within words. */
const pieces = (text: string): readonly string[] => text.match(/[^]{1,5}/gu) ?? [];

type Write = (type: string, fields?: object) => void;

/** The events in which the API sends a response. */
export function eventsOf(data: ResponseData): readonly EventData[] {
  const events: EventData[] = [];
  const write: Write = (type, fields) => {
    events.push({type: `response.${type}`, sequence_number: events.length, ...fields});
  };
  const {output} = data;
  const begun = {...data, output: [], usage: null, error: null, incomplete_details: null};
  const queued = data['background'] === true ? 'queued' : 'in_progress';
  write('created', {response: {...begun, status: queued}});
  if (queued === 'queued') write('queued', {response: {...begun, status: queued}});
  write('in_progress', {response: {...begun, status: 'in_progress'}});
  output.forEach((item, index) => writeItem(item, index, write));
  write(data.status, {response: data});
  return events;
}

function writeItem(item: OutputData, index: number, write: Write): void {
  const place = {item_id: item['id'], output_index: index};
  const isTool = item.type.endsWith('_call');
  const empty = {
    ...item,
    ...('content' in item && {content: []}),
    ...('summary' in item && {summary: []}),
    ...('arguments' in item && isTool && {arguments: ''}),
    ...('code' in item && {code: ''}),
    ...('status' in item && {status: 'in_progress'}),
  };
  write('output_item.added', {output_index: index, item: empty});
  writeContent(item, place, write);
  const args = typeof item['arguments'] === 'string' && isTool ? item['arguments'] : '';
  const name = item.type === 'mcp_call' ? 'mcp_call_arguments' : 'function_call_arguments';
  for (const delta of pieces(args)) write(`${name}.delta`, {...place, delta});
  if (args !== '') write(`${name}.done`, {...place, arguments: args, name: item['name']});
  if (item.type === 'code_interpreter_call') writeCode(String(item['code']), place, write);
  if (item.type === 'web_search_call' || item.type === 'file_search_call') {
    for (const phase of ['in_progress', 'searching', 'completed']) {
      write(`${item.type}.${phase}`, place);
    }
  }
  write('output_item.done', {output_index: index, item});
}

function writeCode(code: string, place: object, write: Write): void {
  write('code_interpreter_call.in_progress', place);
  for (const delta of pieces(code)) write('code_interpreter_call_code.delta', {...place, delta});
  write('code_interpreter_call_code.done', {...place, code});
  write('code_interpreter_call.interpreting', place);
  write('code_interpreter_call.completed', place);
}

interface PartData {
  readonly type: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly annotations?: readonly object[];
}

function writeContent(item: OutputData, place: object, write: Write): void {
  const summary = (item['summary'] ?? []) as readonly PartData[];
  summary.forEach((part, at) => {
    const where = {...place, summary_index: at};
    const {text = ''} = part;
    write('reasoning_summary_part.added', {...where, part: {...part, text: ''}});
    for (const delta of pieces(text)) write('reasoning_summary_text.delta', {...where, delta});
    write('reasoning_summary_text.done', {...where, text});
    write('reasoning_summary_part.done', {...where, part});
  });
  const content = (item['content'] ?? []) as readonly PartData[];
  content.forEach((part, at) => writePart(part, {...place, content_index: at}, write));
}

function writePart(part: PartData, where: object, write: Write): void {
  const isRefusal = part.type === 'refusal';
  const name = part.type === 'reasoning_text' ? part.type : isRefusal ? 'refusal' : 'output_text';
  const field = isRefusal ? 'refusal' : 'text';
  const text = part.text ?? part.refusal ?? '';
  const {annotations = []} = part;
  const empty = {...part, [field]: '', ...('annotations' in part && {annotations: []})};
  write('content_part.added', {...where, part: empty});
  for (const delta of pieces(text)) write(`${name}.delta`, {...where, delta, logprobs: []});
  annotations.forEach((annotation, index) => {
    write('output_text.annotation.added', {...where, annotation_index: index, annotation});
  });
  write(`${name}.done`, {...where, [field]: text, logprobs: []});
  write('content_part.done', {...where, part});
}

export const frameOf = (event: EventData): Frame => ({
  event: event.type,
  data: JSON.stringify(event),
});

/** The body of a response of HTTP. */
export const bodyOf = (events: readonly EventData[]): string =>
  events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

/** The message of a stream that ends after these frames. */
export const foldedFrames = (
  frames: readonly Frame[],
  end: Ending = 'lost',
  context?: Partial<DecoderContext>,
): FoldedMessage => foldLog(openai, frames, end, context);

export const folded = (
  events: readonly EventData[],
  end?: Ending,
  context?: Partial<DecoderContext>,
): FoldedMessage => foldedFrames(events.map(frameOf), end, context);

/** The message of a response that arrives as the API sends it. */
export const answered = (
  output: readonly OutputData[],
  fields: Readonly<Record<string, unknown>> = {},
  context?: Partial<DecoderContext>,
): FoldedMessage => folded(eventsOf(response(output, fields)), 'lost', context);
