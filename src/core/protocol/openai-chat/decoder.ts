import {withDefaults} from '../decoder/context.js';
import {AnswerItems, type CutItem} from './answer-items.js';
import {readChunk, type Chunk} from './chunks.js';
import {Completion, totalUsage, type ChatMessage} from './completion.js';
import {hasContent, readDelta, type DeltaPart} from './delta.js';
import {recordOf} from './history.js';
import {ThinkTags} from './think-tags.js';
import {defined, type JsonRecord} from '../../values.js';
import type {DiagnosticCode} from '../diagnostics.js';
import {Items} from '../decoder/items.js';
import {errorFields} from '../operations/read-error.js';
import {isPart} from '../../model/kinds.js';
import {openNoticeOf} from '../../model/messages.js';
import type {Decoder, DecoderContext, ServerError} from '../types.js';
import type {MessageItem} from '../../model/item.js';
import type {Fields, FinalStatus, Op} from '../../model/op.js';
import type {Frame} from '../../sse/frame.js';

type ChunkOf<T extends Chunk['type']> = Extract<Chunk, {readonly type: T}>;

/** Reasons of an answer that was cut, as servers name them. */
const CUT: ReadonlySet<unknown> = new Set(['length', 'max_tokens', 'model_length']);
/** Reasons of a failure. */
const FAILED: ReadonlySet<unknown> = new Set(['error', 'insufficient_system_resource']);
const REFUSED = 'content_filter';
/** Reasons of a server that has given up. */
const ABORTED: ReadonlySet<unknown> = new Set(['abort', 'cancelled']);
const CALLING: ReadonlySet<unknown> = new Set(['tool_calls', 'function_call']);

/** What a server that hides reasoning sends again and again instead of it, such as `Thinking... ` (xAI). */
const PLACEHOLDER = /\p{L}\s*(?:\.{3}|…)\s*$/u;

/** An answer that was cut inside its text, which the next completion continues. */
interface CutText extends CutItem {
  readonly record: JsonRecord;
}

/**
 * Decodes a stream of Chat Completions into ops. A `Completion` accumulates the message that is sent back, and
 * `AnswerItems` writes its parts as items.
 *
 * A stream has no event for the end of an answer: the reason is in some chunk, counters may follow, and only `[DONE]` or
 * the end of the body ends it. Without a reason, the answer was interrupted. One answer may consist of several
 * completions: the next one comes with another request, after the page has run the calls (`context.message`), or in the
 * same body, where the server has run them.
 */
export class OpenaiChatDecoder implements Decoder {
  readonly #run: string;
  readonly #report: DecoderContext['report'];
  /** The id of the client, or else that of the first completion. */
  #messageId: string | undefined;
  readonly #message: MessageItem | undefined;
  readonly #tools: readonly string[] | undefined;
  readonly #items: Items;
  readonly #answer: AnswerItems;
  readonly #readsTags: boolean;
  /** The messages of the completions before the current one. */
  #earlier: readonly ChatMessage[];
  #usages: (JsonRecord | undefined)[] = [];
  #completion: Completion | undefined;
  #tags: ThinkTags | undefined;
  /** The text before the current completion, which some servers repeat. */
  #repeated: string | undefined;
  /** The kinds of parts that the deltas of the current completion had. */
  readonly #streamed = new Set<DeltaPart['type']>();
  /** The last part of reasoning. */
  #thought: string | undefined;
  #id: string | undefined;
  #model: string | undefined;
  #hasRotatingIds = false;
  #endNotice: string | undefined;
  #ending: FinalStatus | undefined;

  constructor(
    context: Partial<DecoderContext> = {},
    {thinkTags = true}: {readonly thinkTags?: boolean} = {},
  ) {
    const {run, report, message, messageId, tools} = withDefaults(context);
    this.#run = run;
    this.#report = report;
    this.#message = message;
    this.#tools = tools;
    this.#messageId = message?.messageId ?? messageId;
    this.#items = new Items(run, message?.children.length);
    this.#answer = new AnswerItems(this.#items, message);
    this.#readsTags = thinkTags;
    this.#earlier = message ? recordOf(message) : [];
    this.#endNotice = message && openNoticeOf(message)?.id;
  }

