import {refusal, toErrorInfo} from '../http/errors.js';
import {clearError, reportError} from '../run/error-items.js';
import {peekMessage} from '../run/peek-message.js';
import {findMessage, questionIn} from '../../core/model/messages.js';
import type {Connection} from '../http/protocol-client.js';
import type {OpenConnection, ResumePoint} from '../run/runs-chat.js';
import type {Reply} from '../types.js';
import type {TurnsChat} from './turns-chat.js';
import {openRequests} from '../../core/model/select.js';
import type {MessageItem, RequestAnswer, RequestItem} from '../../core/model/item.js';
import type {ReplyInput} from '../../core/protocol/types.js';

interface Question {
  readonly request: RequestItem;
  readonly message: MessageItem;
}

/**
 * Answers to the questions of the agent, of its tools, and of the page's own tools. An answer is displayed at once and
 * taken back if the server refuses it. On protocols without `reply`, `continue` sends the answers. Otherwise the answer
 * to the agent opens a stream of the same run or of another one; the answer to a tool does not, and the run continues in
 * the stream that is open or is joined again.
 */
export class Replies {
  readonly #chat: TurnsChat;
  #refused: {readonly id: string; readonly reply: Reply} | undefined;

  constructor(chat: TurnsChat) {
    this.#chat = chat;
  }

  /** The open question of the agent that a message answers. */
  openQuestion(): RequestItem | undefined {
    const {state, client, work} = this.#chat;
    if (state.status !== 'waiting') return undefined;
    return openRequests(state.conversation).find(
      ({id, executionId}) =>
        executionId === undefined && (client.operations.reply !== undefined || work.asks(id)),
    );
  }

