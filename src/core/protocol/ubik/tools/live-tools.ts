import {jsonText} from '../../../json.js';
import {defined, asRecord, asText, type JsonRecord} from '../../decode.js';
import {ByName} from './by-name.js';
import {shallow} from '../depth.js';
import type {UbikEvent} from '../events.js';
import {withUpdate} from './phases.js';
import type {RunWriter} from '../run-writer.js';
import {readQuestion} from './question.js';
import type {ToolCallItem, ToolExecution, ToolQuestion} from './tool-call.js';

/** Returns the parent item of a call that no text has named. */
export type FindParent = (execution: string) => string;

/**
 * The tool calls of a run.
 *
 * The text of the message and the live events report the same calls, in any order. The first report opens the `tool`
 * item at the current position of the run; the other one adds to this item. A `ToolCallItem` is the item, a
 * `ToolExecution` contains what the events report; `open`, `#meet` and `#join` link the two. They are matched by
 * execution id or, if the text or the events lack it, by the tool's name, oldest unmatched one first. If a later id
 * contradicts such a match, `conflict` returns the execution, and the decoder decodes the run again without matching it
 * by name.
 *
 * A call that only events report is written below the item that `Place` returns. It stays there when the text contains
 * it later, and it is closed with its step.
 */
export class LiveTools {
  readonly #writer: RunWriter;
  readonly #mayMeetByName: (execution: string) => boolean;
  readonly #lives = new Map<string, ToolExecution>();
  readonly #cards = new Map<string, ToolCallItem>();
  /** The latest call of the text with each execution id. */
  readonly #named = new Map<string, ToolCallItem>();
  /** The number of items with an execution id. Item ids must be unique even if the text repeats an execution id. */
  readonly #calls = new Map<string, number>();
  /** Running calls of the text without events. */
  readonly #idle = new ByName<ToolCallItem>();
  readonly #asking = new Set<ToolExecution>();
  /** Executions that the text does not contain yet. */
  readonly #early = new ByName<ToolExecution>();
  /** Running calls that only events report, by their parent item. */
  readonly #unnamed = new Map<string, Set<ToolCallItem>>();
  #conflict: string | undefined;

  constructor(writer: RunWriter, mayMeetByName: (execution: string) => boolean = () => true) {
    this.#writer = writer;
    this.#mayMeetByName = mayMeetByName;
  }

  /** Whether a question of a tool is open. */
  get areAsking(): boolean {
    return this.#asking.size > 0;
  }

  /** An execution id that text and events share although one of them was matched with another call by name. */
  get conflict(): string | undefined {
    return this.#conflict;
  }

  /** Opens a call in the text. Returns its item. */
  open(parent: string, name: string, execution: string): string {
    this.#writer.settle(); // the run continues
    const live = this.#liveForText(name, execution);
    const known = live?.card;
    if (live && known) return this.#name(known, live, name, execution);
    const card = this.#openCard(parent, name, execution);
    card.execution = execution;
    this.#named.set(execution, card);
    if (live) this.#join(card, live);
    else if (this.#mayMeetByName(execution)) this.#idle.add(name, card);
    return card.id;
  }

  /** Registers a call that no text contains and whose item is open already. */
  adopt(id: string, execution: string): void {
    const card: ToolCallItem = {id, name: '', parent: id, execution, running: true};
    this.#named.set(execution, card);
    this.#cards.set(id, card);
  }

  /** Closes a call in the text. */
  close(id: string, hasOutput: boolean, error?: string): void {
    const card = this.#cards.get(id);
    if (card) {
      card.running = false;
      this.#idle.delete(card.name, card);
    }
    const failure = error ?? card?.live?.error;
    const output = hasOutput ? undefined : card?.live?.output;
    this.#answered(card?.live);
    this.#writer.assign(
      id,
      defined({error: failure, output}),
      failure === undefined ? 'done' : 'failed',
    );
  }

  /** Ends a call whose end tag is missing. */
  leave(id: string, status: RunWriter['ending']): void {
    if (status === 'done' && this.#cards.get(id)?.live?.error === undefined) {
      this.#writer.assign(id, {}, status);
    }
    this.#writer.close(id, status);
  }

