import {aborted, rejectOnAbort} from '../http/abort-reason.js';
import {toErrorInfo} from '../http/errors.js';
import {IdleTimer} from '../http/idle-timer.js';
import {RetryTimer} from '../http/retry.js';
import {randomUuid} from '../random-uuid.js';
import {extent} from '../../core/model/messages.js';
import {
  eventOfRejection,
  eventOfStreamEnd,
  isActive,
  nextState,
  statusOfMessage,
  statusOfState,
  type ActiveState,
  type FinalState,
  type RunEnd,
  type RunEvent,
  type RunState,
  type RunStatus,
} from './run-states.js';
import {closeMessage} from './message-ends.js';
import {errorOfEnd, errorWithoutStream, lost} from './stream-end.js';
import {RunReporter} from './run-reporter.js';
import {StreamReader} from './stream-reader.js';
import {RejoinError, SharedStreams} from '../tabs/shared-streams.js';
import type {OpenConnection, ResumePoint, RunRequest, RunsChat} from './runs-chat.js';
import type {ErrorInfo, FrameSource} from '../types.js';
import type {Connection} from '../http/protocol-client.js';
import type {Streamed} from '../http/read-stream.js';
import type {WakeReason} from '../environment.js';
import type {MessageItem} from '../../core/model/item.js';
import type {ResponseData} from '../../core/protocol/types.js';

/**
 * One run of the agent, over as many connections as necessary.
 *
 * A run is a state machine. Each active state has one activity below: it sends a request, reads a stream, waits for the
 * user or for the next attempt, or checks the history. The activity returns an event, and the table in `run-states.ts`
 * determines the next state, until a state is final. Each activity listens to the abort signal of its request, stream
 * or pause: `stop`, `leave`, `resume` and a wake of the page abort it to end the activity, and the loop then determines
 * the reason.
 */
export class Run {
  /** What the run continues. */
  readonly point: ResumePoint;
  readonly #chat: RunsChat;
  readonly #source: FrameSource;
  readonly #reporter: RunReporter;
  readonly #streams: SharedStreams;
  /** Measures the time without a frame, also of a stream that another tab reads. A watchdog measures that without a byte. */
  readonly #idleTimer: IdleTimer;
  readonly #retryTimer: RetryTimer;
  readonly #activities: Readonly<Record<ActiveState, () => Promise<RunEvent>>> = {
    requesting: () => this.#request(),
    joining: () => this.#join(),
    reading: () => this.#read(),
    waiting: () => this.#waitForAnswer(),
    backoff: () => this.#waitToRetry(),
    checking: () => this.#checkHistory(),
    givingUp: async () => (this.#isJoinable ? this.#checkHistory(!this.#isSuffix) : 'unsettled'),
  };
  #status: RunStatus = 'connecting';
  #hasLeft = false;
  /** Ends the request, the stream or the pause that is in progress. */
  #abort = new AbortController();
  #isReading = false;
  #hasJoined = false;
  /** Whether the page has aborted the stream to join it again at once. */
  #isRestarting = false;
  #cancelIdleAbort: (() => void) | undefined;
  /** The server's id of the run, unless its message has one. */
  #run: string | undefined;
  /** The address of the stream, if the server named one. */
  #url: string | undefined;
  #open: (signal: AbortSignal) => Promise<Connection> = rejectOnAbort;
  #requested: RunRequest | undefined;
  #stream: Streamed | undefined;
  /** A connection that was opened elsewhere, to be used next. */
  #handover: OpenConnection | undefined;
  /** The message as it was when it was reported. */
  #known: MessageItem | undefined;
  /** Reads or has read the displayed message. */
  #reader: StreamReader | undefined;
  #error: ErrorInfo = lost;
  /** Why the run needs another stream: the error to report if the server has neither one nor the answer. */
  #cause: ErrorInfo | undefined;
  /** Whether the last stream had nothing else than what was displayed. */
  #isSame = false;

