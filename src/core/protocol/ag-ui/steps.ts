import {errorOf} from './facts.js';
import type {ItemTree} from './item-tree.js';
import {asRecord, asText, defined, type JsonRecord, keyOf} from '../../values.js';

/** Displays steps and sub-agents, and knows to which of them something belongs. */
export class Steps {
  readonly #tree: ItemTree;
  /** The open steps, innermost last. A lane is a sub-agent, or the run (''). */
  #open: readonly {readonly lane: string; readonly name: unknown; readonly id: string}[] = [];
  #count: number;

  constructor(tree: ItemTree) {
    this.#tree = tree;
    this.#count = tree.size;
  }

  start({subagentRunId, stepName}: JsonRecord): void {
    const id = `${this.#tree.run}.step${(this.#count += 1)}`;
    const parent = this.parentOf(subagentRunId);
    this.#tree.open(id, 'step', {title: keyOf(stepName)}, {parent});
    this.#open = [...this.#open, {lane: keyOf(subagentRunId), name: stepName, id}];
  }

  end({subagentRunId, stepName}: JsonRecord): void {
    const ended = keyOf(subagentRunId);
    const step = this.#open.findLast(({lane, name}) => lane === ended && name === stepName);
    if (!step) return;
    this.#open = this.#open.filter(one => one !== step);
    this.#tree.end(step.id);
  }

  /** @param tool The item of the call that has started it. */
  startAgent(
    {subagentRunId, name, description, parentSubagentRunId}: JsonRecord,
    tool: string,
  ): void {
    const id = this.#agentItem(subagentRunId);
    const places = [tool, this.#agentItem(parentSubagentRunId)];
    const parent = places.find(place => this.#tree.has(place)) ?? this.parentOf(undefined);
    const shown = {title: keyOf(name), ...defined({note: asText(description)})};
    this.#tree.open(id, 'step', shown, {parent});
    this.#tree.assign(id, {}, 'streaming');
  }

  endAgent(type: string, fields: JsonRecord): void {
    const id = this.#agentItem(fields['subagentRunId']);
    if (type === 'SUBAGENT_ERROR') {
      const parent = this.#tree.has(id) ? id : undefined;
      this.#tree.open(`${id}.error`, 'error', errorOf(fields), {parent, status: 'failed'});
      this.#tree.end(id, 'failed');
    } else if (asRecord(fields['outcome'])['type'] !== 'suspended') this.#tree.end(id);
  }

  #agentItem(id: unknown): string {
    return `${this.#tree.run}.agent:${keyOf(id)}`;
  }

  /**
   * The item to which something belongs: that of the item that it follows, or else the innermost open step of its lane,
   * its sub-agent, or the message.
   */
  parentOf(subagent: unknown, after = ''): string | undefined {
    const agent = this.#agentItem(subagent);
    const isKnown = this.#tree.has(agent);
    const own = isKnown ? keyOf(subagent) : '';
    return (
      this.#tree.find(after)?.parent ??
      this.#open.findLast(({lane}) => lane === own)?.id ??
      (isKnown ? agent : undefined)
    );
  }
}
