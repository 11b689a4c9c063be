import {toErrorInfo} from './http/errors.js';
import {withRetries} from './http/retry.js';
import {clearError, showError} from './run/error-items.js';
import {interrupted, isOver, isUnwritten, messagesOf} from '../core/model/messages.js';
import type {Chat} from './chat.js';
import type {ResumePoint} from './run/runs-chat.js';
import type {ErrorInfo} from './types.js';
import type {MessageItem} from '../core/model/item.js';
import type {History} from '../core/protocol/types.js';

/**
 * Loads the conversation of the displayed session, and continues what is in progress in it: joins its run, or handles what
 * its last answer needs from the page, or ends what nothing continues.
 */
export class HistoryLoader {
  readonly #chat: Chat;
  /** Whether the history has to be loaded again. */
  #isBehind = false;
  /** Whether the last error is that of a truncated answer: it ends when the history is loaded again. */
  #hasTruncated = false;
  /** What could not be loaded, and its error. */
  #unloaded: {readonly error: ErrorInfo; readonly load: () => Promise<void>} | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  /** Records that the history is newer than what is displayed: `catchUp` loads it again. */
  markBehind(): void {
    this.#isBehind = true;
  }

  /** Loads the history again if it is newer, after the run in progress. */
  catchUp(): void {
    const {runs} = this.#chat;
    if (!this.#isBehind) return;
    if (runs.run) void runs.ended().then(() => this.catchUp());
    else {
      this.#isBehind = false;
      void this.load();
    }
  }

  /** Loads again what could not be loaded, or the history with the end of a lost run. Resolves to whether there was any. */
  async retry(): Promise<boolean> {
    const {state, runs, sessions} = this.#chat;
    const {status, lastError} = state;
    if (lastError && lastError === this.#unloaded?.error) {
      state.update({status: 'idle', lastError: undefined});
      await this.#unloaded.load();
      return true;
    }
    if (status !== 'lost' || runs.lost || !sessions.canLoad) return false;
    await this.load();
    return true;
  }

  /** Loads the session, and retries after a temporary error. Resolves after the first attempt. */
  load(remembered = false): Promise<void> {
    const {settings, sessions, state, runs, left} = this.#chat;
    const isWanted = (): boolean => runs.run === undefined;
    return new Promise(resolve => {
      const load = async (): Promise<void> => {
        try {
          const history = await sessions.load();
          if (!left.aborted) this.#join(history);
        } catch (error) {
          if (!left.aborted) this.#onLoadError(error, remembered);
          throw error;
        } finally {
          if (!left.aborted) state.update({loading: false});
          resolve();
        }
      };
      void withRetries(load, {settings, signal: left, isWanted}).catch(() => undefined);
    });
  }

  #onLoadError(error: unknown, remembered: boolean): void {
    const {sessions} = this.#chat;
    const {status} = toErrorInfo(error);
    const isGone = status === 403 || status === 404 || status === 410;
    if (remembered && isGone) sessions.enter(undefined);
    else this.reportUnloaded(error, () => this.load(), 'history');
  }

  /**
   * Joins the run that is in progress according to the history, or else the stored one, or else the one that the server
   * reports. If there is none, handles what the last answer needs from the page.
   */
  #join(history: History | undefined): void {
    const {work, runs, state, client, store, sessions, left} = this.#chat;
    const {attach} = client.operations;
    work.check();
    if (this.#hasTruncated) clearError(state);
    this.#hasTruncated = false;
    if (state.status === 'lost' || state.status === 'reconnecting') {
      // What was lost is in the history, or is joined below.
      if (history?.running || history?.messages.at(-1)?.role === 'assistant') clearError(state);
      state.update({status: 'idle', lastError: undefined});
    }
    const last = state.lastMessage;
    // The page has not seen the end of this run. Without `attach`, nothing can be joined.
    const remembered = attach && store.run(sessions.id);
    // A server may have stored a part of its answer without a sign of that.
    const isOfRun = last ? lacksEnd(last) || last.runId === remembered : !history;
    const run = history?.running?.run ?? (isOfRun ? remembered : undefined);
    if (runs.run) return;
    if (run === undefined) {
      // Of an answer without the id of its run, only the stream can say whether it is that of the remembered run.
      void this.#probe(history !== undefined, last?.runId === undefined ? remembered : undefined);
      return;
    }
    const known = last?.runId ?? history?.running?.run;
    const partial = last?.role === 'assistant' && known === run;
    const isSuffix = attach?.streams === 'suffix';
    const point: ResumePoint = partial
      ? {item: last.id, run, message: isSuffix ? last : undefined}
      : {run};
    void runs.start(run => run.join('resuming'), point).then(() => this.#serveJoined(left));
  }

  /** Handles what the answer of a run that was joined needs from the page, as nobody else waits for the end of the run. */
  async #serveJoined(left: AbortSignal): Promise<void> {
    if (!left.aborted) await this.#chat.turns.serve('joined');
  }

