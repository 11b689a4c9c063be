import {changed, extent, isOver, messagesOf} from './messages.js';
import {openRequests, plainText, walk} from './select.js';
import {shareStructure} from './share.js';
import type {Conversation, Item, MessageItem} from './item.js';
import {jsonText} from '../json.js';

export interface Reconciled {
  readonly conversation: Conversation;
  /** Whether a stored message was shorter than the displayed one, or missing: the server may not have finished storing it. */
  readonly shorter: boolean;
}

interface ReconcileOptions {
  /** Whether messages that the server does not have keep their position although they have an id. */
  readonly keepsNamed?: boolean;
  /** The id of the displayed message that a stream writes. It is not changed. */
  readonly written?: string | undefined;
  /** The id of the displayed answer whose run has just ended. The server may not have stored it yet. */
  readonly ended?: string | undefined;
}

/**
 * Merges the stored messages into the displayed conversation. A message keeps its id and its identity, so that it is
 * not rendered again, and no displayed text gets shorter. Items that the server does not have keep their position;
 * messages with an id do so only with `keepsNamed`: otherwise, they are on another branch.
 */
export function reconcile(
  shown: Conversation,
  stored: readonly MessageItem[],
  {keepsNamed = false, written, ended}: ReconcileOptions = {},
): Reconciled {
  const all = messagesOf(shown);
  const left = new Set(all);
  let next = 0;
  let shorter = false;
  const children: Item[] = withFreeIds(stored).map((message, index, {length}) => {
    const known =
      all.find(each => left.has(each) && isNamed(each, message)) ??
      // The server has stored those behind the last one that was found in this order.
      partner(
        message,
        [...all.slice(next), ...all].filter(each => left.has(each) && !isUnsent(each)),
        {keepsNamed, ended: index === length - 1 ? ended : undefined},
      );
    if (!known) return {...message, messageId: message.messageId ?? message.id};
    left.delete(known);
    next = all.indexOf(known) + 1;
    if (known.id === written) return known;
    const merged = closedIfFollowed(known, merge(known, message), shown);
    shorter ||= lengthOf(message) < lengthOf(known);
    return merged;
  });
  shown.children.forEach((item, index) => {
    const previous = shown.children[index - 1];
    const isLeft = item.kind === 'message' && left.has(item);
    // If another answer follows, this one is on another branch.
    const isUnstored = isLeft && item.id === ended && !isAnswered(previous, children);
    shorter ||= isUnstored;
    if (isUnstored) children.push(item);
    const isKept =
      keepsNamed ||
      item.id === written ||
      (item.kind === 'message' && (item.messageId === undefined || isUnsent(item)));
    const ours = item.kind !== 'message' || (isLeft && isKept && !isUnstored);
    if (ours) insert(children, shown.children, index);
  });
  return {conversation: shareStructure(shown, {...shown, children}), shorter};
}

/** The stored messages of one id. */
interface SameId {
  readonly first: MessageItem;
  /** Their contents, from the second message on: most ids occur once, and texts can be long. */
  contents: Set<string> | undefined;
  /** The last number that was appended to the id. */
  last: number;
}

/**
 * Stored messages with different ids. The same message again is left out: pages of a list may overlap. A newer version of the
 * message before it takes its place: a store may append both. Another message with an id that is taken gets a free one: some
 * servers number the answers of each run from 1.
 */
function withFreeIds(stored: readonly MessageItem[]): MessageItem[] {
  const known = new Map<string, SameId>();
  const messages: MessageItem[] = [];
  for (const message of stored) {
    const {id, messageId = id} = message;
    const same = known.get(id);
    if (!same) {
      known.set(id, {first: message, contents: undefined, last: 1});
      messages.push(message);
      continue;
    }
    const contents = (same.contents ??= new Set([contentOf(same.first)]));
    const content = contentOf(message);
    if (contents.has(content)) continue;
    contents.add(content);
    const previous = messages.at(-1);
    if (previous && isNewer(message, previous)) {
      messages[messages.length - 1] = withId(message, previous.id, messageId);
      continue;
    }
    const free = nextFreeId(id, same, known);
    const other = withId(message, free, messageId);
    known.set(free, {first: other, contents: undefined, last: 1});
    messages.push(other);
  }
  return messages;
}

const contentOf = ({role, children}: MessageItem): string => `${role} ${jsonText(children) ?? ''}`;

/** Whether a message is the previous one with more text. */
const isNewer = (message: MessageItem, previous: MessageItem): boolean =>
  message.role === previous.role &&
  (previous.messageId ?? previous.id) === (message.messageId ?? message.id) &&
  comparedText(message).startsWith(comparedText(previous));

