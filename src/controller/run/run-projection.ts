import {withAnswered, withAnswers} from './answers.js';
import type {Answers} from './answers.js';
import type {FrameObserver, Told} from '../types.js';
import {emptyConversation, EventLog, reduce, share} from '../../core/index.js';
import type {Conversation, Diagnostic, Frame, MessageItem, Op} from '../../core/index.js';

interface TellingParts extends Told {
  readonly answers: Answers;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly hear: FrameObserver;
}

/** A run as one connection tells it, from its first frame. A connection that re-joins the run tells it anew. */
export class Telling {
  readonly #log: EventLog;
  readonly #parts: TellingParts;
  #told: Conversation = emptyConversation;

  constructor(parts: TellingParts) {
    this.#parts = parts;
    this.#log = new EventLog(parts.protocol, {run: parts.item, report: parts.report});
  }

  /** The next frame. */
  accept(frame: Frame): void {
    this.#parts.hear(frame, this.#parts);
    this.#log.accept(frame);
  }

  /** The stream is over without a frame that said so. */
  end(reason: 'lost' | 'stopped'): void {
    this.#log.end(reason);
  }

  /** Takes the place of what is on screen: what is equal stays the same object. */
  resemble(shown: MessageItem): MessageItem | undefined {
    this.#told = share({version: 1, children: [shown]}, withAnswered(this.#told, shown));
    return this.flush();
  }

  /** Changes what was told, from outside the stream. */
  apply(ops: readonly Op[]): MessageItem | undefined {
    this.#told = reduce(this.#log.flush(this.#told), ops);
    return this.flush();
  }

  /** The message as told so far; `undefined` before it begins. */
  flush(): MessageItem | undefined {
    this.#told = withAnswers(this.#log.flush(this.#told), this.#parts.answers);
    const [message] = this.#told.children;
    return message?.kind === 'message' ? message : undefined;
  }
}
