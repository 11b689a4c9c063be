import {parsePartialJson} from '../partial-json.js';
import type {
  Conversation,
  Item,
  ItemKinds,
  Kind,
  MessageItem,
  RequestItem,
  SourceItem,
  ToolItem,
} from './item.js';

/** All items below, in reading order, without recursion: a hostile run may nest very deep. */
export function* walk(top: {readonly children: readonly Item[]}): Generator<Item, void, void> {
  const stack = [...top.children].reverse();
  for (let item = stack.pop(); item; item = stack.pop()) {
    yield item;
    for (let at = item.children.length - 1; at >= 0; at--) {
      const child = item.children[at];
      if (child) stack.push(child);
    }
  }
}

function all<K extends Kind>(top: {readonly children: readonly Item[]}, kind: K): ItemKinds[K][] {
  return [...walk(top)].filter((item): item is ItemKinds[K] => item.kind === kind);
}

/** The words of the answer: its text items, without reasoning and tools. */
export function plainText(item: Item): string {
  if (item.kind === 'text') return item.text;
  return all(item, 'text')
    .map(({text}) => text)
    .filter(text => text !== '')
    .join('\n\n');
}

/** The questions that wait for the user, oldest first. */
export function openRequests(conversation: Conversation): readonly RequestItem[] {
  return all(conversation, 'request').filter(({status}) => status === 'waiting');
}

/** A tool's input as far as it has come; for display only. `undefined` before there is something to see. */
export function toolInput(tool: ToolItem): unknown {
  return parsePartialJson(tool.input);
}

/** A tool's live output, one text for each key, the default key (`response`) first. */
export function toolLogs(tool: ToolItem): readonly {readonly key: string; readonly text: string}[] {
  const keyed = Object.entries(tool).flatMap(([field, text]) =>
    field.startsWith('log:') && typeof text === 'string'
      ? [{key: field.slice('log:'.length), text}]
      : [],
  );
  return tool.log === '' ? keyed : [{key: 'response', text: tool.log}, ...keyed];
}

/** What a message rests on, by number. */
export function sources(message: MessageItem): readonly SourceItem[] {
  return all(message, 'source').sort((a, b) => a.number - b.number);
}

/** How far a run has come, 0 to 100; by its steps where the server gives no figure. */
export function progress(message: MessageItem): number | undefined {
  if (message.progress !== undefined) return message.progress;
  const steps = message.children.filter(({kind}) => kind === 'step');
  const total = message.totalSteps ?? 0;
  if (total === 0) return undefined;
  const done = steps.filter(({status}) => status === 'done').length;
  return Math.min(100, (100 * done) / total);
}

/**
 * Milliseconds that a step, a tool or a thought has taken, by the server's clock; for one that runs, up to `now`
 * (milliseconds since the epoch). `undefined` where no start is known.
 */
export function elapsed(
  item: {readonly startedAt?: string; readonly endedAt?: string},
  now: number,
): number | undefined {
  const start = Date.parse(item.startedAt ?? '');
  const end = item.endedAt === undefined ? now : Date.parse(item.endedAt);
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : Math.max(0, end - start);
}