const withId = (message: MessageItem, id: string, messageId: string): MessageItem =>
  id === message.id
    ? message
    : {...message, id, messageId, children: renamed(message, message.id, id)};

function nextFreeId(id: string, same: SameId, known: ReadonlyMap<string, SameId>): string {
  do same.last += 1;
  while (known.has(`${id}_${same.last}`));
  return `${id}_${same.last}`;
}

/** Whether an answer follows an item. The server may store the user's answer to a question as a message of its own. */
function isAnswered(item: Item | undefined, items: readonly Item[]): boolean {
  const at = items.findIndex(({id}) => id === item?.id);
  return at >= 0 && items.slice(at + 1).some(isAnswer);
}

const isAnswer = (item: Item): boolean => item.kind === 'message' && item.role === 'assistant';

/** Adds the displayed item at an index to others: behind the one before it, or else before the next one that is there. */
function insert(others: Item[], shown: readonly Item[], index: number): void {
  const placeOf = (item: Item | undefined): number => others.findIndex(({id}) => id === item?.id);
  const before = placeOf(shown[index - 1]);
  const next = shown
    .slice(index + 1)
    .map(placeOf)
    .find(place => place >= 0);
  const place = before >= 0 ? before + 1 : (next ?? others.length);
  others.splice(place, 0, ...shown.slice(index, index + 1));
}

/** Whether a message of the user waits until its request is sent. */
const isUnsent = ({role, status}: MessageItem): boolean =>
  role === 'user' && status === 'streaming';

const isNamed = ({role, id, messageId = id}: MessageItem, stored: MessageItem): boolean =>
  role === stored.role &&
  [stored.id, stored.messageId].some(wanted => wanted === id || wanted === messageId);

/**
 * The displayed message for a stored one whose id is not displayed: the first of the same role that has no server id yet. The
 * server may store an answer under another id than it was sent with: with `keepsNamed`, one with the same text, and that of
 * a run that has just ended, if the one text begins with the other.
 */
const partner = (
  stored: MessageItem,
  candidates: readonly MessageItem[],
  {keepsNamed, ended}: ReconcileOptions,
): MessageItem | undefined =>
  candidates.find(
    message =>
      message.messageId === undefined &&
      message.role === stored.role &&
      (message.role === 'assistant'
        ? message.status !== 'failed' || message.children.some(({kind}) => kind !== 'error')
        : sameText(message, stored)),
  ) ??
  (keepsNamed
    ? candidates.find(message => message.role === stored.role && sameText(message, stored))
    : undefined) ??
  candidates.find(message => message.id === ended && isPartOfSame(message, stored));

/** Merges a stored message into the displayed one. The stored text wins unless it is shorter. */
function merge(shown: MessageItem, stored: MessageItem): MessageItem {
  const {id, status, children} = shown;
  const fields = {...shown, ...stored, id, messageId: stored.messageId ?? stored.id};
  // With the same text, an answer that was interrupted only for this page may be complete on the server, and one that was
  // being written may have come to a question, or may have more results.
  const isMore = stored.status === 'waiting' || extent(stored) > extent(shown);
  const isPart = status === 'streaming' || status === 'stopped';
  const isBehind = status === 'interrupted' || (isPart && isMore);
  const same = !isBehind && sameText(shown, stored);
  const known = renamed(stored, stored.id, id);
  const asked = isAnsweredSince(shown, known);
  const isEmpty = stored.children.length === 0;
  if (asked || isEmpty || same || lengthOf(stored) < lengthOf(shown)) {
    const protocolData = shown.protocolData ?? stored.protocolData;
    const record = protocolData === undefined ? {} : {protocolData};
    const end = asked ? status : settled(shown, stored);
    return withEndedItems({...fields, ...record, status: end, children});
  }
  // The server does not store that a run was stopped.
  const end = status === 'stopped' ? status : stored.status;
  const items = enriched(children, known);
  const merged = {...fields, status: stored.status, children: items};
  return end === 'stopped'
    ? {...changed(merged, [{op: 'close', id, status: end}]), status: end}
    : merged;
}

/**
 * A merged message whose stored part was being written. If it was over and another message follows, nothing writes it any
 * more: the server has not stored that one yet.
 */
function closedIfFollowed(
  known: MessageItem,
  merged: MessageItem,
  shown: Conversation,
): MessageItem {
  const isFollowed = messagesOf(shown).at(-1) !== known;
  if (!isFollowed || !isOver(known) || isOver(merged)) return merged;
  return changed(merged, [{op: 'close', id: merged.id, status: 'interrupted'}]);
}