  decode(frame: Frame, json?: unknown): readonly Op[] {
    const chunk = readChunk(frame, json);
    if (chunk?.type === 'unreadable') this.#warn(chunk.code, chunk.why);
    else if (chunk?.type === 'chunk') this.#accept(chunk);
    else if (chunk && this.#isComplete) this.#endBody();
    return this.#items.take();
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    if (reason === 'lost') this.#endBody();
    else if (this.#ending === undefined) this.#close('stopped');
    return this.#items.take();
  }

  #accept(chunk: ChunkOf<'chunk'>): void {
    const parts = this.#partsOf(chunk);
    this.#begin(chunk, parts);
    const completion = this.#completion;
    if (!completion) return;
    for (const part of parts) {
      if (!chunk.isMessage) this.#streamed.add(part.type);
      // What follows a result is of another completion.
      if (part.type === 'result') this.#streamed.clear();
      this.#write(part, completion);
    }
    this.#answer.addSources(chunk.sources);
    completion.reason = chunk.reason ?? completion.reason;
    completion.usage = chunk.usage ?? completion.usage;
    if (chunk.reason !== undefined || chunk.usage) this.#items.assign(this.#run, this.#facts());
    if (chunk.error) this.#fail(chunk.error);
    else if (FAILED.has(chunk.reason)) this.#fail({code: chunk.reason ?? ''});
    else if (this.#ending === 'failed') this.#close('failed');
  }

  /** The parts of a chunk. Those of a whole message are left out if deltas of its completion had them already. */
  #partsOf({delta, isMessage, id}: ChunkOf<'chunk'>): readonly DeltaPart[] {
    const parts = readDelta(delta);
    const isNext = this.#completion?.reason !== undefined && this.#isOther(id);
    return isMessage && !(isNext && !this.#hasRotatingIds)
      ? parts.filter(({type}) => !this.#streamed.has(type))
      : parts;
  }

  #isOther(id: string | undefined): boolean {
    return id !== undefined && this.#id !== undefined && id !== this.#id;
  }

  /** Opens the message, and a completion if the chunk begins one. */
  #begin({id, model}: ChunkOf<'chunk'>, parts: readonly DeltaPart[]): void {
    const current = this.#completion;
    this.#messageId ??= id;
    this.#model = model ?? this.#model;
    if (!current) this.#openMessage();
    const isOther = this.#isOther(id);
    if (current && !this.#startsAnother(current, parts, isOther)) {
      this.#hasRotatingIds ||= isOther && current.reason === undefined;
    } else {
      if (current) this.#endCompletion(current);
      this.#startCompletion(current);
    }
    this.#id = id ?? this.#id;
  }

  #openMessage(): void {
    this.#items.openMessage({role: 'assistant', ...this.#facts()});
  }

  /** Whether content after the reason belongs to another completion, because the server has run the calls. */
  #startsAnother(current: Completion, parts: readonly DeltaPart[], isOther: boolean): boolean {
    if (current.reason === undefined || this.#ending === 'failed') return false;
    if (!hasContent(parts) || parts.every(({type}) => type === 'result')) return false;
    if (this.#ending !== undefined || (isOther && !this.#hasRotatingIds)) return true;
    const isLate = parts.every(
      part =>
        part.type === 'call' &&
        (part.fragment.id === undefined || current.calls.has(part.fragment.id)),
    );
    return CALLING.has(current.reason) && !isLate;
  }

  #startCompletion(before: Completion | undefined): void {
    if (before) this.#answer.calls.handOver();
    if (this.#endNotice !== undefined) this.#items.close(this.#endNotice);
    this.#endNotice = undefined;
    if (this.#ending !== undefined) this.#items.assign(this.#run, {}, 'streaming');
    this.#ending = undefined;
    const cut = before ? undefined : this.#cutText();
    if (cut) this.#earlier = this.#earlier.slice(0, -1);
    this.#completion = new Completion(cut?.record);
    this.#repeated = cut?.text;
    this.#streamed.clear();
    this.#tags = this.#readsTags && !cut ? new ThinkTags() : undefined;
    this.#answer.begin(cut);
  }

  /** The text at the end of the message that is continued, if it was cut. */
  #cutText(): CutText | undefined {
    const {stopReason, children = []} = this.#message ?? {};
    const last = children.findLast(isPart);
    const isCut = stopReason === undefined || CUT.has(stopReason);
    if (!isCut || last?.kind !== 'text') return undefined;
    const record = this.#earlier.at(-1);
    const isText = record?.role === 'assistant' && !('tool_calls' in record);
    return isText ? {...last, record} : undefined;
  }

  /** Keeps a completion that another one follows. */
  #endCompletion(completion: Completion): void {
    if (this.#ending === undefined) this.#settle(completion, 'done');
    this.#earlier = [...this.#earlier, ...completion.messages];
    this.#usages.push(completion.usage);
  }

  #write(part: DeltaPart, completion: Completion): void {
    if (part.type === 'text' && this.#isRepeated(part.text)) return;
    if (part.type === 'thinking') {
      const before = this.#thought;
      this.#thought = part.text;
      if (before === part.text && PLACEHOLDER.test(before)) return;
    }
    completion.accept(part);
    if (part.type === 'text' && this.#tags) {
      for (const tagged of this.#tags.feed(part.text)) this.#answer.write(tagged, completion.calls);
      return;
    }
    if (part.type !== 'kept' && part.type !== 'annotation') this.#endTags(completion);
    this.#answer.write(part, completion.calls);
  }

  /** Whether a server repeats the text that it continues (Mistral), as its first part. */
  #isRepeated(text: string): boolean {
    const repeated = this.#repeated;
    this.#repeated = undefined;
    if (repeated === undefined || repeated === '' || text !== repeated) return false;
    this.#answer.repeat();
    return true;
  }

  #endTags(completion: Completion): void {
    for (const part of this.#tags?.end() ?? []) this.#answer.write(part, completion.calls);
  }

  /** Whether the answer has an end. `[DONE]` proves nothing: some servers send it after an error that they do not report. */
  get #isComplete(): boolean {
    const reason = this.#completion?.reason;
    return reason !== undefined && !ABORTED.has(reason);
  }

