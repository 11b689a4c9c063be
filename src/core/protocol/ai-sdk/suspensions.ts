import {isTool, toolName, type UiPart} from './record.js';
import {decisionIn, decisionOf} from './tool-items.js';
import {argumentsIn, argumentsOf} from '../decoder/calls.js';
import {asArray, asRecord, asRecords, asText, defined, type JsonRecord} from '../../values.js';
import {jsonText, parseJson} from '../../json.js';
import type {RequestAnswer, RequestItem} from '../../model/item.js';
import type {Fields} from '../../model/op.js';
import {hasPassword} from '../../model/passwords.js';

/**
 * Calls that the server has suspended until the user answers, as `chatRoute` of `@mastra/ai-sdk` 1.10 reports them: a data
 * part names the run and the call, and the next request has the answer beside its messages. The answer is kept in the
 * data part, as `resumeData`.
 */

const APPROVAL = 'data-tool-call-approval';
const SUSPENDED = 'data-tool-call-suspended';

/** The fields of a suspension; `undefined` for any other part. */
function readSuspension({type, data}: UiPart): JsonRecord | undefined {
  const fields = asRecord(data);
  const isNamed =
    asText(fields['runId']) !== undefined && asText(fields['toolCallId']) !== undefined;
  return isNamed && (type === APPROVAL || type === SUSPENDED) ? fields : undefined;
}

/** The place of the call that a part is about, if the part reports its suspension. */
export function suspendedCall(part: UiPart, parts: readonly UiPart[]): number | undefined {
  const suspension = readSuspension(part);
  if (!suspension) return undefined;
  const {toolCallId} = suspension;
  const at = parts.findLastIndex(each => isTool(each) && each['toolCallId'] === toolCallId);
  return at < 0 ? undefined : at;
}

/** Whether a part is a suspension that the user has answered. */
export const isAnswered = (part: UiPart): boolean =>
  readSuspension(part)?.['resumeData'] !== undefined;

/** Whether a part reports that a call waits for the user's answer. */
export const isSuspension = (part: UiPart, parts: readonly UiPart[]): boolean =>
  isAwaited(part, parts) && !isAnswered(part);

/** Whether the call of a suspension has no result yet. */
function isAwaited(part: UiPart, parts: readonly UiPart[]): boolean {
  const state = parts[suspendedCall(part, parts) ?? -1]?.['state'];
  return state === 'input-available' || state === 'approval-requested';
}

/** Whether the server waits for an answer, before it reports what it asks about the other calls. */
export const isSuspended = (parts: readonly UiPart[]): boolean =>
  parts.some(part => isSuspension(part, parts));

/** The fields of the payload that may contain the question. */
const PROMPTS = ['question', 'message', 'prompt'];

/** The question of a suspended call. `shown` is the input that the call displays. */
export function questionOfSuspension(part: UiPart, call: UiPart, shown: string): Fields<'request'> {
  const {runId, toolCallId, suspendPayload, resumeSchema, resumeData} = readSuspension(part) ?? {};
  const isApproval = part.type === APPROVAL;
  const payload = asRecord(suspendPayload);
  const field = PROMPTS.find(name => asText(payload[name])?.trim());
  const {[field ?? '']: prompt = suspendPayload, ...rest} = payload;
  return {
    prompt: isApproval ? '' : (asText(prompt) ?? ''),
    ...(isApproval
      ? {inputTypes: ['confirm'], arguments: argumentsIn(shown)}
      : {
          inputTypes: ['json'],
          schema: schemaOf(resumeSchema),
          ...(Object.keys(rest).length > 0 && {arguments: argumentsOf(rest)}),
        }),
    toolName: toolName(call),
    ...defined({toolTitle: asText(call['title'])}),
    handle: {runId, toolCallId},
    ...(isApproval
      ? decisionIn(asRecord(resumeData))
      : resumeData !== undefined && {answer: {type: 'json', input: resumeData}}),
  };
}

/** The schema of an answer, which Mastra sends as text. */
const schemaOf = (schema: unknown): JsonRecord =>
  asRecord(typeof schema === 'string' ? parseJson(schema) : schema);

/**
 * A suspension with the user's answer to its question. Any other part is unchanged, also one that has this answer. An answer
 * without its password gets it again while the call is open.
 */
export function withResumeData(
  part: UiPart,
  parts: readonly UiPart[],
  question: RequestItem | undefined,
): UiPart {
  const suspension = readSuspension(part);
  if (!suspension || !question?.answer) return part;
  const resumeData = resumeDataOf(part, question.answer);
  const isOver = isAnswered(part) && !isAwaited(part, parts);
  return isOver || jsonText(suspension['resumeData']) === jsonText(resumeData)
    ? part
    : {...part, data: {...suspension, resumeData}};
}

/** A part without an answer that contains a password: the question alone keeps it, which is neither stored nor saved. */
export function withoutPassword(part: UiPart): UiPart {
  const suspension = isAnswered(part) ? readSuspension(part) : undefined;
  return suspension && hasPassword(schemaOf(suspension['resumeSchema']))
    ? {...part, data: {...suspension, resumeData: ''}}
    : part;
}

/** What the server takes as the answer. */
function resumeDataOf(part: UiPart, answer: RequestAnswer): unknown {
  if (part.type === APPROVAL) return decisionOf(answer);
  const {input, type} = answer;
  const text = type === 'text' ? asText(input) : undefined;
  const schema = schemaOf(readSuspension(part)?.['resumeSchema']);
  return text === undefined ? input : answerByText(schema, text);
}

/**
 * A text instead of a form: the value of its only free text, unless something else is required. `undefined` if the schema
 * takes none: a choice or a yes is no text.
 */
function answerByText(schema: JsonRecord, text: string): unknown {
  const {properties, required} = schema;
  if (isFreeText(schema) || !keywords.some(key => key in schema)) return text;
  const entries = Object.entries(asRecord(properties));
  const [only, ...others] = entries.flatMap(([name, part]) =>
    isFreeText(asRecord(part)) ? [name] : [],
  );
  const constants = entries.flatMap(([name, part]) => {
    const {const: value} = asRecord(part);
    return value === undefined ? [] : [[name, value] as const];
  });
  const answer = only !== undefined && {...Object.fromEntries(constants), [only]: text};
  const isWhole = answer && asArray(required).every(name => Object.hasOwn(answer, String(name)));
  return isWhole && others.length === 0 ? answer : undefined;
}

/** A schema without these takes anything. */
const keywords = ['type', 'properties', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'];

function isFreeText({type, enum: values, const: constant, ...schema}: JsonRecord): boolean {
  if ((values ?? constant) !== undefined) return false;
  const parts = asRecords(schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']);
  return type === undefined ? parts.some(isFreeText) : [type].flat().includes('string');
}

/** Whether a text that the user types can answer a question: of a suspended call, only what its schema takes. */
export const takesText = ({handle, schema}: RequestItem): boolean =>
  asRecord(handle)['runId'] === undefined ||
  schema === undefined ||
  answerByText(asRecord(schema), '') !== undefined;

/** What a request that continues an answer has beside its messages: the answer to the last suspension. */
export function resumptionOf(parts: readonly UiPart[]): JsonRecord {
  const isOpen = (call: number | undefined): boolean =>
    call !== undefined && parts[call]?.['state'] === 'input-available';
  const last = parts.findLast(part => isAnswered(part) && isOpen(suspendedCall(part, parts)));
  const {runId, toolCallId, resumeData} = (last && readSuspension(last)) ?? {};
  return defined({runId, toolCallId, resumeData});
}