/**
 * Ends what a stream was writing in a message that is over on the server: the stream was lost before its last frames. Calls
 * that the page runs go on, and what waits for the page or the user still does.
 */
function withEndedItems(message: MessageItem): MessageItem {
  const {status} = message;
  if (status === 'streaming' || status === 'waiting') return message;
  const open = [...walk(message)].filter(
    item => item.status === 'streaming' && !(item.kind === 'tool' && item.runsIn === 'page'),
  );
  return changed(
    message,
    open.map(({id}) => ({op: 'assign', id, status, fields: {}})),
  );
}

/** Whether stored items ask what the user has answered since. */
function isAnsweredSince(shown: MessageItem, stored: readonly Item[]): boolean {
  const open = openRequests({children: stored});
  const answered = [...walk(shown)].filter(item => item.kind === 'request' && item.answer);
  return open.length > 0 && open.every(({id}) => answered.some(each => each.id === id));
}

/** The status after merging: a message that was in progress gets the stored one, unless that is for a question it lacks. */
function settled(shown: MessageItem, stored: MessageItem): MessageItem['status'] {
  const {status, children} = shown;
  const waits = children.flatMap(child => [...walk(child)]).some(item => item.status === 'waiting');
  const isOpen = status === 'waiting' || (status === 'streaming' && (waits || isOver(stored)));
  return isOpen ? stored.status : status;
}

/** Adds the data that only the stream contained, and questions that were answered in it, to stored items. */
function enriched(shown: readonly Item[], stored: readonly Item[]): Item[] {
  return withAnswered(
    stored.map(child => enrich(shown, child)),
    shown,
  );
}

/** Items with the answered questions that they lack: not every protocol stores or repeats them. */
export function withAnswered(some: readonly Item[], shown: readonly Item[]): Item[] {
  const items = [...some];
  shown.forEach((child, index) => {
    const isAnswered = child.kind === 'request' && child.answer !== undefined;
    const isMissing = items.every(({id}) => id !== child.id);
    if (isAnswered && isMissing) insert(items, shown, index);
  });
  return items;
}

/** Adds the data that only the stream contained (logs, phases and times) to a stored item. */
function enrich(shown: readonly Item[], stored: Item): Item {
  const live = shown.find(({id, kind}) => id === stored.id && kind === stored.kind);
  if (!live) return stored;
  const items = Object.entries(stored).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...live,
    ...Object.fromEntries(items),
    children: enriched(live.children, stored.children),
  };
}

/**
 * The children of a message with ids that begin with the displayed id of the message, and what refers to them: the call of a
 * question, and the sources of citations.
 */
function renamed({children}: Item, from: string, to: string): Item[] {
  const rename = (id: string): string => (id.startsWith(from) ? to + id.slice(from.length) : id);
  return children.map(child => ({
    ...child,
    id: rename(child.id),
    ...(child.kind === 'request' && child.callId !== undefined && {callId: rename(child.callId)}),
    ...(child.kind === 'text' &&
      child.marks && {marks: child.marks.map(mark => ({...mark, source: rename(mark.source)}))}),
    children: renamed(child, from, to),
  }));
}

const comparedText = (message: MessageItem): string =>
  plainText(message).replace(/\s+/g, ' ').trim();
const sameText = (a: MessageItem, b: MessageItem): boolean => comparedText(a) === comparedText(b);
/** Whether one of two answers may be the beginning of the other. */
function isPartOfSame(a: MessageItem, b: MessageItem): boolean {
  const [one, other] = [comparedText(a), comparedText(b)];
  const isBeginning = one.startsWith(other) || other.startsWith(one);
  return a.role === b.role && one !== '' && other !== '' && isBeginning;
}
const lengthOf = (message: MessageItem): number => comparedText(message).length;

/**
 * What is displayed after a replay. One that failed before it had what was displayed adds only its errors: nothing that
 * the user could read disappears.
 */
export function afterReplay(shown: Item | undefined, replayed: Item): Item {
  if (shown?.kind !== 'message' || replayed.kind !== 'message') return replayed;
  if (replayed.status !== 'failed' || extent(replayed) >= extent(shown)) return replayed;
  const closed = changed(shown, [{op: 'close', id: shown.id, status: 'failed'}]);
  const errors = replayed.children.filter(({kind}) => kind === 'error');
  return {...closed, status: 'failed', children: [...closed.children, ...errors]};
}
