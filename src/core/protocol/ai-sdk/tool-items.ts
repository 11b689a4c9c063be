import {toolName, type UiPart} from './record.js';
import {readToolApp} from '../operations/apps.js';
import {argumentsIn} from '../decoder/calls.js';
import {asRecord, asText, defined, type JsonRecord} from '../../values.js';
import type {Phase, RequestAnswer, Status, ToolApp} from '../../model/item.js';
import type {Fields} from '../../model/op.js';
import {jsonText, parseJson} from '../../json.js';

/** The fields of the item of a call. `shown` is the input that it displays. */
export function toolFields(part: UiPart, shown: string): Fields<'tool'> {
  const {output, errorText, toolCallId, title} = part;
  return {
    name: toolName(part),
    executionId: asText(toolCallId) ?? '',
    ...defined({title: asText(title), phases: phasesOf(part), app: appOf(part)}),
    input: inputOf(part, shown),
    output: output === undefined ? '' : textOf(output),
    log: '',
    ...(part['state'] === 'output-error' && {error: asText(errorText) ?? ''}),
    ...(isDenied(part) && {denied: true}),
  };
}

/** The input as text. Streamed JSON stays as it was received if it has the same value. */
function inputOf({state, rawInput, input}: UiPart, shown: string): string {
  if (state === 'input-streaming') return asText(rawInput) ?? '';
  if (input === undefined) return shown;
  const text = textOf(input);
  const received = parseJson(shown);
  return received !== undefined && jsonText(received) === text ? shown : text;
}

/** Text as it is, any other value as JSON. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (jsonText(value) ?? '');

/** The app of the tool. Versions of the SDK differ in the place. */
function appOf({toolMetadata, callProviderMetadata}: UiPart): ToolApp | undefined {
  const metadata = asRecord(toolMetadata);
  const older = [metadata, asRecord(callProviderMetadata)].map(({mcp}) => asRecord(mcp)['app']);
  const apps = [metadata['app'], ...older].map(app => readToolApp(app, metadata['clientName']));
  return apps.find(app => app !== undefined);
}

/** The decision of a rule, if the user was not asked. */
function phasesOf({approval}: UiPart): readonly Phase[] | undefined {
  const {isAutomatic, approved, reason} = asRecord(approval);
  if (isAutomatic !== true) return undefined;
  const status = approved === true ? 'completed' : approved === false ? 'failed' : 'started';
  return [{name: 'APPROVAL', status, ...defined({message: asText(reason)})}];
}

/** Whether a call was refused. Some servers do not confirm the user's refusal. */
export function isDenied({state, approval}: UiPart): boolean {
  const isRefused = asRecord(approval)['approved'] === false;
  return state === 'output-denied' || (state === 'approval-responded' && isRefused);
}

/** The status of a call during the stream. */
export function toolStatus(part: UiPart): Status {
  if (isDenied(part)) return 'stopped';
  switch (part['state']) {
    case 'output-available':
      return part['preliminary'] === true ? 'streaming' : 'done';
    case 'output-error':
      return 'failed';
    case 'approval-requested':
      return isAsked(part) ? 'waiting' : 'streaming';
    default:
      return 'streaming';
  }
}

/** Whether the user is asked for an approval, not a rule. */
export function isAsked({approval}: UiPart): boolean {
  const {id, isAutomatic} = asRecord(approval);
  return id !== undefined && isAutomatic !== true;
}

/** What a call needs after the end of its stream. */
export type Need = 'page' | 'answer' | 'nothing';

/**
 * Whether a call waits for the page, which offers `tools`, or for an answer of the user. A server that has suspended another call
 * (`isSuspended`) asks one question after another.
 */
export function needOf(part: UiPart, isSuspended = false, tools?: readonly string[]): Need {
  const {state, approval, providerExecuted} = part;
  const {approved} = asRecord(approval);
  if (state === 'approval-requested') return isAsked(part) ? 'answer' : 'nothing';
  const isGranted = state === 'approval-responded' && approved === true;
  if (providerExecuted === true || !(state === 'input-available' || isGranted)) return 'nothing';
  // A page without tools reports the call as one that nobody runs.
  const isOfPage = tools?.length ? tools.includes(toolName(part)) : undefined;
  if (isSuspended && isOfPage !== true) return 'answer';
  return isOfPage === false ? 'nothing' : 'page';
}

/** The question of a call. `shown` is the input that the call displays. */
export function questionOf(part: UiPart, shown: string): Fields<'request'> {
  const name = toolName(part);
  const approval = asRecord(part['approval']);
  return {
    prompt: asText(approval['requestReason']) ?? '',
    inputTypes: ['confirm'],
    toolName: name,
    ...defined({toolTitle: asText(part['title'])}),
    arguments: argumentsIn(shown),
    handle: {approvalId: approval['id'], toolCallId: part['toolCallId']},
    ...decisionIn(approval),
  };
}

/** The answer that a decision contains. The reason of a refusal is what the user wrote instead of one. */
export function decisionIn({approved, reason}: JsonRecord): Pick<Fields<'request'>, 'answer'> {
  if (typeof approved !== 'boolean') return {};
  const text = approved ? undefined : asText(reason);
  return {
    answer: {type: 'confirm', input: text === undefined ? approved : {approved, reason: text}},
  };
}

/** The decision that an answer contains. A text instead of a decision is the reason of a refusal. */
export function decisionOf({input}: RequestAnswer): JsonRecord {
  const approved = input === true;
  const reason = asText(input) ?? asText(asRecord(input)['reason']);
  return {approved, ...(!approved && defined({reason}))};
}
