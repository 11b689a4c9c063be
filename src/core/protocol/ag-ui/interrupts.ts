import {readInterrupt, type AgCall, type Interrupt} from './record.js';
import {
  argumentsIn,
  argumentsOf,
  asRecord,
  asRecords,
  asText,
  defined,
  idOf,
  isRecord,
  type JsonRecord,
} from '../decode.js';
import {parseJsonExactly, parseWritten} from '../../json.js';
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
  const {reason, metadata} = interrupt;
  const {toolName, mastra} = asRecord(metadata);
  const {toolName: suspendedTool = toolName, suspendPayload} = asRecord(mastra);
  const {message = interrupt['message'], value} =
    interrupt.id === LANGGRAPH ? interrupt : readQuestion(suspendPayload);
  const {name = asText(suspendedTool), arguments: given = ''} = call?.function ?? {};
  const input = value === undefined ? argumentsIn(given) : argumentsOf(value);
  const hasInput = Object.keys(input).length > 0;
  return {
    prompt: asText(message) ?? (name === undefined ? (asText(reason) ?? '') : ''),
    ...formOf(interrupt),
    ...defined({toolName: name, arguments: hasInput ? input : undefined}),
    handle: interrupt,
  };
}

/** The fields of what an agent asks that may contain the question. */
const promptFields = ['question', 'message', 'prompt'];

/**
 * The interrupt for the value that LangGraph sends: text, JSON text or any JSON value. It keeps what is not its question, and the id
 * that some adapters send beside it.
 */
export function langGraphInterrupt(given: unknown, raw?: unknown): Interrupt {
  const langGraphId = idOf(asRecord(raw)['id']);
  return {id: LANGGRAPH, ...readQuestion(given), ...defined({langGraphId})};
}

/** The question in what an agent asks, and what is not its words: the payload of LangGraph, or of a tool that Mastra has suspended. */
function readQuestion(given: unknown): {readonly message?: unknown; readonly value?: unknown} {
  const text = asText(given);
  const read = text === undefined ? given : (parseJsonExactly(text) ?? text);
  if (typeof read === 'string') return {message: read};
  const field = promptFields.find(name => asText(asRecord(read)[name])?.trim());
  if (field === undefined) return {value: read};
  const {[field]: message, ...value} = asRecord(read);
  return {message, value};
}

type Form = Pick<Fields<'request'>, 'inputTypes' | 'choices' | 'schema'>;

function formOf(interrupt: Interrupt): Form {
  const {responseSchema: schema} = interrupt;
  if (decisionOf(interrupt)?.at !== undefined) return {inputTypes: ['confirm']};
  const {enum: choices} = asRecord(schema);
  if (Array.isArray(choices) && choices.every(one => typeof one === 'string')) {
    return {inputTypes: ['choice'], choices};
  }
  return isAnything(schema) || isText(schema, true)
    ? {inputTypes: ['text']}
    : {inputTypes: ['json'], schema};
}

/** The keywords that restrict an answer. */
const keywords = 'type properties items enum const oneOf anyOf allOf $ref'.split(' ');

/** Whether a schema describes no answer. */
const isAnything = (schema: unknown): boolean => !keywords.some(name => name in asRecord(schema));

/** The properties of an answer, also of those that differ by a decision. */
function propertiesOf({responseSchema}: Interrupt): JsonRecord {
  const {properties, oneOf, anyOf} = asRecord(responseSchema);
  const all = [properties, ...asRecords(oneOf ?? anyOf).map(branch => branch['properties'])];
  return Object.fromEntries(all.flatMap(one => Object.entries(asRecord(one))));
}

/**
 * The decision that an interrupt asks for, from the first shape that applies; `undefined` for any other question. `at` is the
 * property of the answer that is the yes or no, '' if the answer itself is, `undefined` if the interrupt does not say.
 */
function decisionOf(interrupt: Interrupt): {readonly at: string | undefined} | undefined {
  const {reason, responseSchema: schema} = interrupt;
  const isApproval = reason === 'tool_call' || reason === 'confirmation';
  const properties = Object.entries(propertiesOf(interrupt));
  const names = properties.filter(([, value]) => isYesOrNo(value)).map(([name]) => name);
  const hasChoice = properties.some(
    ([name, value]) =>
      !names.includes(name) && ['enum', 'const'].some(key => key in asRecord(value)),
  );
  const shapes: readonly (readonly [applies: boolean, at: string | undefined])[] = [
    [isYesOrNo(schema), ''],
    [isApproval && isAnything(schema), reason === 'tool_call' ? 'approved' : ''],
    [names.includes('approved'), 'approved'],
    [names.length === 1 && (properties.length === 1 || (isApproval && !hasChoice)), names[0]],
    [names.length > 0 || isApproval, undefined],
  ];
  const shape = shapes.find(([applies]) => applies);
  return shape && {at: shape[1]};
}

