import {withDefaults} from '../decoder/context.js';
import {readEvent, type AgEvent} from './events.js';
import {errorOf, factsOf, timeOf, usageOf} from './facts.js';
import {turnOf} from './history.js';
import {
  LANGGRAPH,
  langGraphInterrupt,
  pageCallOf,
  questionOf,
  refusedCallOf,
} from './interrupts.js';
import {applyPatch} from './json-patch.js';
import {Lanes} from './lanes.js';
import {Messages} from './messages.js';
import {ItemTree} from './item-tree.js';
import {readInterrupt, readMessages, type Interrupt, type TurnRecord} from './record.js';
import {applySnapshot} from './snapshot.js';
import {TurnWriter} from './turn-writer.js';
import {asArray, asRecord, asRecords, defined, idOf, type JsonRecord, keyOf} from '../../values.js';
import type {DiagnosticCode} from '../diagnostics.js';
import {statusWithoutEnd} from '../decoder/status-without-end.js';
import {cutTextOf, openNoticeOf} from '../../model/messages.js';
import type {Decoder, DecoderContext} from '../types.js';
import type {Usage} from '../../model/item.js';
import type {Fields, FinalStatus, Op} from '../../model/op.js';
import {all} from '../../model/select.js';
import {jsonText} from '../../json.js';
import type {Frame} from '../../sse/frame.js';

/** The notices for reasons why a model has ended its answer. */
const notices: Readonly<Record<string, string>> = {
  length: 'max_tokens',
  content_filter: 'refusal',
};

/** Events with which something of an answer begins. After the end of a run, they mean that the server continues it. */
const beginning = /^(TEXT_MESSAGE_START|REASONING_MESSAGE_START|TOOL_CALL_(START|RESULT))$/;

/** The reason of an answer that was cut by its length. */
const CUT = 'length';

/** The facts about the message. The reason for the end of a run is removed when the next one starts. */
type Facts = Omit<Fields<'message'>, 'stopReason'> & {readonly stopReason?: string | undefined};

export interface DecoderOptions {
  /** Whether named steps are displayed. */
  readonly steps?: boolean;
  /** Whether the end of a run that names neither its thread nor itself is a stop. */
  readonly namelessIsStop?: boolean;
}

/**
 * Decodes an AG-UI stream into ops. `Lanes` turns chunks into whole events, and `TurnWriter` writes them. A stream may
 * continue a message (`context.message`): it then starts with the record and the items of that message.
 *
 * `RUN_FINISHED` and `RUN_ERROR` end a run, but not the stream: servers that run an agent in a loop send one after each
 * model call, and others send further events. The message ends with the run if nothing can follow; a call without a
 * result may be run by the server next, so the message then ends with the stream.
 */
export class AgUiDecoder implements Decoder {
  readonly #context: DecoderContext;
  readonly #options: DecoderOptions;
  readonly #messages: Messages;
  readonly #tree: ItemTree;
  readonly #writer: TurnWriter;
  readonly #lanes = new Lanes();
  /** The runs that have started and have not ended. */
  readonly #active = new Set<string>();
  #facts: Facts = {};
  #usage: Usage | undefined;
  #state: unknown;
  #interrupts: readonly Interrupt[] = [];
  /** The items of the questions of this run. */
  readonly #questions = new Set<string>();
  #pendingCalls: readonly string[] | undefined;
  /** How the run has ended; `undefined` while it is in progress. */
  #ending: FinalStatus | undefined;
  #isFailed = false;
  /** The notice about the end, which offers to continue an answer that was cut by its length. */
  #endNotice: string | undefined;
  #isOpen = false;
  #isClosed = false;
  #count: number;

  constructor(given: Partial<DecoderContext> = {}, options: DecoderOptions = {}) {
    const context = withDefaults(given);
    const {run, message} = context;
    const {
      messages,
      state,
      interrupts = [],
    }: TurnRecord = message ? turnOf(message) : {messages: []};
    this.#context = context;
    this.#options = options;
    this.#state = state;
    this.#interrupts = interrupts;
    this.#messages = new Messages(messages);
    this.#tree = new ItemTree(run, message);
    this.#count = this.#tree.size;
    this.#writer = new TurnWriter(this.#messages, this.#tree, problem => this.#warn(problem));
    if (!message) return;
    this.#usage = message.usage;
    this.#writer.continueText(cutTextOf(message, CUT)?.id);
    this.#endNotice = openNoticeOf(message)?.id;
  }

