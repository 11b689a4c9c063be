import {withAnswered, withAnswers} from './answers.js';
import type {Answers} from './answers.js';
import {RebuildLoop} from './rebuild-loop.js';
import {ReplayGate} from './replay-gate.js';
import {isOver} from '../messages.js';
import type {IdleTimer} from '../http/idle-timer.js';
import type {FrameObserver, FrameSource} from '../types.js';
import type {Settings} from '../settings.js';
import {defined} from '../../core/protocol/decode.js';
import {EventLog} from '../../core/protocol/event-log.js';
import {reduce} from '../../core/model/reduce.js';
import {shareStructure} from '../../core/model/share.js';
import type {Conversation, MessageItem} from '../../core/model/item.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {Frame} from '../../core/sse/frame.js';
import type {Op} from '../../core/model/op.js';

interface ReaderParts extends FrameSource {
  readonly answers: Answers;
  readonly settings: Settings;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly observe: FrameObserver;
}

/** What one connection needs while it is read. */
interface ReadOptions {
  readonly idleTimer: IdleTimer;
  /** The message that is displayed. */
  readonly shown: () => MessageItem | undefined;
  /** Displays the message of this stream. */
  readonly show: (message: MessageItem) => void;
  /** Closes the connection. */
  readonly close: () => void;
  /** The trace id of the request. */
  readonly traceId: string | undefined;
}

export interface StreamResult {
  /** How many frames arrived. */
  readonly frames: number;
  /** How many of them are more than the mark `[DONE]`, which several protocols share. */
  readonly events: number;
  readonly first: Frame | undefined;
  /** The error that ended the stream early. */
  readonly error: unknown;
  /** The message as read from this stream, if it was displayed. */
  readonly message: MessageItem | undefined;
}

/**
 * Builds the message of a run from the frames of a stream. Frames are collected in an event log and applied at most once
 * per painted frame. A stream that was joined replays the run from its first frame, into a new reader: the replay gate
 * keeps the displayed message until the replay has caught up with it. A stream that has only what comes after the
 * displayed message is read into the reader of that message, or into a new one that starts with the message.
 */
export class StreamReader {
  readonly #parts: ReaderParts;
  readonly #log: EventLog;
  readonly #loop: RebuildLoop;
  #conversation: Conversation;
  #lastEventId: string | undefined;
  #options: ReadOptions | undefined;
  #gate: ReplayGate | undefined;
  #message: MessageItem | undefined;
  #cancelDrain: (() => void) | undefined;
  /** The time of the message, if the protocol has none (ISO 8601). */
  #createdAt: string | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    const {message, messageId, tools, report} = parts;
    this.#log = new EventLog(parts.protocol, {
      run: parts.item,
      report,
      ...(message && {message: {...message, status: 'streaming'}}),
      ...defined({messageId, tools}),
    });
    this.#conversation = this.#log.start;
    this.#loop = new RebuildLoop(() => this.#flush(), parts.settings.environment);
  }

  /** The id of the last frame that has one, or its position. */
  get lastEventId(): string | undefined {
    return this.#lastEventId ?? this.#log.position;
  }

  /** Reads one connection to its end. */
  async read(frames: AsyncIterable<Frame>, options: ReadOptions): Promise<StreamResult> {
    const {settings, item, observe} = this.#parts;
    const {environment, limits} = settings;
    // The stream continues a message that was over.
    if (this.#options) this.apply([{op: 'assign', id: item, status: 'streaming'}]);
    this.#options = options;
    this.#gate = new ReplayGate(options.shown(), settings);
    this.#message = undefined;
    this.#createdAt ??= options.shown()?.createdAt ?? new Date(environment.now()).toISOString();
    const cancelReplayTimeout = environment.after(limits.replayTimeoutMs, () =>
      this.#loop.request(),
    );
    let count = 0;
    let events = 0;
    let first: Frame | undefined;
    let error: unknown;
    try {
      for await (const frame of frames) {
        observe(frame, this.#parts);
        this.#log.accept(frame);
        this.#lastEventId = frame.id ?? this.#lastEventId;
        count += 1;
        first ??= frame;
        if (frame.data.trim() !== '[DONE]') events += 1;
        options.idleTimer.reset();
        this.#loop.request();
      }
    } catch (reason) {
      error = reason;
    }
    cancelReplayTimeout();
    this.#loop.now();
    this.#cancelDrain?.();
    this.#cancelDrain = undefined;
    return {frames: count, events, first, error, message: this.#message};
  }

  /** Changes the message, independently of the stream. */
  apply(ops: readonly Op[]): MessageItem | undefined {
    this.#conversation = reduce(this.#log.flush(this.#conversation), ops);
    return this.#project();
  }

  /** Ends the message of a stream that had no final event. */
  end(reason: 'lost' | 'stopped'): void {
    this.#log.end(reason);
  }

  #flush(): void {
    let message = this.#project();
    const options = this.#options;
    if (!message || !options) return;
    if (!this.#message) {
      if (this.#gate?.passes(message) === false) return;
      const shown = options.shown();
      if (shown) message = this.#replace(shown) ?? message;
    }
    this.#message = message;
    options.show(message);
    const {environment, limits} = this.#parts.settings;
    if (isOver(message))
      this.#cancelDrain ??= environment.after(limits.drainTimeoutMs, options.close);
  }

  /** Replaces the displayed message. Equal items stay the same objects. */
  #replace(shown: MessageItem): MessageItem | undefined {
    this.#conversation = shareStructure(
      {version: 1, children: [shown]},
      withAnswered(this.#conversation, shown),
    );
    return this.#project();
  }

  /** The message so far; `undefined` before its first event. */
  #project(): MessageItem | undefined {
    const {item, answers} = this.#parts;
    const traceId = this.#options?.traceId;
    this.#conversation = withAnswers(this.#log.flush(this.#conversation), answers);
    const [message] = this.#conversation.children;
    if (message?.kind !== 'message') return undefined;
    const fields = defined({traceId, createdAt: message.createdAt ?? this.#createdAt});
    this.#conversation = reduce(this.#conversation, [{op: 'assign', id: item, fields}]);
    const [complete = message] = this.#conversation.children;
    return complete.kind === 'message' ? complete : message;
  }
}
