import {fieldsOf} from '../../model/field.js';
import type {Kind, MessageItem, Status} from '../../model/item.js';
import type {Fields, FinalStatus, Op} from '../../model/op.js';
import {OpWriter} from '../decoder/op-writer.js';
import {walk} from '../../model/select.js';
import {isOpen} from '../../model/status.js';

interface Node {
  readonly id: string;
  readonly kind: Kind;
  readonly parent: string;
  readonly fields: Record<string, unknown>;
  status: Status;
}

export interface Opening {
  readonly status?: Status;
  /** Id of the parent. Without it, the message of the run. */
  readonly parent?: string | undefined;
  /** Id of the item that it follows, or an unknown id for the first place. Without it, the item is the last one. */
  readonly after?: string | undefined;
}

/**
 * Writes the items of a run as ops, and keeps a copy of them. Ops can only add an item at the end, so an item that is put
 * between others, or removed, needs the copy: `rewrite` removes all items and opens them again in their order.
 */
export class ItemTree extends OpWriter {
  /** All items except the message itself; parents are before their children. */
  #nodes: Node[] = [];
  readonly #byId = new Map<string, Node>();
  #isStale = false;

  /** @param message The message that the run continues. */
  constructor(run: string, message?: MessageItem) {
    super(run);
    if (!message) return;
    const parents = new Map<string, string>();
    for (const item of walk(message)) {
      const {id, kind, status} = item;
      for (const child of item.children) parents.set(child.id, id);
      const parent = parents.get(id) ?? message.id;
      this.#nodes.push({id, kind, parent, fields: Object.fromEntries(fieldsOf(item)), status});
    }
    for (const node of this.#nodes) this.#byId.set(node.id, node);
  }

  /** The number of items. */
  get size(): number {
    return this.#nodes.length;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  find(id: string): Readonly<Node> | undefined {
    return this.#byId.get(id);
  }

  /** The fields of each item of a kind. */
  fieldsOf(kind: Kind): readonly Readonly<Record<string, unknown>>[] {
    return this.#nodes.filter(node => node.kind === kind).map(({fields}) => fields);
  }

  /** A field of an item, if it is text. */
  textOf(id: string, field = 'text'): string {
    const value = this.#byId.get(id)?.fields[field];
    return typeof value === 'string' ? value : '';
  }

  /** Changes the message of the run. */
  assignMessage(fields: Readonly<Record<string, unknown>>, status?: Status): void {
    super.assign(this.run, fields, status);
  }

  closeMessage(status: FinalStatus): void {
    for (const node of this.#nodes) if (isOpen(node.status)) node.status = status;
    this.close(this.run, status);
    // A message that was closed before keeps its status otherwise.
    this.assignMessage({}, status);
  }

  /** Opens an item. If there is one with the id, only adds fields. Returns the id. */
  open<K extends Kind>(
    id: string,
    kind: K,
    fields: Fields<K>,
    {status = 'streaming', parent = this.run, after}: Opening = {},
  ): string {
    if (this.#byId.has(id)) {
      this.assign(id, {...fields});
      return id;
    }
    const node: Node = {id, kind, parent, fields: {...fields}, status};
    const place =
      after === undefined ? this.#nodes.length : this.#nodes.findIndex(one => one.id === after) + 1;
    this.#byId.set(id, node);
    this.#nodes.splice(place, 0, node);
    if (place < this.#nodes.length - 1) this.#isStale = true;
    else this.add(opOf(node));
    return id;
  }

  override append(id: string, field: string, text: string | undefined): void {
    const node = this.#byId.get(id);
    if (!node || text === undefined || text === '') return;
    node.fields[field] = this.textOf(id, field) + text;
    super.append(id, field, text);
  }

  override assign(id: string, fields: Readonly<Record<string, unknown>>, status?: Status): void {
    const node = this.#byId.get(id);
    if (!node) return;
    Object.assign(node.fields, fields);
    if (status) node.status = status;
    super.assign(id, fields, status);
  }

  /** Ends an item, unless it has ended. Its children are not changed. */
  end(id: string, status: FinalStatus = 'done'): void {
    if (isOpen(this.#byId.get(id)?.status)) this.assign(id, {}, status);
  }

  /** Ends all items that are being written. */
  settle(): void {
    for (const {id, status} of this.#nodes) if (status === 'streaming') this.assign(id, {}, 'done');
  }

  /** Removes an item without children. */
  remove(id: string): void {
    if (!this.#byId.delete(id)) return;
    this.#nodes = this.#nodes.filter(node => node.id !== id);
    this.#isStale = true;
  }

  /** Writes all items again, if an item was removed or put between others. */
  rewrite(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    super.clear();
    for (const node of this.#nodes) this.add(opOf(node));
  }

  /** Removes all items. */
  override clear(): void {
    this.#nodes = [];
    this.#byId.clear();
    super.clear();
  }
}

const opOf = ({id, kind, parent, fields, status}: Node): Op => ({
  op: 'open',
  id,
  parent,
  kind,
  status,
  fields: {...fields},
});
