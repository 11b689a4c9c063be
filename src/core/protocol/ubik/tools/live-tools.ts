import {jsonText} from '../../../json.js';
import {defined, asRecord, asText, type JsonRecord} from '../../../values.js';
import {ByName} from './by-name.js';
import {shallow} from '../depth.js';
import {withUpdate} from './phases.js';
import type {RunWriter} from '../run-writer.js';
import {readQuestion} from './question.js';
import {saveFields} from '../saved-fields.js';
import type {Restore} from '../../types.js';
import {
  isEventOnly,
  saveExecution,
  type ToolCallItem,
  type ToolEvent,
  type ToolExecution,
  type ToolQuestion,
} from './tool-call.js';

/** Returns the parent item of a call that is not in the text. */
export type FindParent = (execution: string) => string;

/**
 * The tool calls of a run.
 *
 * The text of the message and the live events report the same calls, in any order. The first report opens the `tool`
 * item at the current position of the run; the other one adds to this item. A `ToolCallItem` is the item, a
 * `ToolExecution` contains what the events report; `open`, `#matchCall` and `#link` link the two. They are matched by
 * execution id or, if it is missing in either, by the tool's name, starting with the oldest unmatched one. If a later id
 * contradicts such a match, `conflict` returns the execution, and the decoder decodes the run again without matching it
 * by name.
 *
 * A call that only events report is written below the item that `FindParent` returns. It stays there when the text contains
 * it later, and it is closed with its step.
 */
export class LiveTools {
  readonly #writer: RunWriter;
  readonly #canMatchByName: (execution: string) => boolean;
  #executions = new Map<string, ToolExecution>();
  #items = new Map<string, ToolCallItem>();
  /** The latest call of the text with each execution id. */
  #callsInText = new Map<string, ToolCallItem>();
  /** The number of items with an execution id. Item ids must be unique even if the text repeats an execution id. */
  #itemCounts = new Map<string, number>();
  /** Running calls of the text without events. */
  readonly #unmatchedCalls = new ByName<ToolCallItem>();
  #asking = new Set<ToolExecution>();
  /** Executions that the text does not contain yet. */
  readonly #unmatchedExecutions = new ByName<ToolExecution>();
  /** Running calls that only events report, by their parent item. */
  #eventOnlyCalls = new Map<string, Set<ToolCallItem>>();
  #conflict: string | undefined;

  constructor(writer: RunWriter, canMatchByName: (execution: string) => boolean = () => true) {
    this.#writer = writer;
    this.#canMatchByName = canMatchByName;
  }

