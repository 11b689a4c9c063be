import {PageRequests} from './page-requests.js';
import type {RunCoordinator} from '../run/run-coordinator.js';
import type {State} from '../state.js';
import type {PageTool} from '../types.js';
import type {Item, ToolItem} from '../../core/model/item.js';
import type {Registry} from '../../core/registry.js';
import type {WithTools} from '../../core/protocol/types.js';

/** Runs the calls of page tools, between two runs of the agent. */
export class PageToolRunner {
  readonly questions: PageRequests;
  readonly #state: State;
  readonly #runs: RunCoordinator;
  readonly #tools: () => Registry<PageTool> | undefined;
  /** The tools that the user always allows in this session. */
  #allowed = new WeakSet<PageTool>();
  #work: AbortController | undefined;

  constructor(state: State, runs: RunCoordinator, tools: () => Registry<PageTool> | undefined) {
    this.questions = new PageRequests(state);
    this.#state = state;
    this.#runs = runs;
    this.#tools = tools;
  }

  /** The tools that go with a request, if the page has any. */
  get offer(): WithTools {
    const tools = (this.#tools()?.names() ?? []).map(name => {
      const {description, schema} = this.#tools()?.get(name) ?? {};
      return {name, ...(description !== undefined && {description}), ...(schema && {schema})};
    });
    return tools.length > 0 ? {tools} : {};
  }

  /** Whether calls are being run. */
  get busy(): boolean {
    return this.#work !== undefined;
  }

  /** Runs the calls of the last answer. Resolves to whether the agent needs their results. */
  async serve(): Promise<boolean> {
    const tools = this.#tools();
    const {shown: message} = this.#runs.lastRun;
    const calls = message?.children.filter(isAwaited) ?? [];
    if (!message || !tools?.names().length || calls.length === 0) return false;
    const work = new AbortController();
    const {signal} = work;
    this.#work = work;
    this.#state.update({status: 'streaming'});
    this.#runs.updateLast([{op: 'assign', id: message.id, status: 'streaming', fields: {}}]);
    // Loaded lazily: few pages have tools.
    const {runPageTools} = await import('./page-tools.js');
    await runPageTools(calls, {
      tools,
      signal,
      questions: this.questions,
      allowed: this.#allowed,
      message: message.id,
      amend: ops => this.#runs.updateLast(ops),
    });
    this.#work = undefined;
    if (signal.aborted) this.#runs.updateLast([{op: 'close', id: message.id, status: 'stopped'}]);
    if (!this.#runs.run) this.#state.update({status: 'idle'});
    return !signal.aborted;
  }

  /** For another session: cancels the calls, and each tool asks for permission again. */
  forget(): void {
    this.cancel();
    this.#allowed = new WeakSet();
  }

  /** Cancels the calls. */
  cancel(): void {
    this.#work?.abort();
  }
}

const isAwaited = (item: Item): item is ToolItem =>
  item.kind === 'tool' && item.runsIn === 'page' && item.status === 'waiting';
