import {type ChatError, refusal, toErrorInfo} from '../http/errors.js';
import {
  before,
  continued,
  findMessage,
  lastUserMessage,
  messagesOf,
  put,
  without,
} from '../../core/model/messages.js';
import type {AnswerOrigin} from './pending-work.js';
import type {TurnsChat} from './turns-chat.js';
import {randomUuid} from '../random-uuid.js';
import {sendOnce, type TurnRequest} from './send-once.js';
import type {Connection} from '../http/protocol-client.js';
import {checkpoints, fileIdsOf, plainText} from '../../core/model/select.js';
import {inlineFilesOf} from '../../core/protocol/operations/inline-files.js';
import {clearError, closeErrors, reportError} from '../run/error-items.js';
import {interrupt} from '../run/message-ends.js';
import type {ErrorInfo} from '../types.js';
import type {ApplicationContext} from '../../core/protocol/types.js';
import type {Item, MessageItem} from '../../core/model/item.js';
import {userMessage} from '../../core/protocol/operations/user-message.js';

/** Starts turns: from a new message, or from another point of the conversation. */
export class Turns {
  readonly #chat: TurnsChat;
  #last: TurnRequest | undefined;
  #refused: TurnRequest | undefined;
  #unsubscribeWake: (() => void) | undefined;
  /** The work of the page for the last answer, and what follows it. */
  #serving: Promise<void> | undefined;

  constructor(chat: TurnsChat) {
    this.#chat = chat;
  }

  /**
   * Sends a message. Resolves when the answer is displayed.
   *
   * @param ids Of its files.
   */
  async send(
    text: string,
    ids: readonly string[],
    given: ApplicationContext | undefined,
  ): Promise<void> {
    const {state, client} = this.#chat;
    const context = client.operations.send?.carriesContext ? given : undefined;
    if (given && !context) {
      const message = 'The protocol carries no `context`; that of the page was not sent.';
      state.report({code: 'context-not-sent', message});
    }
    const files = ids.map(id => state.files.get(id) ?? ({id, name: id, status: 'ready'} as const));
    const user = this.#newMessage(text, {files, context});
    if (context) state.contexts.set(user.id, context);
    await this.#send(user, text, ids);
  }

