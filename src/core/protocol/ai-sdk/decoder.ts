import {withDefaults} from '../decoder/context.js';
import {Accumulator} from './accumulator.js';
import {readChunk, type Chunk} from './chunks.js';
import {factsOf} from './facts.js';
import {PartItems} from './part-items.js';
import {isTool, type UiMessage, type UiPart} from './record.js';
import {placedRecordOf} from './history.js';
import {isSuspended, withoutPassword} from './suspensions.js';
import {needOf, toolFields, toolStatus} from './tool-items.js';
import {asText, defined, keyOf} from '../../values.js';
import {errorText} from '../operations/read-error.js';
import type {DiagnosticCode} from '../diagnostics.js';
import {statusWithoutEnd} from '../decoder/status-without-end.js';
import {Items} from '../decoder/items.js';
import {cutTextOf, openNoticeOf} from '../../model/messages.js';
import type {Decoder, DecoderContext} from '../types.js';
import {fieldsOf} from '../../model/field.js';
import type {Item} from '../../model/item.js';
import type {Fields, FinalStatus, Op} from '../../model/op.js';
import {isOpen} from '../../model/status.js';
import type {Frame} from '../../sse/frame.js';

/** The reason of an answer that was cut by its length. */
const CUT = 'length';

/** Adds an item that belongs to no part. */
type AddExtra = (items: Items) => void;

/**
 * Decodes a UI message stream into ops. An `Accumulator` joins the chunks to the message that is sent back, and
 * `PartItems` writes its changed parts as items. A stream may continue a message (`context.message`): both then start
 * with the parts that it has.
 *
 * `finish`, `abort` and `error` end the message, but later chunks are still read, because servers that merge
 * streams may send them.
 */
export class AiSdkDecoder implements Decoder {
  readonly #run: string;
  readonly #report: DecoderContext['report'];
  readonly #messageId: string | undefined;
  readonly #accumulator: Accumulator;
  readonly #items: Items;
  readonly #parts: PartItems;
  /** Items that no part of the message has: errors, notices, and those of the page. */
  readonly #extras: AddExtra[] = [];
  /** The notice that offers to continue the answer. */
  readonly #endNotice: Item | undefined;
  #isOpen = false;
  #ending: FinalStatus | undefined;
  #waits = false;
  #stopReason: string | undefined;
  #count = 0;

  constructor(context: Partial<DecoderContext> = {}) {
    const {run, report, message, messageId, tools} = withDefaults(context);
    const record: UiMessage = message
      ? placedRecordOf(message)
      : {id: '', role: 'assistant', parts: []};
    const isCut = message !== undefined && cutTextOf(message, CUT) !== undefined;
    this.#run = run;
    this.#report = report;
    this.#messageId = record.id || messageId;
    this.#accumulator = new Accumulator(record, isCut);
    this.#items = new Items(run);
    this.#parts = new PartItems(run, this.#items, this.#accumulator, tools);
    if (!message) return;
    this.#parts.rewrite();
    if (!isCut) this.#parts.break();
    this.#endNotice = openNoticeOf(message);
    const own = new Set(this.#items.take().flatMap(op => ('id' in op ? [op.id] : [])));
    this.#extras.push(
      ...message.children
        .filter(item => !own.has(item.id) && item !== this.#endNotice)
        .map(reopened),
    );
    this.#count = message.children.length;
  }

  decode(frame: Frame): readonly Op[] {
    const chunk = readChunk(frame);
    if (chunk?.type === 'unreadable') this.#warn(chunk.code, chunk.why);
    else if (chunk) this.#accept(chunk);
    return this.#items.take();
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    for (const {toolCallId} of this.#accumulator.missingCalls) {
      this.#warn('event-out-of-place', `No call ${keyOf(toolCallId)}.`);
    }
    if (this.#ending) return this.#items.take();
    if (reason === 'lost') {
      this.#warn('message-stop-missing', 'The response ended without finish, abort or error.');
    }
    this.#openMessage();
    this.#close(statusWithoutEnd(reason, this.#asks));
    return this.#items.take();
  }

  #accept(chunk: Exclude<Chunk, {readonly type: 'unreadable'}>): void {
    const {changes, problem} = this.#accumulator.accept(chunk);
    if (problem !== undefined) this.#warn('event-out-of-place', problem);
    this.#openMessage();
    for (const change of changes) {
      if (change.type === 'message') this.#items.assign(this.#run, this.#facts());
      else if (change.type === 'transient') this.#addTransient(change.name, change.data);
      else if (change.type === 'reset') this.#rewrite();
      else this.#parts.apply(change);
    }
    if (chunk.type === 'finish') this.#finish(asText(chunk.fields['finishReason']));
    else if (chunk.type === 'abort') this.#close('stopped');
    else if (chunk.type === 'error') this.#fail(asText(chunk.fields['errorText']));
    else if (this.#ending) this.#close(this.#ending);
  }

  /** Whether all that is missing is the answer to a question. */
  get #asks(): boolean {
    const {parts} = this.#accumulator;
    const isWaiting = isSuspended(parts);
    const open = parts.filter(isUnfinished);
    return (
      open.length > 0 && open.every(part => isTool(part) && needOf(part, isWaiting) === 'answer')
    );
  }

  #openMessage(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#items.openMessage({role: 'assistant', ...this.#facts()});
    if (this.#endNotice) this.#items.close(this.#endNotice.id);
    this.#parts.markRefusals();
  }

  /** A step was discarded: only the parts before it remain. */
  #rewrite(): void {
    this.#items.clear();
    this.#parts.rewrite();
    for (const add of this.#extras) add(this.#items);
  }

  #finish(reason: string | undefined): void {
    this.#stopReason = reason;
    if (this.#ending) {
      this.#close(this.#ending);
      return;
    }
    const ending =
      reason === 'error' ? 'failed' : reason === 'interrupted' ? 'interrupted' : 'done';
    if (ending === 'failed') this.#addError(undefined);
    this.#close(ending);
    const code = this.#noticeCode(reason);
    if (code === undefined) return;
    // The user may continue an answer that was cut by its length.
    const status = reason === CUT && !this.#waits ? 'waiting' : 'interrupted';
    const id = `${this.#run}.notice${this.#endNotice ? ++this.#count : ''}`;
    this.#add(items => items.openAs(id, 'notice', {code}, status));
  }

