import {jsonText} from '../../json.js';
import type {GrowingBlock} from './accumulator.js';
import type {AnthropicBlock} from './events.js';
import type {FinalStatus, Items} from './items.js';
import {readResult, searchPhase} from './tool-result.js';
import {asRecord, asText} from '../decode.js';

/** One call while nothing is known of its result. */
interface ToolUse {
  readonly id: string;
  /** Run by the client that sent the request, not by the API. */
  readonly ours: boolean;
  readonly searches: boolean;
  readonly input: unknown;
  readonly incomplete: boolean;
}

/** The tool calls of a run. A result may come in a later message than its call. */
export class Tools {
  readonly #items: Items;
  readonly #ids = new Map<string, string>();
  readonly #open = new Map<string, ToolUse>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** Opens a call. An input that came with its block is shown until pieces of another come. */
  start(block: AnthropicBlock): void {
    const callId = callIdOf(block);
    const name = asText(block['name']) ?? block.type;
    const server = asText(block['server_name']);
    const id = this.#items.open('tool', {
      name,
      executionId: callId,
      ...(server !== undefined && {title: `${name} (${server})`}),
      input: isEmpty(block['input']) ? '' : (jsonText(block['input']) ?? ''),
      output: '',
      log: '',
    });
    const ours = block.type === 'tool_use';
    const searches = name === 'web_search';
    this.#ids.set(callId, id);
    this.#open.set(callId, {id, ours, searches, input: block['input'], incomplete: false});
  }

  grow({block, json}: GrowingBlock, piece: string): void {
    const id = this.#ids.get(callIdOf(block));
    if (id === undefined || piece === '') return;
    const first = json.length === piece.length;
    if (first && !isEmpty(block['input'])) this.#items.assign(id, {input: piece});
    else this.#items.append(id, 'input', piece);
  }

  /** The input is whole, or never will be. */
  stop({block, json, incomplete}: GrowingBlock): void {
    const call = this.#open.get(callIdOf(block));
    if (!call) return;
    const input = block['input'];
    this.#open.set(callIdOf(block), {...call, input, incomplete});
    if (json === '' && isEmpty(input)) this.#items.assign(call.id, {input: '{}'});
    if (call.searches) this.#items.assign(call.id, {phases: [searchPhase(input)]});
  }

  /** Joins a result to its call; displays it alone if the call is unknown. */
  result(block: AnthropicBlock): void {
    const callId = asText(block['tool_use_id']) ?? '';
    const call = this.#open.get(callId);
    const result = readResult(block);
    const status = result.error === undefined ? 'done' : 'failed';
    const phases = call?.searches && [searchPhase(call.input, block)];
    const known = this.#ids.get(callId);
    this.#open.delete(callId);
    if (known !== undefined) {
      this.#items.assign(known, {...result, ...(phases && {phases})}, status);
      return;
    }
    const name = block.type.replace(/_tool_result$/, '');
    const fields = {name, executionId: callId, input: '', log: '', ...result};
    this.#ids.set(callId, this.#items.open('tool', fields, status));
  }

  /** The message has ended: closes the calls that will not be run or finished. */
  settle(stopReason: string | null, ending: FinalStatus): void {
    const awaited = (call: ToolUse): boolean =>
      !call.incomplete && stopReason === (call.ours ? 'tool_use' : 'pause_turn');
    this.#close(ending === 'done' ? 'interrupted' : ending, call => !awaited(call));
  }

  /** Another message has begun: the relaying server has run the calls of the previous one. */
  handOver(): void {
    this.#close('done', call => call.ours);
  }

  /** The stream is over: calls that are still open are for the page to run. True if there are any. */
  leave(): boolean {
    this.#close('interrupted', call => !call.ours);
    for (const {id} of this.#open.values()) this.#items.assign(id, {runsIn: 'page'}, 'waiting');
    return this.#open.size > 0;
  }

  #close(status: FinalStatus, which: (call: ToolUse) => boolean): void {
    for (const [callId, call] of this.#open) {
      if (!which(call)) continue;
      this.#open.delete(callId);
      this.#items.close(call.id, status);
    }
  }
}

function callIdOf(block: AnthropicBlock): string {
  return asText(block['id']) ?? '';
}

function isEmpty(input: unknown): boolean {
  return Object.keys(asRecord(input)).length === 0;
}
