import type {FrameObserver, FrameSource} from '../../controller/types.js';
import type {Frame} from '../../core/sse/frame.js';
import type {Protocol} from '../../core/protocol/types.js';
import {recordFrames, type TimedFrame} from '../../core/recording/frames.js';
import type {RecordingHead} from '../../core/recording/recording.js';
import {maskFrames, maskText} from '../../core/recording/mask.js';
import {RunHistory} from '../../core/recording/run-history.js';
import {writeHead, writePart} from '../../core/recording/write.js';

/** An event of the chat, or a diagnostic of the protocol. */
export interface Occurrence {
  readonly kind: 'event' | 'diagnostic';
  /** Milliseconds since the start of the run. */
  readonly at: number;
  /** The number of frames received before it. */
  readonly after: number;
  /** The type of the event, or the code of the diagnostic. */
  readonly name: string;
  readonly detail: unknown;
}

/** A run displayed in the inspector: a live run of a chat, or a recording. */
export class InspectedRun {
  readonly head: RecordingHead;
  readonly protocol: Protocol;
  readonly history: RunHistory;
  readonly occurrences: Occurrence[] = [];
  readonly #start = performance.now();
  #isLive: boolean;
  #source: FrameSource | undefined;

  constructor(protocol: Protocol, head: RecordingHead, isLive: boolean) {
    this.protocol = protocol;
    this.head = head;
    this.history = new RunHistory(protocol);
    this.#isLive = isLive;
  }

  /** Creates a live run from the source of its first frame. */
  static live(source: FrameSource, question: string | undefined): InspectedRun {
    const {name} = source.protocol;
    const recordedAt = new Date().toISOString();
    const head = {protocol: name, ...(question !== undefined && {question}), recordedAt};
    return new InspectedRun(source.protocol, head, true);
  }

  /** The next frame belongs to another run. */
  end(): void {
    this.#isLive = false;
  }

  /** Whether a frame belongs to this run. */
  isOf({item}: FrameSource): boolean {
    return this.#isLive && (this.#source?.item ?? item) === item;
  }

  /** Adds a frame of the chat. */
  readonly addFrame: FrameObserver = (frame: Frame, source: FrameSource) => {
    const restarted = this.#source !== undefined && this.#source !== source;
    this.#source = source;
    this.history.append({at: this.#now(), frame, ...(restarted && {restarted})});
  };

  /** Adds an event or a diagnostic of the chat. */
  addOccurrence(kind: Occurrence['kind'], name: string, detail: unknown): void {
    this.occurrences.push({kind, name, detail, at: this.#now(), after: this.history.length});
  }

  /** Adds the frames of a recording. */
  *load(frames: Iterable<TimedFrame>): Generator<void, void, void> {
    for (const frame of frames) {
      this.history.append(frame);
      yield;
    }
    yield* this.history.read();
    for (const {after, diagnostic} of this.history.diagnostics) {
      const at = this.history.frames[after - 1]?.at ?? 0;
      this.occurrences.push({
        kind: 'diagnostic',
        at,
        after,
        name: diagnostic.code,
        detail: diagnostic,
      });
    }
  }

  /** Serializes the run to the lines of a recording. */
  *record({masked}: {readonly masked: boolean}): Generator<void, readonly string[], void> {
    const {question, title, ...rest} = this.head;
    const texts = masked
      ? {...(question !== undefined && {question: maskText(question)}), masked}
      : {...(question !== undefined && {question}), ...(title !== undefined && {title})};
    const {frames} = this.history;
    const recorded = masked ? yield* maskFrames(frames, this.protocol) : frames;
    const {head, parts, end} = recordFrames({...rest, ...texts}, recorded);
    const lines = [writeHead(head)];
    for (const part of [...parts, ...(end ? [end] : [])]) {
      lines.push(writePart(part));
      yield;
    }
    return lines;
  }

  #now(): number {
    return this.history.length === 0 ? 0 : Math.round((performance.now() - this.#start) * 10) / 10;
  }
}
