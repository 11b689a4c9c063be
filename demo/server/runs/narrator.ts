import {setImmediate as breathe, setTimeout as sleep} from 'node:timers/promises';
import {Stopped, type Agent, type Question, type SayOptions} from '../agent/agent.js';
import {textChunks} from '../agent/text-chunks.js';
import type {Tool} from '../agent/tool.js';
import type {Behaviour} from '../settings.js';
import type {Store} from '../store/store.js';
import type {Answer} from '../store/tasks.js';
import type {Unsaid} from '../ubik/events.js';
import type {Journal} from './journal.js';
import type {LiveTask} from './live-task.js';
import {ToolCall} from './tool-call.js';

/** Milliseconds between two pieces of text, and between two other things, at pace 1. */
const textPause = 18;
const eventPause = 160;

/** Tells what a script does as events of a Ubik session, at the pace of the server. Silent until its journal is used up. */
export class Narrator implements Agent {
  readonly hint: string | undefined;
  readonly #store: Store;
  readonly #task: LiveTask;
  readonly #behaviour: Behaviour;
  readonly #journal: Journal;
  #silent: boolean;
  #calls = 0;
  #waits = 0;
  #step: number | undefined;
  #steps = 0;
  #planned = 1;

  constructor(store: Store, task: LiveTask, behaviour: Behaviour, journal: Journal) {
    this.#store = store;
    this.#task = task;
    this.#behaviour = behaviour;
    this.#journal = journal;
    this.#silent = journal.until !== undefined;
    this.hint = task.record.origin?.hint;
  }

  get steps(): number {
    return this.#steps;
  }

  plan(steps: number): void {
    this.#planned = steps;
  }

  async step<T>(title: string, work: () => Promise<T>, {single = false} = {}): Promise<T> {
    this.#checkStop();
    const step = ++this.#steps;
    this.#step = step;
    await this.emit({
      type: 'agent_step_started',
      step,
      description: title,
      single_step_agent: single,
    });
    const result = await work();
    await this.emit({
      type: 'agent_step_completed',
      step,
      progress: 100,
      completed: true,
      results: {},
    });
    this.#step = undefined;
    this.#planned = Math.max(this.#planned, step);
    await this.emit({
      type: 'agent_progress',
      step,
      total_steps: this.#planned,
      description: `Completed step ${step}: ${title}`,
      progress: Math.round((1000 * step) / this.#planned) / 10,
    });
    return result;
  }

  async progress(percent: number, message: string): Promise<void> {
    const step = this.#step;
    if (step === undefined) return;
    await this.emit({type: 'agent_step_progress', step, progress: percent, message});
  }

  async say(markdown: string, {rate}: SayOptions = {}): Promise<void> {
    if (this.#silent) return;
    const pause = rate === undefined ? this.#behaviour.pace * textPause : 1000 / rate;
    for (const piece of textChunks(markdown)) {
      this.#checkStop();
      this.text(piece);
      await this.#sleep(pause);
    }
  }

  think(text: string): Promise<void> {
    return this.say(`<<thinking>>\n${text}\n<</thinking>>\n`);
  }

  async call<In, Out>(tool: Tool<In, Out>, input: In): Promise<Out> {
    this.#checkStop();
    const past = this.#silent ? this.#journal.executions[this.#calls++] : undefined;
    if (past?.status === 'completed') return past.outputs as Out;
    if (past?.status === 'failed') throw new Error(past.error);
    return new ToolCall(this, this.#store, this.#task, tool, past?.id).run(input);
  }

  async checkpoint(name: string): Promise<void> {
    const {until} = this.#journal;
    if (this.#silent && typeof until === 'object' && until.checkpoint === name) {
      this.#silent = false;
      if (this.hint) await this.think(`The user wants me to consider: ${this.hint}`);
      return;
    }
    await this.emit({type: 'checkpoint_created', checkpoint_name: name, created_at: ''});
  }

  async ask({checkpoint, prompt, types}: Question): Promise<Answer> {
    await this.checkpoint(checkpoint);
    return this.wait(types, undefined, {
      type: 'input_required',
      checkpoint_name: checkpoint,
      prompt,
      input_types: types,
    });
  }

  async pause(milliseconds: number): Promise<void> {
    if (!this.#silent) await this.#sleep(this.#behaviour.pace * milliseconds);
    this.#checkStop();
  }

  /** Says one thing that is not text, and takes a breath. */
  async emit(event: Unsaid): Promise<void> {
    if (this.#silent) return;
    this.#task.emit(event);
    await this.#sleep(this.#behaviour.pace * eventPause);
  }

  /** Says a piece of text where the run stands now. */
  text(content: string): void {
    if (this.#silent) return;
    const step = this.#step;
    this.#task.emit({type: 'response_chunk', content, ...(step === undefined ? {} : {step})});
  }

  /** Takes a breath. */
  rest(): Promise<void> {
    return this.#silent ? Promise.resolve() : this.#sleep(this.#behaviour.pace * textPause);
  }

  /** Puts a question, and waits for the answer; in silence, the answer is known. */
  async wait(
    types: readonly string[],
    execution: string | undefined,
    event: Unsaid,
  ): Promise<Answer> {
    const n = this.#waits++;
    const known = this.#silent ? this.#journal.answers[n] : undefined;
    if (known) {
      if (this.#journal.until === 'answer' && n === this.#journal.answers.length - 1)
        this.#silent = false;
      return known;
    }
    this.#store.tasks.addWait(this.#task.record.id, {n, execution, types});
    const answer = this.#task.wait();
    this.#task.emit(event);
    return answer;
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds);
    else await breathe();
  }

  #checkStop(): void {
    if (this.#task.stop.aborted) throw new Stopped();
  }
}
