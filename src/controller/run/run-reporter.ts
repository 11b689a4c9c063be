import {walk} from '../../core/model/select.js';
import {errorOfItem} from './error-items.js';
import type {ResumePoint, RunsChat} from './runs-chat.js';
import type {TabMessage} from '../tabs/tab-channel.js';
import type {ErrorInfo} from '../types.js';
import type {Item, MessageItem} from '../../core/model/item.js';

/**
 * Reports the message of a run: its beginning and its end to other tabs, its id to the store that survives a reload, and to
 * the page its beginning, the arrival of each item, each later status of a step or a tool, and each replacement of data, once.
 */
export class RunReporter {
  readonly #chat: RunsChat;
  /** Whether no server has named the run before: this page started it, or found it only by a stream. */
  readonly #isOurs: boolean;
  #hasBegun = false;
  #isLive = true;
  #last: MessageItem | undefined;
  #runId: string | undefined;
  #session: string | undefined;
  /** The last error that the message contained when it arrived. */
  #error: ErrorInfo | undefined;
  /** The data or status of each item, when it was reported. */
  readonly #reported = new Map<string, unknown>();

  constructor(chat: RunsChat, point: ResumePoint) {
    this.#chat = chat;
    this.#isOurs = point.run === undefined;
    this.#session = chat.sessions.id;
    this.#last = point.message;
    // Nothing that the message contained before is reported.
    for (const item of point.message ? walk(point.message) : [])
      this.#reported.set(item.id, factOf(item));
  }

  /**
   * Reports what has changed in the message.
   *
   * @param isLive Whether its stream has no past events.
   */
  report(message: MessageItem, isLive: boolean): void {
    const {state, sessions, store} = this.#chat;
    const before = this.#last;
    this.#last = message;
    this.#isLive = isLive;
    // The server may name the session after the run.
    if (message.runId !== this.#runId || sessions.id !== this.#session)
      store.setRun(sessions.id, message.runId);
    this.#runId = message.runId;
    this.#session = sessions.id;
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      state.emit({type: 'turn-start', message});
      if (this.#isOurs) void announce(this.#chat, 'started');
    }
    this.#compare(before, message);
  }

  /**
   * Reports the end of the run.
   *
   * @param answer What is displayed of it.
   * @param isLeader Whether this tab has read the stream from the server.
   */
  reportEnd(answer: MessageItem | undefined, run: string | undefined, isLeader: boolean): void {
    const {state, sessions, store} = this.#chat;
    // The stored answer, or a later replay, may lack the error that a joined stream reported.
    if (this.#error && state.lastError === this.#error && !(answer && hasError(answer)))
      state.update({lastError: undefined});
    store.setRun(sessions.id, undefined);
    if (this.#isOurs || isLeader) void announce(this.#chat, 'ended', run);
  }

  /** Compares two states of an item. The same object is skipped. */
  #compare(previous: Item | undefined, next: Item): void {
    if (previous === next) return;
    this.#reportItem(next);
    const known = previous?.children ?? [];
    next.children.forEach((child, index) => this.#compare(known[index], child));
  }

  #reportItem(item: Item): void {
    const {state, times} = this.#chat;
    const fact = factOf(item);
    const isNew = !this.#reported.has(item.id);
    if (!isNew && this.#reported.get(item.id) === fact) return;
    this.#reported.set(item.id, fact);
    if (item.kind === 'step') state.emit({type: 'step', item});
    else if (item.kind === 'tool') state.emit({type: 'tool', item});
    else if (item.kind === 'data') state.emit({type: 'data', item});
    else if (!isNew) return;
    else if (item.kind === 'checkpoint') state.emit({type: 'checkpoint', item});
    else if (item.kind === 'error') {
      const error = (this.#error = errorOfItem(item, this.#last?.traceId));
      state.update({lastError: error});
      state.emit({type: 'error', error, item});
    } else if (item.kind === 'request' && item.status === 'waiting') {
      times.arrive(item, this.#isLive);
      state.emit({type: 'input-required', item});
    }
  }
}

/** What of an item is reported when it changes. */
const factOf = (item: Item): unknown => (item.kind === 'data' ? item.data : item.status);

const hasError = ({kind, children}: Item): boolean => kind === 'error' || children.some(hasError);

/** Tells the other tabs of a run, once they can load what is stored in the browser. */
async function announce({local, tabs}: RunsChat, ...message: TabMessage): Promise<void> {
  await local?.flush();
  tabs.post(...message);
}
