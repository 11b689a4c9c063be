import {outputsOf, OutputItem, without} from './output-item.js';
import {argumentsIn, titleOnServer} from '../decoder/calls.js';
import {
  asArray,
  asRecord,
  asRecords,
  asText,
  defined,
  webUrl,
  type JsonRecord,
} from '../../values.js';
import type {
  FileItem,
  Item,
  Phase,
  RequestAnswer,
  RequestItem,
  Status,
  ToolItem,
} from '../../model/item.js';
import {jsonText} from '../../json.js';
import type {FinalStatus} from '../../model/op.js';

/** What the display of a tool call depends on besides its own item. */
export interface CallContext {
  readonly id: string;
  /** How the response has ended. */
  readonly ending: FinalStatus | undefined;
  /** The item with the result of the call. */
  readonly result: OutputItem | undefined;
  /** How a question was answered. */
  readonly approval: RequestAnswer | undefined;
  /** Whether a function may be one of the page. */
  readonly isOfPage: boolean;
  /** Whether it is a result whose call never arrived. */
  readonly isStray: boolean;
}

/** Calls whose result is another item, which the caller of the API creates. */
const answered = new Set([
  'function_call',
  'custom_tool_call',
  'shell_call',
  'local_shell_call',
  'apply_patch_call',
  'computer_call',
  'program',
]);

/** Items that are a record for the next request and display nothing. */
const hidden = /^tool_search|_output$/;

/** The items of a tool call: the call, and the files that it has created. Empty for an item that is no call. */
export function toolItems(item: OutputItem, context: CallContext): readonly Item[] {
  if (item.type === 'mcp_approval_request') return [questionOf(item, context)];
  if (context.isStray) {
    const call = {type: item.type.replace(/_output$/, ''), call_id: item.callId};
    return [toolOf(new OutputItem(call), {...context, result: item})];
  }
  if (!isTool(item)) return [];
  return [toolOf(item, context), ...filesOf(item, context.id)];
}

