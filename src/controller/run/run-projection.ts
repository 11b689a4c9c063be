import {withAnswered, withAnswers} from './answers.js';
import type {Answers} from './answers.js';
import type {FrameObserver, FrameSource} from '../types.js';
import {emptyConversation} from '../../core/model/item.js';
import {EventLog} from '../../core/protocol/event-log.js';
import {reduce} from '../../core/model/reduce.js';
import {shareStructure} from '../../core/model/share.js';
import type {Conversation, MessageItem} from '../../core/model/item.js';
import type {Diagnostic} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';
import type {Op} from '../../core/model/op.js';

interface RunProjectionParts extends FrameSource {
  readonly answers: Answers;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly hear: FrameObserver;
}

/** A run as one connection tells it, from its first frame. A connection that re-joins the run tells it anew. */
export class RunProjection {
  readonly #log: EventLog;
  readonly #parts: RunProjectionParts;
  #conversation: Conversation = emptyConversation;

  constructor(parts: RunProjectionParts) {
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
  adoptMetadata(shown: MessageItem): MessageItem | undefined {
    this.#conversation = shareStructure(
      {version: 1, children: [shown]},
      withAnswered(this.#conversation, shown),
    );
    return this.flush();
  }

  /** Changes what was told, from outside the stream. */
  apply(ops: readonly Op[]): MessageItem | undefined {
    this.#conversation = reduce(this.#log.flush(this.#conversation), ops);
    return this.flush();
  }

  /** The message as told so far; `undefined` before it begins. */
  flush(): MessageItem | undefined {
    this.#conversation = withAnswers(this.#log.flush(this.#conversation), this.#parts.answers);
    const [message] = this.#conversation.children;
    return message?.kind === 'message' ? message : undefined;
  }
}
