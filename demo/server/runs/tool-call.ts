import {randomBytes} from 'node:crypto';
import {Stopped} from '../agent/agent.js';
import {textChunks} from '../agent/text-chunks.js';
import {FatalToolError, type ToolContext, type AgentTool} from '../agent/tool.js';
import {spacedJson} from '../json.js';
import type {Asset} from '../store/executions.js';
import type {Store} from '../store/store.js';
import type {TaskAnswer} from '../store/tasks.js';
import type {LiveTask} from './live-task.js';
import type {UbikAgent} from './ubik-agent.js';

/** One tool call, emitted as tags in the text and as live events. It completes even if the user stops the run. */
export class ToolCall<In, Out> implements ToolContext {
  readonly id: string;
  readonly #agent: UbikAgent;
  readonly #store: Store;
  readonly #task: LiveTask;
  readonly #tool: AgentTool<In, Out>;
  readonly #resumed: boolean;

  /** `id`: a call that waited for an answer when the server was restarted. */
  constructor(
    agent: UbikAgent,
    store: Store,
    task: LiveTask,
    tool: AgentTool<In, Out>,
    id?: string,
  ) {
    this.#agent = agent;
    this.#store = store;
    this.#task = task;
    this.#tool = tool;
    this.#resumed = id !== undefined;
    this.id = id ?? `call_${randomBytes(6).toString('hex')}`;
  }

  async run(input: In): Promise<Out> {
    const {id} = this;
    const {name} = this.#tool;
    if (!this.#resumed) {
      this.#store.executions.create({id, task: this.#task.record.id, tool: name, inputs: input});
    }
    await this.#writeText(
      `<<TOOL_STEP_START/${name}:${id}>>\n<<TOOL_STEP_INPUT_START>>\n${spacedJson(input)}\n<<TOOL_STEP_INPUT_END>>\n`,
    );
    try {
      const output = await this.#tool.run(this.#tool.input.parse(input), this);
      this.#store.executions.complete(id, output);
      await this.#writeResult(output);
      return output;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#store.executions.fail(id, message);
      if (error instanceof FatalToolError) throw error;
      if (!(error instanceof Stopped))
        await this.#update({phase: 'processing', status: 'failed', message});
      await this.#writeResult({error: message});
      throw error;
    }
  }

  phase(
    name: string,
    status: 'started' | 'completed',
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    return this.#update({phase: name, status, ...more});
  }

  log(content: string, key = 'response'): Promise<void> {
    return this.#agent.emit({
      type: 'tool_partial_update',
      tool_execution_id: this.id,
      tool_name: this.#tool.name,
      data: {content, output_key: key},
    });
  }

  async ask(input: Readonly<Record<string, unknown>>): Promise<TaskAnswer> {
    this.#store.executions.setStatus(this.id, 'waiting_for_input');
    const answer = await this.#agent.wait([], this.id, {
      type: 'tool_input_required',
      tool_execution_id: this.id,
      tool_name: this.#tool.name,
      tool_input: input,
    });
    this.#store.executions.setStatus(this.id, 'pending');
    return answer;
  }

  saveAsset(asset: Asset): string {
    this.#store.executions.addAsset(this.id, asset);
    return `/api/v1/assets/tools/${this.#tool.id}/${this.id}/${encodeURIComponent(asset.name)}`;
  }

  #update(data: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#agent.emit({
      type: 'tool_update',
      tool_execution_id: this.id,
      tool_name: this.#tool.name,
      data,
    });
  }

  #writeResult(result: unknown): Promise<void> {
    const {name} = this.#tool;
    return this.#writeText(
      `<<TOOL_STEP_RESULT_START>>\n${spacedJson(result)}\n<<TOOL_STEP_RESULT_END>>\n<<TOOL_STEP_END/${name}:${this.id}>>\n`,
    );
  }

  async #writeText(text: string): Promise<void> {
    for (const chunk of textChunks(text)) this.#agent.text(chunk);
    await this.#agent.pauseForText();
  }
}