  #noticeCode(reason: string | undefined): string | undefined {
    if (reason === CUT) return 'max_tokens';
    if (reason === 'content-filter') return 'refusal';
    const {parts, missingCalls} = this.#accumulator;
    const isAnswer = parts.some(part => !isEmpty(part)) || missingCalls.length > 0;
    return reason !== 'error' && !isAnswer ? 'no_answer' : undefined;
  }

  #fail(text: string | undefined): void {
    this.#addError(text);
    this.#close('failed');
  }

  #addError(text: string | undefined): void {
    const id = `${this.#run}.error${++this.#count}`;
    const fields = {code: 'stream_error', ...defined({text: errorText(text)})};
    this.#add(items => items.openAs(id, 'error', fields, 'failed'));
  }

  #addTransient(name: string, data: unknown): void {
    const id = `${this.#run}.transient${++this.#count}`;
    this.#add(items => items.openAs(id, 'data', {name, data, transient: true}, 'done'));
  }

  #add(extra: AddExtra): void {
    this.#extras.push(extra);
    extra(this.#items);
  }

  /** Ends the message. Calls for the page and open questions of an answer that is done stay open. */
  #close(status: FinalStatus): void {
    this.#ending = status;
    this.#parts.breakIfComplete();
    this.#showMissingCalls();
    this.#waits = status === 'done' && this.#parts.finish();
    const {parts, ...message} = this.#accumulator.message;
    const protocolData = {...message, parts: parts.map(withoutPassword)};
    const fields = {...this.#facts(), protocolData};
    this.#items.assign(this.#run, fields, this.#waits ? 'done' : undefined);
    if (!this.#waits) this.#items.close(this.#run, status);
  }

  /** Displays what arrived about calls that never arrived. They have ended: nobody can run or approve them. */
  #showMissingCalls(): void {
    for (const part of this.#accumulator.missingCalls) {
      const id = `${this.#run}.missing:${keyOf(part['toolCallId'])}`;
      const status = toolStatus(part);
      const fields = toolFields(part, asText(part['rawInput']) ?? '');
      this.#items.openAs(id, 'tool', fields, isOpen(status) ? 'interrupted' : status);
    }
  }

  #facts(): Fields<'message'> {
    const {id, metadata} = this.#accumulator;
    return {
      ...factsOf(metadata),
      ...defined({messageId: id || this.#messageId, stopReason: this.#stopReason}),
    };
  }

  #warn(code: DiagnosticCode, message: string): void {
    this.#report({code, message});
  }
}

/** Opens an item again that was removed with all others. */
function reopened(item: Item): AddExtra {
  const {id, kind, status} = item;
  const fields: Fields = Object.fromEntries(fieldsOf(item));
  return items => items.openAs(id, kind, fields, status);
}

/** Whether a text is being written, or a call has no result. */
const isUnfinished = (part: UiPart): boolean =>
  isTool(part) ? isOpen(toolStatus(part)) : part['state'] === 'streaming';

/** Whether a part displays nothing. */
function isEmpty({
  type,
  text,
}: {
  readonly type: string;
  readonly [field: string]: unknown;
}): boolean {
  if (type === 'text') return (asText(text) ?? '').trim() === '';
  return ['step-start', 'reasoning', 'reasoning-file', 'custom'].includes(type);
}
