import {isCutOff, isOtherProtocol} from '../../core/protocol/diagnosis/stream-format.js';
import {extent, isOver, itemIn} from '../../core/model/messages.js';
import {afterReplay, withAnswered} from '../../core/model/reconcile.js';
import type {Settings} from '../settings.js';
import type {FrameSource} from '../types.js';
import type {RunsChat} from './runs-chat.js';
import {defined} from '../../core/values.js';
import {EventLog} from '../../core/protocol/frames/event-log.js';
import {reduce} from '../../core/model/reduce.js';
import {shareStructure} from '../../core/model/share.js';
import type {Conversation, Item} from '../../core/model/item.js';
import type {Frame} from '../../core/sse/frame.js';

type ReaderChat = Pick<RunsChat, 'answers' | 'settings' | 'state'>;

/** What one connection needs while it is read. */
interface ReadOptions {
  /** Whether the run still follows the stream. Otherwise what arrives is not displayed. */
  readonly isFollowed: () => boolean;
  readonly onFrame?: () => void;
  /** Called when what is displayed of the run is that of this stream. */
  readonly onDisplay?: () => void;
  /** Closes the connection. It is called some time after the end of the run. */
  readonly close?: () => void;
  readonly traceId?: string | undefined;
}

interface StreamResult {
  /** How many frames have arrived. */
  readonly frames: number;
  /** The first event, if the events are of another protocol. */
  readonly foreign: Frame | undefined;
  /** The error that ended the stream early. */
  readonly error: unknown;
  /** Whether what this stream has of the run is displayed. */
  readonly isDisplayed: boolean;
}

/**
 * Writes the item of a run, a message or a tool call, into the conversation, from the frames of a stream. Frames are
 * collected in an event log and applied at most once per painted frame. A stream that was joined replays the run from its
 * first frame, into a new reader. That one has a conversation of its own until the replay has caught up with what is
 * displayed. A stream that has only what comes after the displayed message is read into the reader of that message, or into
 * a new one that starts with the message.
 */
export class StreamReader {
  readonly #source: FrameSource;
  readonly #chat: ReaderChat;
  readonly #log: EventLog;
  /** What this stream has of the run, until it is displayed. */
  #replay: Conversation | undefined;
  /** The most that was displayed before a shorter replay, which took too long, replaced it. */
  #replaced: Item | undefined;
  #lastEventId: string | undefined;
  #unreadable = 0;
  #options: ReadOptions | undefined;
  #mayDisplay: (replayed: Item) => boolean = () => true;
  #cancelFrame: (() => void) | undefined;
  #cancelDrain: (() => void) | undefined;
  /** The time of the message, if the protocol has none (ISO 8601). */
  #createdAt: string | undefined;