/** Whether an item is displayed as a call. Tools of a server are listed only if that has failed. */
function isTool({type, fields}: OutputItem): boolean {
  if (hidden.test(type)) return false;
  if (type === 'mcp_list_tools') return isGiven(fields['error']);
  if (type.endsWith('_call') || type === 'program') return true;
  return ['name', 'query', 'call_id', 'action'].some(field => isGiven(fields[field]));
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function toolOf(item: OutputItem, context: CallContext): ToolItem {
  const {type, fields, callId, id} = item;
  const {result} = context;
  const name = asText(fields['name']);
  const error = errorOf(fields) ?? (result && errorOf(result.fields));
  const status = error === undefined ? statusOf(item, context) : 'failed';
  const logs = type === 'shell_call' && result ? logsOf(outputsOf(result.fields)) : {log: ''};
  const title = titleOnServer(asText(fields['server_label']), name ?? type);
  return {
    id: context.id,
    kind: 'tool',
    status,
    children: [],
    name: name ?? type.replace(/_call$/, ''),
    input: inputOf(item),
    output: outputOf(item, result),
    ...logs,
    ...defined({
      executionId: callId ?? id,
      title,
      error,
      phases: phasesOf(item, status),
      runsIn: status === 'waiting' ? ('page' as const) : undefined,
    }),
  };
}

function statusOf(item: OutputItem, {ending, result, isOfPage}: CallContext): Status {
  const status = plainStatus(item, ending);
  if (!answered.has(item.type) || status === 'failed') return status;
  if (result) return plainStatus(result, ending);
  if (ending !== 'done') return ending ?? 'streaming';
  const isPending = isOfPage && item.type === 'function_call' && status !== 'interrupted';
  return isPending ? 'waiting' : 'interrupted';
}

/** The status of an item by itself. */
export function plainStatus({fields, isDone}: OutputItem, ending: FinalStatus | undefined): Status {
  const {status} = fields;
  if (status === 'failed') return 'failed';
  if (status === 'incomplete') return 'interrupted';
  return isDone ? 'done' : (ending ?? 'streaming');
}

/** The input as text: JSON, or the code, the commands or the free text of a call. */
function inputOf({type, fields}: OutputItem): string {
  const {action, operation} = fields;
  switch (type) {
    case 'code_interpreter_call':
    case 'program':
      return textOf(fields['code']);
    case 'shell_call':
      return textsOf(asRecord(action)['commands']).join('\n');
    case 'local_shell_call':
      return textsOf(asRecord(action)['command']).join(' ');
    case 'file_search_call':
      return textOf(defined({queries: fields['queries']}));
    case 'image_generation_call':
      return textOf(defined({prompt: fields['revised_prompt']}));
    case 'web_search_call':
      return isGiven(action) ? textOf(without(asRecord(action), 'sources')) : '';
    default:
      return textOf(
        fields['arguments'] ??
          fields['input'] ??
          action ??
          operation ??
          fields['actions'] ??
          fields['query'],
      );
  }
}

const textsOf = (value: unknown): readonly string[] => asArray(value).map(textOf);

function outputOf({type, fields}: OutputItem, result: OutputItem | undefined): string {
  switch (type) {
    case 'shell_call':
      return result ? outcomesOf(outputsOf(result.fields)) : '';
    case 'code_interpreter_call':
      return asRecords(fields['outputs'])
        .flatMap(({logs}) => asText(logs) ?? [])
        .join('\n');
    default: {
      const {output, results, action} = fields;
      const given = result?.fields['output'] ?? result?.fields['result'] ?? output;
      return resultText(given) || textOf(results ?? asRecord(action)['sources']);
    }
  }
}

/** A result, which is text, a list of parts or any other value. */
function resultText(value: unknown): string {
  const parts = asRecords(value);
  const texts = parts.flatMap(({text}) => asText(text) ?? []);
  return parts.length > 0 && texts.length === parts.length ? texts.join('\n') : textOf(value);
}

/** How the commands of the shell have ended. */
function outcomesOf(outputs: readonly JsonRecord[]): string {
  const outcomes = outputs.flatMap(({outcome}) => (isGiven(outcome) ? [outcome] : []));
  return outcomes.length > 0 ? (jsonText(outcomes) ?? '') : '';
}

function logsOf(outputs: readonly JsonRecord[]): Pick<ToolItem, 'log' | `log:${string}`> {
  const of = (name: string): string => outputs.map(output => asText(output[name]) ?? '').join('');
  const stderr = of('stderr');
  return {log: of('stdout'), ...(stderr !== '' && {'log:stderr': stderr})};
}

/** The error of a call, which is text or an object with a message or parts of text. */
function errorOf({error}: JsonRecord): string | undefined {
  if (!isGiven(error)) return undefined;
  const {message, content} = asRecord(error);
  return asText(message) ?? asText(resultText(content ?? error)) ?? 'error';
}

function phasesOf({phases}: OutputItem, status: Status): readonly Phase[] | undefined {
  if (phases.length === 0) return undefined;
  return phases.map((name, index) => ({
    name,
    status: index < phases.length - 1 || status === 'done' ? 'completed' : 'started',
  }));
}

/** Images that a tool of the server has created. */
function filesOf({type, fields}: OutputItem, id: string): readonly FileItem[] {
  if (type === 'image_generation_call') {
    const data = asText(fields['result']);
    const format = asText(fields['output_format']) ?? 'png';
    return data === undefined ? [] : [image(`${id}.file0`, format, dataUrl(format, data))];
  }
  if (type !== 'code_interpreter_call') return [];
  return asRecords(fields['outputs']).flatMap(({type: kind, url}, index) => {
    const address = imageUrl(url);
    return kind === 'image' && address !== undefined
      ? [image(`${id}.file${index}`, 'png', address)]
      : [];
  });
}

/** Some servers send the whole data URL, or an address, instead of the data. */
const dataUrl = (format: string, data: string): string =>
  imageUrl(data) ?? `data:image/${format};base64,${data}`;

const imageUrl = (value: unknown): string | undefined =>
  webUrl(value) ?? (asText(value)?.startsWith('data:image/') ? asText(value) : undefined);

const image = (id: string, format: string, url: string): FileItem => ({
  id,
  kind: 'file',
  status: 'done',
  children: [],
  name: `image.${format}`,
  mediaType: `image/${format}`,
  url,
});

/** The question whether a tool of an MCP server may be called. */
function questionOf(
  {fields, id}: OutputItem,
  {id: place, ending, approval}: CallContext,
): RequestItem {
  const name = asText(fields['name']) ?? '';
  const toolTitle = titleOnServer(asText(fields['server_label']), name);
  const waiting = ending === undefined || ending === 'done' ? 'waiting' : ending;
  return {
    id: place,
    kind: 'request',
    status: approval === undefined ? waiting : 'done',
    children: [],
    prompt: '',
    inputTypes: ['confirm'],
    toolName: name,
    ...(toolTitle !== undefined && {toolTitle}),
    arguments: argumentsIn(textOf(fields['arguments'])),
    handle: {approvalRequestId: id ?? ''},
    ...defined({answer: approval}),
  };
}

/** Text as it is, any other value as JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isGiven(value) ? (jsonText(value) ?? '') : '';
}
