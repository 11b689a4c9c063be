import type {AishuTurn} from './turn.js';
import {argumentsOf} from '../decoder/calls.js';
import {
  asArray,
  asRecord,
  asRecords,
  asText,
  defined,
  isRecord,
  keyOf,
  type JsonRecord,
} from '../../values.js';
import type {ItemBase, RequestItem, RequestAnswer} from '../../model/item.js';
import {parseEntered} from '../../json.js';

/** A question with its own key: a run may ask several questions, and an answer is stored by its question. */
export interface Interrupt {
  readonly key: string;
  readonly question: Omit<RequestItem, keyof ItemBase<'request'>>;
}

/** The state of the server that must be sent with the answer. */
interface InterruptHandle {
  readonly agentRunId?: string;
  readonly messageId?: string;
  /** The fields of the request that repeat the question. */
  readonly echo: JsonRecord;
}

/** The question at the end of a message, if there is one: in `interrupt_info`, or in the older `ask`. */
export function readInterrupt(message: JsonRecord, turn: AishuTurn): Interrupt | undefined {
  const {interrupt_info: info, ask} = asRecord(message['ext']);
  const ids = defined({agentRunId: turn.runId, messageId: turn.messageId});
  if (isRecord(info)) {
    const {handle, data} = info;
    const {resume_token: token, snapshot_id: snapshot} = asRecord(handle);
    const echo = {resume_interrupt_info: {resume_handle: handle, data}};
    return {
      key: asText(token) ?? asText(snapshot) ?? '',
      question: questionOf(asRecord(data), {...ids, echo}),
    };
  }
  if (!isRecord(ask)) return undefined;
  const query = asRecord(asRecord(message['content'])['final_answer'])['query'];
  const echo = {tool: ask, ...defined({query: asText(query)})};
  return {key: asText(ask['session_id']) ?? '', question: questionOf(ask, {...ids, echo})};
}

function questionOf(data: JsonRecord, handle: InterruptHandle): Interrupt['question'] {
  const toolName = asText(data['tool_name']);
  const {tool_args: given} = data;
  const values = valuesOf(given);
  return {
    prompt:
      asText(asRecord(data['interrupt_config'])['confirmation_message']) ??
      asText(data['tool_description']) ??
      toolName ??
      '',
    ...answersOf(values),
    ...(values && {schema: schemaOf(values)}),
    ...defined({arguments: values ?? otherArguments(given), toolName}),
    handle,
  };
}

/** Without a value in any argument there is nothing to confirm: the user fills in the values, or refuses. */
function answersOf(
  values: JsonRecord | undefined,
): Pick<Interrupt['question'], 'inputTypes' | 'refusable'> {
  if (!values) return {inputTypes: ['confirm']};
  const isWithoutValue = Object.values(values).every(value => value === '');
  return isWithoutValue
    ? {inputTypes: ['json'], refusable: true}
    : {inputTypes: ['confirm', 'json']};
}

/**
 * The arguments that the user confirms and can edit, by key. `undefined` if they have another shape or a key is used twice:
 * one would hide the other.
 */
function valuesOf(given: unknown): JsonRecord | undefined {
  const args = asRecords(given);
  const keys = new Set(args.map(({key}) => keyOf(key)));
  if (keys.size === 0 || keys.size < asArray(given).length || keys.has('')) return undefined;
  return Object.fromEntries(args.map(({key, value}) => [keyOf(key), value]));
}

/** Arguments of another shape, which are only displayed. */
function otherArguments(given: unknown): JsonRecord | undefined {
  const shown = argumentsOf(given ?? undefined);
  return Object.keys(shown).length === 0 || (Array.isArray(given) && given.length === 0)
    ? undefined
    : shown;
}

/**
 * The schema of a tool's arguments, which the user can edit. An argument that is left out keeps its value, so none can be,
 * except a text, which can be empty.
 */
function schemaOf(values: JsonRecord): unknown {
  const entries = Object.entries(values);
  const properties = Object.fromEntries(
    entries.map(([key, value]) => [key, defined({type: typeOf(value), default: value})]),
  );
  const required = entries.flatMap(([key, value]) => (typeOf(value) === 'string' ? [] : [key]));
  return {type: 'object', properties, ...(required.length > 0 && {required})};
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return value === undefined ? 'string' : typeof value;
}

/**
 * The fields of a request that answers a question. The state of the server is sent back unchanged, and only those
 * arguments that the user has changed.
 */
export function replyFields(
  {handle, arguments: given}: RequestItem,
  answer: RequestAnswer,
): JsonRecord {
  const {agentRunId, messageId, echo} = asRecord(handle);
  const ids = defined({
    agent_run_id: asText(agentRunId),
    interrupted_assistant_message_id: asText(messageId),
  });
  const {resume_interrupt_info: resume, ...older} = asRecord(echo);
  const confirms = isConfirmed(answer, asRecord(given));
  if (!isRecord(resume)) return {...ids, ...older, confirm_plan: confirms};
  return {
    ...ids,
    resume_interrupt_info: {
      ...resume,
      action: confirms ? 'confirm' : 'skip',
      modified_args: confirms ? changedArgs(asRecord(resume['data']), answer.input) : [],
    },
  };
}

/**
 * Whether an answer confirms: the button does, and edited arguments. Words do not, because the agent asks before actions that
 * cannot be undone, and a typed question or doubt is no consent. Neither does an object with something else than arguments,
 * such as `{path: '/', approved: false}`.
 */
function isConfirmed({input, type}: RequestAnswer, given: JsonRecord): boolean {
  const changed = type === 'json' ? edited(input) : input;
  const keys = Object.keys(asRecord(changed));
  const isEdited = isRecord(changed) && keys.every(key => Object.hasOwn(given, key));
  return input === true || isEdited;
}

/** The changed arguments. They are edited as one object or as its JSON text; unchanged ones are omitted. */
function changedArgs(data: JsonRecord, input: unknown): readonly JsonRecord[] {
  const before = new Map(
    asRecords(data['tool_args']).map(({key, value}) => [keyOf(key), JSON.stringify(value)]),
  );
  return Object.entries(asRecord(edited(input)))
    .filter(([key, value]) => before.has(key) && before.get(key) !== JSON.stringify(value))
    .map(([key, value]) => ({key, value}));
}

/** The edited arguments, which may be JSON text. */
const edited = (input: unknown): unknown =>
  typeof input === 'string' ? parseEntered(input) : input;
