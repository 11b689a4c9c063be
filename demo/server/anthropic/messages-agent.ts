import {randomUUID} from 'node:crypto';
import type {Agent, AgentQuestion, SayOptions} from '../agent/agent.js';
import type {Pacer} from '../agent/pacer.js';
import {splitByCitations} from '../agent/citations.js';
import {textChunks} from '../agent/text-chunks.js';
import {FatalToolError, type ToolContext, type AgentTool} from '../agent/tool.js';
import {isObject} from '../json.js';
import type {TaskAnswer} from '../store/tasks.js';
import type {StopScenario} from './stop-scenario.js';
import type {MessageWriter, StopReason} from './message-writer.js';
import {inputFor} from './page-tools.js';
import type {RequestedTool} from './request.js';
import {resultOf, type Library} from './results.js';
import {skipSent, type SentContent} from './sent-content.js';

/** Name of the page tool that asks the user. */
const askUserTool = 'ask_user';

/** Ends the message; the client continues the turn with another request. */
export class MessageEnd extends Error {
  constructor(readonly reason: StopReason) {
    super(`The message ended: ${reason}.`);
  }
}

interface MessagesAgentOptions {
  readonly writer: MessageWriter;
  readonly sent: SentContent;
  readonly scenario: StopScenario;
  readonly pacer: Pacer;
  /** Tools that the page offers to run. */
  readonly tools: readonly RequestedTool[];
  readonly library: Library;
}

/**
 * Writes the output of a script in the format of the Messages API. The format has no steps, checkpoints or progress; a
 * question is a call of a page tool. The API keeps no state: each request of a turn runs the script again from its start,
 * and `SentContent` counts what the client already has, so that only new content is written.
 */
export class MessagesAgent implements Agent {
  readonly hint = undefined;
  readonly #options: MessagesAgentOptions;
  #remaining: number;
  #nextResult = 0;

  constructor(options: MessagesAgentOptions) {
    this.#options = options;
    this.#remaining = options.scenario.maxCharacters;
  }

  plan(): void {
    // The protocol has no such event.
  }

  step<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async progress(): Promise<void> {
    await this.#options.pacer.pause();
  }

  async say(markdown: string, {rate}: SayOptions = {}): Promise<void> {
    const {writer, sent, pacer, library} = this.#options;
    for (const {text, source} of splitByCitations(markdown)) {
      const unsent = skipSent(sent, text);
      for (const chunk of textChunks(unsent)) {
        if (this.#remaining <= 0) throw new MessageEnd('max_tokens');
        this.#remaining -= chunk.length;
        writer.append('text', chunk);
        await pacer.afterText(rate);
      }
      if (source && unsent !== '') writer.cite(library.citation(source, text));
    }
    writer.endBlock();
  }

  async think(text: string): Promise<void> {
    const {writer, sent, pacer, scenario} = this.#options;
    if (sent.thoughts-- > 0) return;
    if (scenario.redactsThinking) {
      writer.writeBlock({type: 'redacted_thinking', data: Buffer.from(text).toString('base64')});
      return;
    }
    for (const chunk of textChunks(text)) {
      writer.append('thinking', chunk);
      await pacer.afterText();
    }
    writer.endBlock();
  }

  async call<In, Out>(tool: AgentTool<In, Out>, input: In): Promise<Out> {
    const {writer, sent, pacer, scenario, library} = this.#options;
    const alreadySent = sent.calls-- > 0;
    const isSearch = library.isSearch(tool.name);
    const id = alreadySent
      ? ''
      : isSearch
        ? writer.writeToolCall('server_tool_use', {name: 'web_search'}, input)
        : writer.writeToolCall('mcp_tool_use', {name: tool.name, server_name: 'demo'}, input);
    await pacer.pause();
    const writeResult = (output: unknown, failed: boolean): void => {
      if (!alreadySent) writer.writeBlock(resultOf(library, {id, isSearch, output, failed}));
    };
    try {
      const output = await tool.run(tool.input.parse(input), this.#toolContext(id));
      writeResult(output, false);
      if (scenario.pauses && !alreadySent) throw new MessageEnd('pause_turn');
      return output;
    } catch (error) {
      if (error instanceof MessageEnd || error instanceof FatalToolError) throw error;
      writeResult(error instanceof Error ? error.message : String(error), true);
      throw error;
    }
  }

  async checkpoint(): Promise<void> {
    await this.#options.pacer.pause();
  }

  ask({prompt, types}: AgentQuestion): Promise<TaskAnswer> {
    return Promise.resolve(this.#ask({question: prompt, types}));
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#options.pacer.pause(milliseconds);
  }

  /** Calls page tools in parallel and returns their results. */
  callPage(tools: readonly RequestedTool[], text: string): string[] {
    const {writer, sent} = this.#options;
    const results = sent.results.slice(this.#nextResult, (this.#nextResult += tools.length));
    if (results.length === tools.length) {
      return results.map(({text: output, failed}) => (failed ? `failed: ${output}` : output));
    }
    for (const tool of tools)
      writer.writeToolCall('tool_use', {name: tool.name}, inputFor(tool, text));
    throw new MessageEnd('tool_use');
  }

  /** Asks the user through a page tool. A page without that tool answers with an empty text. */
  #ask(input: Readonly<Record<string, unknown>>): TaskAnswer {
    const {writer, sent, tools} = this.#options;
    if (!tools.some(({name}) => name === askUserTool)) return {input: '', type: 'text'};
    const result = sent.results[this.#nextResult++];
    if (result) return {input: result.failed ? 'no' : result.text, type: 'text'};
    writer.writeToolCall('tool_use', {name: askUserTool}, input);
    throw new MessageEnd('tool_use');
  }

  #toolContext(id: string): ToolContext {
    const {pacer, library} = this.#options;
    const report = (): Promise<void> => pacer.pause();
    return {
      id: id || randomUUID(),
      phase: report,
      log: report,
      ask: input => Promise.resolve(this.#ask(isObject(input) ? input : {})),
      saveAsset: asset => library.assetUrl(asset),
    };
  }
}
