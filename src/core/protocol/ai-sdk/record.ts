import {asArray, asText, isRecord, type JsonRecord} from '../../values.js';

/** One part of a message, as servers and the official client store it. Unknown fields are kept. */
export interface UiPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The message that is stored and sent back. */
export interface UiMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly metadata?: unknown;
  readonly parts: readonly UiPart[];
  readonly [field: string]: unknown;
}

/** Reads a stored message. Messages of older versions have their text in `content`. */
export function readMessage(value: unknown): UiMessage | undefined {
  if (!isRecord(value)) return undefined;
  const {role} = value;
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return undefined;
  const parts = asArray(value['parts']).filter(isPart);
  const content = asText(value['content']);
  return {
    ...value,
    id: asText(value['id']) ?? '',
    role,
    parts: parts.length === 0 && content !== undefined ? [{type: 'text', text: content}] : parts,
  };
}

export function isPart(value: unknown): value is UiPart {
  return isRecord(value) && typeof value['type'] === 'string';
}

export function isTool({type}: UiPart): boolean {
  return type.startsWith('tool-') || type === 'dynamic-tool';
}

/** The name of the tool of a call. */
export function toolName(part: UiPart): string {
  if (part.type === 'dynamic-tool') return asText(part['toolName']) ?? '';
  return part.type.replace(/^tool-/, '');
}

/** Metadata is never nested deeper; hostile metadata may be, to exhaust the stack. */
const MAX_DEPTH = 100;

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/** Merges metadata: objects by key and in depth, everything else is replaced. */
export function mergeMetadata(before: unknown, after: unknown, depth = 0): unknown {
  if (!isRecord(before) || !isRecord(after) || depth > MAX_DEPTH) return after;
  const merged: Record<string, unknown> = {...before};
  for (const [key, value] of Object.entries(after)) {
    if (!UNSAFE.has(key)) merged[key] = mergeMetadata(own(before, key), value, depth + 1);
  }
  return merged;
}

const own = (record: JsonRecord, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;
