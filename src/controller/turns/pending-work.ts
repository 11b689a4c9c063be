import {messagesOf, openNoticeOf, questionIn} from '../../core/model/messages.js';
import {delay} from '../delay.js';
import {LazyModule} from '../lazy-module.js';
import {reasonOf} from '../http/abort-reason.js';
import type {TurnsChat} from './turns-chat.js';
import type {PageTool} from '../types.js';
import type {
  Item,
  MessageItem,
  RequestAnswer,
  RequestItem,
  ToolItem,
} from '../../core/model/item.js';
import type {Fields, Op} from '../../core/model/op.js';
import type {WithTools} from '../../core/protocol/types.js';
import type {Registry} from '../../core/registry.js';
import {openRequests, walk} from '../../core/model/select.js';

/**
 * How an answer came: `live` by a run that this page has requested, `joined` by a run that was in progress, `stored` from
 * the history.
 */
export type AnswerOrigin = 'live' | 'joined' | 'stored';

/** Loaded with the first call of a page tool. */
const pageTools = new LazyModule(() => import('./page-tools.js'));

/** A deadline is checked this often, because it may be extended, and timers stop while a machine sleeps. */
const deadlineCheckMs = 60_000;

/** Cancels work at the end of a chat. The agent's questions stay open: the next chat of the conversation can send the answers. */
export const chatEnded = new Error('The chat has ended.');

/** Cancels work that another tab has continued, without a change of the message. */
export const superseded = new Error('Another tab has continued the answer.');

/**
 * What an answer needs from the page and the user before the agent can continue it: the results of page tools, and on
 * protocols without `reply` the answers to its questions. It starts at the end of a run, and the answer is continued
 * once, when all of it is complete. An answer that the user gives during the run is kept in its question until then.
 */
export class PendingWork {
  readonly #chat: TurnsChat;
  /** Takes the answer to each open question of the page, by its id. */
  readonly #open = new Map<string, (answer: RequestAnswer) => void>();
  /** The tools that the user always allows in this session. */
  #allowed = new WeakSet<PageTool>();
  #work: AbortController | undefined;
  /** Whether a question was answered during the last run. */
  #hasAnswers = false;
  /** How often the last answer was continued with results of tools since the user last did something. */
  #rounds = 0;

  constructor(chat: TurnsChat) {
    this.#chat = chat;
  }

  /** Whether a question is open whose answer the page needs: one of its own tools, or of an answer that will be continued. */
  asks(id: string): boolean {
    return this.#open.has(id);
  }

  answer(id: string, answer: RequestAnswer): void {
    this.#rounds = 0;
    const take = this.#open.get(id);
    this.#open.delete(id);
    take?.(answer);
  }

  /** Whether the answer to a question is sent by `continue`, with all others of its message. */
  collects({executionId}: RequestItem): boolean {
    const {reply, replyTool, continue: resume} = this.#chat.client.operations;
    const isOfTool = executionId !== undefined && replyTool !== undefined;
    return !reply && !isOfTool && resume !== undefined;
  }

  /** Records that a question was answered during a run. */
  markAnswered(): void {
    this.#hasAnswers = true;
  }

