import {defined, recordOf, textOf, type WireRecord} from '../values.js';
import {ByName} from './by-name.js';
import {shallow} from './depth.js';
import type {UbikEvent} from './events.js';
import {withUpdate} from './phases.js';
import type {RunWriter} from './run-writer.js';
import {readQuestion} from './question.js';
import type {Card, Live, Question} from './tool-call.js';

/**
 * The tool calls of a run. Text says where a call stands, live events say how it is doing; they meet by execution id,
 * else by name and order, whichever comes first. What only live events told of is shown when the run is over.
 */
export class LiveTools {
  readonly #writer: RunWriter;
  readonly #lives = new Map<string, Live>();
  readonly #cards = new Map<string, Card>();
  /** How many calls the text opened under an execution id: ids are to be unique, whatever it says. */
  readonly #calls = new Map<string, number>();
  /** Running calls that no live event has told of. */
  readonly #idle = new ByName<Card>();
  readonly #asking = new Set<Live>();
  /** Executions that the text has not told of. */
  readonly #early = new ByName<Live>();

  constructor(writer: RunWriter) {
    this.#writer = writer;
  }

  /** Whether a tool still waits for an answer. */
  get areAsking(): boolean {
    return this.#asking.size > 0;
  }

  /** The text opened a call. */
  open(parent: string, name: string, execution: string): string {
    this.#writer.settle(); // the run goes on
    const id = this.#freshId(execution);
    const fields = {name, executionId: execution, input: '', output: '', log: ''};
    this.#writer.openAs(id, 'tool', parent, fields);
    const card: Card = {id, name, running: true};
    this.#cards.set(id, card);
    this.#idle.add(name, card);
    const live = this.#lives.get(execution) ?? this.#early.first(name);
    if (live && !live.card) this.#join(card, live);
    return id;
  }

  /** A call that no text tells of: its item is open already. */
  adopt(id: string, execution: string): void {
    const card: Card = {id, name: '', running: true};
    this.#cards.set(this.#idOf(execution), card);
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

  /** A live event of an execution. */
  take(event: UbikEvent, execution: string): void {
    const live = this.#liveOf(execution, textOf(event['tool_name']) ?? '');
    if (!live.card) {
      const card = this.#cards.get(this.#idOf(execution)) ?? this.#idle.first(live.name);
      if (card) this.#join(card, live);
    }
    const at = textOf(event['timestamp']);
    switch (event.type) {
      case 'tool_update':
        this.#update(live, recordOf(shallow(event['data'])), at);
        return;
      case 'tool_partial_update':
        this.#partial(live, recordOf(event['data']), at);
        return;
      case 'tool_input_required':
        this.#ask(live, event, at);
        return;
      case 'error':
        live.error = textOf(event['message']) ?? textOf(event['error']) ?? '';
        this.#ended(live, at, 'failed');
        return;
      default: // tool_end, final_result
        live.output = JSON.stringify(shallow(event['outputs'] ?? event['data']) ?? {});
        this.#ended(live, at, undefined);
    }
  }

  /** The run's content starts over: calls will be opened again, and are to find what they had. */
  restart(): void {
    this.#cards.clear();
    this.#calls.clear();
    this.#idle.clear();
    for (const live of this.#lives.values()) {
      if (live.card) this.#part(live);
    }
  }

  /** The run is over: shows the executions that no text told of. */
  finish(): void {
    for (const live of this.#lives.values()) {
      if (!live.card) this.#reveal(live);
      const {question} = live;
      if (question && !question.answered) this.#writer.close(question.id, 'interrupted');
    }
  }

  #reveal(live: Live): void {
    const id = this.#freshId(live.execution);
    const fields = {name: live.name, executionId: live.execution, input: '', output: '', log: ''};
    this.#writer.openAs(id, 'tool', this.#writer.run, fields);
    const card: Card = {id, name: live.name, running: true};
    this.#cards.set(id, card);
    this.#join(card, live);
    if (live.output !== undefined || live.error !== undefined) this.close(id, false);
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

  #liveOf(execution: string, name: string): Live {
    const known = this.#lives.get(execution);
    if (known) return known;
    const live: Live = {execution, name, logs: new Map(), phases: []};
    this.#lives.set(execution, live);
    this.#early.add(name, live);
    return live;
  }

