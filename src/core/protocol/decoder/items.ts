import {OpWriter} from './op-writer.js';
import type {Kind, Status} from '../../model/item.js';
import type {Fields} from '../../model/op.js';

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
