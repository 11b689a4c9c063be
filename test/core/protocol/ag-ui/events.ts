import assert from 'node:assert/strict';
import {
  agUi,
  type Conversation,
  type DecoderContext,
  type Frame,
  type Item,
  type MessageItem,
  type Protocol,
} from '../../../../src/core/index.js';
import type {TurnRecord} from '../../../../src/core/protocol/ag-ui/record.js';
import {refusedIn} from '../../../support/service-rules.js';
import {foldLog, type Ending, type FoldedMessage} from '../folded-message.js';

/** Events of an AG-UI stream, short enough to write a stream with. */

export type EventData = Readonly<Record<string, unknown>> & {readonly type: string};

export const start = (fields: object = {}): EventData => ({
  type: 'RUN_STARTED',
  threadId: 't',
  runId: 'r1',
  ...fields,
});
export const finish = (fields: object = {}): EventData => ({
  type: 'RUN_FINISHED',
  threadId: 't',
  runId: 'r1',
  ...fields,
});
export const fail = (message: string, fields: object = {}): EventData => ({
  type: 'RUN_ERROR',
  message,
  ...fields,
});
export const interrupted = (...interrupts: object[]): EventData =>
  finish({outcome: {type: 'interrupt', interrupts}});

export const text = (messageId: string, ...deltas: readonly string[]): readonly EventData[] => [
  {type: 'TEXT_MESSAGE_START', messageId, role: 'assistant'},
  ...deltas.map(delta => ({type: 'TEXT_MESSAGE_CONTENT', messageId, delta})),
  {type: 'TEXT_MESSAGE_END', messageId},
];

export const reasoning = (
  messageId: string,
  ...deltas: readonly string[]
): readonly EventData[] => [
  {type: 'REASONING_START', messageId},
  {type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning'},
  ...deltas.map(delta => ({type: 'REASONING_MESSAGE_CONTENT', messageId, delta})),
  {type: 'REASONING_MESSAGE_END', messageId},
  {type: 'REASONING_END', messageId},
];

/** A call whose input is streamed. */
export function call(
  toolCallId: string,
  toolCallName: string,
  input: unknown,
  fields: object = {},
): readonly EventData[] {
  const json = JSON.stringify(input);
  return [
    {type: 'TOOL_CALL_START', toolCallId, toolCallName, ...fields},
    {type: 'TOOL_CALL_ARGS', toolCallId, delta: json.slice(0, 3)},
    {type: 'TOOL_CALL_ARGS', toolCallId, delta: json.slice(3)},
    {type: 'TOOL_CALL_END', toolCallId},
  ];
}

export const result = (toolCallId: string, content: unknown, fields: object = {}): EventData => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `${toolCallId}-result`,
  toolCallId,
  content,
  role: 'tool',
  ...fields,
});

export const stepStart = (stepName: string): EventData => ({type: 'STEP_STARTED', stepName});
export const stepEnd = (stepName: string): EventData => ({type: 'STEP_FINISHED', stepName});

export const state = (snapshot: unknown): EventData => ({type: 'STATE_SNAPSHOT', snapshot});
export const stateDelta = (...delta: readonly object[]): EventData => ({
  type: 'STATE_DELTA',
  delta,
});
export const activity = (messageId: string, content: unknown, fields: object = {}): EventData => ({
  type: 'ACTIVITY_SNAPSHOT',
  messageId,
  activityType: 'PLAN',
  content,
  ...fields,
});
export const activityDelta = (messageId: string, ...patch: readonly object[]): EventData => ({
  type: 'ACTIVITY_DELTA',
  messageId,
  activityType: 'PLAN',
  patch,
});
export const snapshot = (...messages: readonly object[]): EventData => ({
  type: 'MESSAGES_SNAPSHOT',
  messages,
});

/** An assistant message of a snapshot with calls, each an id, a name and its arguments. */
export const withCalls = (
  id: string,
  content: string | undefined,
  ...calls: readonly (readonly [id: string, name: string, input: string])[]
): object => ({
  id,
  role: 'assistant',
  ...(content !== undefined && {content}),
  toolCalls: calls.map(([callId, name, input]) => ({
    id: callId,
    type: 'function',
    function: {name, arguments: input},
  })),
});

const framed = (event: object): Frame => ({data: JSON.stringify(event)});

/** The body of a response. */
export const bodyOf = (events: readonly object[]): string =>
  events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('');

interface Folding extends Partial<DecoderContext> {
  readonly end?: Ending;
  readonly protocol?: Protocol;
}

/** The message after these frames. */
export function foldedFrames(
  frames: readonly Frame[],
  {end = 'lost', protocol = agUi, ...context}: Folding = {},
): FoldedMessage {
  const folded = foldLog(protocol, frames, end, context);
  if (end !== 'open') assert.deepEqual(refusedIn(requestAfter([folded.message])), []);
  return folded;
}

/** The messages of answers in the next request. */
export function sentAfter(...answers: readonly MessageItem[]): readonly object[] {
  const {messages} = JSON.parse(requestAfter(answers)) as {readonly messages: readonly Message[]};
  return messages.filter(({role}) => role !== 'user');
}

interface Message {
  readonly role: string;
}

function requestAfter(answers: readonly MessageItem[]): string {
  const asked = (id: string): MessageItem => ({
    id,
    kind: 'message',
    role: 'user',
    status: 'done',
    children: [],
  });
  const conversation: Conversation = {version: 1, children: [asked('u'), ...answers, asked('u2')]};
  const inputs = {session: 't', newRun: 'r', text: 'Next', conversation};
  const {body} = agUi.operations.send.request(inputs);
  assert.ok(body && 'json' in body);
  return JSON.stringify(body.json);
}

export const folded = (events: readonly object[], folding?: Folding): FoldedMessage =>
  foldedFrames(events.map(framed), folding);

/** The items of a message, without ids; children are in `children` if there are any. */
export const shown = (
  events: readonly object[],
  folding?: Folding,
): readonly Readonly<Record<string, unknown>>[] =>
  folded(events, folding).message.children.map(bare);

function bare({children, ...item}: Item): Record<string, unknown> {
  const fields = Object.entries(item).filter(([name]) => name !== 'id');
  return {
    ...Object.fromEntries(fields),
    ...(children.length > 0 && {children: children.map(bare)}),
  };
}

/** A tool item. */
export const tool = (
  name: string,
  executionId: string,
  input: string,
  more: object = {},
): Record<string, unknown> => ({
  kind: 'tool',
  status: 'done',
  name,
  executionId,
  input,
  output: '',
  log: '',
  ...more,
});

/** The record of a message. */
export const recordOf = ({message}: Pick<FoldedMessage, 'message'>): TurnRecord =>
  message.protocolData as TurnRecord;

/** The codes of what was unexpected. */
export const codes = (events: readonly object[], folding?: Folding): readonly string[] =>
  folded(events, folding).codes;
