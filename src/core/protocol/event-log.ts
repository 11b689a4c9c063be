import {emptyConversation, type Conversation, type Item} from '../model/item.js';
import type {Op} from '../model/op.js';
import {reduce} from '../model/reduce.js';
import {shareStructure} from '../model/share.js';
import type {Frame} from '../sse/frame.js';
import {Timeline} from './timeline.js';
import type {Decoder, DecoderContext, Protocol} from './types.js';

/**
 * Folds the frames of one run into the conversation.
 *
 * A frame in order is decoded at once; its ops are applied by the next flush. A frame out of order marks the log, and the
 * next flush rebuilds the run: one rebuild per flush, however many frames came late. Equal items keep their identity.
 */
export class EventLog {
  readonly #protocol: Protocol;
  readonly #context: DecoderContext;
  readonly #timeline: Timeline;
  readonly #roots = new Set<string>();
  /** The conversation before the first frame: empty, or the message that the stream continues. */
  readonly #start: Conversation;
  #decoder: Decoder;
  #waiting: Op[] = [];
  #silent = false;
  #ended: 'lost' | 'stopped' | undefined;

  constructor(protocol: Protocol, context: DecoderContext) {
    this.#protocol = protocol;
    const {message} = context;
    if (message) this.#roots.add(message.id);
    this.#start = message ? {version: 1, children: [message]} : emptyConversation;
    this.#context = {
      ...context,
      report: diagnostic => {
        if (!this.#silent) context.report(diagnostic);
      },
    };
    this.#timeline = new Timeline(protocol, context.report);
    this.#decoder = protocol.createDecoder(this.#context);
  }

  /** The conversation to fold the run into: empty, or with the message that the stream continues. */
  get start(): Conversation {
    return this.#start;
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
    return ops.some(({op}) => op === 'clear') ? shareStructure(conversation, next) : next;
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
    for (const [frame, again] of this.#timeline.sorted()) {
      this.#silent = again;
      this.#queue(this.#decoder.decode(frame));
    }
    this.#silent = false;
    if (this.#ended) this.#queue(this.#decoder.end(this.#ended));
    const fresh = reduce(this.#start, this.#waiting);
    this.#waiting = [];
    const run = fresh.children;
    const first = conversation.children.findIndex(({id}) => before.has(id));
    const rest = conversation.children.filter(({id}) => !this.#roots.has(id));
    const at = first === -1 ? rest.length : first;
    const children: Item[] = [...rest.slice(0, at), ...run, ...rest.slice(at)];
    return shareStructure(conversation, {...conversation, children});
  }
}
