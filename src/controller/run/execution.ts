import {Answers} from '../../core/model/answers.js';
import {toErrorInfo} from '../http/errors.js';
import {lost} from './stream-end.js';
import {StreamReader} from './stream-reader.js';
import {RetryTimer} from '../http/retry.js';
import {Settings} from '../settings.js';
import {State} from '../state.js';
import type {ErrorInfo, ChatOptions, Reply} from '../types.js';
import {ProtocolClient} from '../http/protocol-client.js';
import type {Protocol} from '../../core/protocol/types.js';
import type {RequestItem, ToolItem} from '../../core/model/item.js';

/** The id of the tool call. */
const item = 'tool';

/**
 * Follows one tool execution without a chat, from its first event to its end, over several connections if necessary.
 */
export class Execution {
  readonly #client: ProtocolClient;
  readonly #settings: Settings;
  readonly #state = new State(() => undefined);
  readonly #onChange: (execution: Execution) => void;
  readonly #answers = new Answers();
  readonly #life = new AbortController();
  #reader: StreamReader | undefined;
  #error: ErrorInfo | undefined;

  /** @param onChange Called after each change, at most once per painted frame. */
  constructor(protocol: Protocol, options: ChatOptions, onChange: (execution: Execution) => void) {
    const settings = new Settings(options);
    this.#client = new ProtocolClient({settings, protocol, signal: this.#life.signal});
    this.#settings = settings;
    this.#onChange = onChange;
    this.#state.subscribe(() => onChange(this));
  }

  get item(): ToolItem | undefined {
    const [call] = this.#state.conversation.children;
    return call?.kind === 'tool' ? call : undefined;
  }

  /** The error that ended following. */
  get error(): ErrorInfo | undefined {
    return this.#error;
  }

  /** Resolves at the end of the execution, or when it is given up. */
  async follow(): Promise<void> {
    const {signal} = this.#life;
    const retryTimer = new RetryTimer(this.#settings);
    do {
      retryTimer.progress(await this.#read(signal));
      if (this.#isOver) return;
    } while (
      this.#error?.retryable !== false &&
      (await retryTimer.wait(signal, this.#error?.retryAfter))
    );
    if (signal.aborted) return;
    this.#error ??= lost;
    this.#reader?.end('lost');
    this.#onChange(this);
  }

  /** Answers a question of the tool. Rejects if that fails: the question is open again. */
  async reply(request: RequestItem, {input, type, file}: Reply): Promise<void> {
    const answer = {input, type};
    const state = this.#state;
    state.update({conversation: this.#answers.give(state.conversation, request, answer, item)});
    try {
      const input = {session: '', request, answer, ...(file && {file})};
      await this.#client.request(this.#client.operations.replyTool, input);
    } catch (error) {
      const conversation = this.#answers.takeBack(state.conversation, request.id, item);
      if (!this.#isOver) state.update({conversation});
      throw error;
    }
  }

  /** Stops following. The execution continues on the server. */
  leave(): void {
    this.#life.abort();
  }

  get #isOver(): boolean {
    const status = this.item?.status;
    return status === 'done' || status === 'failed';
  }

  /** Reads one connection, which replays the execution. Resolves to the number of frames. */
  async #read(signal: AbortSignal): Promise<number> {
    let frames = 0;
    let error: unknown;
    try {
      const {attach} = this.#client.operations;
      const connection = await this.#client.open(attach, {session: ''}, signal);
      if ('frames' in connection) {
        const {protocol} = this.#client;
        const [answers, settings, state] = [this.#answers, this.#settings, this.#state];
        this.#reader = new StreamReader({protocol, item}, {answers, settings, state});
        const isFollowed = (): boolean => !signal.aborted;
        ({frames, error} = await this.#reader.read(connection.frames, {isFollowed}));
      }
    } catch (reason) {
      error = reason;
    }
    this.#error = error === undefined ? undefined : toErrorInfo(error);
    if (!signal.aborted) this.#onChange(this);
    return frames;
  }
}