  #join(card: Card, live: Live): void {
    if (card.live) this.#takeBack(card, card.live); // met by name; this one has its id
    card.live = live;
    live.card = card;
    this.#idle.delete(card.name, card);
    this.#early.delete(live.name, live);
    const {phases, startedAt, endedAt, logs} = live;
    const facts = defined({phases: phases.length > 0 ? phases : undefined, startedAt, endedAt});
    if (Object.keys(facts).length > 0) this.#writer.assign(card.id, facts);
    for (const [field, text] of logs) this.#writer.append(card.id, field, text);
    if (live.question) this.#show(live.question, live);
  }

  /** What the card shows is of another execution. */
  #takeBack(card: Card, live: Live): void {
    this.#part(live);
    const none = ['phases', 'startedAt', 'endedAt', 'error', ...live.logs.keys()];
    const cleared = none.map(field => [field, undefined] as const);
    this.#writer.assign(card.id, {...Object.fromEntries(cleared), log: ''});
    if (card.running) this.#writer.assign(card.id, {}, 'streaming');
  }

  #part(live: Live): void {
    delete live.card;
    this.#early.add(live.name, live);
  }

  #assign(live: Live, fields: Readonly<Record<string, unknown>>): void {
    if (live.card) this.#writer.assign(live.card.id, fields);
  }

  #started(live: Live, at: string | undefined): {readonly startedAt?: string} {
    if (live.startedAt !== undefined || at === undefined) return {};
    live.startedAt = at;
    return {startedAt: at};
  }

  #update(live: Live, update: WireRecord, at: string | undefined): void {
    this.#answered(live);
    const before = live.phases;
    live.phases = withUpdate(before, update);
    const phases = live.phases === before ? {} : {phases: live.phases};
    this.#assign(live, {...phases, ...this.#started(live, at)});
  }

  /** One buffer for each key; a missing key means the tool's response. */
  #partial(live: Live, part: WireRecord, at: string | undefined): void {
    const text = textOf(part['content']);
    const key = textOf(part['output_key']) ?? 'response';
    const field = key === 'response' ? 'log' : `log:${key}`;
    const started = this.#started(live, at);
    if (started.startedAt !== undefined) this.#assign(live, started);
    if (text === undefined) return;
    live.logs.set(field, (live.logs.get(field) ?? '') + text);
    if (live.card) this.#writer.append(live.card.id, field, text);
  }

  #ask(live: Live, event: UbikEvent, at: string | undefined): void {
    const fields = defined({
      ...readQuestion(event),
      executionId: live.execution,
      toolName: live.name,
      createdAt: at,
    });
    live.question = {id: `${this.#writer.run}/request:${live.execution}`, fields, answered: false};
    this.#asking.add(live);
    this.#show(live.question, live);
  }

  #show({id, fields, answered}: Question, {card}: Live): void {
    const status = answered ? 'done' : 'waiting';
    this.#writer.openAs(id, 'request', card?.id ?? this.#writer.run, fields, status);
    this.#writer.assign(id, {}, status);
    if (card?.running && !answered) this.#writer.assign(card.id, {}, 'waiting');
  }

  #answered(live: Live | undefined): void {
    if (!live?.question || live.question.answered) return;
    live.question.answered = true;
    this.#asking.delete(live);
    this.#writer.close(live.question.id, 'done');
    if (live.card?.running) this.#writer.assign(live.card.id, {}, 'streaming');
  }

  #ended(live: Live, at: string | undefined, status: 'failed' | undefined): void {
    this.#answered(live);
    if (at !== undefined) live.endedAt = at;
    this.#assign(live, defined({endedAt: at, error: live.error}));
    if (status && live.card) this.#writer.assign(live.card.id, {}, status);
  }
}
