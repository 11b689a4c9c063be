import {reportUnserved} from './developer-report.js';
import {refusal, toErrorInfo} from './http/errors.js';
import {Answers} from '../core/model/answers.js';
import {isOver, messagesOf} from '../core/model/messages.js';
import {chatEnded, PendingWork, superseded} from './turns/pending-work.js';
import {QuestionTimes} from './run/question-times.js';
import {HistoryLoader} from './history-loader.js';
import {Replies} from './turns/replies.js';
import {SessionStore} from './sessions/session-store.js';
import {Sessions} from './sessions/sessions.js';
import type {Run} from './run/run.js';
import {RunCoordinator} from './run/run-coordinator.js';
import type {State} from './state.js';
import {TabChannel} from './tabs/tab-channel.js';
import type {Credentials} from './http/credentials.js';
import {Turns} from './turns/turns.js';
import type {TurnsChat} from './turns/turns-chat.js';
import {FileUploads} from './turns/uploads.js';
import {ProtocolClient} from './http/protocol-client.js';
import type {Settings} from './settings.js';
import type {SendOptions, TurnOutcome} from './types.js';
import {emptyConversation, type MessageItem} from '../core/model/item.js';
import {defined} from '../core/values.js';
import type {LocalSessions} from '../core/protocol/local-session-types.js';
import type {Operations, Protocol} from '../core/protocol/types.js';

/** One chat with one agent at one endpoint, for one user. If any of these changes, it is replaced by another chat. */
export class Chat implements TurnsChat {
  readonly state: State;
  readonly settings: Settings;
  readonly client: ProtocolClient;
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly runs: RunCoordinator;
  readonly turns: Turns;
  readonly replies: Replies;
  readonly uploads: FileUploads;
  readonly times = new QuestionTimes();
  readonly answers = new Answers();
  readonly tabs: TabChannel;
  readonly local: LocalSessions | undefined;
  readonly work: PendingWork;
  readonly #loader = new HistoryLoader(this);
  readonly #life = new AbortController();
  readonly #unsubscribeWake: () => void;
  #display = new AbortController();
  #ready: Promise<void> | undefined;
  #onboarded: Promise<void> | undefined;

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
    this.#unsubscribeWake = settings.environment.onWake(() => this.#loader.catchUp());
  }

  get signal(): AbortSignal {
    return this.#life.signal;
  }

  get left(): AbortSignal {
    return this.#display.signal;
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
    this.#display.abort();
    if (!this.signal.aborted) this.#display = new AbortController();
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
    const loaded = session === undefined ? undefined : this.#loader.load();
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
    const display = this.#display;
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
      await this.turns.send(text, files, context);
    }
    // The chat of another user has the same state.
    const isLeft = this.signal.aborted && session !== undefined && session !== this.sessions.id;
    return isLeft || display !== this.#display ? {status: 'canceled'} : outcomeOf(this.state);
  }

  /** Tries again what has failed. */
  async retry(): Promise<void> {
    if (await this.#loader.retry()) return;
    if (!(await this.replies.retry())) await this.turns.retry();
  }

  /** Stops the run, here and on the server; called again, only here. Resolves when it has ended. */
  async stop(): Promise<void> {
    const {run} = this.runs;
    const {status} = this.state;
    this.work.cancel();
    // The run is over while the page works for its answer, or asks the user.
    if (!run) return status === 'idle' || status === 'lost' ? undefined : this.turns.served();
    const ended = this.runs.ended();
    const stop = status === 'stopping' ? undefined : this.#stopOf(run);
    if (stop?.needsRun && run.runId === undefined) {
      this.state.update({status: 'stopping'});
      await this.#named(run);
      if (this.runs.run !== run) return;
    }
    run.stop(stop !== undefined);
    if (stop) await this.#requestStop();
    await ended;
  }

  /** Removes a session. If it is displayed, its run is stopped before: nobody would read the rest of the answer. */
  async remove(session: string): Promise<void> {
    const isShown = (): boolean => session === this.sessions.id;
    const run = isShown() ? this.runs.run : undefined;
    const stop = run && this.#stopOf(run);
    // A run without a name cannot be stopped, and may not get one.
    if (stop && !(stop.needsRun && run.runId === undefined)) await this.#requestStop();
    await this.sessions.remove(session);
    if (isShown()) await this.open(undefined);
  }

  /** Displays another branch. Abandons an open question. */
  async navigate(message: string): Promise<void> {
    if (this.client.operations.navigate) await this.turns.abandonQuestion();
    await this.sessions.navigate(message);
  }

  /** Ends all work here. Nothing changes on the server. */
  end(): void {
    this.#unsubscribeWake();
    this.work.cancel(chatEnded);
    this.runs.end();
    this.turns.forget();
    this.local?.end();
    this.tabs.close();
    this.#display.abort();
    this.#life.abort();
  }

  catchUp(): void {
    this.#loader.markBehind();
    this.#loader.catchUp();
  }

  /** Handles a message of another tab about this session. A hidden page joins a run when it becomes visible. */
  #onRunMessage(kind: string, run: unknown): void {
    if (kind === 'answered') this.runs.run?.resume();
    if (!['started', 'ended', 'navigated'].includes(kind)) return;
    const isShown = (message: MessageItem): boolean =>
      run !== undefined && message.runId === run && isOver(message);
    if (kind === 'ended' && messagesOf(this.state.conversation).some(isShown)) return;
    this.#loader.markBehind();
    if (kind !== 'navigated') this.work.cancel(superseded);
    if (kind !== 'started' || this.settings.environment.visible()) this.#loader.catchUp();
  }

  #onRemoved(session: string): void {
    this.sessions.applyChange(session, undefined);
    // This tab may have stored it after the other one has removed it.
    void this.local?.remove(session).catch(() => undefined);
    if (session === this.sessions.id) void this.open(undefined);
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

  /** The operation that stops a run on the server. For a run that was not sent, it might stop that of another page. */
  #stopOf(run: Run): Operations['stop'] | undefined {
    const isThere = !run.isUnsent && this.sessions.id !== undefined;
    return isThere ? this.client.operations.stop : undefined;
  }

  async #requestStop(): Promise<void> {
    const {client, sessions} = this;
    const {run} = this.runs;
    const message = this.state.lastMessage?.messageId;
    try {
      const input = {session: sessions.id ?? '', ...defined({run: run?.runId, message})};
      await client.request(client.operations.stop, input);
    } catch (error) {
      const info = toErrorInfo(error);
      // Without a response, the run may still be in progress. After one, nothing was left to stop, or the server cannot stop it.
      if (info.status === undefined) this.state.update({lastError: info});
      else if (run && run === this.runs.run) reportUnserved(error, 'stop');
      run?.stop(false);
    }
  }

  async #start(session: string | undefined, remembered: boolean): Promise<void> {
    const {left} = this;
    this.state.update({loading: session !== undefined});
    this.#onboarded = this.#loadOnboarding();
    await this.#onboarded;
    if (left.aborted) return;
    if (session === undefined) {
      this.#loader.endKept();
      // The conversation may be that of an earlier chat of this page, whose question is open.
      void this.turns.serve('stored');
    } else {
      this.sessions.enter(session);
      await this.#loader.load(remembered);
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
      this.#loader.reportUnloaded(error, () => this.#loadOnboarding());
    }
  }
}

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