/** Whether a schema only allows `true` or `false`. */
function isYesOrNo(schema: unknown): boolean {
  const {type, const: constant, enum: values, oneOf, anyOf} = asRecord(schema);
  const all = [constant ?? values ?? asRecords(oneOf ?? anyOf).map(part => part['const'])].flat();
  return type === 'boolean' || (all.length > 0 && all.every(value => typeof value === 'boolean'));
}

/**
 * The payload of an answer, in the shape that the interrupt asks for. `undefined` for a text that does not have this shape:
 * servers might take any payload for a yes, and fail for words instead of an object.
 */
export function payloadOf(interrupt: Interrupt, {input, type}: RequestAnswer): unknown {
  const decision = decisionOf(interrupt);
  const properties = propertiesOf(interrupt);
  const text = asText(input);
  if (decision?.at !== undefined) {
    const isYes = input === true;
    // A text instead of a decision is the reason of a refusal.
    const reason = properties['reason'] && !isYes ? text : undefined;
    return decision.at === '' ? isYes : {[decision.at]: isYes, ...defined({reason})};
  }
  const read = text === undefined ? input : parseWritten(text);
  if (isRecord(read)) return read;
  const decides = decision !== undefined;
  // A text instead of a form is the value of its only text, but no choice between decisions.
  const texts = Object.keys(properties).filter(name =>
    [properties[name], ...(decides ? [] : asRecords(asRecord(properties[name])['anyOf']))].some(
      one => isText(one, decides),
    ),
  );
  const [only] = texts;
  if (
    only !== undefined &&
    texts.length === 1 &&
    (text === undefined || takes(properties[only], text))
  )
    return {[only]: input};
  if (text === undefined || type !== 'text') return input;
  const schema = interrupt['responseSchema'];
  if (decides) return isText(schema, true) ? text : undefined;
  // Words are no decision, even `true`.
  return [text, read].find(value => typeof value !== 'boolean' && takes(schema, value));
}

/** Whether a schema allows a text, a number or another value that is no object. */
function takes(schema: unknown, value: unknown): boolean {
  const {type, enum: values, const: constant, oneOf, anyOf} = asRecord(schema);
  const choices = constant === undefined ? values : [constant];
  if (Array.isArray(choices)) return choices.includes(value);
  const alternatives = oneOf ?? anyOf;
  if (type === undefined && Array.isArray(alternatives)) {
    return alternatives.some(part => takes(part, value));
  }
  // What a reference or a combination allows is not known here.
  const isUnknown =
    type === undefined && ('$ref' in asRecord(schema) || 'allOf' in asRecord(schema));
  if (isAnything(schema) || isUnknown) return typeof value === 'string';
  if (value === null) return [type].flat().includes('null');
  const name = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  return [type].flat().some(one => one === name || (one === 'number' && name === 'integer'));
}

/** Whether a schema describes a text, or else one of several, unless `isFree`. */
function isText(schema: unknown, isFree: boolean): boolean {
  const {type, enum: values, const: constant} = asRecord(schema);
  return [type].flat().includes('string') && !(isFree && (values ?? constant) !== undefined);
}

const isRefusal = (interrupt: Interrupt, {input}: RequestAnswer): boolean =>
  decisionOf(interrupt)?.at !== undefined && input !== true;

/**
 * Whether an answer permits nothing, so that it counts also after the user has stopped what follows it. LangGraph does not say
 * what it asks for.
 */
export const permitsNothing = (interrupt: Interrupt, answer: RequestAnswer): boolean =>
  isRefusal(interrupt, answer) || (!decisionOf(interrupt) && interrupt.id !== LANGGRAPH);

/** The id of the call that the answer to a question refuses, if it does. */
export function refusedCallOf({handle, answer}: RequestItem): string | undefined {
  const [interrupt] = readInterrupt(asRecord(handle));
  if (!interrupt || !answer || !isRefusal(interrupt, answer)) return undefined;
  return asText(interrupt['toolCallId']);
}

/** One answer in a request. A text that has not the shape of an answer is the reason why there is none. */
export type Resume =
  | {readonly interruptId: string; readonly status: 'resolved'; readonly payload: unknown}
  | {
      readonly interruptId: string;
      readonly status: 'cancelled';
      readonly metadata?: {readonly reason: string};
    };