  /** @param replaced What an earlier stream of the run has replaced. */
  constructor(source: FrameSource, chat: ReaderChat, replaced?: Item) {
    const {protocol, item, message, ...context} = source;
    this.#source = {...source}; // Observers tell streams apart by it.
    this.#chat = chat;
    this.#log = new EventLog(protocol, {
      ...context,
      run: item,
      report: diagnostic => {
        if (/^(frame-unreadable|event-unknown)$/.test(diagnostic.code)) this.#unreadable += 1;
        chat.state.report(diagnostic);
      },
      message: message && {...message, status: 'streaming'},
    });
    this.#replay = this.#log.start;
    this.#replaced = replaced;
  }

  get replaced(): Item | undefined {
    return this.#replaced;
  }

  /** The id of the last frame that has one, or its position. */
  get lastEventId(): string | undefined {
    return this.#lastEventId ?? this.#log.position;
  }

  /** Reads one connection to its end. */
  async read(frames: AsyncIterable<Frame>, options: ReadOptions): Promise<StreamResult> {
    const {settings, state} = this.#chat;
    const {item} = this.#source;
    const {environment, limits} = settings;
    const shown = this.#shown;
    this.#options = options;
    if (!this.#replay) {
      // The stream continues a message that was over.
      state.apply([{op: 'assign', id: item, status: 'streaming'}]);
      options.onDisplay?.();
    }
    this.#mayDisplay = replayGate(shown, settings);
    const known = shown?.kind === 'message' ? shown.createdAt : undefined;
    this.#createdAt ??= known ?? new Date(environment.now()).toISOString();
    const cancelReplayTimeout = environment.after(limits.replayTimeoutMs, () =>
      this.#requestRebuild(),
    );
    this.#unreadable = 0;
    let count = 0;
    /** How many of them are more than the mark `[DONE]`, which several protocols share. */
    let events = 0;
    let first: Frame | undefined;
    let last: Frame | undefined;
    let error: unknown;
    try {
      for await (const frame of frames) {
        state.reportFrame(frame, this.#source);
        this.#log.accept(frame);
        this.#lastEventId = frame.id ?? this.#lastEventId;
        count += 1;
        first ??= frame;
        if (frame.data.trim() !== '[DONE]') {
          events += 1;
          last = frame;
        }
        options.onFrame?.();
        this.#requestRebuild();
      }
    } catch (reason) {
      error = reason;
    }
    cancelReplayTimeout();
    this.#rebuild();
    this.#cancelDrain?.();
    this.#cancelDrain = undefined;
    const cutOff = isCutOff(last) ? 1 : 0;
    const isForeign = isOtherProtocol(this.#unreadable - cutOff, events - cutOff, this.#shown);
    const foreign = isForeign ? first : undefined;
    return {frames: count, foreign, error, isDisplayed: !this.#replay};
  }

  /** Ends what is displayed of a stream that had no final event. */
  end(reason: 'lost' | 'stopped'): void {
    this.#log.end(reason);
    this.#write();
    this.restore();
  }

  /** Displays again what a shorter replay without an end has replaced. */
  restore(): void {
    const {state} = this.#chat;
    const [shown, fuller] = [this.#shown, this.#replaced];
    if (!shown || !fuller || shown.status === 'done' || extent(shown) >= extent(fuller)) return;
    state.put({...fuller, status: shown.status});
  }

  get #shown(): Item | undefined {
    return itemIn(this.#chat.state.conversation, this.#source.item);
  }

  #requestRebuild(): void {
    this.#cancelFrame ??= this.#chat.settings.environment.frame(() => this.#rebuild());
  }

  #rebuild(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = undefined;
    const options = this.#options;
    if (!options?.isFollowed()) return;
    this.#write();
    const shown = this.#replay ? undefined : this.#shown;
    if (!options.close || !shown || !isOver(shown)) return;
    const {environment, limits} = this.#chat.settings;
    this.#cancelDrain ??= environment.after(limits.drainTimeoutMs, options.close);
  }

  /** Applies the frames since the last call. */
  #write(): void {
    const {state} = this.#chat;
    if (!this.#replay) {
      state.update({conversation: this.#flushInto(state.conversation)});
      return;
    }
    this.#replay = this.#flushInto(this.#replay);
    const replayed = itemIn(this.#replay, this.#source.item);
    if (!replayed || !this.#mayDisplay(replayed)) return;
    this.#replay = undefined;
    const shown = this.#shown;
    if (extent(shown) > extent(this.#replaced)) this.#replaced = shown;
    const complete = afterReplay(shown, replayed);
    const children = withAnswered(complete.children, shown?.children ?? []);
    // Equal items stay the same objects.
    const next = shown ? shareStructure(shown, {...complete, children}) : complete;
    state.put(next);
    this.#options?.onDisplay?.();
  }

  /** Adds the frames since the last call, and what the stream lacks: the answers, the trace id and the time. */
  #flushInto(before: Conversation): Conversation {
    const {item} = this.#source;
    const conversation = this.#chat.answers.addTo(this.#log.flush(before), item);
    const message = itemIn(conversation, item);
    if (message?.kind !== 'message') return conversation;
    const traceId = this.#options?.traceId;
    const fields = defined({traceId, createdAt: message.createdAt ?? this.#createdAt});
    return reduce(conversation, [{op: 'assign', id: item, fields}]);
  }
}

/**
 * Decides when the replay of a run replaces what is displayed of it: once it is as long, has ended, or has taken too long
 * (Ubik Agent API guide, reconnecting).
 */
function replayGate(
  shown: Item | undefined,
  {environment, limits}: Settings,
): (replayed: Item) => boolean {
  const needed = shown ? extent(shown) : 0;
  const until = environment.now() + limits.replayTimeoutMs;
  return replayed => isOver(replayed) || environment.now() >= until || extent(replayed) >= needed;
}