  /** Ends a step. Closes the calls in it that only events report, until another event reports them. */
  endStep(step: string, status: 'done' | 'interrupted'): void {
    const cards = this.#unnamed.get(step) ?? [];
    this.#unnamed.delete(step);
    for (const card of cards) {
      if (!this.#isEventOnly(card) || !card.running) continue;
      if (card.live?.question && !card.live.question.answered) continue;
      card.running = false;
      this.#writer.assign(card.id, {}, status);
    }
  }

  /** Applies a live event of an execution. `place` returns the parent of its call if no text contains it. */
  take(event: UbikEvent, execution: string, place: FindParent): void {
    const live = this.#liveOf(execution, asText(event['tool_name']) ?? '');
    if (!live.card) this.#meet(live);
    if (!live.card) this.#reveal(live, place(execution));
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
        this.#ended(live, at, 'failed');
        return;
      default: // tool_end, final_result
        live.output = jsonText(shallow(event['outputs'] ?? event['data']) ?? {}) ?? '{}';
        this.#ended(live, at, undefined);
    }
  }

  /** The content of the run is read again: calls will be opened again and matched with their executions. */
  restart(): void {
    this.#cards.clear();
    this.#named.clear();
    this.#calls.clear();
    this.#idle.clear();
    this.#early.clear();
    this.#unnamed.clear();
    for (const live of this.#lives.values()) {
      delete live.card;
      if (this.#mayMeetByName(live.execution)) this.#early.add(live.name, live);
    }
  }

  /** Displays an execution at the position of its first event, if no text contained it before. */
  place(execution: string, place: FindParent): void {
    const live = this.#lives.get(execution);
    if (live && !live.card) this.#reveal(live, place(execution));
  }

  /** Displays the executions that have no item after a restart. */
  placeRest(place: FindParent): void {
    for (const {execution} of this.#lives.values()) this.place(execution, place);
  }

  /** Ends the run, and the calls that only events report. */
  finish(): void {
    const {ending} = this.#writer;
    for (const {card, question, ended} of this.#lives.values()) {
      if (question && !question.answered) this.#writer.close(question.id, 'interrupted');
      if (!card || !this.#isEventOnly(card) || ended) continue;
      if (card.running || ending === 'done') this.#writer.assign(card.id, {}, ending);
      card.running = false;
    }
  }

  #isEventOnly({execution}: ToolCallItem): boolean {
    return execution === undefined;
  }

  /** The execution of a call in the text: by id, else the oldest unmatched one with this name. */
  #liveForText(name: string, execution: string): ToolExecution | undefined {
    const own = this.#lives.get(execution);
    if (!own) return this.#mayMeetByName(execution) ? this.#early.first(name) : undefined;
    const named = own.card?.execution;
    if (named === undefined) return own;
    if (named !== execution) this.#conflict = execution;
    return undefined; // the same id was used before
  }

  /** Matches a call in the text with an item that events have opened. The item keeps its position. */
  #name(card: ToolCallItem, live: ToolExecution, name: string, execution: string): string {
    this.#early.delete(live.name, live);
    card.name = name;
    card.execution = execution;
    this.#named.set(execution, card);
    const asks = live.question && !live.question.answered;
    if (!live.ended) card.running = true;
    const status = live.ended ? undefined : asks ? 'waiting' : 'streaming';
    this.#writer.assign(card.id, {name, executionId: execution}, status);
    return card.id;
  }

