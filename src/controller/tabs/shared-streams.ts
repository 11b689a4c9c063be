import {delay} from '../delay.js';
import {randomUuid} from '../random-uuid.js';
import type {TabChannel} from './tab-channel.js';
import type {Connection, ProtocolClient, StreamAddress} from '../http/protocol-client.js';
import type {Settings} from '../settings.js';
import type {Frame} from '../../core/sse/frame.js';

type StreamClient = Pick<ProtocolClient, 'join' | 'operations'>;

interface SharingSettings extends Pick<Settings, 'limits'> {
  readonly environment: Pick<Settings['environment'], 'after'>;
}

/** The source of a stream is gone although the run has not ended: the stream is joined again at once. */
export class RejoinError extends Error {}

/**
 * The streams of one run, shared between the tabs that display the same session. A stream that has only what its reader lacks
 * means nothing to another tab and is not shared.
 *
 * One tab, the leader, reads the stream from the server and keeps its frames. A tab that joins the run first requests
 * them (`request`); the leader posts them from the first one (`frames`), then each new one, then `closed`, or `left` when
 * it stops following the run. So ten tabs use one of the six connections that a browser opens to a server.
 *
 * There is no lock. A leader that was closed or suspended does not answer `request`. Of the tabs that miss it, the one
 * with the lowest id becomes the leader: the others see its `request` and wait. Two leaders at a time do no harm. A
 * follower that lost its leader gets a `RejoinError`, and the run joins again.
 */
export class SharedStreams {
  readonly #client: StreamClient;
  readonly #tabs: TabChannel;
  readonly #settings: SharingSettings;
  readonly #id = randomUuid();
  readonly #isShared: boolean;
  #unsubscribe: (() => void) | undefined;
  #notify: () => void = () => undefined;
  #isLeader: boolean;
  /** Whether another tab has requested frames. */
  #hasFollowers = false;
  /** Whether a tab with a lower id requests frames at the same time. */
  #isOutranked = false;
  /** Whether the stream may have more frames. */
  #isOpen = false;
  #hasLostLeader = false;
  /** Id of the stream that this tab leads or follows. */
  #streamId: string | undefined;
  /** The leader: all frames. A follower: the frames that were not read yet. */
  #frames: Frame[] = [];
  /** A follower: how many frames have arrived. */
  #count = 0;

  constructor(client: StreamClient, tabs: TabChannel, settings: SharingSettings) {
    this.#client = client;
    this.#isShared = client.operations.attach?.streams !== 'suffix';
    this.#isLeader = !this.#isShared;
    this.#tabs = tabs;
    this.#settings = settings;
  }

  /** Whether this tab reads the stream from the server. */
  get isLeader(): boolean {
    return this.#isLeader;
  }

