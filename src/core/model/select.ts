import {parseAsWritten, parseJson} from '../json.js';
import {parsePartialAsWritten, parsePartialJson} from '../partial-json.js';
import type {
  Author,
  Item,
  ItemKinds,
  Kind,
  MessageItem,
  RequestItem,
  SourceItem,
  Status,
  ToolItem,
} from './item.js';
import {visibleText} from '../values.js';
import {isOpen} from './status.js';

/** An item or the conversation. */
export interface Parent {
  readonly children: readonly Item[];
}

/**
 * All descendants in document order, without recursion, because items may be nested very deep. Skips the descendants of
 * an item for which `enter` returns false.
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

/** The items of a kind in an item, at any depth, in document order. */
export function all<K extends Kind>(
  top: Parent,
  kind: K,
  enter?: (item: Item) => boolean,
): ItemKinds[K][] {
  return [...walk(top, enter)].filter((item): item is ItemKinds[K] => item.kind === kind);
}

const isSpoken = ({kind}: Item): boolean => kind !== 'tool' && kind !== 'thinking';

/** The text of an answer as Markdown: its text items in document order, without reasoning and tool output. */
export function plainText(item: Item): string {
  return all({children: [item]}, 'text', child => child === item || isSpoken(child))
    .map(({text}) => text)
    .filter(text => typeof text === 'string' && text !== '')
    .join('\n\n');
}

/** The checkpoints in a conversation, oldest first. */
export function checkpoints(conversation: Parent): readonly ItemKinds['checkpoint'][] {
  return all(conversation, 'checkpoint');
}

/** The open questions, oldest first. */
export function openRequests(conversation: Parent): readonly RequestItem[] {
  return all(conversation, 'request').filter(({status}) => status === 'waiting');
}

/** The current step of a run: the last open one, the innermost one if steps are nested. */
export function currentStep(message: MessageItem): ItemKinds['step'] | undefined {
  return all(message, 'step')
    .filter(({status}) => isOpen(status))
    .at(-1);
}

export const isSameAuthor = (one: Author | undefined, other: Author | undefined): boolean =>
  one?.kind === other?.kind && one?.name === other?.name && one?.avatar === other?.avatar;

/** The author of the end of a message; `undefined` for the user of the page and the assistant itself. */
export function currentAuthor({author, children}: MessageItem): Author | undefined {
  const last = children.findLast(
    item => item.kind === 'text' || (item.kind === 'notice' && item.author !== undefined),
  );
  if (last?.kind === 'notice' && last.code === 'person_left') {
    return author?.name === last.author?.name ? undefined : author;
  }
  return (last?.kind === 'text' || last?.kind === 'notice' ? last.author : undefined) ?? author;
}

/**
 * The person who answers the user, if a human has taken over. An answer that has no content yet has the author of the
 * previous one.
 */
export function answeringPerson({children}: Parent): Author | undefined {
  const last = children.findLast(
    (item): item is MessageItem =>
      item.kind === 'message' &&
      item.role === 'assistant' &&
      (item.author !== undefined || item.children.some(({kind}) => kind !== 'error')),
  );
  const author = last && currentAuthor(last);
  return author?.kind === 'person' ? author : undefined;
}

/** What a tool call is called: its title, or else its name, which `toLabel` may write for people. Decoders write `tool` for none. */
export const toolTitle = (
  {title, name}: Pick<ToolItem, 'title' | 'name'>,
  toLabel = (name: string): string => name,
): string => visibleText(title) ?? visibleText(toLabel(name)) ?? toLabel('tool');

/**
 * The input of a tool call, for display only: the JSON value, as far as it is received; after the end of the call the text, if it is
 * not JSON. `undefined` as long as there is none.
 */
export const toolInput = (tool: ToolItem): unknown => readInput(tool, parseJson, parsePartialJson);

/** The same as a person reads it: with the numbers as they were written, such as `1.10`. */
export const writtenToolInput = (tool: ToolItem): unknown =>
  readInput(tool, parseAsWritten, parsePartialAsWritten);

function readInput(
  {input, status}: ToolItem,
  parse: (text: string) => unknown,
  parsePartial: (text: string) => unknown,
): unknown {
  if (status === 'streaming') return parsePartial(input);
  if (input.trim() === '') return undefined;
  const value = parse(input);
  return value === undefined ? input : value;
}

/** Whether the input of a call that has ended is not JSON. */
export const isInputUnreadable = (tool: ToolItem): boolean =>
  tool.status !== 'streaming' && tool.input.trim() !== '' && parseJson(tool.input) === undefined;

/** The result of a tool call: the JSON value, or the text if it is not JSON; `undefined` as long as there is none. */
export function toolOutput({output}: ToolItem): unknown {
  if (!output) return undefined;
  const value = parseJson(output);
  return value === undefined ? output : value;
}

/** The live output of a tool call, one text for each key; the default key (`response`) comes first. */
export function toolLogs(tool: ToolItem): readonly {readonly key: string; readonly text: string}[] {
  const keyed = Object.entries(tool).flatMap(([field, text]) =>
    field.startsWith('log:') && typeof text === 'string'
      ? [{key: field.slice('log:'.length), text}]
      : [],
  );
  return tool.log ? [{key: 'response', text: tool.log}, ...keyed] : keyed;
}

/** The sources of a message, by number. */
export function sources(message: Parent): readonly SourceItem[] {
  return all(message, 'source').sort((a, b) => a.number - b.number);
}

/**
 * The progress of a run from 0 to 100. If the server does not report it, it is computed from the progress of the steps.
 * `undefined` if neither is known.
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
 * The duration of a step, tool call or reasoning in milliseconds, by the server's clock; for an open one, up to `now`
 * (milliseconds since the epoch). `undefined` if the start, or the end of a closed one, is unknown. A time without a
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

/** Parses an ISO 8601 time to milliseconds since the epoch. A time without a zone is UTC; an invalid one is `NaN`. */
export const parseTimestamp = (time: string): number =>
  Date.parse(/[T ][\d:.]+$/.test(time) ? `${time}Z` : time);

/** The server's ids of the files of a message. */
export function fileIdsOf(message: {readonly children: readonly Item[]} | undefined): string[] {
  const ids = (message?.children ?? []).flatMap(item =>
    item.kind === 'file' ? (item.documentId ?? []) : [],
  );
  return ids.filter(id => id !== '');
}
