import {ubik} from '../../../../src/core/protocol/ubik/index.js';
import type {Item} from '../../../../src/core/model/item.js';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {foldLog, type Ending, type FoldedMessage} from '../folded-message.js';

export {every, only, outline} from '../folded-message.js';

export type SentEvent = Readonly<Record<string, unknown>> & {readonly type: string};

/** An event in the framing that session streams are documented with: the type inside the JSON. */
export function framed(event: unknown): Frame {
  return {data: JSON.stringify(event)};
}

/** An arbitrary time plus so many milliseconds, in the format of servers. */
export function at(milliseconds: number): string {
  return new Date(Date.UTC(2026, 2, 4, 9, 15) + milliseconds).toISOString();
}

/** The message after these frames. */
export const folded = (frames: Iterable<Frame>, end: Ending = 'open'): FoldedMessage =>
  foldLog(ubik, frames, end);

/** The message after these events. */
export const foldEvents = (events: readonly unknown[], end?: Ending): FoldedMessage =>
  folded(events.map(framed), end);

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
