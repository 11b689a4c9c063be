import {readInterrupt, type AgCall, type Interrupt} from './record.js';
import {valueAt} from './json-patch.js';
import {argumentsIn, argumentsOf} from '../decoder/calls.js';
import {
  asArray,
  asRecord,
  asRecords,
  asText,
  defined,
  idOf,
  isRecord,
  type JsonRecord,
} from '../../values.js';
import {decodeUri} from '../../decode-uri.js';
import {parseEntered, parseJsonExactly} from '../../json.js';
import type {RequestAnswer, RequestItem} from '../../model/item.js';
import type {Fields} from '../../model/op.js';
import {parseTimestamp} from '../../model/select.js';

/** The reason of an interrupt that TanStack AI sends for a call of the page. */
const PAGE_CALL = 'tanstack:client_tool_execution';

/** The name of the event of LangGraph, and the id of its interrupt, which has none. Its answer is not part of `resume`. */
export const LANGGRAPH = 'on_interrupt';

/** The id of the call that an interrupt asks the page to run. */
export function pageCallOf(interrupt: Interrupt): string | undefined {
  const {reason, toolCallId} = interrupt;
  return reason === PAGE_CALL || isPageCallOfAgno(interrupt) ? asText(toolCallId) : undefined;
}

/** Whether Agno waits for the result of a call. Its reason is that of an approval. */
export const isPageCallOfAgno = ({metadata}: Interrupt): boolean =>
  asRecord(asRecord(metadata)['agno'])['pause_type'] === 'external_execution';

/** Whether LangGraph asks, which does not say whether an answer permits something. */
const isOfLangGraph = ({id, metadata}: Interrupt): boolean =>
  id === LANGGRAPH || 'langgraph' in asRecord(metadata);

/** When an interrupt expires, in milliseconds since the epoch; `NaN` if it does not say. */
export const expiryOf = ({expiresAt}: Interrupt): number => parseTimestamp(asText(expiresAt) ?? '');

/** The question of an interrupt, which may be about a call. `now` is when it was asked, in milliseconds since the epoch. */
export function questionOf(
  interrupt: Interrupt,
  call?: AgCall,
  now = Date.now(),
): Fields<'request'> {
  const {reason, metadata} = interrupt;
  const {toolName, mastra} = asRecord(metadata);
  const {toolName: suspendedTool = toolName} = asRecord(mastra);
  const {actions} = reviewOf(interrupt);
  const only = asRecord(actions.length === 1 ? actions[0] : undefined);
  const {name: reviewed = suspendedTool, description, args} = only;
  const {message = interrupt['message'], value} =
    actions.length > 0 ? {message: description, value: args ?? {actions}} : askedIn(interrupt);
  const {name = asText(reviewed), arguments: given = ''} = call?.function ?? {};
  const input = value === undefined ? argumentsIn(given) : argumentsOf(value);
  const hasInput = Object.keys(input).length > 0;
  return {
    prompt: asText(message) ?? (name === undefined && !hasInput ? (asText(reason) ?? '') : ''),
    ...formOf(interrupt),
    ...defined({toolName: name, arguments: hasInput ? input : undefined}),
    ...deadlineOf(interrupt, now),
    handle: interrupt,
  };
}

function deadlineOf(
  interrupt: Interrupt,
  now: number,
): Pick<Fields<'request'>, 'timeout' | 'createdAt'> {
  const timeout = Math.max(0, expiryOf(interrupt) - now) / 1000;
  return Number.isNaN(timeout) ? {} : {timeout, createdAt: new Date(now).toISOString()};
}

interface Asked {
  readonly message?: unknown;
  readonly value?: unknown;
}

/** What is asked: the payload of LangGraph, or of a tool that Mastra has suspended. */
function askedIn({id, message, value, metadata}: Interrupt): Asked {
  if (id === LANGGRAPH) return {message, value};
  const {mastra, langgraph} = asRecord(metadata);
  const {raw} = asRecord(langgraph);
  // The adapter has put these fields of the payload into the interrupt.
  const own = Object.entries(asRecord(raw)).filter(
    ([name]) => !/^(reason|tool_?call_?id|response_?schema|expires_?at)$/i.test(name),
  );
  const given = isRecord(raw) ? (own.length > 0 ? Object.fromEntries(own) : undefined) : raw;
  return readQuestion(asRecord(mastra)['suspendPayload'] ?? given ?? undefined);
}

/**
 * The calls that `HumanInTheLoopMiddleware` of LangChain asks about without a schema for the answer, and whether they can be
 * allowed. Otherwise the user answers in their place.
 */
