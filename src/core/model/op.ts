import type {ItemKinds, Kind, Status} from './item.js';

/** The fields of a kind that are its own, all optional. */
export type Fields<K extends Kind = Kind> = K extends Kind
  ? Partial<Omit<ItemKinds[K], 'id' | 'kind' | 'status' | 'children'>>
  : never;

/** This item exists under this parent (none: the conversation). Opening an open item only adds fields. */
export interface OpenOp<K extends Kind = Kind> {
  readonly op: 'open';
  readonly id: string;
  readonly parent?: string;
  readonly kind: K;
  readonly status?: Status;
  readonly fields?: Fields<K>;
}

/** This much more of this field: the only hot op. */
export interface AppendOp {
  readonly op: 'append';
  readonly id: string;
  readonly field: string;
  readonly text: string;
}

/** These fields are now so; `undefined` removes one. */
export interface AssignOp {
  readonly op: 'assign';
  readonly id: string;
  readonly status?: Status;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Ends the stream. Closes what is still open below with the same status (`done` if absent). */
export interface CloseOp {
  readonly op: 'close';
  readonly id: string;
  readonly status?: Exclude<Status, 'streaming' | 'waiting'>;
}

/** Forget the children: a replacement is `clear` and ordinary ops. */
export interface ClearOp {
  readonly op: 'clear';
  readonly id: string;
}

/** The interface between every protocol and the model. */
export type Op = OpenOp | AppendOp | AssignOp | CloseOp | ClearOp;