  /** The body ended, or its end was announced. */
  #endBody(): void {
    if (this.#ending !== undefined) return;
    if (this.#completion?.reason === undefined) {
      this.#warn('message-stop-missing', 'The response ended without a finish_reason.');
    }
    this.#close(this.#isComplete ? 'done' : 'interrupted');
  }

  #fail({code, text}: ServerError): void {
    this.#items.open('error', errorFields(code, text), 'failed');
    this.#close('failed');
  }

  /** Ends the message. Calls of an answer that is done stay open, for the page. */
  #close(status: FinalStatus): void {
    const completion = this.#completion;
    if (!completion && this.#ending === undefined) this.#openMessage();
    if (completion) {
      this.#settle(completion, status);
      const protocolData = [...this.#earlier, ...completion.messages];
      this.#items.assign(this.#run, {...this.#facts(), protocolData});
    }
    const waits = status === 'done' && this.#answer.calls.leave(this.#tools);
    if (waits || this.#ending !== undefined) this.#items.assign(this.#run, {}, status);
    else this.#items.close(this.#run, status);
    this.#ending = status;
    if (completion && status === 'done' && !waits) this.#showEndNotice(completion);
  }

  #settle(completion: Completion, status: FinalStatus): void {
    this.#endTags(completion);
    const {reason, calls} = completion;
    const prefix = `call_${this.#run.replace(/\W/g, '_')}_${this.#earlier.length}`;
    for (const change of calls.complete(prefix)) this.#answer.calls.change(change);
    // The text of a completion with a reason is complete, whatever follows.
    const text = this.#isComplete && !FAILED.has(reason) ? 'done' : status;
    const runsCalls = status === 'done' && !CUT.has(reason) && reason !== REFUSED;
    completion.runsCalls = runsCalls;
    this.#answer.settle(status, {text, runsCalls});
  }

  /** Writes the notice about the end. It is open as long as the user may continue the answer. */
  #showEndNotice({reason, isRefused}: Completion): void {
    const code = CUT.has(reason)
      ? 'max_tokens'
      : reason === REFUSED || isRefused
        ? 'refusal'
        : this.#answer.isEmpty
          ? 'no_answer'
          : undefined;
    if (code === undefined) return;
    const waits = code === 'max_tokens';
    const id = this.#items.open('notice', {code}, waits ? 'waiting' : 'done');
    if (waits) this.#endNotice = id;
  }

  #facts(): Fields<'message'> {
    const usages = [...this.#usages, this.#completion?.usage];
    return defined({
      messageId: this.#messageId,
      model: this.#model,
      stopReason: this.#completion?.reason,
      usage: totalUsage(this.#message?.usage, usages),
    });
  }

  #warn(code: DiagnosticCode, message: string): void {
    this.#report({code, message});
  }
}
