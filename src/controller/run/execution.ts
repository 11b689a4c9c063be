import {withAnswers} from './answers.js';
import {toErrorInfo} from '../http/errors.js';
import {RebuildLoop} from './rebuild-loop.js';
import {RetryTimer} from '../http/retry.js';
import {Settings} from '../settings.js';
import type {ErrorInfo, ChatOptions, Reply} from '../types.js';
import {ProtocolClient} from '../http/protocol-client.js';
import {defaultEnvironment, type Environment} from '../environment.js';
import {emptyConversation} from '../../core/model/item.js';
import {EventLog} from '../../core/protocol/event-log.js';
import {shareStructure} from '../../core/model/share.js';
import type {Protocol} from '../../core/protocol/types.js';
import type {RequestAnswer, RequestItem, ToolItem} from '../../core/model/item.js';

type ExecutionOptions = Pick<
  ChatOptions,
  'endpoint' | 'tokenEndpoint' | 'getToken' | 'headers' | 'fetch' | 'transport'
>;

/** The id of the item of the execution. */
const RUN = 'tool';

/**
 * Follows one tool execution without a chat, from its first event to its end, over several connections if necessary.
 */
export class Execution {
  readonly #client: ProtocolClient;
  readonly #settings: Settings;
  readonly #loop: RebuildLoop;
  readonly #onChange: (execution: Execution) => void;
  readonly #answers = new Map<string, RequestAnswer>();
  readonly #life = new AbortController();
  #log: EventLog | undefined;
  /** The conversation of the current connection. */
  #replayed = emptyConversation;
  #shown = emptyConversation;
  #error: ErrorInfo | undefined;

  /** @param onChange Called after each change, at most once per painted frame. */
  constructor(
    protocol: Protocol,
    options: ExecutionOptions,
    onChange: (execution: Execution) => void,
    environment: Environment = defaultEnvironment,
  ) {
    const settings = new Settings(options, environment);
    this.#client = new ProtocolClient({settings, protocol});
    this.#settings = settings;
    this.#onChange = onChange;
    this.#loop = new RebuildLoop(() => this.#flush(), environment);
  }

  /** The tool call so far. */
  get item(): ToolItem | undefined {
    const [item] = this.#shown.children;
    return item?.kind === 'tool' ? item : undefined;
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
    this.#error ??= {code: 'lost', retryable: true};
    this.#log?.end('lost');
    this.#loop.now();
  }

  /** Answers a question of the tool. Rejects if that fails: the question is open again. */
  async reply(request: RequestItem, {input, type, file}: Reply): Promise<void> {
    const answer = {input, type};
    this.#answers.set(request.id, answer);
    this.#loop.now();
    try {
      const asked = {session: '', request, answer, ...(file && {file})};
      await this.#client.request(this.#client.operations.replyTool, asked, {
        signal: this.#life.signal,
      });
    } catch (error) {
      this.#answers.delete(request.id);
      this.#loop.now();
      throw error;
    }
  }

  /** Stops following. The execution continues on the server. */
  leave(): void {
    this.#life.abort();
    this.#loop.cancel();
  }

  get #isOver(): boolean {
    const status = this.item?.status;
    return status === 'done' || status === 'failed';
  }

  /** Reads one connection, which replays the execution. Resolves to the number of frames. */
  async #read(signal: AbortSignal): Promise<number> {
    let count = 0;
    try {
      const {attach} = this.#client.operations;
      const connection = await this.#client.open(attach, {session: ''}, signal);
      this.#log = new EventLog(this.#client.protocol, {run: RUN, report: () => undefined});
      this.#replayed = emptyConversation;
      if ('frames' in connection) {
        for await (const frame of connection.frames) {
          this.#log.accept(frame);
          count += 1;
          this.#loop.request();
        }
      }
      this.#error = undefined;
    } catch (error) {
      this.#error = toErrorInfo(error);
    }
    if (!signal.aborted) this.#loop.now();
    return count;
  }

  #flush(): void {
    this.#replayed = this.#log?.flush(this.#replayed) ?? this.#replayed;
    // A new connection replays what is displayed already.
    const {length} = this.#replayed.children;
    if (length > 0)
      this.#shown = shareStructure(this.#shown, withAnswers(this.#replayed, this.#answers, RUN));
    this.#onChange(this);
  }
}
