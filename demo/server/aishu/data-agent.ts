import {randomUUID} from 'node:crypto';
import {Stopped, type Agent, type AgentQuestion, type SayOptions} from '../agent/agent.js';
import type {Pacer} from '../agent/pacer.js';
import type {Corpus} from '../agent/corpus.js';
import {textChunks} from '../agent/text-chunks.js';
import {splitByCitations} from '../agent/citations.js';
import type {ToolContext, AgentTool} from '../agent/tool.js';
import {isObject, textOf, type JsonObject} from '../json.js';
import type {TaskAnswer} from '../store/tasks.js';
import {updateAt} from './document.js';
import type {LiveAnswer} from './live-answer.js';
import {skillResult, skillOf} from './skills.js';

interface AnswerStep extends JsonObject {
  readonly id: string;
  readonly stage: 'llm' | 'skill';
}

const [finalText, progress, interrupt] = [
  ['message', 'content', 'final_answer', 'answer', 'text'],
  ['message', 'content', 'middle_answer', 'progress'],
  ['message', 'ext', 'interrupt_info'],
];

/**
 * Writes the output of a script into the answer document of the Data Agent API: reasoning and text in `llm` steps, every
 * tool call in a `skill` step. The platform has no plan and no checkpoints; a question is an interrupt.
 */
export class DataAgent implements Agent {
  readonly hint = undefined;
  readonly #answer: LiveAnswer;
  readonly #pacer: Pacer;
  readonly #corpus: Corpus;
  readonly #steps: AnswerStep[] = [];

  constructor(answer: LiveAnswer, pacer: Pacer, corpus: Corpus) {
    this.#answer = answer;
    this.#pacer = pacer;
    this.#corpus = corpus;
  }

  plan(): void {
    // The protocol has no such event.
  }

  step<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async progress(): Promise<void> {
    await this.#pacer.pause();
  }

  async say(markdown: string, {rate}: SayOptions = {}): Promise<void> {
    const text = splitByCitations(markdown)
      .map(passage => passage.text + (passage.source ? ` [${passage.source.number}]` : ''))
      .join('');
    for (const chunk of textChunks(text)) {
      this.#appendToModelStep('answer', chunk);
      this.#write(finalText, () => this.#steps.at(-1)?.['answer']);
      await this.#pacer.afterText(rate);
    }
  }

  async think(text: string): Promise<void> {
    if (this.#steps.at(-1)?.['answer'] !== '') this.#endModelStep();
    for (const chunk of textChunks(text)) {
      this.#appendToModelStep('think', chunk);
      await this.#pacer.afterText();
    }
  }

  async call<In, Out>(tool: AgentTool<In, Out>, input: In): Promise<Out> {
    this.#endModelStep();
    const {name, args} = skillOf(tool.name, input);
    const id = randomUUID();
    const list = Object.entries(args).map(([arg, value]) => ({
      name: arg,
      type: typeof value,
      value,
    }));
    this.#steps.push({
      id,
      agent_name: name,
      stage: 'skill',
      answer: '',
      status: 'processing',
      skill_info: {type: 'TOOL', name, args: list},
      start_time: Date.now() / 1000,
    });
    this.#writeProgress();
    await this.#pacer.pause();
    try {
      const output = await tool.run(
        tool.input.parse(input),
        this.#toolContext(tool.name, args, id),
      );
      const answer = skillResult(tool.name, output, this.#corpus);
      this.#endStep({answer, status: 'completed'});
      return output;
    } catch (error) {
      if (error instanceof Stopped) throw error;
      this.#endStep({
        answer: error instanceof Error ? error.message : String(error),
        status: 'failed',
      });
      throw error;
    }
  }

  async checkpoint(): Promise<void> {
    await this.#pacer.pause();
  }

  async ask({prompt, approval}: AgentQuestion): Promise<TaskAnswer> {
    this.#endModelStep();
    if (approval) {
      const {tool, answers} = approval;
      const {action} = await this.#interrupt(approval.prompt, tool, {});
      return {input: action === 'confirm' ? answers.confirm : answers.skip, type: 'confirm'};
    }
    const reply = await this.#interrupt(prompt, 'ask_user', {answer: ''});
    const edited = reply['modified_args'];
    const [answer] = Array.isArray(edited) ? edited.filter(isObject) : [];
    return {input: textOf(answer?.['value']), type: 'text'};
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#pacer.pause(milliseconds);
  }

  /** Completes the last step and adds fields to `ext`. */
  finish(fields: JsonObject): void {
    this.#endModelStep();
    this.#write(['message', 'ext'], ext => ({...(isObject(ext) ? ext : {}), ...fields}));
  }

  #toolContext(tool: string, args: JsonObject, id: string): ToolContext {
    const report = (): Promise<void> => this.#pacer.pause();
    return {
      id,
      phase: report,
      log: report,
      ask: async () => {
        const {action} = await this.#interrupt(textOf(args['question']), tool, {});
        return {input: action === 'confirm' ? 'yes' : 'no', type: 'confirm'};
      },
      saveAsset: ({type, bytes}) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
    };
  }

  /** Ends the stream with a question and waits for the reply. */
  async #interrupt(message: string, tool: string, args: JsonObject): Promise<JsonObject> {
    const handle = {
      frame_id: randomUUID(),
      snapshot_id: randomUUID(),
      resume_token: randomUUID(),
      interrupt_type: 'tool_interrupt',
      current_block: 0,
      restart_block: false,
    };
    const list = Object.entries(args).map(([key, value]) => ({key, value, type: typeof value}));
    const data = {
      tool_name: tool,
      tool_description: '',
      tool_args: list,
      interrupt_config: {requires_confirmation: true, confirmation_message: message},
    };
    this.#write(interrupt, () => ({handle, data}));
    const reply = await this.#answer.waitForReply();
    this.#write(interrupt, () => null);
    if (this.#answer.stop.aborted) throw new Stopped();
    return reply;
  }

  /** Appends to the reasoning or text of the open `llm` step, or starts one. */
  #appendToModelStep(field: 'think' | 'answer', chunk: string): void {
    const last = this.#steps.at(-1);
    if (last?.stage !== 'llm' || last['status'] !== 'processing') {
      this.#steps.push({
        id: randomUUID(),
        agent_name: 'main',
        stage: 'llm',
        answer: '',
        think: '',
        status: 'processing',
        skill_info: null,
        start_time: Date.now() / 1000,
      });
    }
    const step = this.#steps.at(-1);
    if (step) this.#steps[this.#steps.length - 1] = {...step, [field]: textOf(step[field]) + chunk};
    this.#writeProgress();
  }

  #endModelStep(): void {
    const last = this.#steps.at(-1);
    if (last?.stage === 'llm' && last['status'] === 'processing')
      this.#endStep({status: 'completed'});
  }

  #endStep(fields: JsonObject): void {
    const last = this.#steps.at(-1);
    if (!last) return;
    this.#steps[this.#steps.length - 1] = {...last, ...fields, end_time: Date.now() / 1000};
    this.#writeProgress();
  }

  #writeProgress(): void {
    this.#write(progress, () => [...this.#steps]);
  }

  #write(path: readonly string[], change: (value: unknown) => unknown): void {
    this.#answer.change(updateAt(this.#answer.document, path, change));
  }
}
