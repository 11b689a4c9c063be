import {keyOf} from '../../values.js';
import type {Messages} from './messages.js';
import type {ItemTree} from './item-tree.js';
import {callsOf, textOf, type AgMessage} from './record.js';
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
  const results = new Set<unknown>(received.flatMap(({toolCallId}) => toolCallId ?? []));
  const turn = hasSome(received, earlier)
    ? received
    : [...earlier.filter(({toolCallId}) => !results.has(toolCallId)), ...received];
  const kept = matchTexts(turn, before, tree, writer);
  messages.reset(merged(turn, before, writer));
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
  // A text that the snapshot lacks is removed only if another one replaces it.
  for (const {role, id} of addsText ? before : []) {
    const item = writer.itemOf('text', id);
    if (role === 'assistant' && !kept.has(item) && !writer.isOpen(item)) tree.remove(item);
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

/** Finds the items of texts that have another id in the snapshot. Returns the items of all texts that it contains. */
function matchTexts(
  turn: readonly AgMessage[],
  before: readonly AgMessage[],
  tree: ItemTree,
  writer: TurnWriter,
): ReadonlySet<string> {
  const kept = new Set<string>();
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
    kept.add(item);
  }
  return kept;
}

/** The messages of the snapshot, with those that it lacks: whole roles, other calls, and what is being written. */
function merged(
  turn: readonly AgMessage[],
  before: readonly AgMessage[],
  writer: TurnWriter,
): readonly AgMessage[] {
  const roles = new Set(turn.map(({role}) => role));
  const ids = new Set(turn.map(({id}) => id));
  const calls = new Set(turn.flatMap(callsOf).map(({id}) => id));
  const isOpen = ({role, id}: AgMessage): boolean =>
    role === 'assistant' && writer.isOpen(writer.itemOf('text', id));
  const lacking = before.filter(
    ({role, id, toolCallId}) => !ids.has(id) && !calls.has(keyOf(toolCallId)) && role !== 'user',
  );
  const isExtra = (message: AgMessage): boolean =>
    message.role === 'tool' ||
    !roles.has(message.role) ||
    callsOf(message).some(({id}) => !calls.has(id));
  return [
    ...lacking.filter(message => !isOpen(message) && isExtra(message)),
    ...turn,
    ...lacking.filter(isOpen),
  ];
}

export const kindOf = ({role}: AgMessage): 'text' | 'thinking' =>
  role === 'reasoning' ? 'thinking' : 'text';

/** Whether two texts are equal, or one is the beginning of the other. */
const isSame = (a: string, b: string): boolean => a !== '' && (a.startsWith(b) || b.startsWith(a));