  /** Joins the run that the server reports, or this one, or handles what the last answer needs, or that it is not complete. */
  async #probe(isLoaded: boolean, run?: string): Promise<void> {
    const {sessions, runs, settings, turns, left} = this.#chat;
    if (await runs.probe(run)) {
      await runs.ended();
      await this.#serveJoined(left);
      return;
    }
    if (left.aborted) return;
    if (isLoaded && (run !== undefined || this.#isUnfinished())) {
      // The run may have ended after the history was read.
      const isWanted = (): boolean => !left.aborted && !runs.run;
      const load = (): Promise<unknown> => sessions.load();
      await withRetries(load, {settings, signal: left, isWanted}).catch(() => undefined);
      if (!isWanted()) return;
      if (this.#isUnfinished()) this.#endTruncated();
    }
    if (!sessions.canLoad) this.endKept();
    await turns.serve('stored');
  }

  /** Ends what is in progress in a conversation that only the page has kept: nothing continues it. */
  endKept(): void {
    const {turns, state} = this.#chat;
    if (turns.isBusy) return;
    const {lastMessage} = state;
    const open = messagesOf(state.conversation).filter(({status}) => status === 'streaming');
    for (const message of open) state.put(interrupted(message));
    if (lastMessage && open.includes(lastMessage)) this.#endTruncated();
  }

  /** Ends the last message, whose answer is not complete although nothing is running. */
  #endTruncated(): void {
    const {state} = this.#chat;
    const last = state.lastMessage;
    if (!last) return;
    const isAnswer = last.role === 'assistant';
    if (isAnswer)
      state.apply([
        {op: 'close', id: last.id, status: 'interrupted'},
        // Of an empty answer nothing is open.
        {op: 'assign', id: last.id, status: 'interrupted', fields: {}},
      ]);
    showError(this.#chat, {code: 'truncated', retryable: true}, isAnswer ? last.id : undefined);
    this.#hasTruncated = true;
  }

  /**
   * Whether the last turn has no complete answer although nothing is running. The absence of an answer says so only where the
   * server would report a run, or where the browser stores the conversation: without the errors of the connection.
   */
  #isUnfinished(): boolean {
    const {local, state, client} = this.#chat;
    const last = state.lastMessage;
    if (!last || local?.isReservedElsewhere) return false;
    const {role, status} = last;
    if (role === 'assistant' && (status === 'streaming' || (local && isInterrupted(last))))
      return true;
    const isUnanswered = status === 'done' && (role === 'user' || isUnwritten(last));
    if (local) return isUnanswered || (role === 'user' && status === 'failed');
    return isUnanswered && client.operations.attach?.probes === true;
  }

  /** Reports what could not be loaded. The status and the last error during a run are those of the run. */
  reportUnloaded(error: unknown, load: () => Promise<void>, failed?: 'history'): void {
    const {signal, turns, state} = this.#chat;
    if (signal.aborted) return;
    const info = toErrorInfo(error);
    if (!turns.isBusy) {
      this.#unloaded = {error: info, load};
      state.update({lastError: info, ...(info.retryable && {status: 'lost'})});
    }
    state.emit({type: 'error', error: info, ...(failed && {failed})});
  }
}

/** Whether something follows in the turn of a last message: its answer, or the rest of that. */
const lacksEnd = (last: MessageItem): boolean =>
  last.role === 'user' || !isOver(last) || last.status === 'interrupted';

/** Whether an answer was cut off, without an error that says so. */
const isInterrupted = ({status, children}: MessageItem): boolean =>
  status === 'interrupted' && children.every(({kind}) => kind !== 'error');