  decode(frame: Frame, json?: unknown): readonly Op[] {
    const event = readEvent(frame, json);
    if (event) this.#accept(event);
    else if (frame.data !== '' && frame.data.trim() !== '[DONE]') {
      this.#warn('Not an event.', 'frame-unreadable');
    }
    return this.#tree.take();
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    for (const call of this.#writer.missingCalls) this.#warn(`No call ${call}.`);
    if (this.#isClosed) return this.#tree.take();
    if (this.#ending === undefined && reason === 'lost') {
      this.#warn('No final event.', 'message-stop-missing');
    }
    this.#openMessage();
    const asks = this.#questions.size > 0 && !this.#isFailed;
    const status = statusWithoutEnd(reason, asks);
    this.#close(status === 'stopped' ? status : (this.#ending ?? status));
    return this.#tree.take();
  }

  #accept(event: AgEvent): void {
    const events = this.#lanes.expand(event);
    if (!events) this.#warn('No id.');
    this.#openMessage();
    for (const one of events ?? []) this.#apply(one);
    this.#know();
    if (this.#isClosed && this.#ending) this.#close(this.#ending);
  }

  #apply(event: AgEvent): void {
    const {type, fields} = event;
    switch (type) {
      case 'RUN_STARTED':
        this.#start(fields);
        return;
      case 'RUN_FINISHED':
        this.#finish(fields);
        return;
      case 'RUN_ERROR':
        this.#fail(fields);
        return;
      case 'STATE_SNAPSHOT':
        this.#setState(fields['snapshot']);
        return;
      case 'STATE_DELTA':
        this.#patchState(fields['delta']);
        return;
      case 'MESSAGES_SNAPSHOT':
        applySnapshot(readMessages(fields['messages']), this.#messages, this.#tree, this.#writer);
        return;
      case 'CUSTOM':
        this.#custom(fields);
        return;
      default:
        if (beginning.test(type)) this.#reopen();
        if (this.#options.steps === false && type.startsWith('STEP_')) return;
        if (!this.#writer.write(event)) this.#warn(`${type} is unknown.`, 'event-unknown');
    }
  }

  #start({threadId, runId, timestamp, input, metadata}: JsonRecord): void {
    if (this.#context.message && !this.#facts.runId && asksAnew(asRecord(input))) {
      // A replay begins with the message of the user, so it contains what it continues.
      this.#messages.reset([]);
      this.#tree.clear();
      this.#writer.continueText(undefined);
      this.#usage = undefined;
    }
    if (this.#active.size === 0) this.#isFailed = false;
    this.#active.add(keyOf(runId));
    this.#ending = undefined;
    this.#isClosed = false;
    this.#interrupts = [];
    this.#questions.clear();
    this.#pendingCalls = undefined;
    this.#tree.assignMessage({protocolData: this.#record}, 'streaming');
    const ids = defined({sessionId: idOf(threadId), runId: idOf(runId)});
    const facts = factsOf({metadata, ...(!this.#facts.createdAt && {timestamp})});
    this.#setFacts({stopReason: undefined, ...ids, ...facts});
  }

  #finish(fields: JsonRecord): void {
    const outcome = asRecord(fields['outcome']);
    const {type} = outcome;
    const {runId, threadId, metadata} = fields;
    const stopReason = type === 'cancelled' || type === 'interrupt' ? type : undefined;
    this.#setFacts({...factsOf({metadata}), ...defined({stopReason})});
    const isNameless = keyOf(runId) + keyOf(threadId) === '';
    const isStopped = type === 'cancelled' || (isNameless && this.#options.namelessIsStop === true);
    const pending = outcome['pendingToolCallIds'];
    this.#pendingCalls = Array.isArray(pending)
      ? pending.map(id => this.#writer.callOf(id))
      : undefined;
    if (type === 'interrupt') this.#interrupt(outcome['interrupts'], fields['timestamp']);
    this.#endRun(fields, this.#isFailed ? 'failed' : isStopped ? 'stopped' : 'done');
  }

  #fail(event: JsonRecord): void {
    if (/^(STOPPED|abort|cancelled)$/.test(keyOf(event['code']))) {
      this.#endRun(event, 'stopped');
      return;
    }
    this.#isFailed = true;
    const id = `${this.#tree.run}.error${(this.#count += 1)}`;
    this.#tree.open(id, 'error', errorOf(event), {status: 'failed'});
    this.#endRun(event, 'failed');
  }

  /** Ends the message if nothing can follow. */
  #endRun({runId, usage}: JsonRecord, status: FinalStatus): void {
    if (!this.#active.delete(keyOf(runId))) this.#active.clear();
    const sum = usageOf(usage, this.#usage);
    this.#usage = sum.usage;
    this.#setFacts(sum);
    this.#ending = status;
    this.#writer.matchResult();
    const waits = this.#interrupts.length > 0 || this.#pendingCalls !== undefined;
    const isRunning = this.#writer.openCalls.some(call => !this.#isOfPage(call));
    const isLast = this.#active.size === 0 && !isRunning;
    if (status !== 'done' || waits || isLast) this.#close(status);
  }

  /** Something begins after the end of a run: the server runs the agent in a loop. */
  #reopen(): void {
    if (this.#isFailed || this.#ending === undefined) return;
    this.#ending = undefined;
    this.#isClosed = false;
    this.#tree.assignMessage({}, 'streaming');
  }

  #interrupt(list: unknown, timestamp: unknown): void {
    // The outcome replaces the question that an adapter has sent before as a custom event.
    for (const item of this.#questions) this.#tree.remove(item);
    this.#tree.rewrite();
    this.#questions.clear();
    this.#interrupts = asRecords(list)
      .flatMap(readInterrupt)
      .map(one => this.#ofCall(one));
    for (const one of this.#interrupts)
      if (pageCallOf(one) === undefined) this.#ask(one, timestamp);
  }

  /** An interrupt with the id that its call has here. */
  #ofCall(interrupt: Interrupt): Interrupt {
    const {toolCallId} = interrupt;
    return idOf(toolCallId) === undefined
      ? interrupt
      : {...interrupt, toolCallId: this.#writer.callOf(toolCallId)};
  }

  #ask(interrupt: Interrupt, timestamp: unknown): void {
    const {call} = this.#messages.call(keyOf(interrupt['toolCallId'])) ?? {};
    const fields = {
      ...questionOf(interrupt, call, timeOf(timestamp)),
      ...(call && {callId: this.#writer.toolItemOf(call.id)}),
    };
    const own = `${this.#tree.run}.question:${keyOf(interrupt['langGraphId']) || interrupt.id}`;
    // The same question may be asked again after an answer, and some servers give several questions one id.
    const isOther = this.#questions.has(own);
    const isOpen = this.#tree.find(own)?.status === 'waiting' || !this.#tree.has(own);
    const id = isOpen && !isOther ? own : `${own}.${(this.#count += 1)}`;
    this.#questions.add(id);
    this.#tree.open(id, 'request', fields, {status: 'waiting'});
  }

  #custom({name, value, rawEvent, timestamp}: JsonRecord): void {
    if (name === LANGGRAPH) {
      this.#askForLangGraph(langGraphInterrupt(value, rawEvent), timestamp);
      return;
    }
    // TanStack AI confirms each request with this event.
    if (name === 'run.accepted') return;
    this.#openData(`custom${(this.#count += 1)}`, keyOf(name), value);
  }

  /** Parallel nodes ask several questions. Some adapters send one again. */
  #askForLangGraph(interrupt: Interrupt, timestamp: unknown): void {
    const asked = this.#questions.size > 0 ? this.#interrupts : [];
    if (asked.some(one => jsonText(one) === jsonText(interrupt))) return;
    this.#interrupts = [...asked, interrupt];
    this.#ask(interrupt, timestamp);
  }

  #setState(state: unknown): void {
    this.#state = state;
    this.#openData('state', 'state', state);
  }

  #openData(key: string, name: string, data: unknown): void {
    const fields = {name, data, transient: true};
    this.#tree.open(`${this.#tree.run}.${key}`, 'data', fields, {status: 'done'});
  }

  #patchState(patch: unknown): void {
    const patched = applyPatch(this.#state ?? {}, patch);
    if (patched) this.#setState(patched.value);
    else this.#warn('Invalid patch.');
  }

  /** Whether the page is to run a call. */
  #isOfPage(call: string): boolean {
    if (this.#pendingCalls) return this.#pendingCalls.includes(call);
    if (this.#interrupts.some(one => one['toolCallId'] === call)) {
      return this.#interrupts.some(one => pageCallOf(one) === call);
    }
    const name = this.#messages.call(call)?.call.function.name;
    return name !== undefined && this.#context.tools?.includes(name) === true;
  }

  /** Ends the message. Calls for the page and open questions of a run that is done stay open. */
  #close(status: FinalStatus): void {
    this.#isClosed = true;
    this.#ending = status;
    this.#writer.showMissingCalls();
    const record = {protocolData: this.#record};
    const questions = this.#interrupts.filter(one => pageCallOf(one) === undefined);
    const calls = status === 'done' ? this.#writer.openCalls : [];
    const ofPage = calls.filter(call => this.#isOfPage(call));
    if (status !== 'done' || (ofPage.length === 0 && questions.length === 0)) {
      this.#tree.assignMessage(record);
      this.#tree.closeMessage(status);
      this.#addNotice(status);
      return;
    }
    for (const call of calls) {
      const item = this.#writer.toolItemOf(call);
      if (ofPage.includes(call)) this.#tree.assign(item, {runsIn: 'page'}, 'waiting');
      // Not every question names its call, and none of the others has run either.
      else this.#tree.assign(item, {}, questions.length > 0 ? 'waiting' : 'done');
    }
    this.#tree.settle();
    this.#tree.assignMessage(record, 'done');
  }

  #addNotice(status: FinalStatus): void {
    const {stopReason = ''} = this.#facts;
    const isEmpty = this.#tree.size === 0 && status === 'done';
    const code = notices[stopReason] ?? (isEmpty ? 'no_answer' : undefined);
    if (code === undefined) return;
    const own = `${this.#tree.run}.notice`;
    this.#endNotice ??= this.#tree.has(own) ? `${own}${(this.#count += 1)}` : own;
    const waits = stopReason === CUT && status === 'done';
    this.#tree.open(this.#endNotice, 'notice', {code});
    this.#tree.assign(this.#endNotice, {}, waits ? 'waiting' : 'interrupted');
  }

  get #record(): TurnRecord {
    return {
      messages: [...this.#messages.list],
      ...(this.#state !== undefined && {state: this.#state}),
      ...(this.#interrupts.length > 0 && {interrupts: this.#interrupts}),
    };
  }

  #openMessage(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#tree.openMessage({role: 'assistant'});
    if (this.#endNotice !== undefined) this.#tree.end(this.#endNotice);
    this.#endNotice = undefined;
    this.#markRefusals();
    this.#know();
  }

  /** Marks the calls that the user has refused in the answer that this run continues. */
  #markRefusals(): void {
    const {message} = this.#context;
    for (const question of message ? all(message, 'request') : []) {
      const call = refusedCallOf(question);
      if (call !== undefined) this.#tree.assign(this.#writer.toolItemOf(call), {denied: true});
    }
  }

  /** Sets the id of the message, once the server has named it. */
  #know(): void {
    const messageId = this.#messages.firstId ?? this.#context.messageId;
    if (messageId !== this.#facts.messageId) this.#setFacts(defined({messageId}));
  }

  #setFacts(facts: Facts): void {
    if (Object.keys(facts).length === 0) return;
    this.#facts = {...this.#facts, ...facts};
    this.#tree.assignMessage(facts);
  }

  #warn(message: string, code: DiagnosticCode = 'event-out-of-place'): void {
    this.#context.report({code, message});
  }
}

/** Whether the input of a run has a new message of the user, instead of answers to what the agent has asked. */
function asksAnew({messages, resume, forwardedProps}: JsonRecord): boolean {
  const answers = asArray(resume).length > 0 || asRecord(forwardedProps)['command'] !== undefined;
  return !answers && readMessages(messages).at(-1)?.role === 'user';
}