  save(): Restore {
    const executions = new Map(this.#executions);
    const items = new Map(this.#items);
    const callsInText = new Map(this.#callsInText);
    const itemCounts = new Map(this.#itemCounts);
    const asking = new Set(this.#asking);
    const eventOnlyCalls = Array.from(
      this.#eventOnlyCalls,
      ([step, calls]) => [step, [...calls]] as const,
    );
    const conflict = this.#conflict;
    const restores = [
      this.#unmatchedCalls.save(),
      this.#unmatchedExecutions.save(),
      ...Array.from(executions.values(), saveExecution),
      ...Array.from(items.values(), saveFields),
    ];
    return () => {
      this.#executions = new Map(executions);
      this.#items = new Map(items);
      this.#callsInText = new Map(callsInText);
      this.#itemCounts = new Map(itemCounts);
      this.#asking = new Set(asking);
      this.#eventOnlyCalls = new Map(eventOnlyCalls.map(([step, calls]) => [step, new Set(calls)]));
      this.#conflict = conflict;
      for (const restore of restores) restore();
    };
  }

  /** Whether a question of a tool is open. */
  get hasOpenQuestion(): boolean {
    return this.#asking.size > 0;
  }

  /** An execution id that text and events share although one of them was matched with another call by name. */
  get conflict(): string | undefined {
    return this.#conflict;
  }

  /** Opens a call in the text. Returns its item. */
  open(parent: string, name: string, execution: string): string {
    this.#writer.settle(); // the run continues
    const live = this.#executionForText(name, execution);
    const known = live?.call;
    if (live && known) return this.#matchExisting(known, live, name, execution);
    const call = this.#openItem(parent, name, execution);
    call.execution = execution;
    this.#callsInText.set(execution, call);
    if (live) this.#link(call, live);
    else if (this.#canMatchByName(execution)) this.#unmatchedCalls.add(name, call);
    return call.id;
  }

  /** Registers a call that is not in the text and whose item is already open. */
  register(id: string, execution: string): void {
    const call: ToolCallItem = {id, name: '', parent: id, execution, running: true};
    this.#callsInText.set(execution, call);
    this.#items.set(id, call);
  }

  /** Closes a call in the text. */
  close(id: string, hasOutput: boolean, error?: string): void {
    const call = this.#items.get(id);
    if (call) {
      call.running = false;
      this.#unmatchedCalls.delete(call.name, call);
    }
    const failure = error ?? call?.events?.error;
    const output = hasOutput ? undefined : call?.events?.output;
    this.#closeQuestion(call?.events);
    this.#writer.assign(
      id,
      defined({error: failure, output}),
      failure === undefined ? 'done' : 'failed',
    );
  }

  /** Ends a call whose end tag is missing. */
  closeUnended(id: string, status: RunWriter['ending']): void {
    if (status === 'done' && this.#items.get(id)?.events?.error === undefined) {
      this.#writer.assign(id, {}, status);
    }
    this.#writer.close(id, status);
  }

  /** Ends a step. Closes its calls that are known only from events; a later event reopens them. */
  endStep(step: string, status: 'done' | 'interrupted'): void {
    const calls = this.#eventOnlyCalls.get(step) ?? [];
    this.#eventOnlyCalls.delete(step);
    for (const call of calls) {
      if (!isEventOnly(call) || !call.running) continue;
      if (call.events?.question && !call.events.question.answered) continue;
      call.running = false;
      this.#writer.assign(call.id, {}, status);
    }
  }

  /** Applies a live event of an execution. `place` returns the parent of its call if no text contains it. */
  take(event: ToolEvent, execution: string, place: FindParent): void {
    const live = this.#executionOf(execution, asText(event['tool_name']) ?? '');
    if (!live.call) this.#matchCall(live);
    if (!live.call) this.#openUnmatched(live, place(execution));
    const at = asText(event['timestamp']);
    switch (event.type) {
      case 'tool_update':
        this.#update(live, asRecord(shallow(event['data'])), at);
        return;
      case 'tool_partial_update':
        this.#partial(live, asRecord(event['data']), at);
        return;
      case 'tool_input_required':
        this.#ask(live, event, at);
        return;
      case 'error':
        live.error = asText(event['message']) ?? asText(event['error']) ?? '';
        this.#end(live, at, 'failed');
        return;
      case 'tool_end':
      case 'final_result':
        live.output = jsonText(shallow(event['outputs'] ?? event['data']) ?? {}) ?? '{}';
        this.#end(live, at, undefined);
    }
  }

  /** Resets all items before the content is read again, which opens the calls again. */
  restart(): void {
    this.#items.clear();
    this.#callsInText.clear();
    this.#itemCounts.clear();
    this.#unmatchedCalls.clear();
    this.#unmatchedExecutions.clear();
    this.#eventOnlyCalls.clear();
    for (const live of this.#executions.values()) {
      delete live.call;
      if (this.#canMatchByName(live.execution)) this.#unmatchedExecutions.add(live.name, live);
    }
  }

  /** Displays an execution at the position of its first event, if no text contained it before. */
  place(execution: string, place: FindParent): void {
    const live = this.#executions.get(execution);
    if (live && !live.call) this.#openUnmatched(live, place(execution));
  }

  /** Displays the executions that have no item after a restart. */
  placeRemaining(place: FindParent): void {
    for (const {execution} of this.#executions.values()) this.place(execution, place);
  }

  /** Ends the run, and the calls that only events report. */
  finish(): void {
    const {ending} = this.#writer;
    for (const {call, question, ended} of this.#executions.values()) {
      if (question && !question.answered) this.#writer.close(question.id, 'interrupted');
      if (!call || !isEventOnly(call) || ended) continue;
      if (call.running || ending === 'done') this.#writer.assign(call.id, {}, ending);
      call.running = false;
    }
  }

  /** The execution of a call in the text: by id, else the oldest unmatched one with this name. */
  #executionForText(name: string, execution: string): ToolExecution | undefined {
    const own = this.#executions.get(execution);
    if (!own)
      return this.#canMatchByName(execution) ? this.#unmatchedExecutions.first(name) : undefined;
    const named = own.call?.execution;
    if (named === undefined) return own;
    if (named !== execution) this.#conflict = execution;
    return undefined; // the same id was used before
  }

  /** Matches a call in the text with an item that events have opened. The item keeps its position. */
  #matchExisting(call: ToolCallItem, live: ToolExecution, name: string, execution: string): string {
    this.#unmatchedExecutions.delete(live.name, live);
    call.name = name;
    call.execution = execution;
    this.#callsInText.set(execution, call);
    const asks = live.question && !live.question.answered;
    if (!live.ended) call.running = true;
    const status = live.ended ? undefined : asks ? 'waiting' : 'streaming';
    this.#writer.assign(call.id, {name, executionId: execution}, status);
    return call.id;
  }

  /** Finds the call in the text for an execution. */
  #matchCall(live: ToolExecution): void {
    const own = this.#callsInText.get(live.execution);
    if (own?.events && own.events !== live) this.#conflict = live.execution;
    const byName = this.#canMatchByName(live.execution)
      ? this.#unmatchedCalls.first(live.name)
      : undefined;
    const call = own?.events ? undefined : (own ?? byName);
    if (call) this.#link(call, live);
  }

  #openUnmatched(live: ToolExecution, parent: string): void {
    const call = this.#openItem(parent, live.name, live.execution);
    this.#watch(call);
    this.#show(call, live);
    if (live.ended) this.close(call.id, false);
  }

  #openItem(parent: string, name: string, executionId: string): ToolCallItem {
    const id = this.#freshId(executionId);
    this.#writer.openAs(id, 'tool', parent, {name, executionId, input: '', output: '', log: ''});
    const call: ToolCallItem = {id, name, parent, execution: undefined, running: true};
    this.#items.set(id, call);
    return call;
  }

  #idOf(execution: string): string {
    return `${this.#writer.run}/tool:${execution}`;
  }

  #freshId(execution: string): string {
    let call = (this.#itemCounts.get(execution) ?? 0) + 1;
    let id = call === 1 ? this.#idOf(execution) : `${this.#idOf(execution)}~${call}`;
    while (this.#items.has(id)) id = `${this.#idOf(execution)}~${++call}`;
    this.#itemCounts.set(execution, call);
    return id;
  }

  #executionOf(execution: string, name: string): ToolExecution {
    const known = this.#executions.get(execution);
    if (known) {
      if (known.name === '' && name !== '') this.#rename(known, name);
      return known;
    }
    const live: ToolExecution = {execution, name, logs: new Map(), phases: [], ended: false};
    this.#executions.set(execution, live);
    if (this.#canMatchByName(execution)) this.#unmatchedExecutions.add(name, live);
    return live;
  }

  /** Sets the name, which a later event contains. */
  #rename(live: ToolExecution, name: string): void {
    const {call} = live;
    const isNamed = call !== undefined && !isEventOnly(call);
    this.#unmatchedExecutions.delete('', live);
    live.name = name;
    if (isNamed) return;
    if (this.#canMatchByName(live.execution)) this.#unmatchedExecutions.add(name, live);
    if (call) call.name = name;
    this.#assign(live, {name});
  }

  /** Links a call in the text and an execution. */
  #link(call: ToolCallItem, live: ToolExecution): void {
    this.#unmatchedCalls.delete(call.name, call);
    this.#unmatchedExecutions.delete(live.name, live);
    this.#show(call, live);
  }

  /** Writes the state that events have reported so far. */
  #show(call: ToolCallItem, live: ToolExecution): void {
    call.events = live;
    live.call = call;
    const {phases, startedAt, endedAt, logs} = live;
    const facts = defined({phases: phases.length > 0 ? phases : undefined, startedAt, endedAt});
    if (Object.keys(facts).length > 0) this.#writer.assign(call.id, facts);
    for (const [field, text] of logs) this.#writer.append(call.id, field, text);
    if (live.question) this.#showQuestion(live.question, live);
  }

