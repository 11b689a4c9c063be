import {withDefaults} from '../decoder/context.js';
import {firstText, joined, shortened} from './cut-text.js';
import {readEvent, type ItemEvent, type NumberedEvent, type ResponsesEvent} from './events.js';
import {factsOf} from './facts.js';
import {recordsOf} from './records.js';
import {ResponseItems} from './response-items.js';
import {ResponseState, type ResponseRecord} from './response.js';
import {Sources} from './sources.js';
import {CUT, noticeOf} from './notices.js';
import {asRecord, asText, defined, idOf, type JsonRecord} from '../../values.js';
import {errorFields, errorText} from '../operations/read-error.js';
import type {DiagnosticCode} from '../diagnostics.js';
import {cutTextOf, openNoticeOf} from '../../model/messages.js';
import type {Decoder, DecoderContext} from '../types.js';
import {diffItems} from '../../model/difference.js';
import type {Item, Status, TextItem} from '../../model/item.js';
import type {Fields, FinalStatus, Op} from '../../model/op.js';
import type {Frame} from '../../sse/frame.js';

/**
 * Decodes a stream of the Responses format into ops. Usually it has one response; a server that runs tools itself may
 * send several, and a continued message (`context.message`) has those of its earlier streams: all are one message.
 *
 * A `ResponseState` accumulates the events, and `ResponseItems` projects the changed items of its output. The ops are the
 * difference between the displayed items before and after; text that grows at its end needs no comparison.
 *
 * A response that ends with calls of functions that are not of the page leaves the message open until the stream ends,
 * because the server may run them and go on. In background mode it cannot.
 */
export class OpenaiDecoder implements Decoder {
  readonly #run: string;
  readonly #report: DecoderContext['report'];
  readonly #messageId: string | undefined;
  readonly #tools: ReadonlySet<string> | undefined;
  /** The responses of earlier streams. */
  #records: readonly ResponseRecord[];
  /** The items of earlier streams. */
  #before: readonly Item[];
  /** A text of an earlier stream that was cut, which the first text of this one continues. */
  #cut: TextItem | undefined;
  /** The last response of which anything is displayed at the start. */
  readonly #shownResponse: string | undefined;
  /** The notice that offers to continue the answer. */
  #endNotice: Item | undefined;
  readonly #responses: ResponseItems[] = [];
  /** Errors and notices. */
  #extras: readonly Item[] = [];
  #sources: Sources;
  #next: number;
  readonly #ops: Op[] = [];
  #isOpen = false;
  #ending: FinalStatus | undefined;
  #hasFailed = false;
  /** The stream repeats the events up to this number. */
  #replayedTo = -1;

  constructor(context: Partial<DecoderContext> = {}) {
    const {run, report, message, messageId, tools} = withDefaults(context);
    this.#run = run;
    this.#report = report;
    this.#messageId = message?.messageId ?? messageId;
    this.#tools = tools && new Set(tools);
    this.#shownResponse = message?.runId;
    this.#records = message ? recordsOf(message) : [];
    this.#before = message?.children ?? [];
    const numbers = this.#before.map(({id}) => this.#indexIn(id) + 1);
    this.#next = Math.max(this.#records.length, ...numbers);
    this.#sources = new Sources(this.#before);
    if (!message) return;
    this.#cut = cutTextOf(message, CUT);
    this.#endNotice = openNoticeOf(message);
  }

  decode(frame: Frame): readonly Op[] {
    const read = readEvent(frame);
    if (read) this.#accept(read);
    return this.#ops.splice(0);
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    if (this.#ending === undefined) {
      const isComplete = this.#current?.isOver === true;
      if (reason === 'lost' && !isComplete) this.#warn('message-stop-missing', 'No final event.');
      this.#openMessage();
      if (reason === 'stopped') this.#close('stopped');
      else this.#close(isComplete ? 'done' : 'interrupted');
    }
    return this.#ops.splice(0);
  }

  /** The number of the last event, which a resumed stream begins after. */
  get position(): string | undefined {
    const number = this.#current?.number ?? -1;
    return number < 0 ? undefined : String(number);
  }

