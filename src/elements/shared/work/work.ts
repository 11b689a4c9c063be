import type {Item, ThinkingItem} from '../../../core/model/item.js';
import {parseTimestamp} from '../../../core/model/select.js';
import {rendersAsUsual} from '../../base/render-item.js';
import type {Services} from '../../base/services.js';
import {hasPlot} from '../../ubik-tool/tool-facts.js';

/** As many tool calls in a row form a group. */
const groupSize = 4;

/** What a line of folded work counts. */
export interface WorkSummary {
  readonly steps: number;
  readonly tools: number;
  readonly failedTools: number;
  /** From the first start to the last end; `undefined` if the server reports no times. */
  readonly seconds: number | undefined;
}

/** Neighbouring items that are displayed together: one item, or a group of tool calls. */
export interface Segment {
  readonly items: readonly Item[];
  readonly isGroup: boolean;
  /** The ids of the items that it stands for. */
  readonly covers: readonly string[];
}

/** How much of the work of a finished run is hidden: nothing; all of it, without a line; all of it, behind a line. */
export type Fold = 'none' | 'flush' | 'line';

const joined = new WeakMap<Item, {readonly parts: readonly Item[]; readonly item: ThinkingItem}>();

/** Neighbouring reasoning as one item; the same object as long as its parts are. */
function join(parts: readonly ThinkingItem[]): ThinkingItem | undefined {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last || first === last) return last;
  const known = joined.get(last);
  if (known?.parts.every((part, at) => part === parts[at])) return known.item;
  const shown = parts.filter(({redacted}) => !redacted);
  const {startedAt} = first;
  const item: ThinkingItem = {
    ...last,
    id: first.id,
    text: shown.map(({text}) => text.trim()).join('\n\n'),
    redacted: shown.length === 0,
    ...(startedAt !== undefined && {startedAt}),
  };
  joined.set(last, {parts, item});
  return item;
}

const isThinking = (item: Item): item is ThinkingItem => item.kind === 'thinking';

/** The neighbours of one kind that are displayed as one row: reasoning is joined, of checkpoints the last one remains. */
function displayed(run: readonly Item[]): readonly Item[] {
  const last = run.at(-1);
  if (last?.kind === 'checkpoint') return [last];
  return last?.kind === 'thinking' ? [join(run.filter(isThinking)) ?? last] : run;
}

/** Divides the children of a message or a step into what is displayed together. */
export function segmentsOf(children: readonly Item[]): readonly Segment[] {
  const segments: Segment[] = [];
  for (let start = 0; start < children.length;) {
    const kind = children[start]?.kind;
    let end = start + 1;
    while (end < children.length && children[end]?.kind === kind) end += 1;
    const run = children.slice(start, end);
    const isGroup = kind === 'tool' && run.length >= groupSize;
    if (isGroup || kind === 'thinking' || kind === 'checkpoint') {
      segments.push({items: displayed(run), isGroup, covers: run.map(({id}) => id)});
    } else {
      for (const item of run) segments.push({items: [item], isGroup: false, covers: [item.id]});
    }
    start = end;
  }
  return segments;
}

/**
 * Whether a fold hides an item: tool calls, reasoning, checkpoints and answered questions. A tool call is a result instead
 * if it displays a chart or files, or if something else than the usual element renders it: a page, an app, a renderer of
 * the page. What a step displays depends on its children.
 */
export function isWork(item: Item, services: Services): boolean {
  if (item.kind === 'tool') return !hasPlot(item) && rendersAsUsual(item, services);
  if (item.kind === 'request') return item.status === 'done';
  return item.kind === 'thinking' || item.kind === 'checkpoint';
}

/** Whether a question, or a tool that asked one, waits for the user, also in a step inside. */
export const isUnanswered = ({status, children}: Item): boolean =>
  status === 'waiting' || (status === 'streaming' && children.some(isUnanswered));

/** The ids of the calls about which a question beside them asks. */
export const askedCalls = (children: readonly Item[]): ReadonlySet<string | undefined> =>
  new Set(
    children.flatMap(item =>
      item.kind === 'request' && item.status === 'waiting' ? [item.callId] : [],
    ),
  );

const hasText = (item: Item): boolean =>
  item.kind === 'text'
    ? item.text.trim() !== ''
    : item.kind === 'step' && item.children.some(hasText);

/**
 * Whether a fold leaves something of an item visible. A step is displayed for what the user reads in it: texts, results,
 * errors.
 */
export function isVisibleInFold(item: Item, services: Services): boolean {
  if (item.kind !== 'step') return !isWork(item, services);
  return item.children.some(child => {
    if (child.kind === 'text') return hasText(child);
    if (child.kind === 'source') return false;
    if (child.kind === 'data') return !rendersAsUsual(child, services);
    return isVisibleInFold(child, services);
  });
}

/**
 * How the work of a finished run is folded; not at all if the run has no answer. A single row needs no line that opens it:
 * one tool call, one group, one checkpoint. Of a single step without work, only the header is hidden.
 */
export function foldOf(children: readonly Item[], services: Services): Fold {
  if (!children.some(hasText)) return 'none';
  let [steps, rows] = [0, 0];
  const count = (level: readonly Item[]): void => {
    for (const {items} of segmentsOf(level)) {
      const [item] = items;
      if (item?.kind === 'step') {
        if (!item.single) steps += 1;
        count(item.children);
      } else if (items.some(each => isWork(each, services))) rows += 1;
    }
  };
  count(children);
  if (steps > 1 || rows > 1 || (steps === 1 && rows > 0)) return 'line';
  return steps > 0 ? 'flush' : 'none';
}

/** The steps of a run, and the items in them. */
function* itemsOf(children: readonly Item[]): Generator<Item> {
  for (const item of children) {
    yield item;
    if (item.kind === 'step') yield* itemsOf(item.children);
  }
}

/** Milliseconds since the epoch; an item without the time has none. */
function times(items: readonly Item[], field: 'startedAt' | 'endedAt'): readonly number[] {
  return items
    .map(item => parseTimestamp((item as Partial<Record<typeof field, string>>)[field] ?? ''))
    .filter(time => !Number.isNaN(time));
}

/** Counts the steps and tool calls of a run or a group. */
export function summarize(children: readonly Item[]): WorkSummary {
  const items = [...itemsOf(children)];
  const tools = items.filter(item => item.kind === 'tool');
  const span = Math.max(...times(items, 'endedAt')) - Math.min(...times(items, 'startedAt'));
  return {
    steps: items.filter(item => item.kind === 'step' && !item.single).length,
    tools: tools.length,
    failedTools: tools.filter(item => item.status === 'failed' && item.denied !== true).length,
    seconds: Number.isFinite(span) && span >= 0 ? span / 1000 : undefined,
  };
}
