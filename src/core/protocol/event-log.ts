import {emptyConversation, type Conversation, type Item} from '../model/item.js';
import type {Op} from '../model/op.js';
import {reduce} from '../model/reduce.js';
import {share} from '../model/share.js';
import type {Frame} from '../sse/frame.js';
import {DeltaBuffer} from './delta-buffer.js';
import type {Decoder, DecoderContext, Protocol} from './types.js';

/**
 * The frames of one run in their true order, and what they make of the conversation.
 *
 * A frame in order is decoded at once and its ops wait for the next flush. A frame out of order marks the log, and the
 * next flush folds the log anew: one rebuild a flush, however many frames came late. Equal items keep their identity.
 */
export class EventLog {
  readonly #protocol: Protocol;
  readonly #context: DecoderContext;
  readonly #buffer: DeltaBuffer | undefined;
  /** In order of arrival, and beside each what it is sorted by: two lists take half the memory of one of pairs. */
  #frames: Frame[] = [];
  #keys: number[] = [];
  /** How many of them were decoded: what is odd about those has been reported. */
  #told = 0;
  readonly #seen = new Set<string>();
  readonly #roots = new Set<string>();
  #decoder: Decoder;
  #waiting: Op[] = [];
  #begun = false;
  /** The greatest time so far. */
  #latest = -Infinity;
  /** The greatest key so far: no time, where something came that belongs at the end. */
  #greatest = -Infinity;
  #shuffled = false;
  #silent = false;
  #ended: 'lost' | 'stopped' | undefined;

  constructor(protocol: Protocol, context: DecoderContext) {
    this.#protocol = protocol;
    this.#context = {
      run: context.run,
      report: diagnostic => {
        if (!this.#silent) context.report(diagnostic);
      },
    };
    this.#buffer = protocol.split && new DeltaBuffer(protocol.split, context.report);
    this.#decoder = protocol.createDecoder(this.#context);
  }

  /** Takes the next frame that arrived. */
  accept(frame: Frame): void {
    const whole = this.#buffer ? this.#buffer.accept(frame) : frame;
    if (!whole) return;
    const {begins, identity, order} = this.#protocol;
    if (begins?.(whole)) this.#begin();
    const name = identity?.(whole);
    if (name !== undefined) {
      if (this.#seen.has(name)) return;
      this.#seen.add(name);
    }
    if (order ?? begins) this.#place(whole, order?.(whole));
    if (this.#shuffled) return;
    this.#told = this.#frames.length;
    this.#queue(this.#decoder.decode(whole));
  }

  /** The stream is over without a frame that said so. */
  end(reason: 'lost' | 'stopped'): void {
    this.#ended = reason;
    this.#buffer?.reset();
    if (!this.#shuffled) this.#queue(this.#decoder.end(reason));
  }

  /** Folds what has come since the last flush into the conversation, and touches nothing beside this run. */
  flush(conversation: Conversation): Conversation {
    if (this.#shuffled) return this.#rebuild(conversation);
    const ops = this.#waiting;
    this.#waiting = [];
    const next = reduce(conversation, ops);
    // What was told anew is often the same as before.
    return ops.some(({op}) => op === 'clear') ? share(conversation, next) : next;
  }

  /** The first time it is only the beginning; after that a replay, of which nothing may count twice. */
  #begin(): void {
    if (this.#begun) {
      this.#frames = [];
      this.#keys = [];
      this.#told = 0;
      this.#seen.clear();
      this.#buffer?.reset();
      this.#latest = this.#greatest = -Infinity;
      this.#shuffled = true; // what is shown stays until the next flush
    }
    this.#begun = true;
  }

  #place(frame: Frame, time: number | undefined): void {
    const key = time ?? this.#latest; // no time: it stays where it arrived
    if (key < Infinity) this.#latest = Math.max(this.#latest, key);
    if (key < this.#greatest) this.#shuffled = true;
    else this.#greatest = key;
    this.#frames.push(frame);
    this.#keys.push(key);
  }

  #queue(ops: readonly Op[]): void {
    for (const op of ops) {
      if (op.op === 'open' && op.parent === undefined) this.#roots.add(op.id);
      this.#waiting.push(op);
    }
  }

  #rebuild(conversation: Conversation): Conversation {
    this.#decoder = this.#protocol.createDecoder(this.#context);
    this.#waiting = [];
    const before = new Set(this.#roots);
    for (const [frame, place] of this.#sorted()) {
      this.#silent = place < this.#told;
      this.#queue(this.#decoder.decode(frame));
    }
    this.#silent = false;
    this.#told = this.#frames.length;
    if (this.#ended) this.#queue(this.#decoder.end(this.#ended));
    const fresh = reduce(emptyConversation, this.#waiting);
    this.#waiting = [];
    this.#shuffled = false;
    const run = fresh.children;
    const first = conversation.children.findIndex(({id}) => before.has(id));
    const rest = conversation.children.filter(({id}) => !this.#roots.has(id));
    const at = first === -1 ? rest.length : first;
    const children: Item[] = [...rest.slice(0, at), ...run, ...rest.slice(at)];
    return share(conversation, {...conversation, children});
  }

  /** The frames in their true order, each with its place in the order of arrival, which decides between equal ones. */
  #sorted(): readonly (readonly [Frame, number])[] {
    const pairs = this.#frames.map((frame, place) => [frame, place] as const);
    return pairs.sort(([, a], [, b]) => this.#compare(a, b));
  }

  #compare(a: number, b: number): number {
    const first = this.#keys[a] ?? 0;
    const second = this.#keys[b] ?? 0;
    return first < second ? -1 : first > second ? 1 : a - b;
  }
}
