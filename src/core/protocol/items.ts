import {OpWriter} from './op-writer.js';
import type {Item, Kind, MessageItem, Status, TextItem} from '../model/item.js';
import type {Fields, FinalStatus} from '../model/op.js';

/**
 * How an answer ends whose stream has ended without a final event.
 *
 * @param asks Whether all that is missing is the answer to a question. That needs no final event, because another stream
 *   continues after it.
 */
export function statusWithoutEnd(reason: 'lost' | 'stopped', asks: boolean): FinalStatus {
  if (reason === 'stopped') return 'stopped';
  return asks ? 'done' : 'interrupted';
}

/** Whether an item is a part of the answer itself. */
export const isPart = ({kind}: Item): boolean => !['notice', 'error', 'source'].includes(kind);

/**
 * The text at the end of an answer that was cut inside of it, by the end of its stream or for this reason. A
 * stream that continues the answer appends to this text, without a break.
 */
export function cutTextOf(
  {children, stopReason}: Pick<MessageItem, 'children' | 'stopReason'>,
  reason: string,
): TextItem | undefined {
  const last = children.findLast(isPart);
  const isCut = stopReason === reason || last?.status === 'interrupted';
  return last?.kind === 'text' && isCut ? last : undefined;
}

/** The title of a call of another server's tool, such as one over MCP; `undefined` without such a server. */
export const titleOnServer = (server: string | undefined, tool: string): string | undefined =>
  server === undefined ? undefined : `${server}: ${tool}`;

/** The notice that offers to continue an answer, while it is open. */
export const openNoticeOf = ({children}: Pick<MessageItem, 'children'>): Item | undefined =>
  children.findLast(({kind, status}) => kind === 'notice' && status === 'waiting');

/** Writes the items of a run as ops, with ids that are the same in a replay. */
export class Items extends OpWriter {
  #count: number;

  /** `count`: how many items the message has already, if it is continued. */
  constructor(run: string, count = 0) {
    super(run);
    this.#count = count;
  }

  /** Opens an item under the message of the run. Returns its id. */
  open<K extends Kind>(kind: K, fields: Fields<K>, status?: Status): string {
    return this.openAs(`${this.run}.${++this.#count}`, kind, fields, status);
  }

  /** Opens an item with an id of the caller. Returns the id. */
  openAs<K extends Kind>(id: string, kind: K, fields: Fields<K>, status?: Status): string {
    this.add({op: 'open', id, parent: this.run, kind, ...(status && {status}), fields});
    return id;
  }

  /**
   * Opens the message of the run, or opens it again: it then keeps its fields, without the reason for which an earlier stream
   * has ended.
   */
  override openMessage(fields: Fields<'message'>): void {
    const kept = {stopReason: undefined, ...fields};
    this.add({op: 'open', id: this.run, kind: 'message', fields: kept});
  }
}
