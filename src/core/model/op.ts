import type {ItemKinds, Kind, Status} from './item.js';

/** The fields that belong to a kind, all optional. */
export type Fields<K extends Kind = Kind> = K extends Kind
  ? Partial<Omit<ItemKinds[K], 'id' | 'kind' | 'status' | 'children'>>
  : never;

/** Creates an item under a parent (or in the conversation without a parent). If the item exists, only adds fields. */
export interface OpenOp<K extends Kind = Kind> {
  readonly op: 'open';
  readonly id: string;
  readonly parent?: string;
  readonly kind: K;
  readonly status?: Status;
  readonly fields?: Fields<K>;
}

/** Appends text to a field. The most frequent op. */
export interface AppendOp {
  readonly op: 'append';
  readonly id: string;
  readonly field: string;
  readonly text: string;
}

/** Sets fields; `undefined` removes a field. */
export interface AssignOp {
  readonly op: 'assign';
  readonly id: string;
  readonly status?: Status;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** How an item can end. */
export type FinalStatus = Exclude<Status, 'streaming' | 'waiting'>;

/** Closes an item. Its open descendants get the same status (`done` by default). */
export interface CloseOp {
  readonly op: 'close';
  readonly id: string;
  readonly status?: FinalStatus;
}

/** Removes the children of an item. Other ops then add new ones. */
export interface ClearOp {
  readonly op: 'clear';
  readonly id: string;
}

/** A change of the conversation, as decoders report it. */
export type Op = OpenOp | AppendOp | AssignOp | CloseOp | ClearOp;
