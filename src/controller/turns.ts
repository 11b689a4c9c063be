import {ChatError, faultOf} from './faults.js';
import {before, find, findMessage, messagesOf, put, userMessage, withStatus} from './messages.js';
import {Reconnect} from './reconnect.js';
import type {Stage, StageParts} from './stage.js';
import type {Connection} from './wire.js';
import {plainText} from '../core/index.js';
import type {Conversation, FileInfo, History, InSession, MessageItem} from '../core/index.js';

/** A turn that the user wants: what it looks like at once, and the request that asks for it. */
interface Asking {
  /** What the conversation looks like while it is asked for. */
  readonly prepare: (conversation: Conversation) => Conversation;
  readonly open: (address: InSession, signal: AbortSignal) => Promise<Connection>;
  /** The new message of the user, if there is one. */
  readonly user?: MessageItem;
  /** It takes the place of what was said before, which comes back if it is refused. */
  readonly replaces: boolean;
}

/** What the user can ask for: a turn from a message, or from another point of the conversation. */
export class Turns {
  readonly #parts: StageParts & {readonly stage: Stage; readonly ready: () => Promise<void>};
  #last: Asking | undefined;
  #refused: Asking | undefined;
  #doubtful: Asking | undefined;

  constructor(parts: StageParts & {readonly stage: Stage; readonly ready: () => Promise<void>}) {
    this.#parts = parts;
  }

