import {toErrorInfo} from '../http/errors.js';
import {isOver} from '../../core/model/messages.js';
import {reportError, showError} from './error-items.js';
import {closeMessage, interrupt} from './message-ends.js';
import {Run} from './run.js';
import {lost} from './stream-end.js';
import type {RunEnd} from './run-states.js';
import type {ResumePoint, RunsChat} from './runs-chat.js';
import type {ErrorInfo} from '../types.js';

/** Starts and ends runs, one at a time. */
export class RunCoordinator {
  readonly #chat: RunsChat;
  #run: Run | undefined;
  #ending: Promise<RunEnd> | undefined;
  #settling: Promise<void> | undefined;
  #lost: ResumePoint | undefined;
  #lastPoint: ResumePoint = {};
  /** The id of the last message before the run. */
  #previous: string | undefined;

  constructor(chat: RunsChat) {
    this.#chat = chat;
  }

  get run(): Run | undefined {
    return this.#run;
  }

  /** The lost run, until another one starts. */
  get lost(): ResumePoint | undefined {
    return this.#lost;
  }

  /** The last answer, as a point to continue from. */
  get lastRun(): ResumePoint {
    const {state, client} = this.#chat;
    const last = state.lastMessage;
    if (client.protocol.continuesMessages && last?.role === 'assistant')
      return {item: last.id, message: last};
    return last && last.id === this.#lastPoint.item ? this.#lastPoint : {};
  }

  /** Resolves when the run has ended and its message is final. */
  async ended(): Promise<void> {
    await this.#ending?.catch(() => undefined);
  }

  /** Resolves when the stored message of the last run is displayed, or could not be loaded. */
  get settling(): Promise<void> | undefined {
    return this.#settling;
  }

