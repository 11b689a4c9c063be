import {ChatError, toErrorInfo} from '../http/errors.js';
import {withRetries} from '../http/retry.js';
import type {RunCoordinatorParts} from '../run/run-coordinator.js';
import type {Connection} from '../http/protocol-client.js';
import {plainText} from '../../core/model/select.js';
import type {History, InSession} from '../../core/protocol/types.js';
import type {MessageItem} from '../../core/model/item.js';

/** A request for a turn. */
export interface PendingTurn {
  readonly open: (address: InSession, signal: AbortSignal) => Promise<Connection>;
  /** The new message of the user, if there is one. */
  readonly user?: MessageItem;
}

/** Sends a turn once. If it is uncertain whether the request arrived, it asks the history; it never sends again by itself. */
export class TurnSubmitter {
  readonly #parts: RunCoordinatorParts;
  #unconfirmed: PendingTurn | undefined;

  constructor(parts: RunCoordinatorParts) {
    this.#parts = parts;
  }

  /** Opens the stream of the answer; `known` are the server's ids of the earlier messages. */
  async open(
    post: PendingTurn,
    known: ReadonlySet<string | undefined>,
    signal: AbortSignal,
  ): Promise<Connection> {
    const address = await this.#parts.sessions.address(post.user && plainText(post.user));
    await this.#parts.sessions.reserve();
    const there = this.#unconfirmed === post ? await this.#arrived(post, known, signal) : undefined;
    try {
      return there ?? (await post.open(address, signal));
    } catch (error) {
      // A browser may repeat a POST on a kept-alive connection: then the conflict is with the same request.
      const conflict = error instanceof ChatError && error.info.code === 'conflict' && post.user;
      if (!(conflict || isUncertain(error)) || signal.aborted) throw error;
      const connection = await this.#arrived(post, known, signal);
      if (connection) return connection;
      if (conflict) throw error;
      this.#unconfirmed = post;
      const info = {...toErrorInfo(error), code: 'unconfirmed', retryable: true} as const;
      throw new ChatError(info, {cause: error});
    }
  }

  /** If the message is in the history, its run can be joined; if not, the user decides. */
  async #arrived(
    post: PendingTurn,
    known: ReadonlySet<string | undefined>,
    signal: AbortSignal,
  ): Promise<Connection | undefined> {
    const history = await this.#historyAfter(signal);
    const there = history !== undefined && hasArrived(history, post, known);
    return there ? {opened: history.running ?? {}} : undefined;
  }

  /** The history, as soon as the server responds. */
  async #historyAfter(signal: AbortSignal): Promise<History | undefined> {
    const {sessions, settings, client} = this.#parts;
    if (!client.operations.history) return undefined;
    const isTemporary = (): boolean => true;
    return withRetries(() => sessions.history(), {settings, signal, isTemporary}).catch(
      () => undefined,
    );
  }
}

/** Whether a request may have reached the server although there was no response. */
function isUncertain(error: unknown): boolean {
  if (!(error instanceof ChatError) || !error.sent) return false;
  const {code, status} = error.info;
  const silent: readonly string[] = ['unreachable', 'cross_origin', 'timeout', 'offline'];
  return silent.includes(code) || status === 502 || status === 504;
}

function hasArrived(
  history: History,
  {user}: PendingTurn,
  known: ReadonlySet<string | undefined>,
): boolean {
  const fresh = history.messages.filter(({id}) => !known.has(id));
  if (!user) return history.running !== undefined || fresh.length > 0;
  const text = plainText(user).trim();
  return fresh.some(message => message.role === 'user' && plainText(message).trim() === text);
}
