import {emptyConversation, type Conversation, type Item} from '../../model/item.js';
import type {Op} from '../../model/op.js';
import {reduce} from '../../model/reduce.js';
import {shareStructure} from '../../model/share.js';
import type {Frame} from '../../sse/frame.js';
import {Timeline} from './timeline.js';
import type {Decoder, DecoderContext, Protocol, Restore} from '../types.js';

/** The state of a run after a number of frames. */
interface SavedState {
  readonly count: number;
  readonly restore: Restore;
  /** The items of the run. */
  readonly run: Conversation;
}

/** Minimum number of frames between two saved states: saving a state costs as much as decoding some frames. */
const MIN_DISTANCE = 16;

/**
 * Folds the frames of one run into the conversation.
 *
 * A frame in order is decoded at once; its ops are applied by the next flush. A frame out of order marks the log, and the
 * next flush rebuilds the run from the last state before that frame: one rebuild per flush, however many frames came late.
 * Equal items keep their identity.
 */
export class EventLog {
  readonly #protocol: Protocol;
  readonly #context: DecoderContext;
  readonly #timeline: Timeline;
  readonly #roots = new Set<string>();
  /** The conversation to fold the run into: empty, or with the message that the stream continues. */
  readonly start: Conversation;
  #decoder: Decoder;
  #waiting: Op[] = [];
  /** Saved since the first late frame; oldest first. */
  #states: SavedState[] = [];
  #sorts = false;
  readonly #minDistance: number;
  #silent = false;
  #ended: 'lost' | 'stopped' | undefined;

  constructor(protocol: Protocol, context: DecoderContext, minDistance = MIN_DISTANCE) {
    this.#protocol = protocol;
    this.#minDistance = minDistance;
    const {message} = context;
    if (message) this.#roots.add(message.id);
    this.start = message ? {version: 1, children: [message]} : emptyConversation;
    this.#context = {
      ...context,
      report: diagnostic => {
        if (!this.#silent) context.report(diagnostic);
      },
    };
    this.#timeline = new Timeline(protocol, context.report);
    this.#decoder = protocol.createDecoder(this.#context);
  }

  /** The position of the last frame, if the decoder knows it. */
  get position(): string | undefined {
    return this.#decoder.position;
  }

  /** Accepts the next frame. */
  accept(frame: Frame): void {
    const next = this.#timeline.accept(frame);
    if (next) this.#queue(this.#decoder.decode(next.frame, next.json));
  }

  /** The stream ended without a final frame. */
  end(reason: 'lost' | 'stopped'): void {
    this.#ended = reason;
    this.#timeline.end();
    if (!this.#timeline.isShuffled) this.#queue(this.#decoder.end(reason));
  }

  /** Applies all ops since the last flush; changes nothing outside of this run. */
  flush(conversation: Conversation): Conversation {
    if (this.#timeline.isShuffled) return this.#rebuild(conversation);
    const ops = this.#waiting;
    this.#waiting = [];
    const next = reduce(conversation, ops);
    // A replay often contains the same items as before.
    const result = ops.some(({op}) => op === 'clear') ? shareStructure(conversation, next) : next;
    this.#save(result, this.#timeline.length);
    return result;
  }

  /** Saves the state after a number of frames. */
  #save(conversation: Conversation, count: number): void {
    const states = this.#states;
    if (!this.#sorts || this.#ended || count < (states.at(-1)?.count ?? 0) + this.#minDistance)
      return;
    const restore = this.#decoder.save?.();
    if (!restore) return;
    const own = conversation.children.filter(({id}) => this.#roots.has(id));
    const isOwn = own.length === conversation.children.length;
    states.push({count, restore, run: isOwn ? conversation : {...conversation, children: own}});
    thinOut(states);
  }

  /** Restores the last state whose frames have not changed, or else the beginning. */
  #restore(): {readonly count: number; readonly run: Conversation} {
    const states = this.#states;
    while ((states.at(-1)?.count ?? 0) > this.#timeline.settled) states.pop();
    const state = states.at(-1);
    if (state) state.restore();
    else this.#decoder = this.#protocol.createDecoder(this.#context);
    return state ?? {count: 0, run: this.start};
  }

  #queue(ops: readonly Op[]): void {
    for (const op of ops) {
      if (op.op === 'open' && op.parent === undefined) this.#roots.add(op.id);
      this.#waiting.push(op);
    }
  }

  #rebuild(conversation: Conversation): Conversation {
    this.#sorts = true;
    this.#waiting = [];
    const {count, run: saved} = this.#restore();
    let known = saved;
    const before = new Set(this.#roots);
    const {settled} = this.#timeline;
    let isSettled = true;
    for (const [frame, again, at] of this.#timeline.sorted(count)) {
      if (isSettled && at >= settled) {
        isSettled = false;
        known = reduce(known, this.#waiting);
        this.#waiting = [];
        this.#save(known, at); // the next late frame probably belongs after this one
      }
      this.#silent = again;
      this.#queue(this.#decoder.decode(frame));
    }
    this.#silent = false;
    if (this.#ended) this.#queue(this.#decoder.end(this.#ended));
    const fresh = reduce(known, this.#waiting);
    this.#waiting = [];
    const run = fresh.children;
    const first = conversation.children.findIndex(({id}) => before.has(id));
    const rest = conversation.children.filter(({id}) => !this.#roots.has(id));
    const at = first === -1 ? rest.length : first;
    const children: Item[] = [...rest.slice(0, at), ...run, ...rest.slice(at)];
    const result = shareStructure(conversation, {...conversation, children});
    this.#save(result, this.#timeline.length);
    return result;
  }
}

/** Keeps the fewer states the older they are, so that their number is logarithmic. */
function thinOut(states: SavedState[]): void {
  const newest = states.at(-1)?.count ?? 0;
  for (let at = states.length - 2; at > 0; at--) {
    const [before = 0, after = 0] = [states[at - 1]?.count, states[at + 1]?.count];
    if ((after - before) * 2 <= newest - after) states.splice(at, 1);
  }
}
