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
 * `ToolExecution` is what the events report; `open`, `#meet` and `#join` link the two. They match by execution id; if the
 * text or the events lack it, by the tool's name, the oldest unmatched one first. If an id later proves such a match
 * wrong, `conflict` names the execution, and the decoder reads the run again without matching it by name.
 *
 * A call that only events report is written below the item that `Place` returns. It stays there when the text names it
 * later, and it closes with its step.
 */
export class LiveTools {
  readonly #writer: RunWriter;
  readonly #mayMeetByName: (execution: string) => boolean;
  readonly #lives = new Map<string, ToolExecution>();
  readonly #cards = new Map<string, ToolCallItem>();
  /** The latest call of the text with each execution id. */
  readonly #named = new Map<string, ToolCallItem>();
  /** How many items there are of an execution id: ids are to be unique, whatever the text says. */
  readonly #calls = new Map<string, number>();
  /** Running calls of the text without events. */
  readonly #idle = new ByName<ToolCallItem>();
  readonly #asking = new Set<ToolExecution>();
  /** Executions that the text has not named. */
  readonly #early = new ByName<ToolExecution>();
  /** Running calls that only events report, by their parent item. */
  readonly #unnamed = new Map<string, Set<ToolCallItem>>();
  #conflict: string | undefined;

  constructor(writer: RunWriter, mayMeetByName: (execution: string) => boolean = () => true) {
    this.#writer = writer;
    this.#mayMeetByName = mayMeetByName;
  }

  /** Whether a tool still waits for an answer. */
  get areAsking(): boolean {
    return this.#asking.size > 0;
  }

  /** An execution id that both the text and events use, where one of them met another call by its name before. */
  get conflict(): string | undefined {
    return this.#conflict;
  }

  /** The text opened a call. */
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

  /** A call that no text contains: its item is open already. */
  adopt(id: string, execution: string): void {
    const card: ToolCallItem = {id, name: '', parent: id, execution, running: true};
    this.#named.set(execution, card);
    this.#cards.set(id, card);
  }

  /** The text closed a call. */
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

  /** The text leaves a call without its end. */
  leave(id: string, status: RunWriter['ending']): void {
    if (status === 'done' && this.#cards.get(id)?.live?.error === undefined) {
      this.#writer.assign(id, {}, status);
    }
    this.#writer.close(id, status);
  }

  /** A step ends, and the calls in it that only events report with it, until another event reports them. */
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

  /** Applies a live event of an execution; `place` returns the parent of its call if no text has named it. */
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

  /** The run's content starts over: calls will be opened again, and are to find what they had. */
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

  /** Shows an execution where its first event came, if no text has named it before. */
  place(execution: string, place: FindParent): void {
    const live = this.#lives.get(execution);
    if (live && !live.card) this.#reveal(live, place(execution));
  }

  /** Shows the executions that have no item after a restart. */
  placeRest(place: FindParent): void {
    for (const {execution} of this.#lives.values()) this.place(execution, place);
  }

  /** The run is over, and with it the calls that only events reported. */
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

  /** The execution that a call of the text is: the one of its id, else the oldest of its name that is not named yet. */
  #liveForText(name: string, execution: string): ToolExecution | undefined {
    const own = this.#lives.get(execution);
    if (!own) return this.#mayMeetByName(execution) ? this.#early.first(name) : undefined;
    const named = own.card?.execution;
    if (named === undefined) return own;
    if (named !== execution) this.#conflict = execution;
    return undefined; // a second call of one id
  }

  /** Text names a call that events have opened: the item stays where it is. */
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

  /** Looks for the call of the text that an execution is. */
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

  /** A later event gives the name. */
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

  /** A call of the text and an execution are the same. */
  #join(card: ToolCallItem, live: ToolExecution): void {
    this.#idle.delete(card.name, card);
    this.#early.delete(live.name, live);
    this.#show(card, live);
  }

  /** Writes what events have reported so far. */
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

  /** An event reports a call whose step has ended. */
  #goesOn({card, ended}: ToolExecution): void {
    if (!card || card.running || ended || !this.#isEventOnly(card)) return;
    card.running = true;
    this.#watch(card);
    this.#writer.assign(card.id, {}, 'streaming');
  }

  /** The end of the step ends this call too. */
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

  /** One buffer for each key; a missing key means the tool's response. */
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