  #assign(live: ToolExecution, fields: Readonly<Record<string, unknown>>): void {
    if (live.call) this.#writer.assign(live.call.id, fields);
  }

  #start(live: ToolExecution, at: string | undefined): {readonly startedAt?: string} {
    if (live.startedAt !== undefined || at === undefined) return {};
    live.startedAt = at;
    return {startedAt: at};
  }

  /** Reopens a call whose step has ended, because an event reports it. */
  #reopen({call, ended}: ToolExecution): void {
    if (!call || call.running || ended || !isEventOnly(call)) return;
    call.running = true;
    this.#watch(call);
    this.#writer.assign(call.id, {}, 'streaming');
  }

  /** Registers a call that is closed with its step. */
  #watch(call: ToolCallItem): void {
    const others = this.#eventOnlyCalls.get(call.parent) ?? new Set();
    this.#eventOnlyCalls.set(call.parent, others.add(call));
  }

  #update(live: ToolExecution, update: JsonRecord, at: string | undefined): void {
    this.#reopen(live);
    this.#closeQuestion(live);
    const before = live.phases;
    live.phases = withUpdate(before, update);
    const phases = live.phases === before ? {} : {phases: live.phases};
    this.#assign(live, {...phases, ...this.#start(live, at)});
  }

  /** Appends live output. There is one buffer for each key; without a key it is the tool's response. */
  #partial(live: ToolExecution, part: JsonRecord, at: string | undefined): void {
    this.#reopen(live);
    const text = asText(part['content']);
    const key = asText(part['output_key']) ?? 'response';
    const field = key === 'response' ? 'log' : `log:${key}`;
    const started = this.#start(live, at);
    if (started.startedAt !== undefined) this.#assign(live, started);
    if (text === undefined) return;
    live.logs.set(field, (live.logs.get(field) ?? '') + text);
    if (live.call) this.#writer.append(live.call.id, field, text);
  }

  #ask(live: ToolExecution, event: ToolEvent, at: string | undefined): void {
    this.#reopen(live);
    const fields = defined({
      ...readQuestion(event),
      executionId: live.execution,
      toolName: live.name,
      createdAt: at,
    });
    live.question = {id: `${this.#writer.run}/request:${live.execution}`, fields, answered: false};
    this.#asking.add(live);
    this.#showQuestion(live.question, live);
  }

  #showQuestion({id, fields, answered}: ToolQuestion, {call}: ToolExecution): void {
    const status = answered ? 'done' : 'waiting';
    this.#writer.openAs(id, 'request', call?.id ?? this.#writer.run, fields, status);
    this.#writer.assign(id, {}, status);
    if (call?.running && !answered) this.#writer.assign(call.id, {}, 'waiting');
  }

  #closeQuestion(live: ToolExecution | undefined): void {
    if (!live?.question || live.question.answered) return;
    live.question.answered = true;
    this.#asking.delete(live);
    this.#writer.close(live.question.id, 'done');
    if (live.call?.running) this.#writer.assign(live.call.id, {}, 'streaming');
  }

  #end(live: ToolExecution, at: string | undefined, status: 'failed' | undefined): void {
    this.#closeQuestion(live);
    live.ended = true;
    if (at !== undefined) live.endedAt = at;
    this.#assign(live, defined({endedAt: at, error: live.error}));
    if (live.call && isEventOnly(live.call)) this.close(live.call.id, false);
    else if (status && live.call) this.#writer.assign(live.call.id, {}, status);
  }
}
