import {refusal, toErrorInfo} from './http/errors.js';
import {Answers} from '../core/model/answers.js';
import {interrupted, isOver, isUnwritten, messagesOf} from '../core/model/messages.js';
import {PendingWork} from './turns/pending-work.js';
import {QuestionTimes} from './run/question-times.js';
import {withRetries} from './http/retry.js';
import {Replies} from './turns/replies.js';
import {SessionStore} from './sessions/session-store.js';
import {Sessions} from './sessions/sessions.js';
import type {Run} from './run/run.js';
import {clearError} from './run/error-items.js';
import {RunCoordinator} from './run/run-coordinator.js';
import type {ResumePoint} from './run/runs-chat.js';
import type {State} from './state.js';
import {TabChannel} from './tabs/tab-channel.js';
import type {Credentials} from './http/credentials.js';
import {Turns} from './turns/turns.js';
import {FileUploads} from './turns/uploads.js';
import {ProtocolClient} from './http/protocol-client.js';
import type {Settings} from './settings.js';
import type {ErrorInfo, SendOptions, TurnOutcome} from './types.js';
import {emptyConversation, type MessageItem} from '../core/model/item.js';
import {defined} from '../core/values.js';
import type {LocalSessions} from '../core/protocol/local-session-types.js';
import type {History, Protocol} from '../core/protocol/types.js';

/** One chat with one agent at one endpoint, for one user. If any of these changes, it is replaced by another chat. */
export class Chat {
  readonly state: State;
  readonly settings: Settings;
  readonly client: ProtocolClient;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly runs: RunCoordinator;
  readonly turns: Turns;
  readonly replies: Replies;
  readonly uploads: FileUploads;
  /** How long ago questions were asked. */
  readonly times = new QuestionTimes();
  /** The answers that the user gave to questions of this session. */
  readonly answers = new Answers();
  readonly tabs: TabChannel;
  /** The sessions that the browser stores, for servers that store none. */
  readonly local: LocalSessions | undefined;
  readonly work: PendingWork;
  readonly #life = new AbortController();
  readonly #unsubscribeWake: () => void;
  #isBehind = false;
  /** How often a session was opened after the start. */
  #opened = 0;
  #ready: Promise<void> | undefined;
  #onboarded: Promise<void> | undefined;
  /** What could not be loaded, and its error. */
  #unloaded: {readonly error: ErrorInfo; readonly load: () => Promise<void>} | undefined;

