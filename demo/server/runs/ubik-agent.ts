import {setImmediate as yieldToEvents, setTimeout as sleep} from 'node:timers/promises';
import {Stopped, type Agent, type AgentQuestion, type SayOptions} from '../agent/agent.js';
import {textChunks} from '../agent/text-chunks.js';
import type {AgentTool} from '../agent/tool.js';
import type {Behaviour} from '../settings.js';
import type {Store} from '../store/store.js';
import type {TaskAnswer} from '../store/tasks.js';
import type {UntimedEvent} from '../ubik/events.js';
import type {ReplayLog} from './replay-log.js';
import type {LiveTask} from './live-task.js';
import {ToolCall} from './tool-call.js';

/** Pauses after a chunk of text and after any other event, at pace 1. */
const textPauseMs = 18;
const eventPauseMs = 160;

/** Emits the output of a script as events of a Ubik session. Emits nothing while it replays its log. */
export class UbikAgent implements Agent {
  readonly hint: string | undefined;
  readonly #store: Store;
  readonly #task: LiveTask;
  readonly #behaviour: Behaviour;
  readonly #log: ReplayLog;
  #replaying: boolean;
  #callCount = 0;
  #waitCount = 0;
  #step: number | undefined;
  #steps = 0;
  #planned = 1;

  constructor(store: Store, task: LiveTask, behaviour: Behaviour, log: ReplayLog) {
    this.#store = store;
    this.#task = task;
    this.#behaviour = behaviour;
    this.#log = log;
    this.#replaying = log.until !== undefined;
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
    if (this.#replaying) return;
    const pause = rate === undefined ? this.#behaviour.pace * textPauseMs : 1000 / rate;
    for (const chunk of textChunks(markdown)) {
      this.#checkStop();
      this.text(chunk);
      await this.#sleep(pause);
    }
  }

  think(text: string): Promise<void> {
    return this.say(`<<thinking>>\n${text}\n<</thinking>>\n`);
  }

  async call<In, Out>(tool: AgentTool<In, Out>, input: In): Promise<Out> {
    this.#checkStop();
    const recorded = this.#replaying ? this.#log.executions[this.#callCount++] : undefined;
    if (recorded?.status === 'completed') return recorded.outputs as Out;
    if (recorded?.status === 'failed') throw new Error(recorded.error);
    return new ToolCall(this, this.#store, this.#task, tool, recorded?.id).run(input);
  }

  async checkpoint(name: string): Promise<void> {
    const {until} = this.#log;
    if (this.#replaying && typeof until === 'object' && until.checkpoint === name) {
      this.#replaying = false;
      if (this.hint) await this.think(`The user wants me to consider: ${this.hint}`);
      return;
    }
    await this.emit({type: 'checkpoint_created', checkpoint_name: name, created_at: ''});
  }

  async ask({checkpoint, prompt, types}: AgentQuestion): Promise<TaskAnswer> {
    await this.checkpoint(checkpoint);
    return this.wait(types, undefined, {
      type: 'input_required',
      checkpoint_name: checkpoint,
      prompt,
      input_types: types,
    });
  }

  async pause(milliseconds: number): Promise<void> {
    if (!this.#replaying) await this.#sleep(this.#behaviour.pace * milliseconds);
    this.#checkStop();
  }

  /** Emits an event other than text, and pauses. */
  async emit(event: UntimedEvent): Promise<void> {
    if (this.#replaying) return;
    this.#task.emit(event);
    await this.#sleep(this.#behaviour.pace * eventPauseMs);
  }

  /** Emits a chunk of text in the current step. */
  text(content: string): void {
    if (this.#replaying) return;
    const step = this.#step;
    this.#task.emit({type: 'response_chunk', content, ...(step === undefined ? {} : {step})});
  }

  /** Pauses as after a chunk of text. */
  pauseForText(): Promise<void> {
    return this.#replaying ? Promise.resolve() : this.#sleep(this.#behaviour.pace * textPauseMs);
  }

  /** Asks a question and waits for the answer; a replay returns the recorded answer. */
  async wait(
    types: readonly string[],
    execution: string | undefined,
    event: UntimedEvent,
  ): Promise<TaskAnswer> {
    const n = this.#waitCount++;
    const recorded = this.#replaying ? this.#log.answers[n] : undefined;
    if (recorded) {
      if (this.#log.until === 'answer' && n === this.#log.answers.length - 1)
        this.#replaying = false;
      return recorded;
    }
    this.#store.tasks.addWait(this.#task.record.id, {n, execution, types});
    const answer = this.#task.waitForAnswer();
    this.#task.emit(event);
    return answer;
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds);
    else await yieldToEvents();
  }

  #checkStop(): void {
    if (this.#task.stop.aborted) throw new Stopped();
  }
}
