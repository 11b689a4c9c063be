import {randomUUID} from 'node:crypto';
import {Stopped, type Agent, type Question, type SayOptions} from '../agent/agent.js';
import type {Breath} from '../agent/breath.js';
import type {Corpus} from '../agent/corpus.js';
import {pieces} from '../agent/pieces.js';
import {passagesIn} from '../agent/quotes.js';
import type {Call, Tool} from '../agent/tool.js';
import {isObject, textOf, type JsonObject} from '../json.js';
import type {Answer} from '../store/tasks.js';
import {changed} from './document.js';
import type {LiveAnswer} from './live-answer.js';
import {answerOf, skillOf} from './skills.js';

interface Step extends JsonObject {
  readonly id: string;
  readonly stage: 'llm' | 'skill';
}

const [finalText, progress, interrupt] = [
  ['message', 'content', 'final_answer', 'answer', 'text'],
  ['message', 'content', 'middle_answer', 'progress'],
  ['message', 'ext', 'interrupt_info'],
];

/**
 * Tells what a script does as a document that grows: what the model thinks and says in steps of its own, every call in
 * another. The platform has no plan and no checkpoints; a question is an interrupt.
 */
export class DataAgent implements Agent {
  readonly hint = undefined;
  readonly #answer: LiveAnswer;
  readonly #breath: Breath;
  readonly #corpus: Corpus;
  readonly #steps: Step[] = [];

  constructor(answer: LiveAnswer, breath: Breath, corpus: Corpus) {
    this.#answer = answer;
    this.#breath = breath;
    this.#corpus = corpus;
  }

  plan(): void {
    // No word for it.
  }

  step<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async progress(): Promise<void> {
    await this.#breath.pause();
  }

  async say(markdown: string, {rate}: SayOptions = {}): Promise<void> {
    const text = passagesIn(markdown)
      .map(passage => passage.text + (passage.quoted ? ` [${passage.quoted.number}]` : ''))
      .join('');
    for (const piece of pieces(text)) {
      this.#model('answer', piece);
      this.#write(finalText, () => this.#steps.at(-1)?.['answer']);
      await this.#breath.text(rate);
    }
  }

  async think(text: string): Promise<void> {
    if (this.#steps.at(-1)?.['answer'] !== '') this.#endModel();
    for (const piece of pieces(text)) {
      this.#model('think', piece);
      await this.#breath.text();
    }
  }

  async call<In, Out>(tool: Tool<In, Out>, input: In): Promise<Out> {
    this.#endModel();
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
    this.#tell();
    await this.#breath.pause();
    try {
      const output = await tool.run(tool.input.parse(input), this.#callOf(tool.name, args, id));
      const answer = answerOf(tool.name, input, output, this.#corpus);
      this.#end({answer, status: 'completed'});
      return output;
    } catch (error) {
      if (error instanceof Stopped) throw error;
      this.#end({answer: error instanceof Error ? error.message : String(error), status: 'failed'});
      throw error;
    }
  }

  async checkpoint(): Promise<void> {
    await this.#breath.pause();
  }

  async ask({prompt}: Question): Promise<Answer> {
    this.#endModel();
    const reply = await this.#interrupt(prompt, 'ask_user', {answer: ''});
    const edited = reply['modified_args'];
    const [answer] = Array.isArray(edited) ? edited.filter(isObject) : [];
    return {input: textOf(answer?.['value']), type: 'text'};
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#breath.pause(milliseconds);
  }

  /** What is said when nothing more comes. */
  finish(facts: JsonObject): void {
    this.#endModel();
    this.#write(['message', 'ext'], ext => ({...(isObject(ext) ? ext : {}), ...facts}));
  }

  #callOf(tool: string, args: JsonObject, id: string): Call {
    const report = (): Promise<void> => this.#breath.pause();
    return {
      id,
      phase: report,
      log: report,
      ask: async () => {
        const {action} = await this.#interrupt(textOf(args['question']), tool, {});
        return {input: action === 'confirm' ? 'yes' : 'no', type: 'confirm'};
      },
      keep: ({type, bytes}) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
    };
  }

  /** Ends the stream with a question, and waits. */
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
    const reply = await this.#answer.wait();
    this.#write(interrupt, () => null);
    if (this.#answer.stop.aborted) throw new Stopped();
    return reply;
  }

  /** Adds to what the model thinks or says, in a step that is open for it. */
  #model(field: 'think' | 'answer', piece: string): void {
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
    if (step) this.#steps[this.#steps.length - 1] = {...step, [field]: textOf(step[field]) + piece};
    this.#tell();
  }

  #endModel(): void {
    const last = this.#steps.at(-1);
    if (last?.stage === 'llm' && last['status'] === 'processing') this.#end({status: 'completed'});
  }

  #end(fields: JsonObject): void {
    const last = this.#steps.at(-1);
    if (!last) return;
    this.#steps[this.#steps.length - 1] = {...last, ...fields, end_time: Date.now() / 1000};
    this.#tell();
  }

  #tell(): void {
    this.#write(progress, () => [...this.#steps]);
  }

  #write(path: readonly string[], change: (value: unknown) => unknown): void {
    this.#answer.change(changed(this.#answer.document, path, change));
  }
}
