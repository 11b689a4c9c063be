import {keyOf} from '../../values.js';
import type {Messages} from './messages.js';
import type {ItemTree} from './item-tree.js';
import {callsOf, textOf, type AgCall, type AgMessage} from './record.js';
import type {TurnWriter} from './turn-writer.js';

/**
 * Applies a snapshot of the conversation to an answer. Servers often send it with other ids and in another order than
 * what was streamed, so its messages are matched by their ids, then by the ids of calls, then by equal texts. What
 * matches stays where it is, with the id and the text of the snapshot; what is new is put where the snapshot has it. Only
 * the messages after the last one of the user belong to the answer. A snapshot of the last run alone follows what the answer
 * has of earlier runs.
 */
export function applySnapshot(
  all: readonly AgMessage[],
  messages: Messages,
  tree: ItemTree,
  writer: TurnWriter,
): void {
  const received = all.slice(all.findLastIndex(({role}) => role === 'user') + 1);
  if (received.length === 0) return;
  const before = messages.list;
  const earlier = before.filter(({id}) => writer.isEarlier(id));
  const turn = hasSome(received, earlier) ? received : [...earlier, ...received];
  const kept = matchTexts(turn, before, tree, writer);
  messages.reset(merged(turn, before, kept, writer));
  // Those of the snapshot replace them below.
  for (const message of before)
    if (message.role === 'tool') messages.setResult(keyOf(message['toolCallId']), message);
  // An unknown id is the first place; without anything displayed, each item is simply the last one.
  let place = tree.size > 0 ? '' : undefined;
  let addsText = false;
  for (const message of turn) {
    for (const {item, isNew} of writer.show(message, () => place)) {
      if (place !== undefined) place = item;
      addsText ||= isNew && message.role === 'assistant' && textOf(message) !== '';
    }
  }
  for (const message of received) if (message.role === 'tool') writer.setResult(message);
  const said = turn.filter(({role}) => role === 'assistant').map(textOf);
  // A text that the snapshot lacks is removed only if another one replaces it, or has it: servers join texts.
  for (const message of before) {
    const item = writer.itemOf('text', message.id);
    const isElsewhere = addsText || said.some(text => text.includes(textOf(message)));
    const isLeft = message.role === 'assistant' && !kept.has(item) && !writer.isOpen(item);
    if (isLeft && isElsewhere) tree.remove(item);
  }
  tree.rewrite();
}

/** Whether a snapshot has one of these messages, or a call or the text of one. A result may be what its run began with. */
const hasSome = (snapshot: readonly AgMessage[], messages: readonly AgMessage[]): boolean =>
  messages.some(message => {
    const calls = new Set(callsOf(message).map(({id}) => id));
    return snapshot.some(
      one =>
        one.role === message.role &&
        one.role !== 'tool' &&
        (one.id === message.id ||
          callsOf(one).some(({id}) => calls.has(id)) ||
          (textOf(one) !== '' && isSame(textOf(message), textOf(one)))),
    );
  });

/** Finds the items of texts that have another id in the snapshot. Returns the ids of its messages by the items of their texts. */
function matchTexts(
  turn: readonly AgMessage[],
  before: readonly AgMessage[],
  tree: ItemTree,
  writer: TurnWriter,
): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  const ids = new Set(turn.map(({id}) => id));
  for (const message of turn) {
    const text = textOf(message);
    const kind = kindOf(message);
    const same =
      tree.has(writer.itemOf(kind, message.id)) || text === ''
        ? message
        : before.find(one => {
            const item = writer.itemOf(kind, one.id);
            const isFree = one.role === message.role && !ids.has(one.id) && !kept.has(item);
            return isFree && tree.has(item) && isSame(textOf(one), text);
          });
    const item = writer.itemOf(kind, (same ?? message).id);
    if (same && same !== message) writer.alias(kind, message.id, item);
    kept.set(item, message.id);
  }
  return kept;
}

/**
 * The messages of the snapshot without results, and what it lacks: whole roles, calls, and what is being written. A call
 * is never lost, because its result would then be refused: it stays in the message that stands for its own, if there is one.
 */
function merged(
  turn: readonly AgMessage[],
  before: readonly AgMessage[],
  kept: ReadonlyMap<string, string>,
  writer: TurnWriter,
): readonly AgMessage[] {
  const roles = new Set(turn.map(({role}) => role));
  const calls = new Set(turn.flatMap(callsOf).map(({id}) => id));
  const isOpen = ({role, id}: AgMessage): boolean =>
    role === 'assistant' && writer.isOpen(writer.itemOf('text', id));
  const lacking: AgMessage[] = [];
  const given = new Map<string, readonly AgCall[]>();
  for (const message of before.filter(isSaid)) {
    const holder = kept.get(writer.itemOf(kindOf(message), message.id));
    const own = callsOf(message).filter(({id}) => !calls.has(id));
    if (holder === undefined || (holder !== message.id && isOpen(message)))
      lacking.push(withCalls(message, own));
    else given.set(holder, [...(given.get(holder) ?? []), ...own]);
  }
  const isExtra = (message: AgMessage): boolean =>
    !roles.has(message.role) || callsOf(message).length > 0;
  return [
    ...lacking.filter(message => !isOpen(message) && isExtra(message)),
    ...turn
      .filter(({role}) => role !== 'tool')
      .map(message =>
        message.role === 'assistant'
          ? withCalls(message, [...callsOf(message), ...(given.get(message.id) ?? [])])
          : message,
      ),
    ...lacking.filter(isOpen),
  ];
}

/** Whether a message is neither of the user nor a result. */
const isSaid = ({role}: AgMessage): boolean => role !== 'user' && role !== 'tool';

/** A message with these calls instead of its own. */
const withCalls = (message: AgMessage, toolCalls: readonly AgCall[]): AgMessage =>
  callsOf(message).length + toolCalls.length > 0 ? {...message, toolCalls} : message;

export const kindOf = ({role}: AgMessage): 'text' | 'thinking' =>
  role === 'reasoning' ? 'thinking' : 'text';

/** Whether two texts are equal, or one is the beginning of the other. */
const isSame = (a: string, b: string): boolean => a !== '' && (a.startsWith(b) || b.startsWith(a));
