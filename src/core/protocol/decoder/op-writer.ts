import type {Status} from '../../model/item.js';
import type {Fields, FinalStatus, Op} from '../../model/op.js';

/** A list without ops, which is never changed. */
const none: Op[] = [];

/** Collects the ops of one run. */
export class OpWriter {
  readonly run: string;
  #ops: Op[] = none;

  constructor(run: string) {
    this.run = run;
  }

  /** Returns the ops since the last call. */
  take(): readonly Op[] {
    const ops = this.#ops;
    this.#ops = none;
    return ops;
  }

  add(op: Op): void {
    // Most events write one op. A list that is created with its element is smaller than one that grows.
    if (this.#ops.length === 0) this.#ops = [op];
    else this.#ops.push(op);
  }

  /** Opens the message that contains all items of the run. Another call only adds fields. */
  openMessage(fields: Fields<'message'>): void {
    this.add({op: 'open', id: this.run, kind: 'message', fields});
  }

  append(id: string, field: string, text: string | undefined): void {
    if (text) this.add({op: 'append', id, field, text});
  }

  assign(id: string, fields: Readonly<Record<string, unknown>>, status?: Status): void {
    this.add({op: 'assign', id, ...(status && {status}), fields});
  }

  close(id: string, status: FinalStatus = 'done'): void {
    this.add({op: 'close', id, status});
  }

  /** Removes all items of the message. */
  clear(): void {
    this.add({op: 'clear', id: this.run});
  }
}