  async #send(
    user: MessageItem,
    text: string,
    ids: readonly string[],
    error?: ErrorInfo,
  ): Promise<void> {
    const {send} = this.#chat.client.operations;
    const message = {text, ...(ids.length > 0 && {files: ids})};
    await this.#submit({
      user,
      error,
      replaces: false,
      prepare: conversation => put(before(conversation, user.id), user),
      open: ({session, ...input}, open) =>
        open(send, {...(session && {session}), ...input, ...message}),
    });
  }

  /** Continues the last answer, which was cut or paused. */
  async continue(): Promise<void> {
    const {runs, client, state} = this.#chat;
    const operation = client.supported(client.operations.continue);
    clearError(state);
    const point = runs.lastRun;
    await this.#submit({
      point,
      replaces: true,
      prepare: conversation => continued(conversation, point.item),
      open: ({session, ...input}, open) => open(operation, {...(session && {session}), ...input}),
    });
  }

  /**
   * Handles what the last answer needs from the page, and continues it.
   *
   * @param origin How the answer came; see `PendingWork.serve`.
   */
  async serve(origin?: AnswerOrigin): Promise<void> {
    if (this.isBusy || this.#chat.signal.aborted) return;
    const serve = async (): Promise<void> => {
      if (await this.#chat.work.serve(origin)) await this.continue();
    };
    this.#serving = serve();
    await this.#serving;
  }

  /** Resolves when the answer that the page has worked for is continued to its end. */
  async served(): Promise<void> {
    await this.#serving?.catch(() => undefined);
  }

  /** Replaces a message of the user, on a new branch. */
  async edit(id: string, text: string): Promise<void> {
    const {client, state} = this.#chat;
    const edit = client.supported(client.operations.edit);
    const {item, message} = await this.#rewritable(id);
    const {contexts} = state;
    const context = contexts.get(item.id);
    const said = this.#newMessage(text, {context, ...(edit.keepsId && {messageId: message})});
    const user = {...said, children: [...said.children, ...this.#keptFiles(item)]};
    if (context) contexts.set(user.id, context);
    await this.#submit({
      user,
      replaces: true,
      prepare: conversation => put(before(before(conversation, user.id), item.id), user),
      open: (input, open) => open(edit, {...input, message, text}),
    });
  }

  /** The files of a message that the request of an edited one has: uploaded ones, or those that are in the message itself. */
  #keptFiles({children}: MessageItem): readonly Item[] {
    const {edit, upload} = this.#chat.client.operations;
    if (!edit?.keepsFiles) return [];
    return upload
      ? children.filter(item => item.kind === 'file' && item.documentId !== undefined)
      : inlineFilesOf(children);
  }

  /** Answers a message again, on a new branch. */
  async regenerate(id: string): Promise<void> {
    const {client} = this.#chat;
    const regenerate = client.supported(client.operations.regenerate);
    const {item, message} = await this.#rewritable(id);
    await this.#submit({
      replaces: true,
      prepare: conversation =>
        item.role === 'user'
          ? put(before(conversation, item.id), item)
          : before(conversation, item.id),
      open: (input, open) => open(regenerate, {...input, message}),
    });
  }

  async restore(checkpoint: string, hint: string | undefined): Promise<void> {
    const {client} = this.#chat;
    const restore = client.supported(client.operations.restore);
    await this.abandonQuestion();
    await this.#submit({
      replaces: true,
      prepare: conversation => {
        const holder = messagesOf(conversation).findLast(message =>
          checkpoints(message).some(({name}) => name === checkpoint),
        );
        return holder ? before(conversation, holder.id) : conversation;
      },
      open: ({session}, open) =>
        open(restore, {session, checkpoint, ...(hint !== undefined && {hint})}),
    });
  }

  /** Joins the run that was lost, or sends the refused request again, or else regenerates the answer. */
  async retry(): Promise<void> {
    const {runs, state, client} = this.#chat;
    if (runs.run) throw this.#refusal();
    const {lost} = runs;
    const {lastError} = state;
    const refused = this.#refused;
    clearError(state);
    if (lost && client.operations.attach) {
      await runs.start(run => run.join('reconnecting'), lost);
      await this.serve();
      return;
    }
    if (refused) await this.#submit(refused);
    else await this.#answerAgain(lastError);
  }

  /**
   * Stops the run if it waits for an answer, so that another run can begin. Resolves when it has ended, and rejects if
   * another session is displayed by then.
   */
  async abandonQuestion(): Promise<void> {
    const {state, left} = this.#chat;
    if (state.status !== 'waiting') return;
    await this.#chat.stop();
    await this.served();
    if (left.aborted) throw refusal('gone');
  }

  /** Withdraws a message that was not sent: removes it from the conversation and returns its text. */
  withdraw(): string | undefined {
    const {runs, state} = this.#chat;
    const user = this.#refused ? this.#refused.user : this.#unsent;
    if (runs.run || !user) return undefined;
    this.forget();
    clearError(state);
    state.update({conversation: without(state.conversation, user.id)});
    return plainText(user);
  }

  /** For another session: the last request is not repeated there. */
  forget(): void {
    this.#last = this.#refused = undefined;
    this.#unsubscribeWake?.();
  }

  /** Sends a message that an earlier chat of this page could not send without a network. */
  resume(): void {
    const {state, settings} = this.#chat;
    if (state.lastError?.code !== 'offline' || !this.#unsent) return;
    if (settings.environment.online()) void this.retry().catch(() => undefined);
    else this.#sendLater(undefined);
  }

  /** The last message of the user, if it was not sent. */
  get #unsent(): MessageItem | undefined {
    const last = lastUserMessage(this.#chat.state.conversation);
    return last?.status === 'failed' ? last : undefined;
  }

  /** Sends a request that failed without a network when the network is back. */
  #sendLater(request: TurnRequest | undefined): void {
    this.#unsubscribeWake = this.#chat.settings.environment.onWake(wake => {
      if (wake === 'online' && this.#refused === request) void this.retry().catch(() => undefined);
    });
  }

  /** Regenerates the last answer; sends the message again only if the server does not have it. */
  async #answerAgain(error: ErrorInfo | undefined): Promise<void> {
    const {runs, state, client} = this.#chat;
    await runs.settling; // Before that, the ids of the server are unknown.
    if (runs.run) return;
    const last = state.lastMessage;
    const user = lastUserMessage(state.conversation);
    const answer = last?.role === 'assistant' ? last.messageId : undefined;
    if (answer !== undefined && client.operations.regenerate) await this.regenerate(answer);
    else if (error && this.#last) await this.#submit(this.#last);
    else if (user?.status === 'failed') await this.#sendAgain(user, error);
    else if (last?.messageId !== undefined && client.operations.regenerate)
      await this.regenerate(last.messageId);
    else if (error && user) await this.#sendAgain(user, error);
    else if (last?.messageId !== undefined) await this.regenerate(last.messageId);
    else throw refusal('not_found');
  }

  /** Sends a message of an earlier chat again, which the server cannot answer by its id. */
  async #sendAgain(user: MessageItem, error: ErrorInfo | undefined): Promise<void> {
    // A context that is not known any more is not sent, and not displayed as if it was.
    const {context, ...message} = user;
    const isKnown = this.#chat.state.contexts.has(user.id);
    const again = {...message, ...(isKnown && {context}), status: 'streaming'} as const;
    await this.#send(again, plainText(user), fileIdsOf(user), error);
  }

  async #submit(request: TurnRequest): Promise<void> {
    const {runs, state} = this.#chat;
    if (this.isBusy) throw this.#refusal();
    // Another message would be sent before the one that waits for the network.
    const waits = this.#refused !== request && state.lastError?.code === 'offline';
    if (waits && this.#refused?.user) throw refusal('offline');
    if (!request.point) this.#chat.work.abandon();
    closeErrors(state);
    const {conversation} = state;
    const known = new Set<string | undefined>();
    const learn = (): void => {
      for (const {id, messageId} of messagesOf(state.conversation))
        if (id !== request.user?.id) known.add(messageId);
    };
    learn();
    this.#last = request;
    this.#refused = undefined;
    request.isSent = false;
    const isSent = (): boolean => request.isSent === true;
    this.#unsubscribeWake?.();
    state.update({conversation: request.prepare(conversation), status: 'connecting'});
    try {
      const open = async (signal: AbortSignal): Promise<Connection> => {
        await this.#chat.start();
        await this.#chat.sessions.complete();
        learn(); // The stored messages may have been displayed only now.
        signal.throwIfAborted();
        const connection = await sendOnce(this.#chat, request, known, signal);
        this.#mark(request.user, 'done');
        return connection;
      };
      await runs.start(async run => {
        const end = await run.begin(open, request);
        // Before the history is displayed, in which a message is found that was sent.
        this.#mark(request.user, isSent() ? 'done' : 'failed');
        return end;
      }, request.point);
    } catch (error) {
      if (request.replaces) {
        state.update({conversation});
        interrupt(state, request.point?.item);
      } else this.#mark(request.user, 'failed');
      if (isAbort(error) && !request.error) {
        // Stopped before it was sent. Whoever has written the message gets it back.
        if (!request.replaces) this.#refused = request;
        else if (request.user) throw error;
        return;
      }
      this.#refused = request;
      // A request that is repeated, and stopped before it was sent, is as it was before.
      const info = isAbort(error) && request.error ? request.error : toErrorInfo(error);
      request.error = info;
      const unsent = request.user !== undefined && info.code !== 'unconfirmed';
      reportError(this.#chat, info, undefined, unsent);
      if (info.code === 'offline') this.#sendLater(request);
      return;
    }
    const isLeft = request.user && !state.message(request.user.id) && !this.#chat.signal.aborted;
    if (isLeft && !isSent()) throw new DOMException('Another session was opened.', 'AbortError');
    await this.serve();
  }

  /** Whether a run is in progress, or an answer waits for the page or the user. */
  get isBusy(): boolean {
    const {runs, state} = this.#chat;
    return runs.run !== undefined || (state.status !== 'idle' && state.status !== 'lost');
  }

  /** The error of a run that cannot start now. */
  #refusal(): ChatError {
    return refusal(this.#chat.state.status === 'waiting' ? 'question_open' : 'busy');
  }

  #newMessage(text: string, more: Parameters<typeof userMessage>[2]): MessageItem {
    const {client, settings, state} = this.#chat;
    const messageId = client.createsId('message') ? randomUuid() : undefined;
    const createdAt = new Date(settings.environment.now()).toISOString();
    return userMessage(state.newId('user'), text, {messageId, createdAt, ...more});
  }

  #mark(user: MessageItem | undefined, status: 'done' | 'failed'): void {
    const {state} = this.#chat;
    const shown = user && state.message(user.id);
    if (shown?.status === 'streaming') state.apply([{op: 'assign', id: shown.id, status}]);
  }

  /** A displayed message to answer again, after an open question was abandoned; its ids may then be others. */
  async #rewritable(id: string): Promise<{item: MessageItem; message: string}> {
    this.#find(id);
    await this.abandonQuestion();
    return this.#find(id);
  }

  /** A displayed message, and the server's id of it. */
  #find(id: string): {item: MessageItem; message: string} {
    const item = findMessage(this.#chat.state.conversation, id);
    if (item?.messageId !== undefined) return {item, message: item.messageId};
    throw refusal('not_found', id);
  }
}

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
