import {emptyConversation, type Conversation} from '../model/item.js';
import {diffItems} from '../model/difference.js';
import type {Op} from '../model/op.js';
import {reduce} from '../model/reduce.js';
import {Timeline} from '../protocol/frames/timeline.js';
import type {Diagnostic} from '../protocol/diagnostics.js';
import type {Decoder, Protocol} from '../protocol/types.js';
import type {TimedFrame} from './frames.js';

/** Number of frames between two checkpoints. */
const CHECKPOINT_INTERVAL = 256;
/** Number of frames between two yields to the caller. */
const YIELD_INTERVAL = 32;

/** The conversation after a number of frames. */
interface StateSnapshot {
  readonly after: number;
  readonly state: Conversation;
}

/** A diagnostic, and the number of frames after which it was reported. */
export interface TimedDiagnostic {
  readonly after: number;
  readonly diagnostic: Diagnostic;
}

/**
 * The frames of a run, and the conversation after any number of them. It equals the result of folding these frames from
 * the beginning.
 *
 * The ops of each frame are stored, and a checkpoint of the conversation every few hundred frames. A state is computed
 * by applying the ops since the last checkpoint. A late frame changes the order of the frames before it, so their ops
 * are no longer valid; states after late frames are folded from the beginning of the connection. Long work is done in
 * generators that yield often, so that the caller can spread it over tasks.
 */
export class RunHistory {
  readonly #protocol: Protocol;
  readonly #run: string;
  readonly #frames: TimedFrame[] = [];
  /** The ops of each decoded frame; `undefined` for a late frame and all frames after it. */
  readonly #ops: (readonly Op[] | undefined)[] = [];
  readonly #diagnostics: TimedDiagnostic[] = [];
  readonly #checkpoints: StateSnapshot[] = [];
  /** The indices of the first frames of connections that replay the run. */
  readonly #starts: number[] = [];
  #timeline!: Timeline;
  #decoder!: Decoder;
  #silent = false;
  #lastState: StateSnapshot | undefined;

  constructor(protocol: Protocol, {run = 'message'}: {run?: string} = {}) {
    this.#protocol = protocol;
    this.#run = run;
    this.#begin();
  }

  /** The number of frames. */
  get length(): number {
    return this.#frames.length;
  }

  get frames(): readonly TimedFrame[] {
    return this.#frames;
  }

  /** The diagnostics in order of arrival, as far as the frames are decoded. */
  get diagnostics(): readonly TimedDiagnostic[] {
    return this.#diagnostics;
  }

  /** Appends a frame. It is decoded on demand. */
  append(frame: TimedFrame): void {
    this.#frames.push(frame);
  }

  /** The ops of a frame; `undefined` if it is not decoded yet, or if frames were reordered. */
  opsOf(frame: number): readonly Op[] | undefined {
    return this.#ops[frame];
  }

  /** Decodes all frames that are not decoded yet. */
  *read(): Generator<void, void, void> {
    while (this.#ops.length < this.#frames.length) {
      this.#readNext();
      const read = this.#ops.length;
      const {after} = this.#nearest(read);
      // A rebuild for each late frame would be quadratic.
      const stride = this.#timeline.isShuffled
        ? Math.max(CHECKPOINT_INTERVAL, (read - this.#start(read)) / 4)
        : CHECKPOINT_INTERVAL;
      if (read - after >= stride) yield* this.#addCheckpoint(read);
      if (read % YIELD_INTERVAL === 0) yield;
    }
  }

  /** The conversation after `count` frames. */
  *stateAfter(count: number): Generator<void, Conversation, void> {
    const after = Math.max(0, Math.min(count, this.#frames.length));
    yield* this.read();
    if (this.#lastState?.after === after) return this.#lastState.state;
    if (this.#timeline.isShuffled && after === this.#ops.length) yield* this.#addCheckpoint(after);
    const near = this.#nearest(after);
    const ops = this.#ops.slice(near.after, after);
    const state = ops.every(some => some !== undefined)
      ? reduce(near.state, ops.flat())
      : yield* this.#foldFromStart(after);
    this.#lastState = {after, state};
    return state;
  }

  /** The changes of a frame: its own ops, or the difference of the states before and after it if it arrived late. */
  *changesOf(frame: number): Generator<void, readonly Op[], void> {
    yield* this.read();
    const own = this.#ops[frame];
    if (own) return own;
    const before = yield* this.stateAfter(frame);
    const after = yield* this.stateAfter(frame + 1);
    return diffItems(before.children, after.children);
  }

  #readNext(): void {
    const at = this.#ops.length;
    const timed = this.#frames[at];
    if (!timed) return;
    if (timed.restarted && at > 0) {
      this.#begin();
      this.#starts.push(at);
    }
    const next = this.#timeline.accept(timed.frame);
    this.#ops.push(
      this.#timeline.isShuffled
        ? undefined
        : next
          ? this.#decoder.decode(next.frame, next.json)
          : [],
    );
  }

  /** Stores a checkpoint after the decoded frames. */
  *#addCheckpoint(read: number): Generator<void, void, void> {
    const {after, state: before} = this.#nearest(read);
    const ops = this.#ops.slice(after);
    const state = ops.every(some => some !== undefined)
      ? reduce(before, ops.flat())
      : yield* this.#fold(this.#timeline, (this.#decoder = this.#createDecoder()));
    this.#checkpoints.push({after: read, state});
  }

  #begin(): void {
    this.#timeline = new Timeline(this.#protocol, this.#report);
    this.#decoder = this.#createDecoder();
  }

  #createDecoder(report: (diagnostic: Diagnostic) => void = this.#report): Decoder {
    return this.#protocol.createDecoder({run: this.#run, report});
  }

  readonly #report = (diagnostic: Diagnostic): void => {
    const after = Math.min(this.#ops.length + 1, this.#frames.length);
    if (!this.#silent) this.#diagnostics.push({after, diagnostic});
  };

  /** The index of the first frame of the connection of frame `count - 1`. */
  #start(count: number): number {
    return this.#starts.findLast(start => start < count) ?? 0;
  }

  /** The last checkpoint of this connection at or before `count`. */
  #nearest(count: number): StateSnapshot {
    let low = 0;
    let high = this.#checkpoints.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#checkpoints[middle]?.after ?? 0) <= count) low = middle + 1;
      else high = middle;
    }
    const found = this.#checkpoints[low - 1];
    const start = this.#start(count);
    return found && found.after > start ? found : {after: start, state: emptyConversation};
  }

  *#foldFromStart(count: number): Generator<void, Conversation, void> {
    const silent = (): void => undefined;
    const timeline = new Timeline(this.#protocol, silent);
    for (let at = this.#start(count); at < count; at++) {
      const timed = this.#frames[at];
      if (timed) timeline.accept(timed.frame);
      if (at % YIELD_INTERVAL === 0) yield;
    }
    return yield* this.#fold(timeline, this.#createDecoder(silent));
  }

  /** Folds all frames of a timeline from the beginning. */
  *#fold(timeline: Timeline, decoder: Decoder): Generator<void, Conversation, void> {
    let state = emptyConversation;
    let ops: Op[] = [];
    let count = 0;
    for (const [frame, again] of timeline.sorted()) {
      this.#silent = again; // Diagnostics of a repeated frame were already reported.
      for (const op of decoder.decode(frame)) ops.push(op);
      if (++count % YIELD_INTERVAL !== 0) continue;
      state = reduce(state, ops);
      ops = [];
      this.#silent = false;
      yield;
    }
    this.#silent = false;
    return reduce(state, ops);
  }
}