  constructor(parts: {
    readonly settings: Settings;
    readonly protocol: Protocol;
    readonly state: State;
    readonly credentials: Credentials;
    /** Called when the user has logged out in another tab. */
    readonly onShutdown: () => void;
  }) {
    const {settings, protocol, state, credentials, onShutdown} = parts;
    this.state = state;
    this.settings = settings;
    this.client = new ProtocolClient({
      settings,
      protocol,
      credentials,
      signal: this.signal,
      report: state.report,
      onResponse: response => this.times.learn(response),
    });
    this.store = new SessionStore(settings);
    const tabs = new TabChannel(this.store.key, () => state.session?.id);
    tabs.subscribe((kind, ...rest) => {
      if (kind === 'shutdown') onShutdown();
      else if (kind === 'sessions') this.sessions.applyChange(...(rest as [string, string?]));
      else if (kind === 'removed') this.#onRemoved(rest[0] as string);
      else this.#onRunMessage(kind, rest[0]);
    });
    this.tabs = tabs;
    this.local = protocol.localSessions?.open({
      scope: this.store.key,
      resumes: protocol.operations.attach !== undefined,
      state,
      environment: settings.environment,
      onReleased: () => this.catchUp(),
    });
    this.sessions = new Sessions(this);
    this.runs = new RunCoordinator(this);
    this.work = new PendingWork(this);
    this.uploads = new FileUploads(this);
    this.turns = new Turns(this);
    this.replies = new Replies(this);
    this.#unsubscribeWake = settings.environment.onWake(
      () => this.#isBehind && this.#loadAfterRun(),
    );
  }

  /** Aborted when the chat ends. */
  get signal(): AbortSignal {
    return this.#life.signal;
  }

  /**
   * Opens the given or stored session, once. Resolves when the history is displayed, of this session or of one that was opened
   * later.
   */
  start(session?: string): Promise<void> {
    const shown = this.state.session?.id;
    const known = shown ?? session ?? this.sessions.remembered;
    this.#ready ??= this.#start(known, shown === undefined && session === undefined);
    return this.#ready;
  }

  /** Opens another session, or a new one. */
  async open(session: string | undefined): Promise<void> {
    this.#opened += 1;
    this.work.forget();
    this.runs.leave();
    void this.local?.flush();
    this.answers.clear();
    this.turns.forget();
    this.sessions.enter(session);
    this.state.update({
      conversation: emptyConversation,
      lastError: undefined,
      status: 'idle',
      loading: session !== undefined,
    });
    const loaded = session === undefined ? undefined : this.#load();
    // A message that is sent before waits for what it needs.
    this.#ready = Promise.all([this.#onboarded, loaded]).then(() => undefined);
    await loaded;
  }

  /** Resolves when the page has served the answer, unless that waits for another answer of the user. */
  async #answered(): Promise<void> {
    if (this.state.status !== 'waiting') await this.turns.served();
  }

  /** Sends a message, or an answer if a question is open. Resolves when the turn has ended. */
  async send(text: string, {files = [], context}: SendOptions): Promise<TurnOutcome> {
    const session = this.sessions.id;
    const opened = this.#opened;
    const question = this.replies.openQuestion();
    if (question && this.client.operations.continue?.takesText?.(question) === false)
      throw refusal('question_open', question.id);
    if (question) {
      try {
        await this.replies.reply(question.id, {input: text, type: 'text', files});
      } catch (error) {
        return {status: 'waiting', error: toErrorInfo(error)};
      }
      await this.#answered();
      await this.runs.ended();
      await this.#answered();
    } else {
      const known = files.map(id => this.uploads.known(id));
      await this.turns.send(text, known, context);
    }
    // The chat of another user has the same state.
    const isLeft = this.signal.aborted && session !== undefined && session !== this.sessions.id;
    return isLeft || opened !== this.#opened ? {status: 'canceled'} : outcomeOf(this.state);
  }

  /** Tries again what has failed. */
  async retry(): Promise<void> {
    const {status, lastError} = this.state;
    if (lastError && lastError === this.#unloaded?.error) {
      this.state.update({status: 'idle', lastError: undefined});
      await this.#unloaded.load();
    } else if (status === 'lost' && !this.runs.lost && this.sessions.canLoad) await this.#load();
    else if (!(await this.replies.retry())) await this.turns.retry();
  }

  /** Stops the run, here and on the server; called again, only here. Resolves when it has ended. */
  async stop(): Promise<void> {
    const {run} = this.runs;
    const {status} = this.state;
    this.work.cancel();
    // The run is over while the page works for its answer, or asks the user.
    if (!run) return status === 'idle' || status === 'lost' ? undefined : this.turns.served();
    const ended = this.runs.ended();
    // The server has nothing to stop, but a run of another page may be in progress there.
    const stop = run.isUnsent ? undefined : this.client.operations.stop;
    const session = this.sessions.id;
    const again = status === 'stopping';
    if (!again && stop?.needsRun && run.runId === undefined) {
      this.state.update({status: 'stopping'});
      await this.#named(run);
      if (this.runs.run !== run) return;
    }
    run.stop(!again && stop !== undefined && session !== undefined);
    if (!again && stop && session !== undefined) await this.#requestStop(session);
    await ended;
  }

  /** Displays another branch. Abandons an open question. */
  async navigate(message: string): Promise<void> {
    if (this.client.operations.navigate) await this.turns.abandonQuestion();
    await this.sessions.navigate(message);
  }

  /** Ends all work here. Nothing changes on the server. */
  end(): void {
    this.#unsubscribeWake();
    this.work.end();
    this.runs.end();
    this.turns.forget();
    this.local?.end();
    this.tabs.close();
    this.#life.abort();
  }

  /** Loads the history again, after the run in progress. */
  catchUp(): void {
    this.#isBehind = true;
    this.#loadAfterRun();
  }

  /** Handles a message of another tab about this session. A hidden page joins a run when it becomes visible. */
  #onRunMessage(kind: string, run: unknown): void {
    if (kind === 'answered') this.runs.run?.resume();
    if (!['started', 'ended', 'navigated'].includes(kind)) return;
    const isShown = (message: MessageItem): boolean =>
      run !== undefined && message.runId === run && isOver(message);
    if (kind === 'ended' && messagesOf(this.state.conversation).some(isShown)) return;
    this.#isBehind = true;
    if (kind !== 'navigated') this.work.supersede();
    if (kind !== 'started' || this.settings.environment.visible()) this.#loadAfterRun();
  }

  /** Another tab removed a session. */
  #onRemoved(session: string): void {
    this.sessions.applyChange(session, undefined);
    // This tab may have stored it after the other one has removed it.
    void this.local?.remove(session).catch(() => undefined);
    if (session === this.sessions.id) void this.open(undefined);
  }

  #loadAfterRun(): void {
    if (this.runs.run) void this.runs.ended().then(() => this.#isBehind && this.#loadAfterRun());
    else {
      this.#isBehind = false;
      void this.#load();
    }
  }

  /** Resolves when the server has named the run, or when it has ended. */
  #named(run: Run): Promise<void> {
    return new Promise(resolve => {
      const unsubscribe = this.state.subscribe(() => {
        if (run.runId === undefined && this.runs.run === run) return;
        unsubscribe();
        resolve();
      });
    });
  }

  async #requestStop(session: string): Promise<void> {
    const {client} = this;
    const {run} = this.runs;
    const message = this.state.lastMessage?.messageId;
    try {
      const input = {session, ...defined({run: run?.runId, message})};
      await client.request(client.operations.stop, input);
    } catch (error) {
      const info = toErrorInfo(error);
      // After a response there was nothing left to stop; without one, the run may still be in progress.
      if (info.status === undefined) this.state.update({lastError: info});
      run?.stop(false);
    }
  }

  async #start(session: string | undefined, remembered: boolean): Promise<void> {
    this.state.update({loading: session !== undefined});
    this.#onboarded = this.#loadOnboarding();
    await this.#onboarded;
    if (this.signal.aborted || this.#opened > 0) return;
    if (session === undefined) {
      this.#endKept();
      // The conversation may be that of an earlier chat of this page, whose question is open.
      void this.turns.serve('stored');
    } else {
      this.sessions.enter(session);
      await this.#load(remembered);
    }
    this.turns.resume();
  }

  async #loadOnboarding(): Promise<void> {
    const {onboarding} = this.client.operations;
    if (!onboarding) return;
    try {
      const loaded = await this.client.request(onboarding, {});
      this.client.knowAgent(loaded.agent);
      this.state.update({onboarding: loaded});
    } catch (error) {
      this.#reportError(error, () => this.#loadOnboarding());
    }
  }

  /** Loads the session, and retries after a temporary error. Resolves after the first attempt. */
  #load(remembered = false): Promise<void> {
    const settings = this.settings;
    const {signal} = this;
    const session = this.sessions.id;
    const opened = this.#opened;
    const isShown = (): boolean => opened === this.#opened && session === this.sessions.id;
    const isWanted = (): boolean => isShown() && this.runs.run === undefined;
    return new Promise(resolve => {
      const load = async (): Promise<void> => {
        try {
          const history = await this.sessions.load();
          if (isShown()) this.#join(history);
        } catch (error) {
          if (isShown()) this.#onLoadError(error, remembered);
          throw error;
        } finally {
          if (opened === this.#opened && !signal.aborted) this.state.update({loading: false});
          resolve();
        }
      };
      void withRetries(load, {settings, signal, isWanted}).catch(() => undefined);
    });
  }

  #onLoadError(error: unknown, remembered: boolean): void {
    if (this.signal.aborted) return;
    const {status} = toErrorInfo(error);
    const isGone = status === 403 || status === 404 || status === 410;
    if (remembered && isGone) this.sessions.enter(undefined);
    else this.#reportError(error, () => this.#load(), 'history');
  }

  /**
   * Joins the run that is in progress according to the history, or else the stored one, or else the one that the server
   * reports. If there is none, handles what the last answer needs from the page.
   */
  #join(history: History | undefined): void {
    this.work.check();
    this.runs.clearCutOff();
    if (this.state.status === 'lost' || this.state.status === 'reconnecting') {
      // What was lost is in the history, or is joined below.
      if (history?.running || history?.messages.at(-1)?.role === 'assistant')
        clearError(this.state);
      this.state.update({status: 'idle', lastError: undefined});
    }
    const last = this.state.lastMessage;
    // Without `attach`, nothing can be joined.
    const remembered = this.client.operations.attach && this.store.run(this.sessions.id);
    const open =
      last === undefined
        ? !history
        : last.role === 'user' || !isOver(last) || last.status === 'interrupted';
    const run = history?.running?.run ?? (open ? remembered : undefined);
    if (this.runs.run) return;
    if (run === undefined) {
      void this.#probe(history !== undefined);
      return;
    }
    const known = last?.runId ?? history?.running?.run;
    const partial = last?.role === 'assistant' && known === run;
    const isSuffix = this.client.operations.attach?.streams === 'suffix';
    const point: ResumePoint = partial
      ? {item: last.id, run, message: isSuffix ? last : undefined}
      : {run};
    const session = this.sessions.id;
    void this.runs.start(run => run.join('resuming'), point).then(() => this.#serveJoined(session));
  }

  /** Handles what the answer of a run that was joined needs from the page, as nobody else waits for the end of the run. */
  async #serveJoined(session: string | undefined): Promise<void> {
    if (session === this.sessions.id && !this.signal.aborted) await this.turns.serve('joined');
  }

  /** Joins the run that the server reports, or handles what the last answer needs, or that it is not complete. */
  async #probe(isLoaded: boolean): Promise<void> {
    const session = this.sessions.id;
    if (await this.runs.probe(session)) {
      await this.runs.ended();
      await this.#serveJoined(session);
      return;
    }
    if (isLoaded && this.#isUnfinished()) {
      // The run may have ended after the history was read.
      const {settings, signal} = this;
      const isWanted = (): boolean =>
        session === this.sessions.id && !signal.aborted && !this.runs.run;
      const load = (): Promise<unknown> => this.sessions.load();
      await withRetries(load, {settings, signal, isWanted}).catch(() => undefined);
      if (!isWanted()) return;
      if (this.#isUnfinished()) this.runs.cutOff();
    }
    if (!this.sessions.canLoad) this.#endKept();
    await this.turns.serve('stored');
  }

  /** Ends what is in progress in a conversation that only the page has kept: nothing continues it. */
  #endKept(): void {
    if (this.turns.isBusy) return;
    const {state} = this;
    const {lastMessage} = state;
    const open = messagesOf(state.conversation).filter(({status}) => status === 'streaming');
    for (const message of open) state.put(interrupted(message));
    if (lastMessage && open.includes(lastMessage)) this.runs.cutOff();
  }

  /**
   * Whether the last turn has no complete answer although nothing is running. The absence of an answer says so only where the
   * server would report a run, or where the browser stores the conversation: without the errors of the connection.
   */
  #isUnfinished(): boolean {
    const {local} = this;
    const last = this.state.lastMessage;
    if (!last || local?.isReservedElsewhere) return false;
    const {role, status} = last;
    if (role === 'assistant' && (status === 'streaming' || (local && isInterrupted(last))))
      return true;
    const isUnanswered = status === 'done' && (role === 'user' || isUnwritten(last));
    if (local) return isUnanswered || (role === 'user' && status === 'failed');
    return isUnanswered && this.client.operations.attach?.probes === true;
  }

  /** Reports what could not be loaded. The status and the last error during a run are those of the run. */
  #reportError(error: unknown, load: () => Promise<void>, failed?: 'history'): void {
    if (this.signal.aborted) return;
    const info = toErrorInfo(error);
    if (!this.turns.isBusy) {
      this.#unloaded = {error: info, load};
      this.state.update({lastError: info, ...(info.retryable && {status: 'lost'})});
    }
    this.state.emit({type: 'error', error: info, ...(failed && {failed})});
  }
}

/** Whether an answer was cut off, without an error that says so. */
const isInterrupted = ({status, children}: MessageItem): boolean =>
  status === 'interrupted' && children.every(({kind}) => kind !== 'error');

/** How the last turn ended, read from the conversation. */
function outcomeOf({status, lastError: error, lastMessage, errorItem}: State): TurnOutcome {
  if (lastMessage?.role === 'user' && lastMessage.status === 'failed')
    return {status: 'not-sent', ...defined({error})};
  const message = lastMessage?.role === 'assistant' ? lastMessage : undefined;
  // An error of the agent is an answer.
  const isUnanswered = !message || message.children.every(({id}) => id === errorItem);
  if (error && isUnanswered && message?.status !== 'stopped') return {status: 'not-sent', error};
  const end = status === 'waiting' ? status : (message?.status ?? 'streaming');
  return {status: end === 'streaming' ? 'canceled' : end, ...defined({message, error})};
}