  /**
   * Runs the calls of the last answer and waits for its questions; meanwhile the status of the chat is `streaming` or
   * `waiting`. Resolves to whether the agent needs the results. The questions of a stored answer have not been reported yet.
   */
  async serve(origin: AnswerOrigin = 'live'): Promise<boolean> {
    const {state, runs} = this.#chat;
    const {item} = runs.lastRun;
    const message = item === undefined ? undefined : state.message(item);
    if (!message) return false;
    const awaited = [...walk(message)].filter(isAwaited);
    const calls = this.#runs(awaited, origin) ? awaited : [];
    const open = openRequests(message).filter(request => this.collects(request));
    const hasAnswers = this.#hasAnswers;
    this.#hasAnswers = false;
    if (calls !== awaited) {
      state.apply(endOf(awaited));
      this.#reportUnrun(awaited);
    }
    const isContinued = calls.length + open.length > 0 || hasAnswers;
    // The API would have sent the results of its own calls with those of the page.
    if (awaited.length > 0 && !isContinued) state.apply(endOf(unfinishedIn(message)));
    // Where the page offers tools, a decoder itself ends the calls of all others.
    if (origin === 'live' && !isContinued) this.#reportUnrun(leftIn(message));
    if (calls.length + open.length === 0) return hasAnswers;
    const work = new AbortController();
    const {signal} = work;
    this.#work = work;
    state.update({status: 'streaming'});
    this.#amend([{op: 'assign', id: message.id, status: 'streaming', fields: {}}]);
    const answers = open.map(question => this.#ask(question, signal));
    if (origin === 'stored') for (const {id} of open) this.#announce(id);
    const [settled] = await Promise.all([
      Promise.allSettled(answers),
      this.#run(calls, message, signal),
    ]);
    // Without the user's doing, no request is sent.
    const isExpired =
      !hasAnswers && calls.length === 0 && settled.every(({status}) => status === 'rejected');
    const isEnded = signal.aborted || isExpired;
    if (isEnded) {
      const isAsking = signal.reason === chatEnded && open.some(({id}) => this.#openQuestion(id));
      this.#amend([
        isAsking
          ? {op: 'assign', id: message.id, status: 'done', fields: {}}
          : {op: 'close', id: message.id, status: 'stopped'},
      ]);
    }
    const isPaused = !isEnded && this.#pauses(message);
    this.#work = undefined;
    if (!runs.run) state.update({status: 'idle'});
    return !(isEnded || isPaused);
  }