function reviewOf(interrupt: Interrupt): {
  readonly actions: readonly JsonRecord[];
  readonly canAllow: boolean;
} {
  const {action_requests: actions, review_configs: configs} = asRecord(askedIn(interrupt).value);
  const allowed = asRecords(configs).flatMap(config => config['allowed_decisions']);
  return {
    actions: isAnything(interrupt['responseSchema']) ? asRecords(actions) : [],
    canAllow: allowed.includes('approve'),
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
  const {reason, metadata} = asRecord(given);
  // CrewAI sends an interrupt of AG-UI in the event of LangGraph.
  const [whole] = readInterrupt(asRecord(given));
  if (whole && langGraphId === undefined && asText(reason) && isRecord(metadata)) return whole;
  return {id: LANGGRAPH, ...readQuestion(given), ...defined({langGraphId})};
}

/** The question in what an agent asks, and what is not its words. */
function readQuestion(given: unknown): Asked {
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
  const {actions, canAllow} = reviewOf(interrupt);
  const shapes: readonly (readonly [applies: boolean, at: string | undefined])[] = [
    [actions.length > 0 && canAllow, 'decisions'],
    [isYesOrNo(schema), ''],
    [isApproval && isAnything(schema), reason === 'tool_call' ? 'approved' : ''],
    [names.includes('approved'), 'approved'],
    [names.length === 1 && (properties.length === 1 || (isApproval && !hasChoice)), names[0]],
    [
      names.length > 0 ||
        isApproval ||
        properties.some(([, value]) => isUnread(value, schema, alternatives)),
      undefined,
    ],
  ];
  const shape = shapes.find(([applies]) => applies);
  return shape && {at: shape[1]};
}

/** The keywords of which the value of a property may be a part. */
const alternatives: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const definitions: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/**
 * Whether a schema asks for a decision in a part that is elsewhere, so that it is not seen, or may do so because that part is
 * not within `root`. `read` has the keywords that count: without it, all.
 */
function isUnread(schema: unknown, root: unknown, read?: ReadonlySet<string>): boolean {
  const seen = new Set<unknown>();
  const seenElsewhere = new Set<unknown>();
  const found: (readonly [part: unknown, isElsewhere: boolean])[] = [[schema, false]];
  // The list grows during the iteration.
  for (const [part, isElsewhere] of found) {
    const known = isElsewhere ? seenElsewhere : seen;
    if (typeof part !== 'object' || part === null || known.has(part)) continue;
    known.add(part);
    if (isElsewhere && isYesOrNo(part)) return true;
    const reference = asText(asRecord(part)['$ref']);
    const definition = reference === undefined ? undefined : definitionAt(reference, root);
    if (reference !== undefined && !isRecord(definition)) return true;
    found.push([definition, true]);
    for (const [name, value] of Object.entries(part)) {
      const isRead = Array.isArray(part) || (read?.has(name) ?? !definitions.has(name));
      if (isRead || (!read && part !== root)) found.push([value, isElsewhere || name === 'allOf']);
    }
  }
  return false;
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
  const {responseSchema: schema} = interrupt;
  const decision = decisionOf(interrupt);
  const properties = propertiesOf(interrupt);
  const text = asText(input);
  const isYes = input === true;
  const {actions} = reviewOf(interrupt);
  if (actions.length > 0) {
    const refused = decision ? 'reject' : 'respond';
    const one = isYes ? {type: 'approve'} : {type: refused, ...defined({message: text})};
    return {decisions: actions.map(() => one)};
  }
  if (decision?.at !== undefined) {
    // A text instead of a decision is the reason of a refusal.
    const field = ['reason', 'note'].find(name => properties[name]);
    const reason = field !== undefined && text !== undefined ? {[field]: text} : {};
    return decision.at === '' ? isYes : {[decision.at]: isYes, ...reason};
  }
  const read = text === undefined ? input : parseEntered(text);
  const decides = decision !== undefined;
  // What the user types is no decision, and no object where a text is asked.
  const isTyped = text !== undefined && type === 'text';
  if (isRecord(read) && !(isTyped && (decides || isText(schema, false)))) return read;
  // A text instead of a form is the value of its only text, but no choice between decisions.
  const texts = Object.keys(properties).filter(name =>
    [properties[name], ...(decides ? [] : asRecords(asRecord(properties[name])['anyOf']))].some(
      one => isText(one, decides),
    ),
  );
  const [only] = texts;
  // Beside a decision that is required, a text alone is none.
  const required = asArray(asRecord(schema)['required']);
  const isWhole = !decides || required.every(name => name === only);
  const worded = (part: unknown): unknown => (text === undefined ? input : choiceIn(part, text));
  if (only !== undefined && texts.length === 1 && isWhole) {
    const value = worded(properties[only]);
    if (text === undefined || takes(properties[only], value, schema)) return {[only]: value};
  }
  if (!isTyped) return input;
  if (decides) return isText(schema, true) ? text : undefined;
  // Words are no decision, even `true`.
  return [worded(schema), read].find(
    value => typeof value !== 'boolean' && takes(schema, value, schema),
  );
}

/** The choice that a text is, if it is exactly one without regard to case; otherwise the text. */
function choiceIn(schema: unknown, text: string): unknown {
  const word = text.toLowerCase();
  const {enum: choices} = asRecord(schema);
  const same = asArray(choices).filter(one => asText(one)?.toLowerCase() === word);
  return same.length === 1 ? same[0] : text;
}

/** Parts of a schema that are read. */
const MAX_PARTS = 200;

/**
 * Whether a schema allows a text, a number or another value that is no object. `root` has its definitions. A schema that cannot
 * be read allows nothing. `read` has what the parts that were read allow; they may refer to themselves.
 */
function takes(
  schema: unknown,
  value: unknown,
  root: unknown,
  read = new Map<unknown, boolean>(),
): boolean {
  const {type, enum: values, const: constant, oneOf, anyOf, allOf, $ref} = asRecord(schema);
  const isPart = (part: unknown): boolean => {
    if (isRecord(part) && !read.has(part) && read.size < MAX_PARTS) {
      read.set(part, false);
      read.set(part, takes(part, value, root, read));
    }
    return read.get(part) === true;
  };
  if ($ref !== undefined) return isPart(definitionAt(asText($ref) ?? '', root));
  const choices = constant === undefined ? values : [constant];
  if (Array.isArray(choices)) return choices.includes(value);
  const options = oneOf ?? anyOf;
  if (type === undefined && Array.isArray(options)) return options.some(isPart);
  if (type === undefined && allOf !== undefined) return asArray(allOf).every(isPart);
  if (isAnything(schema)) return typeof value === 'string';
  const name = typeNameOf(value);
  return [type].flat().some(one => one === name || (one === 'number' && name === 'integer'));
}

/** The type of a value as a schema calls it. */
function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** What a reference within a schema points to. */
const definitionAt = (reference: string, root: unknown): unknown =>
  reference.startsWith('#') ? valueAt(root, decodeUri(reference.slice(1))) : undefined;

/** Whether a schema describes a text, or else one of several, unless `isFree`. */
function isText(schema: unknown, isFree: boolean): boolean {
  const {type, enum: values, const: constant} = asRecord(schema);
  return [type].flat().includes('string') && !(isFree && (values ?? constant) !== undefined);
}

/** Whether an answer refuses what an interrupt asks permission for. */
export const isRefusal = (interrupt: Interrupt, {input}: RequestAnswer): boolean =>
  decisionOf(interrupt)?.at !== undefined && input !== true;

/**
 * Whether an answer permits nothing, so that it counts also after the user has stopped what follows it. LangGraph does not say
 * what it asks for, and a schema may not either.
 */
export const permitsNothing = (interrupt: Interrupt, answer: RequestAnswer): boolean =>
  isRefusal(interrupt, answer) ||
  (decisionOf(interrupt) === undefined &&
    !isOfLangGraph(interrupt) &&
    !isUnread(interrupt['responseSchema'], interrupt['responseSchema']));

/** The id of the call that the answer to a question refuses, if it does. */
export function refusedCallOf({handle, answer}: RequestItem): string | undefined {
  const [interrupt] = readInterrupt(asRecord(handle));
  if (!interrupt || !answer || !isRefusal(interrupt, answer)) return undefined;
  return asText(interrupt['toolCallId']);
}

/** One answer in a request. A text that has not the shape of an answer is the reason why there is none. */
export type Resume =
  | {
      readonly interruptId: string;
      readonly status: 'resolved';
      readonly payload: unknown;
      /** The words of a refusal, or the error of a page tool that has failed, for Agno. */
      readonly metadata?: {readonly reason: string} | {readonly agno: {readonly error: string}};
    }
  | {
      readonly interruptId: string;
      readonly status: 'cancelled';
      readonly metadata?: {readonly reason: string};
    };
