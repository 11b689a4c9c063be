import {withAnswered, withAnswers} from './answers.js';
import type {Answers} from './answers.js';
import {RebuildLoop} from './rebuild-loop.js';
import {replayGate} from './replay-gate.js';
import {isOver, messageIn, put} from '../messages.js';
import type {IdleTimer} from '../http/idle-timer.js';
import type {FrameSource} from '../types.js';
import type {Settings} from '../settings.js';
import type {State} from '../state.js';
import {defined} from '../../core/protocol/decode.js';
import {EventLog} from '../../core/protocol/event-log.js';
import {reduce} from '../../core/model/reduce.js';
import {shareStructure} from '../../core/model/share.js';
import type {Conversation, MessageItem} from '../../core/model/item.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {Frame} from '../../core/sse/frame.js';

interface ReaderParts extends FrameSource {
  readonly answers: Answers;
  readonly settings: Settings;
  readonly state: State;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** What one connection needs while it is read. */
interface ReadOptions {
  readonly idleTimer: IdleTimer;
  /** Whether the run still follows the stream. Otherwise what arrives is not displayed. */
  readonly isFollowed: () => boolean;
  /** Called when the displayed message is that of this stream. */
  readonly onDisplay: () => void;
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
  /** The last one of these. */
  readonly last: Frame | undefined;
  readonly first: Frame | undefined;
  /** The error that ended the stream early. */
  readonly error: unknown;
  /** The message as read from this stream, if it was displayed. */
  readonly message: MessageItem | undefined;
}

/**
 * Writes the message of a run into the conversation, from the frames of a stream. Frames are collected in an event log and
 * applied at most once per painted frame. A stream that was joined replays the run from its first frame, into a new
 * reader. That one has a conversation of its own until the replay has caught up with the displayed message. A stream that
 * has only what comes after the displayed message is read into the reader of that message, or into a new one that starts
 * with the message.
 */
export class StreamReader {
  readonly #parts: ReaderParts;
  readonly #log: EventLog;
  readonly #loop: RebuildLoop;
  /** The message of this stream, until it is displayed. */
  #replay: Conversation | undefined;
  #lastEventId: string | undefined;
  #options: ReadOptions | undefined;
  #mayDisplay: (replayed: MessageItem) => boolean = () => true;
  #cancelDrain: (() => void) | undefined;
  /** The time of the message, if the protocol has none (ISO 8601). */
  #createdAt: string | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    const {message, messageId, tools, report} = parts;
    this.#log = new EventLog(parts.protocol, {
      run: parts.item,
      report,
      message: message && {...message, status: 'streaming'},
      messageId,
      tools,
    });
    this.#replay = this.#log.start;
    this.#loop = new RebuildLoop(() => this.#rebuild(), parts.settings.environment);
  }

  /** The id of the last frame that has one, or its position. */
  get lastEventId(): string | undefined {
    return this.#lastEventId ?? this.#log.position;
  }

  /** Reads one connection to its end. */
  async read(frames: AsyncIterable<Frame>, options: ReadOptions): Promise<StreamResult> {
    const {settings, state, item} = this.#parts;
    const {environment, limits} = settings;
    const shown = state.message(item);
    this.#options = options;
    if (!this.#replay) {
      // The stream continues a message that was over.
      state.apply([{op: 'assign', id: item, status: 'streaming'}]);
      options.onDisplay();
    }
    this.#mayDisplay = replayGate(shown, settings);
    this.#createdAt ??= shown?.createdAt ?? new Date(environment.now()).toISOString();
    const cancelReplayTimeout = environment.after(limits.replayTimeoutMs, () =>
      this.#loop.request(),
    );
    let count = 0;
    let events = 0;
    let first: Frame | undefined;
    let last: Frame | undefined;
    let error: unknown;
    try {
      for await (const frame of frames) {
        state.observe(frame, this.#parts);
        this.#log.accept(frame);
        this.#lastEventId = frame.id ?? this.#lastEventId;
        count += 1;
        first ??= frame;
        if (frame.data.trim() !== '[DONE]') {
          events += 1;
          last = frame;
        }
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
    const message = this.#replay ? undefined : state.message(item);
    return {frames: count, events, first, last, error, message};
  }

  /** Ends the displayed message of a stream that had no final event. */
  end(reason: 'lost' | 'stopped'): void {
    this.#log.end(reason);
    this.#write();
  }

  #rebuild(): void {
    const {settings, state, item} = this.#parts;
    const options = this.#options;
    if (!options?.isFollowed()) return;
    this.#write();
    const message = this.#replay ? undefined : state.message(item);
    if (message && isOver(message))
      this.#cancelDrain ??= settings.environment.after(
        settings.limits.drainTimeoutMs,
        options.close,
      );
  }

  /** Applies the frames since the last call. */
  #write(): void {
    const {state, item} = this.#parts;
    if (!this.#replay) {
      state.update({conversation: this.#flushInto(state.conversation)});
      return;
    }
    this.#replay = this.#flushInto(this.#replay);
    const message = messageIn(this.#replay, item);
    if (!message || !this.#mayDisplay(message)) return;
    this.#replay = undefined;
    const shown = state.message(item);
    // Equal items stay the same objects.
    const next = shown ? shareStructure(shown, withAnswered(message, shown)) : message;
    state.update({conversation: put(state.conversation, next)});
    this.#options?.onDisplay();
  }

  /** Adds the frames since the last call, and what the stream lacks: the answers, the trace id and the time. */
  #flushInto(before: Conversation): Conversation {
    const {item, answers} = this.#parts;
    const conversation = withAnswers(this.#log.flush(before), answers, item);
    const message = messageIn(conversation, item);
    if (!message) return conversation;
    const traceId = this.#options?.traceId;
    const fields = defined({traceId, createdAt: message.createdAt ?? this.#createdAt});
    return reduce(conversation, [{op: 'assign', id: item, fields}]);
  }
}