  /**
   * Sends an answer. Resolves when the server has it. Rejects if it is refused: the question is open again. A question
   * that its tool no longer asks is closed. Rejects with `gone` if the question is over: it has an answer, or its run has
   * ended.
   */
  async reply(id: string, {input, type, ...files}: Reply): Promise<void> {
    const {state, sessions, client, tabs, answers, work} = this.#chat;
    const {request, message} = this.#find(id);
    // A second answer would contradict the one that the agent has.
    if (request.status !== 'waiting') throw refusal('gone', id);
    this.#refused = undefined;
    const answer = {input, type};
    if (work.asks(id)) {
      work.answer(id, answer);
      return;
    }
    if (work.collects(request)) {
      work.markAnswered();
      this.#showAnswer(request, answer);
      return;
    }
    const ofTool = request.executionId !== undefined && client.operations.replyTool !== undefined;
    clearError(state);
    this.#showAnswer(request, answer, message.id);
    try {
      const session = await sessions.ensure();
      const replyInput: ReplyInput = {session, request, answer, ...files};
      if (ofTool) {
        await client.request(client.operations.replyTool, replyInput);
        this.#continueRun(message);
      } else await this.#sendToAgent(replyInput, message);
      tabs.post('answered');
    } catch (error) {
      if (!this.#isHere(message)) throw error;
      const info = toErrorInfo(error);
      if (ofTool && (info.code === 'conflict' || info.code === 'gone')) {
        // Another answer was first, or the question has expired: the run has the result.
        answers.delete(id);
        state.apply([{op: 'assign', id, status: 'stopped', fields: {answer: undefined}}]);
        this.#continueRun(this.#question(id)?.message ?? message);
        return;
      }
      state.update({conversation: answers.takeBack(state.conversation, id, message.id)});
      this.#refused = {id, reply: {...answer, ...files}};
      reportError(this.#chat, info);
      throw error;
    }
  }

  /** Requests more time for a question. Rejects if the server refuses it. */
  async extend(id: string): Promise<void> {
    const {state, client, sessions, times} = this.#chat;
    const {request} = this.#find(id);
    const {extend} = client.operations;
    const session = await sessions.ensure();
    times.extend(request, await client.request(extend, {session, request}));
    state.notify();
  }

  /** Sends the last refused answer again if its question is still open. Resolves to whether it is. */
  async retry(): Promise<boolean> {
    const refused = this.#refused;
    if (!refused || this.#question(refused.id)?.request.status !== 'waiting') return false;
    await this.reply(refused.id, refused.reply).catch(() => undefined); // The conversation has the error.
    return true;
  }

  #find(id: string): Question {
    const found = this.#question(id);
    if (found) return found;
    throw refusal('not_found', id);
  }

  #question(id: string): Question | undefined {
    const {request, top} = questionIn(this.#chat.state.conversation, id) ?? {};
    return request && top?.kind === 'message' ? {request, message: top} : undefined;
  }

  #continueRun(message: MessageItem): void {
    const {runs} = this.#chat;
    if (!this.#isHere(message)) return;
    if (runs.run?.item === message.id) runs.run.resume();
    else void this.#join('resuming', resumePointOf(message));
  }

  /** Joins the run of an answer, and handles what it needs from the page. */
  async #join(
    status: 'connecting' | 'resuming',
    point: ResumePoint,
    open?: OpenConnection,
  ): Promise<void> {
    const {runs, turns, left} = this.#chat;
    await runs.start(run => run.join(status, open), point);
    if (left.aborted) return;
    await turns.serve().catch((error: unknown) => reportError(this.#chat, toErrorInfo(error)));
  }

  async #sendToAgent(replyInput: ReplyInput, message: MessageItem): Promise<void> {
    const {client, runs, state} = this.#chat;
    const abort = new AbortController();
    const {signal} = abort;
    const files = await this.#filesOf(replyInput);
    const opened = await client.open(client.operations.reply, {...replyInput, files}, signal);
    const {id, isOther, connection} = await this.#peek(opened, message);
    if (!this.#isHere(message)) {
      abort.abort();
      return;
    }
    const open: OpenConnection = {connection, abort};
    const current = runs.run?.item === message.id ? runs.run : undefined;
    if (isOther) {
      state.apply([{op: 'close', id: message.id}]);
      void this.#join('connecting', {}, open);
    } else if (current?.isReading && id !== undefined) {
      abort.abort(); // The open stream has the rest of this run.
    } else if (current) {
      current.resume(open);
    } else {
      void this.#join('connecting', resumePointOf(message), open);
    }
  }

  /** The server's id of the run that a response belongs to, if it has one, and whether that is not the run of the question. */
  async #peek(
    opened: Connection,
    {runId}: MessageItem,
  ): Promise<{id: string | undefined; isOther: boolean; connection: Connection}> {
    const isOtherId = (id: string | undefined): boolean =>
      id !== undefined && runId !== undefined && id !== runId;
    if ('opened' in opened) {
      // It says nothing about the stream that is opened later.
      const id = opened.opened.run;
      return {id, isOther: isOtherId(id), connection: opened};
    }
    const {protocol, operations} = this.#chat.client;
    const isKnown = (message: MessageItem): boolean => message.runId !== undefined;
    const {message, connection} = await peekMessage(protocol, opened, isKnown);
    const id = message?.runId;
    const isUnnamed = id === undefined && (runId === undefined || !message);
    const isNext = isUnnamed && operations.reply?.streams === 'next';
    return {id, isOther: isNext || isOtherId(id), connection};
  }

  /** Ids of the files of an answer. A file for the agent is uploaded first. */
  async #filesOf({file, files = []}: ReplyInput): Promise<readonly string[]> {
    const {client, uploads} = this.#chat;
    if (!file || !client.operations.upload) return files;
    const {id} = await uploads.upload(file);
    return [...files, id];
  }

  /** Whether the question is still displayed, and not another session. */
  #isHere({id}: MessageItem): boolean {
    const {signal, state} = this.#chat;
    return !signal.aborted && findMessage(state.conversation, id) !== undefined;
  }

  /** `run` is the id of the message that the run of the question writes, or will write. */
  #showAnswer(request: RequestItem, answer: RequestAnswer, run = this.#chat.runs.run?.item): void {
    const {answers, state} = this.#chat;
    state.update({conversation: answers.give(state.conversation, request, answer, run)});
  }
}

const resumePointOf = ({id, runId}: MessageItem): ResumePoint => ({item: id, run: runId});