  /** Sends a message; the answer is on screen when this resolves. */
  async send(text: string, files: readonly FileInfo[]): Promise<void> {
    const {state, wire} = this.#parts;
    const {send} = wire.operations;
    const user = userMessage(state.newId('user'), text, files);
    const ids = files.map(({id}) => id);
    await this.#ask({
      user,
      replaces: false,
      prepare: conversation => put(before(conversation, user.id), user),
      open: ({session, ...agent}, signal) =>
        wire.open(
          send,
          {
            ...agent,
            ...(session && {session}),
            text,
            conversation: state.conversation,
            ...(ids.length > 0 && {files: ids}),
          },
          signal,
        ),
    });
  }

  /** Says something else in the place of a message of the user: a new branch. */
  async edit(id: string, text: string): Promise<void> {
    const {state, wire} = this.#parts;
    const edit = this.#able('edit');
    const {item, message} = this.#find(id);
    const user = userMessage(state.newId('user'), text, []);
    await this.#ask({
      user,
      replaces: true,
      prepare: conversation => put(before(before(conversation, user.id), item.id), user),
      open: (address, signal) => {
        const {conversation} = state;
        return wire.open(edit, {...address, message, text, conversation}, signal);
      },
    });
  }

  /** Answers anew: a new branch. */
  async regenerate(id: string): Promise<void> {
    const {state, wire} = this.#parts;
    const regenerate = this.#able('regenerate');
    const {item, message} = this.#find(id);
    await this.#ask({
      replaces: true,
      prepare: conversation =>
        item.role === 'user'
          ? put(before(conversation, item.id), item)
          : before(conversation, item.id),
      open: (address, signal) => {
        const {conversation} = state;
        return wire.open(regenerate, {...address, message, conversation}, signal);
      },
    });
  }

  /** Goes back to a checkpoint and on from there. */
  async restore(checkpoint: string, hint: string | undefined): Promise<void> {
    const {wire} = this.#parts;
    const restore = this.#able('restore');
    await this.#ask({
      replaces: true,
      prepare: conversation => {
        const holder = messagesOf(conversation).findLast(message =>
          find(message, item => item.kind === 'checkpoint' && item.name === checkpoint),
        );
        return holder ? before(conversation, holder.id) : conversation;
      },
      open: (address, signal) =>
        wire.open(restore, {...address, checkpoint, ...(hint !== undefined && {hint})}, signal),
    });
  }

  /** By the user's wish: joins the run that was lost, asks again for what was refused, else answers anew. */
  async retry(): Promise<void> {
    const {stage, state, wire} = this.#parts;
    if (stage.run) return;
    const {lost} = stage;
    const failed = state.lastError !== undefined;
    const refused = this.#refused;
    stage.forgive();
    if (lost && wire.operations.attach) {
      await stage.play(lost, run => run.join());
      return;
    }
    const last = messagesOf(state.conversation).at(-1);
    const answer = last?.role === 'assistant' ? last.messageId : undefined;
    if (refused) await this.#ask(refused);
    else if (answer !== undefined && wire.operations.regenerate) await this.regenerate(answer);
    else if (failed && this.#last) await this.#ask(this.#last);
    else if (last?.messageId !== undefined) await this.regenerate(last.messageId);
  }

  /** Another session: what was asked for before is not to be repeated there. */
  forget(): void {
    this.#last = this.#refused = undefined;
  }

  async #ask(asking: Asking): Promise<void> {
    const {stage, state} = this.#parts;
    if (stage.run) throw new ChatError({code: 'busy', retryable: false}, {sent: false});
    const {conversation} = state;
    const known = new Set(messagesOf(conversation).map(({messageId}) => messageId));
    this.#last = asking;
    this.#refused = undefined;
    state.update({conversation: asking.prepare(conversation), status: 'connecting'});
    try {
      await stage.play({}, run => run.begin(signal => this.#open(asking, known, signal)));
      this.#mark(asking.user, 'done');
    } catch (error) {
      if (asking.replaces) state.update({conversation});
      else this.#mark(asking.user, 'failed');
      this.#refused = asking;
      stage.fail(faultOf(error));
    }
  }

  /** Posts, once. */
  async #open(
    asking: Asking,
    known: ReadonlySet<string | undefined>,
    signal: AbortSignal,
  ): Promise<Connection> {
    await this.#parts.ready();
    const address = await this.#parts.sessions.address(asking.user && plainText(asking.user));
    const doubtful = this.#doubtful === asking;
    const there = doubtful ? await this.#arrived(asking, known, signal) : undefined;
    try {
      const connection = there ?? (await asking.open(address, signal));
      this.#mark(asking.user, 'done');
      return connection;
    } catch (error) {
      if (!isUncertain(error) || signal.aborted) throw error;
      const connection = await this.#arrived(asking, known, signal);
      if (!connection) {
        this.#doubtful = asking;
        const fault = {...faultOf(error), code: 'unconfirmed', retryable: true} as const;
        throw new ChatError(fault, {cause: error});
      }
      this.#mark(asking.user, 'done');
      return connection;
    }
  }

  /**
   * Nobody knows whether a message arrived: the history is asked. If the message is there, its run can be joined; if
   * not, the user decides.
   */
  async #arrived(
    asking: Asking,
    known: ReadonlySet<string | undefined>,
    signal: AbortSignal,
  ): Promise<Connection | undefined> {
    const history = await this.#historyAfter(signal);
    const there = history !== undefined && hasArrived(history, asking, known);
    return there ? {opened: history.running ?? {}} : undefined;
  }

  /** The history, as soon as the server can be asked again. */
  async #historyAfter(signal: AbortSignal): Promise<History | undefined> {
    const {sessions, world, wire} = this.#parts;
    if (!wire.operations.history) return undefined;
    const reconnect = new Reconnect(world);
    do {
      const history = await sessions.history().catch(() => undefined);
      if (history) return history;
    } while (await reconnect.again(signal));
    return undefined;
  }

  #mark(user: MessageItem | undefined, status: 'done' | 'failed'): void {
    const {state} = this.#parts;
    const shown = user && findMessage(state.conversation, user.id);
    if (shown?.status !== 'streaming') return;
    state.update({conversation: withStatus(state.conversation, shown.id, status)});
  }

  #able<K extends 'edit' | 'regenerate' | 'restore'>(
    name: K,
  ): NonNullable<StageParts['wire']['operations'][K]> {
    const operation = this.#parts.wire.operations[name];
    if (operation) return operation;
    throw new ChatError({code: 'unsupported', retryable: false}, {sent: false});
  }

  /** A message on screen, and the server's id of it. */
  #find(id: string): {item: MessageItem; message: string} {
    const item = findMessage(this.#parts.state.conversation, id);
    if (item?.messageId !== undefined) return {item, message: item.messageId};
    throw new ChatError({code: 'not_found', detail: id, retryable: false}, {sent: false});
  }
}

/** Whether a message may have reached the server although no word of it came back. */
function isUncertain(error: unknown): boolean {
  if (!(error instanceof ChatError) || !error.sent) return false;
  const {code, status} = error.fault;
  const silent: readonly string[] = ['unreachable', 'cross_origin', 'timeout', 'offline'];
  return silent.includes(code) || status === 502 || status === 504;
}

function hasArrived(
  history: History,
  {user}: Asking,
  known: ReadonlySet<string | undefined>,
): boolean {
  const fresh = history.messages.filter(({id}) => !known.has(id));
  if (!user) return history.running !== undefined || fresh.length > 0;
  const text = plainText(user).trim();
  return fresh.some(message => message.role === 'user' && plainText(message).trim() === text);
}
