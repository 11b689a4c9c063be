import {delay} from '../delay.js';
import type {TabChannel} from './tab-channel.js';
import type {Connection} from '../http/protocol-client.js';
import type {Environment} from '../environment.js';
import type {Frame} from '../../core/sse/frame.js';

/** Whoever leads answers within this time, in milliseconds, when a tab is about to open a stream of its own. */
const answerTimeoutMs = 150;
/** A tab that leads and says nothing for this long is asked whether it is still there … */
const quietMs = 1000;
/** … and given up if it does not answer within this time. */
const graceMs = 2000;

/** Tells tabs apart, and connections of one tab. Not by `randomUUID`, which insecure pages lack. */
const newName = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/**
 * One stream for all tabs: the tab that leads reads it and passes its frames on; one that would join the run asks for
 * them first, from the first one on. So ten tabs take one of the six connections that a browser opens to a server.
 *
 * Nothing is locked. A tab that leads and has gone, or was put to sleep by the browser, does not answer, and the one
 * with the least name among those that miss it takes its place; two that lead by mistake do no harm.
 */
export class StreamRelay {
  readonly #tabs: TabChannel;
  readonly #environment: Pick<Environment, 'after'>;
  readonly #onOrphaned: () => void;
  readonly #name = newName();
  #unsubscribeWake: (() => void) | undefined;
  #notify: () => void = () => undefined;
  #leads = false;
  /** Whether another tab has asked for frames. */
  #answered = false;
  #hasSenior = false;
  /** Whether there may be more of what is being told. */
  #open = false;
  /** The connection that is told, here or by the tab that leads. */
  #streamId: string | undefined;
  /** Frames that were told here; there, how many were and those that are yet to be read. */
  #frames: Frame[] = [];
  #count = 0;

  /** `onOrphaned` is called when the tab that leads has gone. */
  constructor(tabs: TabChannel, environment: Pick<Environment, 'after'>, onOrphaned: () => void) {
    this.#tabs = tabs;
    this.#environment = environment;
    this.#onOrphaned = onOrphaned;
  }

  /** Whether this tab reads the stream for the others. */
  get leads(): boolean {
    return this.#leads;
  }

  /** The frames of the tab that leads; `undefined` where none does, and this one does from now on. */
  async join(signal: AbortSignal): Promise<Connection | undefined> {
    if (this.#leads || !this.#tabs.open) return undefined;
    this.#listen();
    this.#turnTo(undefined);
    let silent: boolean;
    do {
      this.#ask();
      silent = await this.#pause(answerTimeoutMs, signal);
    } while (silent && this.#hasSenior);
    if (this.#streamId !== undefined) return {frames: this.#follow(this.#streamId, signal)};
    if (silent) this.#begin();
    return undefined;
  }

  /** Reads a connection, and lets the others hear it. */
  lead(connection: Connection): Connection {
    if (!('frames' in connection)) return connection;
    this.#listen();
    if (!this.#leads || !this.#open || this.#frames.length > 0) this.#begin();
    return {frames: this.#passOn(connection.frames)};
  }

  /** The run is over, or this tab turns away from it. */
  end(): void {
    if (!this.#unsubscribeWake) return;
    if (this.#leads) this.#tabs.post('left', this.#streamId);
    this.#turnTo(undefined);
    this.#unsubscribeWake();
    this.#unsubscribeWake = undefined;
  }

  async *#passOn(frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
    try {
      for await (const frame of frames) {
        this.#frames.push(frame);
        if (this.#answered)
          this.#tabs.post('frames', this.#streamId, this.#frames.length - 1, [frame]);
        yield frame;
      }
    } finally {
      this.#open = false;
      if (this.#leads && this.#streamId !== undefined) this.#tabs.post('closed', this.#streamId);
    }
  }

  async *#follow(told: string, signal: AbortSignal): AsyncGenerator<Frame> {
    let asked = false;
    while (this.#streamId === told && !signal.aborted) {
      if (this.#frames.length > 0) {
        yield* this.#frames.splice(0);
      } else if (!this.#open) {
        return;
      } else if (!(await this.#pause(asked ? graceMs : quietMs, signal))) {
        asked = false;
      } else if (asked) {
        this.#onOrphaned();
        return;
      } else {
        asked = true;
        this.#ask();
      }
    }
  }

  #ask(): void {
    this.#hasSenior = false;
    this.#tabs.post('ask', this.#name, this.#streamId, this.#count);
  }

  #turnTo(told: string | undefined): void {
    this.#streamId = told;
    this.#frames = [];
    this.#count = 0;
    this.#open = told !== undefined;
  }

  #begin(): void {
    this.#leads = true;
    this.#turnTo(`${this.#name}/${newName()}`);
    this.#tabs.post('frames', this.#streamId, 0, []);
  }

  #listen(): void {
    this.#unsubscribeWake ??= this.#tabs.subscribe((kind, ...rest) => {
      if (kind === 'ask') this.#onAsk(...(rest as [string, string?, number?]));
      else if (kind === 'frames') this.#onFrames(...(rest as [string, number, Frame[]]));
      else if (!this.#leads && this.#streamId !== undefined && rest[0] === this.#streamId)
        this.#onEnd(kind);
    });
  }

  #onAsk(name: string, told?: string, count = 0): void {
    this.#hasSenior ||= name < this.#name;
    if (!this.#leads) return;
    this.#answered = true;
    const from = told === this.#streamId ? count : 0;
    this.#tabs.post('frames', this.#streamId, from, this.#frames.slice(from));
    if (!this.#open) this.#tabs.post('closed', this.#streamId);
  }

  #onFrames(told: string, from: number, frames: readonly Frame[]): void {
    if (this.#leads) {
      // Another tab has the stream of an answer that was given there.
      if (!this.#open) this.#leads = false;
      return;
    }
    if (this.#streamId === undefined && from === 0) this.#turnTo(told);
    if (told === this.#streamId) {
      const known = this.#count - from;
      if (known < 0) {
        this.#ask(); // Something was missed.
        return;
      }
      this.#frames.push(...frames.slice(known));
      this.#count = Math.max(this.#count, from + frames.length);
      this.#notify();
    } else if (told.split('/')[0] === this.#streamId?.split('/')[0]) {
      this.#onOrphaned(); // The same tab reads another connection, which tells all anew.
    }
  }

  #onEnd(kind: string): void {
    if (kind === 'left') this.#onOrphaned();
    else this.#open = false;
    this.#notify();
  }

  /** Whether so much time has passed without a word. In two halves: a busy page hears what came before it counts on. */
  async #pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const bell = new AbortController();
    this.#notify = () => bell.abort();
    const either = AbortSignal.any([signal, bell.signal]);
    const half = (): Promise<boolean> => delay(milliseconds / 2, either, this.#environment);
    return (await half()) && half();
  }
}