  /** Starts a run, which writes a new message by default. Resolves at its end, rejects if its request fails. */
  start(start: (run: Run) => Promise<RunEnd>, point: ResumePoint = {}): Promise<RunEnd> {
    this.leave();
    this.#lost = undefined;
    this.#chat.state.update({lastError: undefined});
    const run = new Run(this.#chat, point);
    this.#run = run;
    this.#previous = this.#chat.state.lastMessage?.id;
    const ending = start(run).then(
      end => this.#close(run, end),
      (error: unknown) => {
        if (this.#run === run) this.#clear();
        throw error;
      },
    );
    this.#ending = ending;
    return ending;
  }

  /**
   * Joins the run that the server reports for the session, where nothing else says whether there is one, or this run, of which
   * nothing says whether it is over. Resolves to whether it is in progress. An error means that it is not.
   */
  async probe(run?: string): Promise<boolean> {
    const {client, sessions, store, left} = this.#chat;
    const session = sessions.id;
    const isPossible = run !== undefined || client.operations.attach?.probes;
    if (!isPossible || session === undefined) return false;
    const abort = new AbortController();
    // Few protocols probe, so the others do not load this.
    const found = await import('./find-run.js')
      .then(({findRun}) => findRun(this.#chat, {session, run}, abort.signal))
      .catch((error: unknown) => (toErrorInfo(error).retryable ? null : undefined));
    // The next chat asks again after a temporary error.
    if (found === undefined && !left.aborted) store.setRun(session, undefined);
    if (!found || this.#run || left.aborted) {
      abort.abort();
      return false;
    }
    const {point, connection} = found;
    if (point.item === undefined) interrupt(this.#chat.state, this.#chat.state.lastMessage?.id);
    void this.start(joined => joined.join('resuming', {connection, abort}), {...point, run});
    return true;
  }

  /** Stops following the run, which continues on the server. */
  leave(): void {
    const run = this.#run;
    this.#clear();
    run?.leave();
  }

  /**
   * Ends the run with the chat. Its message stays as far as it was received; where no later chat can join the run, it gets
   * an error from which the user can try again.
   */
  end(): void {
    const run = this.#run;
    if (!run) return;
    const {state, client, sessions} = this.#chat;
    const isJoinable = client.operations.attach !== undefined && sessions.id !== undefined;
    const shown = state.message(run.item);
    this.leave();
    // A question stays open where a later chat can join the run that waits for its answer.
    if (shown && (isOver(shown) || (isJoinable && shown.status === 'waiting'))) return;
    closeMessage(state, run, 'lost');
    const isDone = state.message(run.item)?.status === 'done';
    if (!isJoinable && !isDone) showError(this.#chat, lost, shown && run.item);
  }

  async #close(run: Run, end: RunEnd): Promise<RunEnd> {
    const {state, client, sessions} = this.#chat;
    const {item, runId, point} = run;
    if (end.reason === 'nothing' && this.#run === run) {
      run.reader?.restore();
      // Only the history contains the rest of the answer, so the run ends after it is displayed.
      const signal = run.renew();
      const isCurrent = (): boolean => this.#run === run || this.#run === undefined;
      await sessions.settle(this.#answerOf(run), isCurrent, signal);
      if (signal.aborted && this.#run === run) {
        closeMessage(state, run, 'stopped');
        return this.#close(run, {...end, reason: 'stopped'});
      }
    }
    if (this.#run !== run) return end;
    const hasNone = end.reason === 'nothing';
    const answer = this.#answerOf(run);
    if (hasNone) this.#endOpen(run, answer);
    const isLost = hasNone && this.#isCutOff(run, answer, end.error);
    const last: RunEnd = isLost ? {...end, reason: 'lost'} : end;
    const shown = state.message(answer);
    // Kept only where it is needed to continue the answer.
    const {protocol, operations} = client;
    const isContinued = operations.continue && !protocol.continuesMessages;
    this.#lastPoint = {item, reader: isContinued ? run.reader : undefined};
    if (last.reason === 'lost') {
      interrupt(state, answer);
      this.#clear('lost');
      const message = operations.attach?.streams === 'suffix' ? shown : point.message;
      // A stream that the server no longer has cannot be joined again.
      this.#lost = hasNone ? undefined : {item: answer, message, run: runId};
      reportError(this.#chat, last.error, shown && answer);
    } else {
      this.#clear();
      run.reportEnd(shown, runId);
    }
    if (shown) state.emit({type: 'turn-end', message: shown});
    if (last.reason === 'ended' || last.reason === 'stopped') {
      this.#settling = sessions.settle(answer, () => this.#run === undefined);
      await this.#settling;
      if (!this.run) this.#endOpen(run, answer);
    }
    return last;
  }

  /** The id of the answer of a run. If only the history had any of it, that is the last message. */
  #answerOf({item}: Run): string {
    const {state} = this.#chat;
    const last = state.lastMessage;
    const isNew = last?.role === 'assistant' && last.id !== this.#previous;
    return isNew && !state.message(item) ? last.id : item;
  }

  /** Whether an answer was cut off, or does not exist. It was not if the agent only waits for an answer of the user. */
  #isCutOff({hasJoined}: Run, id: string, {status}: ErrorInfo): boolean {
    const {state} = this.#chat;
    const message = state.message(id);
    if (message) return message.status === 'interrupted';
    const last = state.lastMessage;
    return (hasJoined || status === 204) && (last?.role === 'user' || last?.id === this.#previous);
  }

  /** Ends an answer that is still in progress after its run, with all of its items. */
  #endOpen(run: Run, id: string): void {
    const {state} = this.#chat;
    if (state.message(id)?.status !== 'streaming') return;
    if (id === run.item) closeMessage(state, run, 'lost');
    else interrupt(state, id);
  }

  #clear(status: 'idle' | 'lost' = 'idle'): void {
    if (!this.#run) return;
    this.#run = undefined;
    this.#ending = undefined;
    this.#chat.local?.release();
    this.#chat.state.update({status, resuming: false});
  }
}
