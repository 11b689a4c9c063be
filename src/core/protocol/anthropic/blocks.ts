import type {Accumulator} from './accumulator.js';
import type {AnthropicBlock, AnthropicMessage} from './events.js';
import type {Items} from '../decoder/items.js';
import {CONTINUABLE} from './notices.js';
import {Texts} from './texts.js';
import {ToolItems} from './tool-items.js';
import {asText, type JsonRecord} from '../../values.js';
import type {Item} from '../../model/item.js';
import type {FinalStatus} from '../../model/op.js';

/** Writes the blocks of a run as items of its message. */
export class Blocks {
  readonly #items: Items;
  readonly #texts: Texts;
  readonly #tools: ToolItems;
  #message: Accumulator | undefined;
  /** Ids of the reasoning items of this message, by the index of their block. */
  #thoughts = new Map<number, string>();

  constructor(items: Items) {
    this.#items = items;
    this.#texts = new Texts(items);
    this.#tools = new ToolItems(items);
  }

  get tools(): ToolItems {
    return this.#tools;
  }

  /** Continues the items of earlier messages. */
  restore(items: readonly Item[], messages: readonly AnthropicMessage[]): void {
    this.#tools.restore(items);
    this.#texts.restore(items, messages);
  }

  /** Starts another message of the same run, with the blocks that it already contains. */
  begin(message: Accumulator): void {
    this.#tools.handOver();
    this.#texts.begin();
    this.#message = message;
    this.#thoughts = new Map();
    message.head.content.forEach((_, index) => {
      this.start(index);
      this.stop(index);
    });
  }

  /** Starts a block. Returns false for an unknown type, which is kept for the next request but not displayed. */
  start(index: number): boolean {
    const message = this.#message;
    const block = message?.block(index)?.block;
    if (!message || !block) return false;
    if (block.type === 'text') {
      this.#texts.start(message, index);
      return true;
    }
    // Not displayed, so it does not end a text.
    if (block.type === 'compaction' || block.type === 'fallback') return true;
    this.#texts.break();
    return this.#startOther(index, block);
  }

  grow(index: number, delta: JsonRecord): void {
    const growing = this.#message?.block(index);
    const thought = this.#thoughts.get(index);
    if (!growing) return;
    if (thought !== undefined) this.#items.append(thought, 'text', asText(delta['thinking']));
    else if (growing.block.type === 'text') this.#texts.grow(index, delta);
    else this.#tools.grow(growing, asText(delta['partial_json']) ?? '');
  }

  stop(index: number): void {
    const growing = this.#message?.block(index);
    if (!growing) return;
    this.#texts.stop(index);
    if (growing.block.type.endsWith('tool_use')) this.#tools.stop(growing);
    const thought = this.#thoughts.get(index);
    if (thought === undefined) return;
    // A signature without text: the API was configured to hide reasoning.
    if (!asText(growing.block['thinking'])) this.#items.assign(thought, {redacted: true});
    this.#items.close(thought);
  }

  /** Ends the message and all its items except tool calls. Text may follow, and needs another call. */
  finish(status: FinalStatus = 'done'): void {
    for (const id of this.#thoughts.values()) this.#items.close(id, status);
    const reason = this.#message?.head.stop_reason ?? null;
    this.#texts.finish(status, CONTINUABLE.has(reason));
    this.#message?.places.forEach(place => this.stop(place));
    this.#tools.settle(reason, status);
  }

  #startOther(index: number, block: AnthropicBlock): boolean {
    switch (block.type) {
      case 'thinking':
        this.#thoughts.set(
          index,
          this.#items.open('thinking', {text: asText(block['thinking']) ?? ''}),
        );
        return true;
      case 'redacted_thinking':
        this.#items.open('thinking', {text: '', redacted: true}, 'done');
        return true;
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        this.#tools.start(block);
        return true;
      case 'container_upload': {
        const documentId = asText(block['file_id']) ?? '';
        this.#items.open('file', {name: documentId, documentId}, 'done');
        return true;
      }
      default:
        // Also `tool_result`, of relays that run the tools themselves.
        if (!block.type.endsWith('tool_result')) return false;
        this.#tools.result(block);
        return true;
    }
  }
}