  /** Follows the leader, or else joins the stream of the server. */
  async join(address: StreamAddress, signal: AbortSignal): Promise<Connection> {
    return (await this.#joinLeader(signal)) ?? this.adopt(await this.#client.join(address, signal));
  }

  /** Makes this tab the leader of a stream that a request of this page has opened. */
  adopt(connection: Connection): Connection {
    if (!('frames' in connection) || !this.#isShared) return connection;
    this.#listen();
    if (!this.#isLeader || !this.#isOpen || this.#frames.length > 0) this.#lead();
    return {...connection, frames: this.#share(connection.frames)};
  }

  /** The run needs no further stream. */
  close(): void {
    if (!this.#unsubscribe) return;
    if (this.#isLeader) this.#tabs.post('left', this.#streamId);
    this.#select(undefined);
    this.#unsubscribe();
    this.#unsubscribe = undefined;
  }

  /** The frames of the leader; `undefined` where there is none. This tab then becomes the leader, unless aborted. */
  async #joinLeader(signal: AbortSignal): Promise<Connection | undefined> {
    if (this.#isLeader || !this.#tabs.isOpen) return undefined;
    this.#listen();
    this.#select(undefined);
    let isUnanswered: boolean;
    do {
      this.#requestFrames();
      isUnanswered = await this.#waitForMessage(
        this.#settings.limits.leaderAnswerTimeoutMs,
        signal,
      );
    } while (isUnanswered && this.#isOutranked);
    if (this.#streamId !== undefined) return {frames: this.#follow(this.#streamId, signal)};
    if (isUnanswered) this.#lead();
    return undefined;
  }

  async *#share(frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
    try {
      for await (const frame of frames) {
        this.#frames.push(frame);
        if (this.#hasFollowers)
          this.#tabs.post('frames', this.#streamId, this.#frames.length - 1, [frame]);
        yield frame;
      }
    } finally {
      this.#isOpen = false;
      if (this.#isLeader && this.#streamId !== undefined) this.#tabs.post('closed', this.#streamId);
    }
  }

  async *#follow(streamId: string, signal: AbortSignal): AsyncGenerator<Frame> {
    const {leaderGraceTimeoutMs, leaderQuietTimeoutMs} = this.#settings.limits;
    let hasRequested = false;
    while (this.#streamId === streamId && !signal.aborted) {
      if (this.#hasLostLeader) throw new RejoinError();
      if (this.#frames.length > 0) {
        yield* this.#frames.splice(0);
      } else if (!this.#isOpen) {
        return;
      } else if (
        !(await this.#waitForMessage(
          hasRequested ? leaderGraceTimeoutMs : leaderQuietTimeoutMs,
          signal,
        ))
      ) {
        hasRequested = false;
      } else if (hasRequested) {
        this.#hasLostLeader = true;
      } else {
        hasRequested = true;
        this.#requestFrames();
      }
    }
  }

  #requestFrames(): void {
    this.#isOutranked = false;
    this.#tabs.post('request', this.#id, this.#streamId, this.#count);
  }

  #select(streamId: string | undefined): void {
    this.#streamId = streamId;
    this.#frames = [];
    this.#count = 0;
    this.#isOpen = streamId !== undefined;
    this.#hasLostLeader = false;
  }

  #lead(): void {
    this.#isLeader = true;
    this.#select(`${this.#id}/${randomUuid()}`);
    this.#tabs.post('frames', this.#streamId, 0, []);
  }

  #listen(): void {
    this.#unsubscribe ??= this.#tabs.subscribe((kind, ...rest) => {
      if (kind === 'request') this.#onFramesRequest(...(rest as [string, string?, number?]));
      else if (kind === 'frames') this.#onFrames(...(rest as [string, number, Frame[]]));
      else if (!this.#isLeader && this.#streamId !== undefined && rest[0] === this.#streamId)
        this.#onEnd(kind);
    });
  }

  #onFramesRequest(id: string, streamId?: string, count = 0): void {
    this.#isOutranked ||= id < this.#id;
    if (!this.#isLeader) return;
    this.#hasFollowers = true;
    const from = streamId === this.#streamId ? count : 0;
    this.#tabs.post('frames', this.#streamId, from, this.#frames.slice(from));
    if (!this.#isOpen) this.#tabs.post('closed', this.#streamId);
  }

  #onFrames(streamId: string, from: number, frames: readonly Frame[]): void {
    if (this.#isLeader) {
      // Another tab reads the stream of an answer that was given there.
      if (!this.#isOpen) this.#isLeader = false;
      return;
    }
    if (this.#streamId === undefined && from === 0) this.#select(streamId);
    if (streamId === this.#streamId) {
      const known = this.#count - from;
      if (known < 0) {
        this.#requestFrames(); // Frames are missing.
        return;
      }
      this.#frames.push(...frames.slice(known));
      this.#count = Math.max(this.#count, from + frames.length);
      this.#notify();
    } else if (streamId.split('/')[0] === this.#streamId?.split('/')[0]) {
      this.#onEnd('left'); // The leader reads another connection, which replays the run.
    }
  }

  #onEnd(kind: string): void {
    if (kind === 'left') this.#hasLostLeader = true;
    else this.#isOpen = false;
    this.#notify();
  }

  /**
   * Resolves to whether the time passed without a message for this tab. It waits in two halves: after the first one, a
   * busy page handles the messages that have arrived meanwhile.
   */
  async #waitForMessage(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const message = new AbortController();
    this.#notify = () => message.abort();
    const either = AbortSignal.any([signal, message.signal]);
    const waitHalf = (): Promise<boolean> =>
      delay(milliseconds / 2, either, this.#settings.environment);
    return (await waitHalf()) && waitHalf();
  }
}
