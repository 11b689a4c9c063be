import assert from 'node:assert/strict';
import {EventLog} from '../../../../src/core/protocol/event-log.js';
import type {Diagnostic} from '../../../../src/core/protocol/diagnostics.js';
import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import {
  emptyConversation,
  type Item,
  type ItemKinds,
  type Kind,
} from '../../../../src/core/model/item.js';
import {walk} from '../../../../src/core/model/select.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import type {FoldedMessage} from '../folded-message.js';

export interface FoldedRun extends FoldedMessage {
  /** The codes of `reports`, in order. */
  readonly codes: readonly string[];
}

export type SentEvent = Readonly<Record<string, unknown>> & {readonly type: string};

/** An event in the framing that session streams are documented with: the type inside the JSON. */
export function framed(event: unknown): Frame {
  return {data: JSON.stringify(event)};
}

/** An arbitrary time plus so many milliseconds, in the format of servers. */
export function at(milliseconds: number): string {
  return new Date(Date.UTC(2026, 2, 4, 9, 15) + milliseconds).toISOString();
}

/** The message after these frames; `end` is how the stream has just ended. */
export function folded(frames: Iterable<Frame>, end?: 'lost' | 'stopped'): FoldedRun {
  const reports: Diagnostic[] = [];
  const log = new EventLog(ubik, {run: 'run', report: found => reports.push(found)});
  for (const frame of frames) log.accept(frame);
  if (end) log.end(end);
  const [message] = log.flush(emptyConversation).children;
  assert.equal(message?.kind, 'message');
  return {message, codes: reports.map(({code}) => code), reports};
}

/** The message after these events. */
export function foldEvents(events: readonly unknown[], end?: 'lost' | 'stopped'): FoldedRun {
  return folded(events.map(framed), end);
}

/** A chunk of text, in the given step. */
export function chunk(content: string, step?: number): SentEvent {
  return {type: 'response_chunk', content, ...(step !== undefined && {step})};
}

export function started(step: number, description = `Do ${step}`, single = false): SentEvent {
  return {type: 'agent_step_started', step, description, single_step_agent: single};
}

export function completed(step: number, done = true): SentEvent {
  return {type: 'agent_step_completed', step, progress: 100, completed: done};
}

export const complete: SentEvent = {type: 'agent_processing_complete'};

/** All items of a kind, in reading order. */
export function every<K extends Kind>(
  top: {readonly children: readonly Item[]},
  kind: K,
): readonly ItemKinds[K][] {
  return [...walk(top)].filter((item): item is ItemKinds[K] => item.kind === kind);
}

/** The only item of a kind. */
export function only<K extends Kind>(
  top: {readonly children: readonly Item[]},
  kind: K,
): ItemKinds[K] {
  const [item, ...more] = every(top, kind);
  assert.ok(item, `there is a ${kind}`);
  assert.equal(more.length, 0, `there is one ${kind}`);
  return item;
}

/** The text of an item, for comparing outlines. */
function words(item: Item): string {
  switch (item.kind) {
    case 'text':
    case 'thinking':
      return item.text;
    case 'step':
      return item.title;
    case 'tool':
    case 'checkpoint':
      return item.name;
    case 'request':
      return item.prompt;
    case 'error':
      return item.text ?? '';
    default:
      return item.id;
  }
}

/** The items below, a line each: indented by their depth, with kind, status and text. */
export function outline({children}: {readonly children: readonly Item[]}, depth = 0): string[] {
  return children.flatMap(item => [
    `${'  '.repeat(depth)}${item.kind} ${item.status}: ${words(item)}`,
    ...outline(item, depth + 1),
  ]);
}

/**
 * The content that a stream and a stored text have in common: everything but times and fields that depend on them:
 * live state, the order of sources, and whether an item followed a question, which settles it.
 */
export function essence(items: readonly Item[], statuses = true): unknown[] {
  const folded = items.filter(item => !(item.kind === 'request' && item.executionId !== undefined));
  const inText = folded.filter(({kind}) => kind !== 'source');
  const sources = folded.filter(({kind}) => kind === 'source').map(({id}) => id);
  return [
    ...inText.map(({children, status, ...own}) => ({
      ...Object.fromEntries(Object.entries(own).filter(([field]) => !isLive(field))),
      ...(statuses && own.kind !== 'request' && {status}),
      children: essence(children, statuses),
    })),
    ...sources.sort(),
  ];
}

const LIVE = ['startedAt', 'endedAt', 'createdAt', 'progress', 'note', 'phases', 'timeout'];

const isLive = (field: string): boolean => LIVE.includes(field) || field.startsWith('log');
