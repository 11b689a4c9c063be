import {ChatError, faultOf} from '../http/errors.js';
import {peekRunId} from '../run/peek-run-id.js';
import {findMessage, findRequest, withStatus} from '../messages.js';
import type {PageRequests} from './page-requests.js';
import type {OpenConnection} from '../run/run-types.js';
import type {ResumePoint, RunCoordinator, RunCoordinatorParts} from '../run/run-coordinator.js';
import type {Reply} from '../types.js';
import type {Uploads} from './uploads.js';
import {reduce} from '../../core/model/reduce.js';
import type {MessageItem} from '../../core/model/item.js';
import type {Op} from '../../core/model/op.js';
import type {ReplyInput} from '../../core/protocol/types.js';

export interface RepliesParts extends RunCoordinatorParts {
  readonly runs: RunCoordinator;
  readonly questions: PageRequests;
  readonly uploads: Pick<Uploads, 'upload'>;
}

/** Takes answers to the agent and its tools. It is fetched with the first of them. */
export class ReplySubmitter {
  readonly #parts: RepliesParts;
  #refused: {readonly id: string; readonly reply: Reply} | undefined;

  constructor(parts: RepliesParts) {
    this.#parts = parts;
  }

  /** Gives an answer; resolves when the server has it. If it is refused, the question is open again, and this rejects;
   * where a tool asks no more, the question is closed. */
  async reply(id: string, {input, type, ...enclosed}: Reply): Promise<void> {
    const {state, runs, sessions, client, tabs} = this.#parts;
    const found = findRequest(state.conversation, id);
    if (!found) {
      throw new ChatError({code: 'not_found', detail: id, retryable: false}, {sent: false});
    }
    const {request, message} = found;
    this.#refused = undefined;
    const answer = {input, type};
    if (this.#parts.questions.has(id)) {
      this.#parts.questions.answer(id, answer);
      return;
    }
    const ofTool = request.executionId !== undefined && client.operations.replyTool !== undefined;
    runs.clearError();
    runs.answers.set(id, answer);
    this.#apply(message, [{op: 'assign', id, status: 'done', fields: {answer}}]);
    try {
      const address = await sessions.address();
      const asked: ReplyInput = {...address, request, answer, ...enclosed};
      if (ofTool) await this.#sendToTool(asked, message);
      else await this.#sendToAgent(asked, message);
      tabs.post('answered');
    } catch (error) {
      if (!this.#isHere(message)) throw error;
      const fault = faultOf(error);
      runs.answers.delete(id);
      // Another's answer was there first, or the question has expired: the run tells what comes of it.
      const isOver = ofTool && (fault.code === 'conflict' || fault.code === 'gone');
      this.#apply(message, [
        {op: 'assign', id, status: isOver ? 'stopped' : 'waiting', fields: {answer: undefined}},
        ...(isOver ? [] : ([{op: 'assign', id: message.id, status: 'waiting'}] as const)),
      ]);
      if (isOver) {
        this.#continueRun(findRequest(state.conversation, id)?.message ?? message);
        return;
      }
      this.#refused = {id, reply: {...answer, ...enclosed}};
      runs.fail(fault);
      throw error;
    }
  }

  /** Gives the answer once more that was refused last, if its question still waits; tells whether it does. */
  async retry(): Promise<boolean> {
    const {id, reply} = this.#refused ?? {id: ''};
    if (findRequest(this.#parts.state.conversation, id)?.request.status !== 'waiting') return false;
    if (reply) await this.reply(id, reply).catch(() => undefined); // It is told in the conversation.
    return true;
  }

  /** A tool's question: the run goes on in the stream that is open, or is joined again where it has closed. */
  async #sendToTool(asked: ReplyInput, message: MessageItem): Promise<void> {
    const {client, signal} = this.#parts;
    await client.ask(client.operations.replyTool, asked, {signal});
    this.#continueRun(message);
  }

  #continueRun(message: MessageItem): void {
    const {runs} = this.#parts;
    if (!this.#isHere(message)) return;
    if (runs.run?.item === message.id) runs.run.resume();
    else void runs.start(partOf(message), run => run.join());
  }

  /** The agent's question: the answer to the answer is a stream, of the same run or of another. */
  async #sendToAgent(asked: ReplyInput, message: MessageItem): Promise<void> {
    const {client, runs, state, signal} = this.#parts;
    const line = new AbortController();
    const life = AbortSignal.any([signal, line.signal]);
    const files = await this.#enclosed(asked);
    const opened = await client.open(client.operations.reply, {...asked, files}, life);
    const {run: id, connection} = await peekRunId(client.protocol, opened);
    if (!this.#isHere(message)) {
      line.abort();
      return;
    }
    const lead: OpenConnection = {connection, abort: line};
    const current = runs.run?.item === message.id ? runs.run : undefined;
    if (id !== undefined && message.runId !== undefined && id !== message.runId) {
      state.update({conversation: withStatus(state.conversation, message.id, 'done')});
      void runs.start({}, run => run.take(lead));
    } else if (current?.reading && id !== undefined) {
      line.abort(); // The stream that is open tells the rest of this run.
    } else if (current) {
      current.resume(lead);
    } else {
      void runs.start(partOf(message), run => run.take(lead));
    }
  }

  /** The files that go with an answer: the agent itself takes those that were uploaded. */
  async #enclosed({file, files = []}: ReplyInput): Promise<readonly string[]> {
    const {client, uploads} = this.#parts;
    if (!file || !client.operations.upload) return files;
    const {id} = await uploads.upload(file);
    return [...files, id];
  }

  /** Whether the question is on screen yet: the page may have turned to another session, or its user have left. */
  #isHere({id}: MessageItem): boolean {
    const {signal, state} = this.#parts;
    return !signal.aborted && findMessage(state.conversation, id) !== undefined;
  }

  #apply(message: MessageItem, ops: readonly Op[]): void {
    const {runs, state} = this.#parts;
    if (runs.run?.item === message.id) runs.run.apply(ops);
    else state.update({conversation: reduce(state.conversation, ops)});
  }
}

const partOf = (shown: MessageItem): ResumePoint => ({
  item: shown.id,
  shown,
  ...(shown.runId !== undefined && {run: shown.runId}),
});
