import {readInterrupt, type AgCall, type Interrupt} from './record.js';
import {asRecord, asRecords, asText, defined, isRecord, type JsonRecord} from '../decode.js';
import {jsonText, parseJson} from '../../json.js';
import type {RequestAnswer, RequestItem} from '../../model/item.js';
import type {Fields} from '../../model/op.js';

/** The reason of an interrupt that TanStack AI sends for a call of the page. */
const PAGE_CALL = 'tanstack:client_tool_execution';

/** The name of the event of LangGraph, and the id of its interrupt, which has none. Its answer is not part of `resume`. */
export const LANGGRAPH = 'on_interrupt';

/** The id of the call that an interrupt asks the page to run. */
export function pageCallOf({reason, toolCallId}: Interrupt): string | undefined {
  return reason === PAGE_CALL ? asText(toolCallId) : undefined;
}

/** The question of an interrupt, which may be about a call. */
export function questionOf(interrupt: Interrupt, call?: AgCall): Fields<'request'> {
  const {message, reason, metadata} = interrupt;
  const {name = asText(asRecord(metadata)['toolName']), arguments: given = ''} =
    call?.function ?? {};
  const input = parseJson(given);
  const hasInput = isRecord(input) && Object.keys(input).length > 0;
  return {
    prompt: asText(message) ?? (name === undefined ? (asText(reason) ?? '') : ''),
    ...formOf(interrupt),
    ...defined({toolName: name, arguments: hasInput ? input : undefined}),
    handle: interrupt,
  };
}

/** The interrupt for the value that LangGraph sends: text, JSON text or any JSON value. */
export function langGraphInterrupt(value: unknown): Interrupt {
  const text = asText(value);
  const read = text === undefined ? value : (parseJson(text) ?? text);
  const {question, message, prompt} = asRecord(read);
  const messageText = [read, question, message, prompt].map(asText).find(Boolean);
  return {id: LANGGRAPH, message: messageText ?? jsonText(read)};
}

type Form = Pick<Fields<'request'>, 'inputTypes' | 'choices' | 'schema'>;

function formOf(interrupt: Interrupt): Form {
  const {responseSchema: schema} = interrupt;
  if (decisionOf(interrupt) !== undefined) return {inputTypes: ['confirm']};
  const {type, properties, enum: choices} = asRecord(schema);
  if (Array.isArray(choices))
    return {
      inputTypes: ['choice'],
      choices: choices.map(one => asText(one) ?? jsonText(one) ?? ''),
    };
  const isText = type === 'string' || (type === undefined && properties === undefined);
  return isText ? {inputTypes: ['text']} : {inputTypes: ['json'], schema};
}

/** The properties of an answer, also of those that differ by a decision. */
function propertiesOf({responseSchema}: Interrupt): JsonRecord {
  const {properties, oneOf, anyOf} = asRecord(responseSchema);
  const all = [properties, ...asRecords(oneOf ?? anyOf).map(branch => branch['properties'])];
  return Object.fromEntries(all.flatMap(one => Object.entries(asRecord(one))));
}

/** The property of an answer that is a yes or no, or '' if the answer itself is; `undefined` for any other question. */
function decisionOf(interrupt: Interrupt): string | undefined {
  const {reason, responseSchema} = interrupt;
  const {type} = asRecord(responseSchema);
  const properties = propertiesOf(interrupt);
  const names = Object.keys(properties);
  if (type === 'boolean') return '';
  if (names.length === 0 && type === undefined) {
    return reason === 'tool_call' ? 'approved' : reason === 'confirmation' ? '' : undefined;
  }
  const decisions = names.filter(name => isDecision(properties[name]));
  if (decisions.includes('approved')) return 'approved';
  const isApproval = reason === 'tool_call' || reason === 'confirmation';
  return decisions.length === 1 && (isApproval || names.length === 1) ? decisions[0] : undefined;
}

function isDecision(schema: unknown): boolean {
  const {type, const: constant} = asRecord(schema);
  return type === 'boolean' || typeof constant === 'boolean';
}

/** The payload of an answer, in the shape that the interrupt asks for. */
export function payloadOf(interrupt: Interrupt, {input}: RequestAnswer): unknown {
  const decision = decisionOf(interrupt);
  const properties = propertiesOf(interrupt);
  const text = asText(input);
  if (decision !== undefined) {
    const isYes = input === true;
    // A text instead of a decision is the reason of a refusal.
    const reason = properties['reason'] && !isYes ? text : undefined;
    return decision === '' ? isYes : {[decision]: isYes, ...defined({reason})};
  }
  const read = text === undefined ? input : parseJson(text);
  if (isRecord(read)) return read;
  // A text instead of a form is the value of its only text.
  const names = Object.keys(properties);
  const texts = names.filter(name => asRecord(properties[name])['type'] === 'string');
  return texts.length === 1 ? {[String(texts[0])]: input} : input;
}

/** The id of the call that the answer to a question refuses, if it does. */
export function refusedCallOf({handle, answer}: RequestItem): string | undefined {
  const [interrupt] = readInterrupt(asRecord(handle));
  const isRefusal = answer !== undefined && answer.input !== true;
  if (!interrupt || !isRefusal || decisionOf(interrupt) === undefined) return undefined;
  return asText(interrupt['toolCallId']);
}

/** One answer in a request. */
export type Resume =
  | {readonly interruptId: string; readonly status: 'resolved'; readonly payload: unknown}
  | {readonly interruptId: string; readonly status: 'cancelled'};