  get #latest(): ResponseItems | undefined {
    return this.#responses.at(-1);
  }

  get #current(): ResponseState | undefined {
    return this.#latest?.response;
  }

  #accept({event, number}: NumberedEvent): void {
    if (event.type === 'unreadable') {
      this.#warn(event.code, event.why);
      return;
    }
    if (this.#isRepeated(event, number)) return;
    switch (event.type) {
      case 'begin':
        this.#begin(event.response, number);
        break;
      case 'over':
        if (this.#ending === undefined && this.#current?.isOver) this.#close('done');
        break;
      case 'error':
        this.#fail(event.error);
        break;
      default:
        this.#continue(event, number);
    }
    const current = this.#current;
    if (current && number !== undefined) current.number = Math.max(current.number, number);
  }

  /** Whether the event was received before. Only after `response.created` came again, because some servers do not count. */
  #isRepeated(event: ResponsesEvent, number: number | undefined): boolean {
    const known = this.#current ?? this.#unfinished;
    if (event.type === 'begin' && known && asText(event.response['id']) === known.id) {
      if (number === undefined || number > known.number) return false;
      this.#resume();
      this.#replayedTo = known.number;
      return true;
    }
    if (event.type === 'begin') this.#replayedTo = -1;
    return number !== undefined && number <= this.#replayedTo;
  }

  #begin(response: JsonRecord, number: number | undefined): void {
    const current = this.#current;
    if (!current) this.#forgetRepeated(asText(response['id']));
    if (!current || current.id !== asText(response['id'])) this.#add(response);
    else if (current.isOver) this.#warn('event-late', 'begin came late.');
    else if (number === undefined && current.items.length > 0) {
      this.#change(() => current.restart());
    } else current.describe(response);
    this.#describe();
  }

  /**
   * Removes what is displayed of a response that a stream repeats from its start. After a reload in the middle of it there is
   * no record of it, and so no position to continue from.
   */
  #forgetRepeated(response: string | undefined): void {
    const isDisplayed = response !== undefined && response === this.#shownResponse;
    if (!isDisplayed || this.#records.some(({id}) => id === response)) return;
    this.#records = this.#records.filter(({status}) => status !== 'interrupted');
    this.#next = this.#records.length;
    this.#change(() => {
      this.#before = this.#before.filter(({id}) => this.#indexIn(id) < this.#next);
    });
  }

  /** Handles an event within a response. A stream that has only the rest of one has no `response.created`. */
  #continue(
    event: Exclude<ResponsesEvent, {type: 'begin' | 'over' | 'error' | 'unreadable'}>,
    number: number | undefined,
  ): void {
    if (!this.#current && !this.#resume(number)) this.#add({});
    const {response} = this.#latest ?? {};
    if (!response) return;
    if (response.isOver) {
      const isSameEnd = event.type === 'end' && event.status === response.status;
      if (!isSameEnd) this.#warn('event-late', `${event.type} came late.`);
    } else if (event.type === 'head') {
      response.describe(event.response);
      this.#describe();
    } else if (event.type === 'end') this.#finish(event.status, event.response);
    else {
      this.#apply(event);
      if (this.#ending) this.#close(this.#ending);
    }
  }

  #apply(event: ItemEvent): void {
    const latest = this.#latest;
    if (!latest) return;
    const {item, growth} = latest.response.accept(event);
    const grown = growth && latest.grow(item, growth);
    if (grown) this.#ops.push(this.#placed(grown));
    else {
      this.#change(() => {
        latest.update(item);
        if (item.isResult) this.#settleEarlier(item.callId);
      });
    }
  }

  #finish(name: string, response: JsonRecord): void {
    const latest = this.#latest;
    if (!latest) return;
    const reported = asText(response['status']) ?? name;
    const status = /^(in_progress|queued)$/.test(reported) ? name : reported;
    this.#change(() => {
      latest.response.finish(status, response);
      latest.end(undefined);
    });
    if (status === 'failed') this.#fail(asRecord(response['error']));
    else if (status === 'cancelled') this.#close('stopped');
    else {
      const isBackground = latest.response.head['background'] === true;
      const isLast = status === 'incomplete' || isBackground || !latest.hasServerCalls;
      if (this.#hasFailed || isLast) this.#close('done');
      else this.#describe();
    }
  }

  /** Begins another response of the message. */
  #add(response: JsonRecord): void {
    const before = this.#latest;
    if (before && !before.response.isOver) {
      this.#warn('message-unfinished', 'The response is incomplete.');
    }
    const state = new ResponseState();
    state.begin(response);
    this.#change(() => {
      if (before && !this.#hasFailed) before.endServerCalls();
      this.#extras = this.#extras.filter(({kind}) => kind === 'error');
    });
    const added = this.#newItems(this.#next++, state);
    this.#responses.push(added);
    if (this.#isOpen) this.#ops.push({op: 'assign', id: this.#run, status: 'streaming'});
    this.#ending = undefined;
    this.#openMessage();
    this.#change(() => added.end(undefined));
  }

  #newItems(index: number, response: ResponseState): ResponseItems {
    const prefix = `${this.#run}.${index}`;
    return new ResponseItems(response, {
      prefix,
      sources: this.#sources,
      tools: this.#tools,
      hasCall: call =>
        this.#items.some(
          item =>
            item.kind === 'tool' && item.executionId === call && this.#indexIn(item.id) !== index,
        ),
    });
  }

  /** The last response of an earlier stream, if that was cut. */
  get #unfinished(): (ResponseRecord['position'] & {readonly id: string}) | undefined {
    const record = this.#responses.length === 0 ? this.#records.at(-1) : undefined;
    return record?.position && {...record.position, id: record.id};
  }

  /** Continues the response that an earlier stream has left. Returns whether there is one. */
  #resume(number?: number): boolean {
    const record = this.#records.at(-1);
    const position = this.#unfinished;
    if (!record || !position || (number !== undefined && number <= position.number)) return false;
    const shown = this.#items;
    const index = this.#records.length - 1;
    this.#records = this.#records.slice(0, -1);
    this.#before = this.#before.filter(({id}) => this.#indexIn(id) !== index);
    this.#sources = new Sources(this.#before);
    const items = this.#newItems(index, new ResponseState(record));
    this.#responses.push(items);
    this.#openMessage();
    // An error may have ended the message before.
    items.end(this.#ending);
    this.#cut = this.#textBefore(items, shown, index);
    this.#ops.push(...diffItems(shown, this.#items, this.#run));
    return true;
  }

  /** The cut text that a resumed response continues, without what the response with this number has appended to it. */
  #textBefore({items}: ResponseItems, shown: readonly Item[], index: number): TextItem | undefined {
    const isText = (item: Item): item is TextItem => item.kind === 'text';
    const last = this.#before.findLast(item => isText(item) || item.kind === 'tool');
    const isCut = !['completed', undefined].includes(this.#records.at(-1)?.status);
    const isApart = shown.some(item => isText(item) && this.#indexIn(item.id) === index);
    const added = items.find(isText)?.text ?? '';
    if (!isCut || isApart || last?.kind !== 'text' || !last.text.endsWith(added)) return undefined;
    return shortened(last, last.text.length - added.length);
  }

  /** The number of the response that an item was written for. */
  #indexIn(id: string): number {
    const [index = ''] = id.slice(this.#run.length + 1).split('.');
    return id.startsWith(`${this.#run}.`) && /^\d{1,9}$/.test(index) ? Number(index) : -1;
  }

  /** A result of a call of an earlier response, or of an earlier stream. */
  #settleEarlier(call: string | undefined): void {
    if (call === undefined) return;
    const result = this.#current?.items.find(
      ({item}) => item.callId === call && item.isResult,
    )?.item;
    const output = asText(result?.fields['output']);
    const settle = (item: Item): Item =>
      item.kind === 'tool' && item.executionId === call && output !== undefined
        ? {...item, status: 'done', output}
        : item;
    this.#before = this.#before.map(settle);
    for (const earlier of this.#responses.slice(0, -1)) earlier.change(settle);
  }

  #fail(error: JsonRecord): void {
    this.#openMessage();
    if (this.#ending === 'done') {
      this.#warn('event-late', 'error came late.');
      return;
    }
    if (!this.#hasFailed) {
      if (!this.#current) this.#next += 1;
      const code = idOf(error['code']) ?? asText(error['type']) ?? 'server_error';
      const text = errorText(error['message']);
      const fields = errorFields(code === 'error' ? 'server_error' : code, text);
      this.#addExtra('error', fields, 'failed');
    }
    this.#hasFailed = true;
    this.#close('failed');
  }

  /** Ends the message. Calls for the page and open questions of an answer that is done stay open. */
  #close(status: FinalStatus): void {
    this.#ending = this.#hasFailed ? 'failed' : status;
    const ending = this.#ending;
    this.#change(() => this.#latest?.end(ending));
    const fields = {...this.#facts, protocolData: this.#allRecords};
    const waits = ending === 'done' && this.#items.some(item => item.status === 'waiting');
    this.#ops.push({op: 'assign', id: this.#run, fields, ...(waits && {status: 'done'})});
    if (!waits) this.#ops.push({op: 'close', id: this.#run, status: ending});
    if (ending === 'done') this.#addNotice(waits);
  }

  /** The user may continue an answer that was cut by its length, unless something else waits for the user. */
  #addNotice(waits: boolean): void {
    const current = this.#current;
    const code = current && noticeOf(current, this.#items);
    const isCut = code === 'max_tokens' && !waits;
    if (code !== undefined) this.#addExtra('notice', {code}, isCut ? 'waiting' : 'interrupted');
  }

  #addExtra(
    kind: 'error' | 'notice',
    fields: {readonly code: string; readonly text?: string},
    status: Status,
  ): void {
    const id = `${this.#run}.${this.#next - 1}.${kind}`;
    this.#change(() => {
      this.#extras = [...this.#extras, {id, kind, status, children: [], ...fields}];
    });
  }

  get #items(): readonly Item[] {
    const cut = this.#cut;
    const rest = this.#rest;
    const written = this.#responses.flatMap(({items}) => items);
    const items = [...this.#before, ...written, ...this.#extras];
    return cut && rest ? joined(items, cut, rest) : items;
  }

  /** The first text of this stream, if it continues a cut one: at most reasoning is before it. */
  get #rest(): TextItem | undefined {
    return this.#cut && firstText(this.#responses[0]?.items ?? []);
  }

  /** An op about the first text, for the item that it continues. */
  #placed(op: Op): Op {
    const isRest = op.op === 'append' && op.id === this.#rest?.id;
    return isRest && this.#cut ? {...op, id: this.#cut.id} : op;
  }

  /** Writes the difference that a change makes to the displayed items. */
  #change(change: () => void): void {
    const before = this.#items;
    change();
    this.#ops.push(...diffItems(before, this.#items, this.#run));
  }

  #openMessage(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    // The reason for which an earlier stream has ended is not that of this one.
    const fields = {role: 'assistant' as const, stopReason: undefined, ...this.#facts};
    this.#ops.push({op: 'open', id: this.#run, kind: 'message', fields});
    const notice = this.#endNotice;
    if (!notice) return;
    this.#change(() => {
      this.#before = this.#before.map(item => (item === notice ? {...item, status: 'done'} : item));
    });
  }

  #describe(): void {
    this.#ops.push({op: 'assign', id: this.#run, fields: this.#facts});
  }

  get #allRecords(): readonly ResponseRecord[] {
    return [...this.#records, ...this.#responses.map(({response}) => response.record)];
  }

  get #facts(): Fields<'message'> {
    const heads = this.#responses.map(({response}) => response.head);
    return defined({messageId: this.#messageId, ...factsOf(this.#records, heads)});
  }

  #warn(code: DiagnosticCode, message: string): void {
    this.#report({code, message});
  }
}
