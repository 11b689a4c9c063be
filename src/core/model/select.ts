import {parseJson} from '../json.js';
import {parsePartialJson} from '../partial-json.js';
import type {
  Item,
  ItemKinds,
  Kind,
  MessageItem,
  RequestItem,
  SourceItem,
  Status,
  ToolItem,
} from './item.js';
import {isOpen} from './status.js';

/** What has items below it: an item, or the conversation. */
export interface Parent {
  readonly children: readonly Item[];
}

/**
 * All items below, in reading order, without recursion: a hostile run may nest very deep. Nothing below an item for
 * which `enter` says no.
 */
export function* walk(
  top: Parent,
  enter: (item: Item) => boolean = () => true,
): Generator<Item, void, void> {
  const stack: Item[] = [];
  const push = (children: readonly Item[]): void => {
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child) stack.push(child);
    }
  };
  push(top.children);
  for (let item = stack.pop(); item; item = stack.pop()) {
    yield item;
    if (enter(item)) push(item.children);
  }
}

function all<K extends Kind>(
  top: Parent,
  kind: K,
  enter?: (item: Item) => boolean,
): ItemKinds[K][] {
  return [...walk(top, enter)].filter((item): item is ItemKinds[K] => item.kind === kind);
}

const isSpoken = ({kind}: Item): boolean => kind !== 'tool' && kind !== 'thinking';

/** The words of the answer: its text items in reading order, without reasoning and without what tools say. */
export function plainText(item: Item): string {
  return all({children: [item]}, 'text', child => child === item || isSpoken(child))
    .map(({text}) => text)
    .filter(text => typeof text === 'string' && text !== '')
    .join('\n\n');
}

/** The points that can be returned to, as far as they are on screen, oldest first. */
export function checkpoints(conversation: Parent): readonly ItemKinds['checkpoint'][] {
  return all(conversation, 'checkpoint');
}

/** The questions that wait for the user, oldest first. */
export function openRequests(conversation: Parent): readonly RequestItem[] {
  return all(conversation, 'request').filter(({status}) => status === 'waiting');
}

/** The step that a run is at: the last open one, the innermost where steps nest. */
export function currentStep(message: MessageItem): ItemKinds['step'] | undefined {
  return all(message, 'step')
    .filter(({status}) => isOpen(status))
    .at(-1);
}

/** A tool's input as far as it has come; for display only. `undefined` before there is something to see. */
export function toolInput(tool: ToolItem): unknown {
  return parsePartialJson(tool.input);
}

/** A tool's result: the JSON value where it is JSON, else the text; `undefined` before there is one. */
export function toolOutput({output}: ToolItem): unknown {
  if (!output) return undefined;
  const value = parseJson(output);
  return value === undefined ? output : value;
}

/** A tool's live output, one text for each key, the default key (`response`) first. */
export function toolLogs(tool: ToolItem): readonly {readonly key: string; readonly text: string}[] {
  const keyed = Object.entries(tool).flatMap(([field, text]) =>
    field.startsWith('log:') && typeof text === 'string'
      ? [{key: field.slice('log:'.length), text}]
      : [],
  );
  return tool.log ? [{key: 'response', text: tool.log}, ...keyed] : keyed;
}

/** What a message rests on, by number. */
export function sources(message: Parent): readonly SourceItem[] {
  return all(message, 'source').sort((a, b) => a.number - b.number);
}

/**
 * How far a run has come, 0 to 100; where the server gives no figure, by its steps, each as far as it has come.
 * `undefined` where neither is known.
 */
export function progress(message: MessageItem): number | undefined {
  if (message.progress !== undefined) return percent(message.progress);
  const total = message.totalSteps ?? 0;
  if (!(total > 0)) return undefined;
  let done = 0;
  for (const step of message.children) {
    if (step.kind === 'step') done += step.status === 'done' ? 100 : percent(step.progress ?? 0);
  }
  return percent(done / total);
}

const percent = (figure: number): number => Math.min(100, Math.max(0, figure));

/**
 * Milliseconds that a step, a tool or a thought has taken, by the server's clock; for one that is open, up to `now`
 * (milliseconds since the epoch). `undefined` where the start, or the end of a closed one, is not known. A time without a
 * zone is UTC.
 */
export function elapsed(
  item: {readonly status?: Status; readonly startedAt?: string; readonly endedAt?: string},
  now: number,
): number | undefined {
  const {status = 'streaming', startedAt = '', endedAt} = item;
  const start = parseTimestamp(startedAt);
  const end = endedAt === undefined ? (isOpen(status) ? now : NaN) : parseTimestamp(endedAt);
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : Math.max(0, end - start);
}

/** Milliseconds since the epoch of an ISO 8601 time; one without a zone is UTC, and what is no time is `NaN`. */
export const parseTimestamp = (time: string): number =>
  Date.parse(/[T ][\d:.]+$/.test(time) ? `${time}Z` : time);