  /** Finds the call in the text for an execution. */
  #meet(live: ToolExecution): void {
    const own = this.#named.get(live.execution);
    if (own?.live && own.live !== live) this.#conflict = live.execution;
    const byName = this.#mayMeetByName(live.execution) ? this.#idle.first(live.name) : undefined;
    const card = own?.live ? undefined : (own ?? byName);
    if (card) this.#join(card, live);
  }

  #reveal(live: ToolExecution, parent: string): void {
    const card = this.#openCard(parent, live.name, live.execution);
    this.#watch(card);
    this.#show(card, live);
    if (live.ended) this.close(card.id, false);
  }

  #openCard(parent: string, name: string, executionId: string): ToolCallItem {
    const id = this.#freshId(executionId);
    this.#writer.openAs(id, 'tool', parent, {name, executionId, input: '', output: '', log: ''});
    const card: ToolCallItem = {id, name, parent, execution: undefined, running: true};
    this.#cards.set(id, card);
    return card;
  }

  #idOf(execution: string): string {
    return `${this.#writer.run}/tool:${execution}`;
  }

  #freshId(execution: string): string {
    let call = (this.#calls.get(execution) ?? 0) + 1;
    let id = call === 1 ? this.#idOf(execution) : `${this.#idOf(execution)}~${call}`;
    while (this.#cards.has(id)) id = `${this.#idOf(execution)}~${++call}`;
    this.#calls.set(execution, call);
    return id;
  }

  #liveOf(execution: string, name: string): ToolExecution {
    const known = this.#lives.get(execution);
    if (known) {
      if (known.name === '' && name !== '') this.#rename(known, name);
      return known;
    }
    const live: ToolExecution = {execution, name, logs: new Map(), phases: [], ended: false};
    this.#lives.set(execution, live);
    if (this.#mayMeetByName(execution)) this.#early.add(name, live);
    return live;
  }

  /** Sets the name, which a later event contains. */
  #rename(live: ToolExecution, name: string): void {
    const {card} = live;
    const isNamed = card !== undefined && !this.#isEventOnly(card);
    this.#early.delete('', live);
    live.name = name;
    if (isNamed) return;
    if (this.#mayMeetByName(live.execution)) this.#early.add(name, live);
    if (card) card.name = name;
    this.#assign(live, {name});
  }

  /** Links a call in the text and an execution. */
  #join(card: ToolCallItem, live: ToolExecution): void {
    this.#idle.delete(card.name, card);
    this.#early.delete(live.name, live);
    this.#show(card, live);
  }

  /** Writes the state that events have reported so far. */
  #show(card: ToolCallItem, live: ToolExecution): void {
    card.live = live;
    live.card = card;
    const {phases, startedAt, endedAt, logs} = live;
    const facts = defined({phases: phases.length > 0 ? phases : undefined, startedAt, endedAt});
    if (Object.keys(facts).length > 0) this.#writer.assign(card.id, facts);
    for (const [field, text] of logs) this.#writer.append(card.id, field, text);
    if (live.question) this.#showQuestion(live.question, live);
  }

  #assign(live: ToolExecution, fields: Readonly<Record<string, unknown>>): void {
    if (live.card) this.#writer.assign(live.card.id, fields);
  }

  #started(live: ToolExecution, at: string | undefined): {readonly startedAt?: string} {
    if (live.startedAt !== undefined || at === undefined) return {};
    live.startedAt = at;
    return {startedAt: at};
  }

  /** Reopens a call whose step has ended, because an event reports it. */
  #goesOn({card, ended}: ToolExecution): void {
    if (!card || card.running || ended || !this.#isEventOnly(card)) return;
    card.running = true;
    this.#watch(card);
    this.#writer.assign(card.id, {}, 'streaming');
  }

  /** Registers a call that is closed with its step. */
  #watch(card: ToolCallItem): void {
    const others = this.#unnamed.get(card.parent) ?? new Set();
    this.#unnamed.set(card.parent, others.add(card));
  }

  #update(live: ToolExecution, update: JsonRecord, at: string | undefined): void {
    this.#goesOn(live);
    this.#answered(live);
    const before = live.phases;
    live.phases = withUpdate(before, update);
    const phases = live.phases === before ? {} : {phases: live.phases};
    this.#assign(live, {...phases, ...this.#started(live, at)});
  }

  /** Appends live output. There is one buffer for each key; without a key it is the tool's response. */
  #partial(live: ToolExecution, part: JsonRecord, at: string | undefined): void {
    this.#goesOn(live);
    const text = asText(part['content']);
    const key = asText(part['output_key']) ?? 'response';
    const field = key === 'response' ? 'log' : `log:${key}`;
    const started = this.#started(live, at);
    if (started.startedAt !== undefined) this.#assign(live, started);
    if (text === undefined) return;
    live.logs.set(field, (live.logs.get(field) ?? '') + text);
    if (live.card) this.#writer.append(live.card.id, field, text);
  }

  #ask(live: ToolExecution, event: UbikEvent, at: string | undefined): void {
    this.#goesOn(live);
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

  #showQuestion({id, fields, answered}: ToolQuestion, {card}: ToolExecution): void {
    const status = answered ? 'done' : 'waiting';
    this.#writer.openAs(id, 'request', card?.id ?? this.#writer.run, fields, status);
    this.#writer.assign(id, {}, status);
    if (card?.running && !answered) this.#writer.assign(card.id, {}, 'waiting');
  }

  #answered(live: ToolExecution | undefined): void {
    if (!live?.question || live.question.answered) return;
    live.question.answered = true;
    this.#asking.delete(live);
    this.#writer.close(live.question.id, 'done');
    if (live.card?.running) this.#writer.assign(live.card.id, {}, 'streaming');
  }

  #ended(live: ToolExecution, at: string | undefined, status: 'failed' | undefined): void {
    this.#answered(live);
    live.ended = true;
    if (at !== undefined) live.endedAt = at;
    this.#assign(live, defined({endedAt: at, error: live.error}));
    if (live.card && this.#isEventOnly(live.card)) this.close(live.card.id, false);
    else if (status && live.card) this.#writer.assign(live.card.id, {}, status);
  }
}
