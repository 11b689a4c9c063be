import {randomUUID} from 'node:crypto';
import type {Agent, Question, SayOptions} from '../agent/agent.js';
import type {Breath} from '../agent/breath.js';
import {passagesIn} from '../agent/quotes.js';
import {pieces} from '../agent/pieces.js';
import {Crash, type Call, type Tool} from '../agent/tool.js';
import {isObject} from '../json.js';
import type {Answer} from '../store/tasks.js';
import type {Manners} from './manners.js';
import type {MessageWriter, StopReason} from './message-writer.js';
import {inputFor} from './page-tools.js';
import type {PageTool} from './request.js';
import {resultOf, type Library} from './results.js';
import {unsaid, type Told} from './told.js';

/** The name by which a page offers to put a question to the user. */
const asking = 'ask_user';

/** The message ends here, and the turn goes on with another request. */
export class Ends extends Error {
  constructor(readonly reason: StopReason) {
    super(`The message ended: ${reason}.`);
  }
}

interface Parts {
  readonly write: MessageWriter;
  readonly told: Told;
  readonly manners: Manners;
  readonly breath: Breath;
  /** The tools that the page would run. */
  readonly tools: readonly PageTool[];
  readonly library: Library;
}

/**
 * Tells what a script does in the Messages format. The format has no steps, no checkpoints and no live reports; a question is a
 * call of the page's own tool, and the script is played again once that has answered.
 */
export class MessagesAgent implements Agent {
  readonly hint = undefined;
  readonly #parts: Parts;
  #left: number;
  #results = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#left = parts.manners.limit;
  }

  plan(): void {
    // No word for it.
  }

  step<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async progress(): Promise<void> {
    await this.#parts.breath.pause();
  }

  async say(markdown: string, {rate}: SayOptions = {}): Promise<void> {
    const {write, told, breath, library} = this.#parts;
    for (const {text, quoted} of passagesIn(markdown)) {
      const fresh = unsaid(told, text);
      for (const piece of pieces(fresh)) {
        if (this.#left <= 0) throw new Ends('max_tokens');
        this.#left -= piece.length;
        write.grow('text', piece);
        await breath.text(rate);
      }
      if (quoted && fresh !== '') write.cite(library.citation(quoted, text));
    }
    write.endBlock();
  }

  async think(text: string): Promise<void> {
    const {write, told, breath, manners} = this.#parts;
    if (told.thoughts-- > 0) return;
    if (manners.secret) {
      write.whole({type: 'redacted_thinking', data: Buffer.from(text).toString('base64')});
      return;
    }
    for (const piece of pieces(text)) {
      write.grow('thinking', piece);
      await breath.text();
    }
    write.endBlock();
  }

  async call<In, Out>(tool: Tool<In, Out>, input: In): Promise<Out> {
    const {write, told, breath, manners, library} = this.#parts;
    const known = told.calls-- > 0;
    const searches = library.isSearch(tool.name);
    const id = known
      ? ''
      : searches
        ? write.call('server_tool_use', {name: 'web_search'}, input)
        : write.call('mcp_tool_use', {name: tool.name, server_name: 'demo'}, input);
    await breath.pause();
    const tell = (output: unknown, failed: boolean): void => {
      if (!known) write.whole(resultOf(library, {id, searches, output, failed}));
    };
    try {
      const output = await tool.run(tool.input.parse(input), this.#callOf(id));
      tell(output, false);
      if (manners.pauses && !known) throw new Ends('pause_turn');
      return output;
    } catch (error) {
      if (error instanceof Ends || error instanceof Crash) throw error;
      tell(error instanceof Error ? error.message : String(error), true);
      throw error;
    }
  }

  async checkpoint(): Promise<void> {
    await this.#parts.breath.pause();
  }

  ask({prompt, types}: Question): Promise<Answer> {
    return Promise.resolve(this.#ask({question: prompt, types}));
  }

  async pause(milliseconds: number): Promise<void> {
    await this.#parts.breath.pause(milliseconds);
  }

  /** Calls tools of the page, all at once, and gives what they gave. */
  callPage(tools: readonly PageTool[], text: string): string[] {
    const {write, told} = this.#parts;
    const given = told.results.slice(this.#results, (this.#results += tools.length));
    if (given.length === tools.length) {
      return given.map(({text: words, failed}) => (failed ? `failed: ${words}` : words));
    }
    for (const tool of tools) write.call('tool_use', {name: tool.name}, inputFor(tool, text));
    throw new Ends('tool_use');
  }

  /** A page that cannot put a question is not waited for. */
  #ask(input: Readonly<Record<string, unknown>>): Answer {
    const {write, told, tools} = this.#parts;
    if (!tools.some(({name}) => name === asking)) return {input: '', type: 'text'};
    const given = told.results[this.#results++];
    if (given) return {input: given.failed ? 'no' : given.text, type: 'text'};
    write.call('tool_use', {name: asking}, input);
    throw new Ends('tool_use');
  }

  #callOf(id: string): Call {
    const {breath, library} = this.#parts;
    const report = (): Promise<void> => breath.pause();
    return {
      id: id || randomUUID(),
      phase: report,
      log: report,
      ask: input => Promise.resolve(this.#ask(isObject(input) ? input : {})),
      keep: asset => library.keep(asset),
    };
  }
}