  constructor(chat: RunsChat, point: ResumePoint) {
    const {client, tabs, settings, state} = chat;
    this.point = point;
    this.#chat = chat;
    const item = point.item ?? state.newId('run');
    this.#source = {
      protocol: client.protocol,
      item,
      message: point.message,
      messageId: client.createsId('message')
        ? (state.message(item)?.messageId ?? randomUuid())
        : undefined,
      tools: settings.options.tools?.names(),
    };
    this.#reporter = new RunReporter(chat, point);
    this.#streams = new SharedStreams(client, tabs, settings);
    this.#known = this.#message;
    this.#run = point.run;
    this.#idleTimer = new IdleTimer(settings.environment);
    this.#retryTimer = new RetryTimer(settings);
  }

  /** The id of the message that the run writes. */
  get item(): string {
    return this.#source.item;
  }

  get runId(): string | undefined {
    return this.#message?.runId ?? this.#run;
  }

  /** Whether a stream was joined, so that it may begin with past events. */
  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  get reader(): StreamReader | undefined {
    return this.#reader;
  }

  get #message(): MessageItem | undefined {
    return this.#chat.state.message(this.item);
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Whether the server knows nothing of the run, because its request was not sent yet. */
  get isUnsent(): boolean {
    return this.#requested !== undefined && !this.#requested.isSent;
  }

  /** Whether a history may be older than what the request of the run has changed. */
  get isAhead(): boolean {
    return this.#requested !== undefined && (this.#requested.replaces || !this.isUnsent);
  }

  /**
   * Follows the run from a request. Rejects if the request fails: it is not sent again. Rejects also if the run is stopped
   * before the request was sent: then there is no answer.
   */
  begin(open: (signal: AbortSignal) => Promise<Connection>, request: RunRequest): Promise<RunEnd> {
    this.#open = open;
    this.#requested = request;
    return this.#follow('requesting');
  }

  /** Follows a run that is in progress, from a connection that was opened elsewhere, or from a new one. */
  join(
    status: 'connecting' | 'resuming' | 'reconnecting',
    connection?: OpenConnection,
  ): Promise<RunEnd> {
    this.#handover = connection;
    this.#setStatus(status);
    return this.#follow('joining');
  }

  /** The question was answered: continues with the stream of the response, or joins again if the stream has closed. */
  resume(connection?: OpenConnection): void {
    this.#handover = connection;
    if (connection || !this.#isReading) this.#abort.abort();
  }

  /** Stops the run. `gently` waits for the last event of an open stream. */
  stop(gently: boolean): void {
    this.#setStatus('stopping');
    const end = (): void => this.#abort.abort();
    const {staleAfterMs} = this.#chat.settings.limits;
    if (gently && this.#isReading) this.#cancelIdleAbort = this.#idleTimer.limit(staleAfterMs, end);
    else end();
  }

  /** Stops following the run, which continues on the server. */
  leave(): void {
    this.#hasLeft = true;
    this.#streams.close();
    this.#abort.abort();
  }

  /** Reports the end, with what is displayed of the answer and the id that the server gave the run. */
  reportEnd(answer: MessageItem | undefined, run: string | undefined): void {
    this.#reporter.reportEnd(answer, run, this.#streams.isLeader);
  }

  async #follow(start: ActiveState): Promise<RunEnd> {
    const {settings, state: chatState} = this.#chat;
    const unsubscribeWake = settings.environment.onWake(this.#onWake);
    const unsubscribe = chatState.subscribe(() => this.#onState());
    let state: RunState = start;
    try {
      while (isActive(state)) {
        const status = statusOfState[state];
        if (status) this.#setStatus(status);
        const event = await this.#activities[state]();
        state = nextState(state, this.#interruption ?? event);
      }
      return this.#end(state);
    } finally {
      unsubscribeWake();
      unsubscribe();
      this.#cancelIdleAbort?.();
      this.#streams.close();
    }
  }

  /** The event that ends the run, regardless of the result of the activity. */
  get #interruption(): 'leave' | 'stop' | undefined {
    if (this.#hasLeft) return 'leave';
    return this.#status === 'stopping' ? 'stop' : undefined;
  }

  async #request(): Promise<RunEvent> {
    const signal = this.renew();
    try {
      // A step before the request, such as the page's own `getToken`, may ignore the signal.
      const connection = await Promise.race([this.#open(signal), rejectOnAbort(signal)]);
      return this.#use(this.#streams.adopt(connection));
    } catch (error) {
      const end = this.#interruption;
      // An answer that is continued stays.
      const isWithdrawn = end === 'stop' && this.isUnsent && !this.#message;
      if (!end || isWithdrawn) throw error;
      return end;
    }
  }

  async #join(): Promise<RunEvent> {
    const handover = this.#handover;
    if (handover) {
      this.#handover = undefined;
      this.renew(handover.abort);
      return this.#use(this.#streams.adopt(handover.connection));
    }
    if (!this.#isJoinable) return 'failed';
    const signal = this.renew();
    this.#hasJoined = true;
    try {
      const session = this.#chat.sessions.id;
      const lastEventId = this.#isSuffix ? this.#reader?.lastEventId : undefined;
      const address = {session, run: this.runId, url: this.#url, lastEventId};
      return this.#use(await this.#streams.join(address, signal));
    } catch (error) {
      if (signal.aborted) return 'restart';
      const info = toErrorInfo(error);
      const hasNone = [404, 405, 410].includes(info.status ?? 0);
      const cause = this.#cause ?? {...info, code: 'truncated'};
      this.#error = hasNone ? {...cause, retryable: false} : info;
      return eventOfRejection(info, this.#message);
    }
  }

  /** Whether there is a stream that can be joined. */
  get #isJoinable(): boolean {
    const {client, sessions} = this.#chat;
    const {attach} = client.operations;
    if (attach?.needsRun && this.runId === undefined) return this.#url !== undefined;
    return this.#url !== undefined || (attach && sessions.id) !== undefined;
  }

  /** The signal of the next request, stream or pause. There is none after `stop` or `leave`: it is aborted at once. */
  renew(abort = new AbortController()): AbortSignal {
    this.#abort = abort;
    this.#isRestarting = false;
    if (this.#interruption) abort.abort();
    return abort.signal;
  }

  #use(connection: Connection): RunEvent {
    if ('opened' in connection) return this.#onResponse(connection);
    this.#stream = connection;
    return 'stream';
  }

  /** Handles a response that is not a stream. */
  #onResponse({opened, received}: Extract<Connection, {opened: unknown}>): RunEvent {
    const {protocol} = this.#chat.client;
    if (opened.session !== undefined) this.#chat.sessions.adoptId(opened.session);
    if (opened.message) {
      this.#chat.state.put({...opened.message, id: this.item});
      return 'message';
    }
    if (this.#hasJoined) {
      if (received) this.#cause ??= errorWithoutStream(received, protocol).info;
      return this.#message?.status === 'waiting' ? 'question' : 'absent';
    }
    this.#run = opened.run ?? this.#run;
    this.#url = opened.url;
    if (received && opened.run === undefined && opened.url === undefined) {
      const error = errorWithoutStream(received, protocol);
      if (this.#leavesNoAnswer(received)) throw error;
      this.#cause = error.info;
    }
    return this.#isJoinable ? 'moved' : 'absent';
  }

  /** Whether a response without a stream leaves no place for an answer that has not begun. 202 promises one elsewhere. */
  #leavesNoAnswer({status}: ResponseData): boolean {
    const {history} = this.#chat.client.operations;
    return !this.#message && !this.#isJoinable && !history && status !== 202;
  }

  async #read(): Promise<RunEvent> {
    const stream = this.#stream;
    if (!stream) return 'failed';
    const {reader: continued} = this.point;
    const known = this.#isSuffix && this.#hasJoined ? this.#reader : undefined;
    const reader =
      known ??
      (this.#reader ? undefined : continued) ??
      new StreamReader(this.#source, this.#chat, this.#reader?.replaced);
    const before = this.#message?.children;
    this.#isReading = true;
    const {frames, foreign, error, isDisplayed} = await reader.read(stream.frames, {
      traceId: stream.facts?.traceId,
      onFrame: () => this.#idleTimer.reset(),
      isFollowed: () => !this.#hasLeft,
      onDisplay: () => {
        this.#reader = reader;
        this.#showStatus();
      },
      close: () => this.#abort.abort(),
    });
    this.#isReading = false;
    this.#retryTimer.progress(frames);
    // A stream without frames adds nothing to the stored message, and to what is known about its end.
    const isEmpty = frames === 0 && error === undefined;
    if (error !== undefined) this.#cause = lost;
    else if (!isEmpty || !this.#cause)
      this.#cause = errorOfEnd(this.#source.protocol, stream.facts, {frames, foreign});
    this.#error = error === undefined ? this.#cause : toErrorInfo(error);
    const message = isDisplayed ? this.#message : undefined;
    // What is stored of an answer can be over without an end.
    if (isEmpty && !continued && this.#message?.status === 'interrupted') return 'absent';
    this.#isSame = !isEmpty && message !== undefined && message.children === before;
    return eventOfStreamEnd(isEmpty && !continued ? this.#message : message, {
      restart: this.#isRestarting || this.#handover !== undefined || error instanceof RejoinError,
      // The run may be over if a stream that was joined has not even what is displayed, or nothing else.
      isEmpty: this.#hasJoined && (isEmpty || message === undefined || this.#isSame),
      joinable: this.#isJoinable && !foreign,
    });
  }

  /** Whether a stream that is joined has only the frames that were not received yet. */
  get #isSuffix(): boolean {
    return this.#chat.client.operations.attach?.streams === 'suffix';
  }

  async #waitForAnswer(): Promise<RunEvent> {
    if (!this.#handover) await aborted(this.renew());
    return 'restart';
  }

  async #waitToRetry(): Promise<RunEvent> {
    if (this.#handover) return 'restart';
    const signal = this.renew();
    const hasWaited = await this.#retryTimer.wait(signal, this.#error.retryAfter);
    return hasWaited || signal.aborted ? 'restart' : 'failed';
  }

  async #checkHistory(always = false): Promise<'settled' | 'question' | 'unsettled'> {
    const signal = this.renew();
    // Not every protocol stores whether an answer is complete: as much as is displayed may be a part of it.
    const least = this.#isSame && this.#message ? extent(this.#message) : 0;
    const {sessions} = this.#chat;
    const checked = sessions.check(this.item, answer => extent(answer) > least, {signal, always});
    return Promise.race([checked, aborted(signal).then(() => 'unsettled' as const)]);
  }

  #end(reason: FinalState): RunEnd {
    if (reason === 'nothing') return {reason, error: this.#cause ?? lost};
    if (reason !== 'lost' && reason !== 'stopped') return {reason};
    closeMessage(this.#chat.state, this, reason);
    if (reason === 'stopped') return {reason};
    // The decoder may know that only the final event was missing.
    const isComplete = this.#reader && this.#message?.status !== 'interrupted';
    return isComplete ? {reason: 'ended'} : {reason, error: this.#error};
  }

  /** Follows the displayed message, whoever has changed it. */
  #onState(): void {
    const message = this.#message;
    if (this.#hasLeft || !message || message === this.#known) return;
    this.#known = message;
    this.#showStatus();
    if (message.sessionId !== undefined) this.#chat.sessions.adoptId(message.sessionId);
    this.#reporter.report(message, !this.#hasJoined);
  }

  #showStatus(): void {
    const status = this.#message && statusOfMessage(this.#message);
    if (status) this.#setStatus(status);
  }

  /** While a run is being stopped, its status does not change. */
  #setStatus(status: RunStatus): void {
    if (this.#interruption) return;
    this.#status = status;
    const resuming = status === 'resuming';
    this.#chat.state.update({status: resuming ? 'connecting' : status, resuming});
  }

  readonly #onWake = (reason: WakeReason): void => {
    if (!this.#isJoinable) return;
    const {staleAfterMs} = this.#chat.settings.limits;
    const isFresh = reason === 'visible' && this.#idleTimer.elapsed <= staleAfterMs;
    if (this.#isReading ? isFresh : this.#status !== 'waiting') return;
    this.#isRestarting = true;
    this.#abort.abort();
  };
}
