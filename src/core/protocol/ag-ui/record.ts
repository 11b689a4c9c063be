import {
  asRecord,
  asRecords,
  asText,
  defined,
  idOf,
  isRecord,
  type JsonRecord,
  keyOf,
} from '../../values.js';
import {jsonText} from '../../json.js';
import type {FinalStatus} from '../../model/op.js';

const roles = /^(user|assistant|tool|reasoning|activity|system|developer)$/;

/** A message as servers and the official client exchange it. Unknown fields are kept. */
export interface AgMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'tool' | 'reasoning' | 'activity' | 'system' | 'developer';
  readonly [field: string]: unknown;
}

/** A question of the agent, which pauses the thread. Unknown fields are kept. */
export interface Interrupt {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** What is kept of an answer, to be sent back. */
export interface TurnRecord {
  /** The messages of the answer, oldest first. */
  readonly messages: readonly AgMessage[];
  /** The state shared with the agent, as it was last received. */
  readonly state?: unknown;
  /** The interrupts that were open at the end. */
  readonly interrupts?: readonly Interrupt[];
}

/** The record of a message; `undefined` if the message was not received as one. */
export function readTurn(protocolData: unknown): TurnRecord | undefined {
  if (!isRecord(protocolData)) return undefined;
  const {messages, state, interrupts} = protocolData;
  return {
    messages: readMessages(messages),
    state,
    interrupts: asRecords(interrupts).flatMap(readInterrupt),
  };
}

/** Reads messages. A message without an id gets one; messages of unknown roles are skipped. */
export function readMessages(value: unknown): readonly AgMessage[] {
  return asRecords(value).flatMap(({id, role, ...fields}, index) =>
    isRole(role) ? [{...pick(fields), id: idOf(id) ?? `message-${index + 1}`, role}] : [],
  );
}

const isRole = (role: unknown): role is AgMessage['role'] => roles.test(keyOf(role));

export function readInterrupt(value: JsonRecord): readonly Interrupt[] {
  const id = idOf(value['id']);
  return id === undefined ? [] : [{...value, id}];
}

/** Fields that are there, without `null`, which counts as absent. */
export function pick(fields: JsonRecord, names = Object.keys(fields)): JsonRecord {
  return defined(Object.fromEntries(names.map(name => [name, fields[name] ?? undefined])));
}

/** The text of a message. TanStack AI stores it in `parts`. */
export function textOf({content, parts}: AgMessage): string {
  if (typeof content === 'string') return content;
  return [...asRecords(content), ...asRecords(parts)]
    .flatMap(part =>
      part['type'] === 'text' ? (asText(part['text']) ?? asText(part['content']) ?? []) : [],
    )
    .join('');
}

/** One call in an assistant message. */
export interface AgCall {
  readonly id: string;
  readonly function: {readonly name: string; readonly arguments: string};
  readonly [field: string]: unknown;
}

export function callsOf({toolCalls}: AgMessage): readonly AgCall[] {
  return asRecords(toolCalls).flatMap(call => {
    const id = idOf(call['id']);
    const {name, arguments: input} = asRecord(call['function']);
    const text = typeof input === 'string' ? input : (jsonText(input ?? {}) ?? '');
    return id === undefined
      ? []
      : [{...call, id, function: {name: asText(name) ?? '', arguments: text}}];
  });
}

/** Metadata of a message or a call is merged key by key, whatever the values are. */
export function withMetadata<T extends JsonRecord>(known: T, metadata: unknown): T {
  if (!isRecord(metadata)) return known;
  return {...known, metadata: {...asRecord(known['metadata']), ...metadata}};
}

/** The content of a result as servers accept it: text or parts. Any other value is JSON. */
export function resultContent({content: given}: AgMessage): unknown {
  const content = given ?? '';
  const isParts =
    Array.isArray(content) && content.every(part => asText(asRecord(part)['type']) !== undefined);
  return typeof content === 'string' || isParts ? content : (jsonText(content) ?? '');
}

/** What a result says about its call. The protocol has no event for a failure, only habits. */
export function outcomeOf(result: AgMessage): {
  readonly fields: {readonly output: string; readonly error: string | undefined};
  readonly status: FinalStatus;
} {
  const {error, metadata} = result;
  const content = resultContent(result);
  const output = typeof content === 'string' && content !== '' ? content : textOf(result);
  const errorText = asText(error) ?? (asRecord(metadata)['isError'] === true ? output : undefined);
  return {
    fields: {output: errorText === output ? '' : output, error: errorText},
    status: errorText === undefined ? 'done' : 'failed',
  };
}
