import assert from 'node:assert/strict';
import {
  EventLog,
  type DecoderContext,
  type Frame,
  type Item,
  type ItemKinds,
  type Kind,
  type MessageItem,
  type Protocol,
} from '../../../src/core/index.js';
import {walk} from '../../../src/core/model/select.js';
import type {Diagnostic} from '../../../src/core/protocol/diagnostics.js';

/** The message that a stream results in, and the diagnostics that were reported. */
export interface FoldedMessage {
  readonly message: MessageItem;
  readonly reports: readonly Diagnostic[];
  /** The codes of `reports`, in order. */
  readonly codes: readonly string[];
}

/** How a stream has ended. */
export type Ending = 'lost' | 'stopped' | 'open';

type Parent = Readonly<Pick<Item, 'children'>>;

/** The message of a stream of a protocol after these frames. */
export function foldLog(
  protocol: Protocol,
  frames: Iterable<Frame>,
  end: Ending,
  context: Partial<DecoderContext> = {},
): FoldedMessage {
  const reports: Diagnostic[] = [];
  const report = (found: Diagnostic): void => void reports.push(found);
  const log = new EventLog(protocol, {run: 'run', ...context, report});
  for (const frame of frames) log.accept(frame);
  if (end !== 'open') log.end(end);
  return foldedMessage(log.flush(log.start), reports);
}

/** The only message of a conversation. */
export function foldedMessage(
  {children: [message]}: Parent,
  reports: readonly Diagnostic[],
): FoldedMessage {
  assert.ok(message?.kind === 'message');
  return {message, reports, codes: reports.map(({code}) => code)};
}

/** All items of a kind, in reading order. */
export const every = <K extends Kind>(top: Parent, kind: K): readonly ItemKinds[K][] =>
  [...walk(top)].filter((item): item is ItemKinds[K] => item.kind === kind);

/** The only item of a kind. */
export function only<K extends Kind>(top: Parent, kind: K): ItemKinds[K] {
  const [item, ...more] = every(top, kind);
  assert.ok(item, `there is a ${kind}`);
  assert.equal(more.length, 0, `there is one ${kind}`);
  return item;
}

/** The texts of the items of a message, without those in steps and calls. */
export const textsOf = ({children}: Parent): readonly string[] =>
  children.flatMap(item => (item.kind === 'text' ? [item.text] : []));

/** The kinds and statuses of the items of a message, without those in steps and calls. */
export const statusesOf = ({children}: Parent): readonly string[] =>
  children.map(({kind, status}) => `${kind} ${status}`);

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
    case 'notice':
      return item.code;
    default:
      return item.id;
  }
}

/** The items below, a line each: indented by their depth, with kind, status and text. */
export const outline = ({children}: Parent, depth = 0): string[] =>
  children.flatMap(item => [
    `${'  '.repeat(depth)}${item.kind} ${item.status}: ${words(item)}`,
    ...outline(item, depth + 1),
  ]);
