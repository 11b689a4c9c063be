import type {Kind, Status} from '../../model/item.js';
import type {CloseOp, Fields, Op} from '../../model/op.js';

/** How something ends. */
export type FinalStatus = NonNullable<CloseOp['status']>;

/** Writes the items of a run as ops, and names them so that a replay gives the same names. */
export class Items {
  readonly #run: string;
  #ops: Op[] = [];
  #count = 0;

  constructor(run: string) {
    this.#run = run;
  }

  /** What was written since this was last asked. */
  take(): readonly Op[] {
    const ops = this.#ops;
    this.#ops = [];
    return ops;
  }

  /** Opens an item under the message of the run; gives its id. */
  open<K extends Kind>(kind: K, fields: Fields<K>, status?: Status): string {
    const id = `${this.#run}.${++this.#count}`;
    this.#ops.push({op: 'open', id, parent: this.#run, kind, ...(status && {status}), fields});
    return id;
  }

  append(id: string, field: string, text: string | undefined): void {
    if (text) this.#ops.push({op: 'append', id, field, text});
  }

  assign(id: string, fields: Readonly<Record<string, unknown>>, status?: Status): void {
    this.#ops.push({op: 'assign', id, ...(status && {status}), fields});
  }

  close(id: string, status: FinalStatus = 'done'): void {
    this.#ops.push({op: 'close', id, status});
  }

  /** The message of the run itself; opened again it only gains fields. */
  openMessage(fields: Fields<'message'>): void {
    this.#ops.push({op: 'open', id: this.#run, kind: 'message', fields});
  }
}
