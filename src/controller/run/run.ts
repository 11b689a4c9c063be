import {faultOf} from '../http/errors.js';
import {StreamReader} from './stream-reader.js';
import {ConnectionHandle} from './connection-handle.js';
import {changed} from '../messages.js';
import {StreamRelay} from '../tabs/stream-relay.js';
import {isOver} from './replay-gate.js';
import {aborted, onAttachRejected, isEnd, noRun, refused, classifyStreamEnd} from './run-types.js';
import type {OpenConnection, Pause, RunEnd, RunParts, RunPhase, Step} from './run-types.js';
import type {RunProjection} from './run-projection.js';
import type {ChatFault} from '../types.js';
import {RunLocator} from './run-locator.js';
import type {Connection} from '../http/protocol-client.js';
import type {WakeReason} from '../environment.js';
import type {Frame} from '../../core/sse/frame.js';
import type {MessageItem} from '../../core/model/item.js';
import type {Op} from '../../core/model/op.js';
import type {Opened} from '../../core/protocol/types.js';

/**
 * One run of the agent, over as many connections as it takes. Each connection, and each pause between two, can be
 * broken off by its own signal, the line; what a broken connection still brings is dropped with it.
 */
export class Run {
  readonly #parts: RunParts;
  readonly #way: RunLocator;
  readonly #line: ConnectionHandle;
  readonly #relay: StreamRelay;
  #phase: RunPhase = 'connecting';
  #left = false;
  #next: OpenConnection | undefined;
  #shown: MessageItem | undefined;
  #hearing: StreamReader | undefined;
  #fault: ChatFault = {code: 'lost', retryable: true};

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#shown = parts.shown;
    this.#line = new ConnectionHandle(parts.environment);
    this.#relay = new StreamRelay(
      parts.tabs,
      parts.environment,
      () => this.reading && this.#line.restart(),
    );
    this.#way = new RunLocator(parts, this.#relay);
  }

  /** Id of the message item. */
  get item(): string {
    return this.#parts.item;
  }

  /** The run's id on the protocol. */
  get runId(): string | undefined {
    return this.#shown?.runId ?? this.#way.run;
  }

  /** Whether this tab reads it for all tabs. */
  get leads(): boolean {
    return this.#relay.leads;
  }

  /** Whether its stream was joined, so that it may begin with events of the past. */
  get joined(): boolean {
    return this.#way.tried;
  }

  /** What was told of it. */
  get telling(): RunProjection | undefined {
    return this.#hearing?.projection;
  }

  /** Whether its stream is open. */
  get reading(): boolean {
    return this.#line.open;
  }

  /** Follows the run from the answer to a request. If that is refused, it throws: the request is not repeated. */
  async begin(open: (signal: AbortSignal) => Promise<Connection>): Promise<RunEnd> {
    this.#enter('connecting');
    let connection: Connection;
    try {
      const signal = this.#line.renew();
      // What it waits for may not listen to the signal, such as the page's own function for tokens.
      connection = await Promise.race([open(signal), refused(signal)]);
    } catch (error) {
      const end = this.#brokenOff();
      if (end) return end;
      throw error;
    }
    return this.#follow(this.#relay.lead(connection));
  }

  /** Follows a run that is going on already: one that this page finds, or whose connection it lost. */
  join(phase: 'resuming' | 'reconnecting' = 'resuming'): Promise<RunEnd> {
    this.#enter(phase);
    return this.#follow('none');
  }

  /** Follows the run from a connection that was opened elsewhere. */
  take(lead: OpenConnection): Promise<RunEnd> {
    this.#next = lead;
    this.#enter('connecting');
    return this.#follow('none');
  }

  /** The question is answered: goes on with the stream of the answer, or joins again where the stream has ended. */
  resume(lead?: OpenConnection): void {
    this.#next = lead;
    if (lead || !this.reading) this.#line.abort();
  }

  /** Changes what is on screen: an answer was given, or taken back. */
  apply(ops: readonly Op[]): void {
    const message =
      this.#hearing?.projection.apply(ops) ?? (this.#shown && changed(this.#shown, ops));
    if (message) this.#show(message);
  }

  /** The user wants it to stop. `gently`: waits for the last word of the stream, where one is open. */
  stop(gently: boolean): void {
    this.#enter('stopping');
    this.#line.end();
    if (gently && this.reading) this.#line.abortWhenIdle();
    else this.#line.abort();
  }

  /** The page turns away. The run itself goes on, on the server. */
  leave(): void {
    this.#left = true;
    this.#relay.end();
    this.#line.end();
    this.#line.abort();
  }

  async #follow(first: Step): Promise<RunEnd> {
    const unsubscribeWake = this.#parts.environment.onWake(this.#onWake);
    try {
      let step = first;
      while (!isEnd(step)) {
        if (typeof step === 'string') step = await this.#rejoin(step);
        else step = 'opened' in step ? this.#takeWord(step.opened) : await this.#read(step.frames);
      }
      // A protocol may not say that it ended because it was stopped.
      return step.reason === 'ended' ? (this.#brokenOff() ?? step) : step;
    } finally {
      unsubscribeWake();
      this.#line.close();
      this.#relay.end();
    }
  }

  /** An answer that is not a stream: the whole message, or where the stream is, or that there is none. */
  #takeWord(opened: Opened): RunEnd | Pause {
    if (opened.session !== undefined) this.#parts.onSession(opened.session);
    if (opened.message) {
      this.#show({...opened.message, id: this.item});
      return {reason: 'ended'};
    }
    if (this.#way.tried) return this.#shown?.status === 'waiting' ? 'answer' : noRun;
    this.#way.learn(opened);
    return this.#way.isOpen ? 'none' : noRun;
  }

  async #read(frames: AsyncIterable<Frame>): Promise<RunEnd | Pause> {
    const hearing = new StreamReader(
      this.#parts,
      this.#hearing ? undefined : this.#parts.projection,
      {
        shown: () => this.#shown,
        show: message => {
          this.#hearing = hearing;
          this.#show(message);
        },
        close: () => this.#line.abort(),
      },
    );
    this.#line.open = true;
    const heard = await hearing.read(frames, this.#line.idleTimer);
    this.#line.open = false;
    this.#way.reached(heard.frames);
    const code = this.#way.isOpen ? 'lost' : 'truncated';
    this.#fault = heard.error === undefined ? {code, retryable: true} : faultOf(heard.error);
    // A stream without a word adds nothing to what is stored.
    const empty = heard.frames === 0 && heard.error === undefined;
    const told = empty && !this.#parts.projection ? this.#shown : hearing.message;
    const next = classifyStreamEnd(told, this.#line.consumeRestart());
    return empty && this.#way.tried && next === 'backoff' ? this.#unlessSettled(next) : next;
  }

  async #rejoin(pause: Pause): Promise<Step> {
    const worthIt = await this.#wait(pause);
    const end = this.#brokenOff();
    if (end) return end;
    const next = this.#next;
    if (next) {
      this.#next = undefined;
      this.#line.take(next.abort);
      return this.#relay.lead(next.connection);
    }
    if (!worthIt) return this.#giveUp();
    const signal = this.#line.renew();
    const failed = (error: unknown) => (signal.aborted ? 'none' : this.#refused(faultOf(error)));
    const joined = this.#way.join(this.runId, signal); // Cut meanwhile, it is joined anew.
    return joined.catch((error: unknown) => this.#brokenOff() ?? failed(error));
  }

  /** Whether it is worth joining again, once it is time. */
  async #wait(pause: Pause): Promise<boolean> {
    if (this.#next) return true;
    if (pause === 'answer') {
      this.#enter('waiting');
      await aborted(this.#line.renew());
    } else if (this.#way.isOpen && pause === 'backoff') {
      this.#enter('reconnecting');
      return this.#way.again(this.#line.renew(), this.#fault.retryAfter);
    }
    return this.#way.isOpen;
  }

  /** The server does not let the run be joined. A server that is overloaded is asked nothing more until its time. */
  async #refused(fault: ChatFault): Promise<RunEnd | Pause> {
    this.#fault = fault;
    const next = onAttachRejected(fault, this.#shown);
    if (!next) return this.#giveUp();
    const isAnswer = fault.status !== undefined && fault.retryAfter === undefined;
    return isAnswer && next === 'backoff' ? this.#unlessSettled(next) : next;
  }

  /** The stream cannot be joined any more. */
  async #giveUp(): Promise<RunEnd> {
    const end = this.#way.isOpen ? await this.#unlessSettled('none') : 'none';
    return end === 'none' ? this.#finish('lost') : end;
  }

  /** What comes next, unless the history says that the run ended while the connection was down. */
  async #unlessSettled<Next extends Pause>(next: Next): Promise<RunEnd | Next> {
    const cut = aborted(this.#line.renew()).then(() => false);
    const settled = await Promise.race([this.#parts.isSettled(), cut]);
    return this.#brokenOff() ?? (settled ? noRun : next);
  }

  /** The end that the page or the user put to it. */
  #brokenOff(): RunEnd | undefined {
    if (this.#left) return {reason: 'left'};
    return this.#phase === 'stopping' ? this.#finish('stopped') : undefined;
  }

  #finish(reason: 'lost' | 'stopped'): RunEnd {
    const status = reason === 'lost' ? 'interrupted' : 'stopped';
    this.#hearing?.projection.end(reason);
    this.apply([]);
    if (this.#shown && !isOver(this.#shown)) this.apply([{op: 'close', id: this.item, status}]);
    if (reason === 'stopped') return {reason};
    // The protocol may know from what it heard that nothing was missing but the last word.
    const whole = this.#hearing && this.#shown?.status !== status;
    return whole ? {reason: 'ended'} : {reason, fault: this.#fault};
  }

  #show(message: MessageItem): void {
    if (this.#left) return;
    if (message.sessionId !== undefined) this.#parts.onSession(message.sessionId);
    if (!isOver(message)) this.#enter(message.status === 'waiting' ? 'waiting' : 'streaming');
    if (message === this.#shown) return;
    this.#shown = message;
    this.#parts.onMessage(message);
  }

  #enter(phase: RunPhase): void {
    if (this.#phase === 'stopping' || this.#left) return;
    this.#phase = phase;
    this.#parts.onPhase(phase);
  }

  readonly #onWake = (wake: WakeReason): void => {
    if (!this.#way.isOpen) return;
    if (this.reading) this.#line.restart(wake === 'visible' ? 'heard' : undefined);
    else if (this.#phase === 'waiting') this.#line.abort();
  };
}