  /** After many rounds without the user, the answer ends with a notice that offers to continue. */
  #pauses({id}: MessageItem): boolean {
    this.#rounds += 1;
    if (this.#rounds < this.#chat.settings.limits.maxToolRounds) return false;
    this.#rounds = 0;
    const notice = this.#chat.state.newId('paused');
    const fields = {code: 'many_calls'};
    this.#amend([
      {op: 'open', id: notice, parent: id, kind: 'notice', status: 'waiting', fields},
      {op: 'assign', id, status: 'done', fields: {}},
    ]);
    return true;
  }

  /**
   * Whether the page runs these calls. A page without tools runs none. A tool that is missing gets an error as its result,
   * so that the agent can go on, but only in an answer that this page has requested: otherwise the call may be one of the
   * server, and the request would be sent without the user's doing.
   */
  #runs(calls: readonly ToolItem[], origin: AnswerOrigin): boolean {
    const {tools} = this.#chat.settings.options;
    return (
      tools !== undefined &&
      tools.names().length > 0 &&
      (origin === 'live' || calls.every(({name}) => tools.get(name) !== undefined))
    );
  }

  #reportUnrun(calls: readonly ToolItem[]): void {
    for (const {name} of calls) {
      const message = `The tool ${name} was called, but neither the server nor the page has sent a result.`;
      this.#chat.state.report({code: 'call-not-run', message});
    }
  }

  /**
   * Ends what the answers need, because another turn begins before `serve`: nobody would send the results. The offer to
   * continue an answer ends too, because `continue` is about the last one.
   */
  abandon(): void {
    this.#rounds = 0;
    const {state} = this.#chat;
    for (const message of messagesOf(state.conversation)) {
      const isAsked = openRequests(message).some(request => this.collects(request));
      const isOpen = isAsked || [...walk(message)].some(isAwaited);
      const notice = openNoticeOf(message);
      const rest = notice ? [notice, ...unfinishedIn(message)] : [];
      state.apply(endOf(isOpen ? [message] : rest));
    }
  }

  /** For another session: cancels the work, and each tool asks for permission again. */
  forget(): void {
    this.cancel();
    this.#hasAnswers = false;
    this.#allowed = new WeakSet();
  }

  /** Cancels the work. Without one of the reasons above, its calls and questions end. */
  cancel(reason?: Error): void {
    this.#work?.abort(reason);
  }

  /** Ends the work if a loaded conversation shows that its questions are no longer open. */
  check(): void {
    if ([...this.#open.keys()].some(id => !this.#openQuestion(id))) this.cancel(superseded);
  }

  /** Waits for the answer to a question of the agent. Rejects also when its deadline has passed. */
  #ask(question: RequestItem, work: AbortSignal): Promise<RequestAnswer> {
    const deadline = new AbortController();
    const signal = AbortSignal.any([work, deadline.signal]);
    const answered = this.#wait(question.id, signal, true);
    void this.#untilDeadline(question, signal).then(isOver => {
      if (!isOver) return;
      deadline.abort();
      this.#publish();
    });
    return answered.finally(() => deadline.abort());
  }

  /** Resolves to `true` at the deadline of a question, or to `false` when it is aborted. */
  async #untilDeadline(question: RequestItem, signal: AbortSignal): Promise<boolean> {
    const {settings, times} = this.#chat;
    const {timeout} = question;
    if (timeout === undefined) return false;
    for (;;) {
      const left = (timeout - times.age(question)) * 1000;
      if (left <= 0) return !signal.aborted;
      const isOpen = await delay(Math.min(left, deadlineCheckMs), signal, settings.environment);
      if (!isOpen) return false;
    }
  }

  /** Waits for the answer to a question. Rejects when the signal is aborted. */
  #wait(id: string, signal: AbortSignal, isOfAgent: boolean): Promise<RequestAnswer> {
    const answered = new Promise<RequestAnswer>((resolve, reject) => {
      this.#open.set(id, answer => {
        this.#amend([{op: 'assign', id, status: 'done', fields: {answer}}]);
        this.#publish();
        resolve(answer);
      });
      signal.addEventListener('abort', () => {
        const isKept = isOfAgent && signal.reason === chatEnded;
        if (this.#open.delete(id) && !isKept)
          this.#amend([{op: 'close', id, status: 'interrupted'}]);
        reject(reasonOf(signal));
      });
    });
    this.#publish();
    return answered;
  }

  #openQuestion(id: string): RequestItem | undefined {
    const {request} = questionIn(this.#chat.state.conversation, id) ?? {};
    return request?.status === 'waiting' ? request : undefined;
  }

  /** The status is `waiting` as long as a question is open. */
  #publish(): void {
    this.#chat.state.update({status: this.#open.size > 0 ? 'waiting' : 'streaming'});
  }

  readonly #amend = (ops: readonly Op[]): void => {
    if (this.#work?.signal.reason !== superseded) this.#chat.state.apply(ops);
  };

  #announce(id: string): void {
    const item = this.#openQuestion(id);
    if (item) this.#chat.state.emit({type: 'input-required', item});
  }

  async #run(calls: readonly ToolItem[], {id}: MessageItem, signal: AbortSignal): Promise<void> {
    const {tools} = this.#chat.settings.options;
    if (!tools || calls.length === 0) return;
    const module = await pageTools.load().catch(() => undefined); // It reports the error.
    if (!module) {
      const fields = {error: 'The code that runs the tools of the page could not be loaded.'};
      this.#amend(calls.map(({id}) => ({op: 'assign', id, status: 'failed', fields})));
      return;
    }
    const parts = {
      tools,
      signal,
      ask: (question: string, fields: Fields<'request'>): Promise<RequestAnswer> => {
        const answered = this.#wait(question, signal, false);
        const place = {id: question, parent: id, kind: 'request', status: 'waiting'} as const;
        this.#amend([{op: 'open', ...place, fields}]);
        this.#announce(question);
        return answered;
      },
      allowed: this.#allowed,
      amend: this.#amend,
      report: this.#chat.state.report,
    };
    await Promise.all(calls.map(call => module.runPageTool(call, parts)));
  }
}

/** The tools that go with a request, if the page has any. */
export function offeredTools(registry: Registry<PageTool> | undefined): WithTools {
  const tools = (registry?.names() ?? []).map(name => {
    const {description, schema} = registry?.get(name) ?? {};
    return {name, ...(description !== undefined && {description}), ...(schema && {schema})};
  });
  return tools.length > 0 ? {tools} : {};
}

const isAwaited = (item: Item): item is ToolItem =>
  item.kind === 'tool' && item.runsIn === 'page' && item.status === 'waiting';

/** The calls that a complete answer has left without a result. */
const leftIn = (message: MessageItem): readonly ToolItem[] =>
  message.status === 'done' && !openNoticeOf(message)
    ? [...walk(message)].filter(
        (item): item is ToolItem => item.kind === 'tool' && item.status === 'interrupted',
      )
    : [];

/** The items of a message that a stream would go on with. */
const unfinishedIn = (message: MessageItem): readonly Item[] =>
  [...walk(message)].filter(item => item !== message && item.status === 'streaming');

const endOf = (items: readonly Item[]): readonly Op[] =>
  items.map(({id}) => ({op: 'close', id, status: 'interrupted'}));
