import {jsonText, parseJson} from '../../json.js';
import type {GrowingBlock} from './accumulator.js';
import type {AnthropicBlock} from './events.js';
import {titleOnServer} from '../decoder/calls.js';
import type {Items} from '../decoder/items.js';
import {IN_TURN} from './notices.js';
import {readResult, searchPhase} from './tool-result.js';
import {asRecord, asText} from '../../values.js';
import type {Item} from '../../model/item.js';
import type {FinalStatus} from '../../model/op.js';

/** A call without a result. */
interface ToolUse {
  readonly id: string;
  /** Whether the page runs the call; otherwise the API does. */
  readonly isForPage: boolean;
  readonly searches: boolean;
  readonly input: unknown;
  readonly incomplete: boolean;
}

/** Writes the tool calls of a run as items. A result may be in a later message than its call. */
export class ToolItems {
  readonly #items: Items;
  readonly #ids = new Map<string, string>();
  readonly #open = new Map<string, ToolUse>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** Knows the calls of earlier messages, whose results may follow. */
  restore(items: readonly Item[]): void {
    for (const item of items) {
      if (item.kind !== 'tool' || item.executionId === undefined) continue;
      const {id, executionId, name, input, runsIn, status} = item;
      this.#ids.set(executionId, id);
      if (runsIn === 'page' || status === 'done' || status === 'failed') continue;
      this.#open.set(executionId, {
        id,
        isForPage: false,
        searches: isSearch(name),
        input: parseJson(input),
        incomplete: false,
      });
    }
  }

  /** Opens a call. The input of the block's start is displayed until streamed input arrives. */
  start(block: AnthropicBlock): void {
    const callId = callIdOf(block);
    const name = asText(block['name']) ?? block.type;
    const title = titleOnServer(asText(block['server_name']), name);
    const id = this.#items.open('tool', {
      name,
      executionId: callId,
      ...(title !== undefined && {title}),
      input: isEmpty(block['input']) ? '' : (jsonText(block['input']) ?? ''),
      output: '',
      log: '',
    });
    const isForPage = block.type === 'tool_use';
    // Without ids, a result belongs to the last call.
    const before = this.#open.get(callId);
    if (before) this.#items.close(before.id, 'interrupted');
    this.#ids.set(callId, id);
    this.#open.set(callId, {
      id,
      isForPage,
      searches: isSearch(name),
      input: block['input'],
      incomplete: false,
    });
  }

  grow({block, json}: GrowingBlock, chunk: string): void {
    const id = this.#ids.get(callIdOf(block));
    if (id === undefined || chunk === '') return;
    if (json.length === chunk.length) this.#items.assign(id, {input: chunk});
    else this.#items.append(id, 'input', chunk);
  }

  /** Ends the input of a call, which is complete or will not be continued. */
  stop({block, json, incomplete, repeatedAt}: GrowingBlock): void {
    const call = this.#open.get(callIdOf(block));
    if (!call) return;
    const input = block['input'];
    this.#open.set(callIdOf(block), {...call, input, incomplete});
    if (repeatedAt !== undefined && json !== '') this.#items.assign(call.id, {input: json});
    if (json === '' && isEmpty(input)) this.#items.assign(call.id, {input: '{}'});
    if (call.searches) this.#items.assign(call.id, {phases: [searchPhase(input)]});
  }

  /** Adds a result to its call, or displays it separately if the call is unknown. */
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

  /** Ends the message: closes the calls that will not be run or completed. */
  settle(stopReason: string | null, ending: FinalStatus): void {
    // The page answers a call whose input is not JSON with an error, so that the model can try again.
    const awaited = ({isForPage, incomplete}: ToolUse): boolean =>
      isForPage ? stopReason === 'tool_use' : !incomplete && IN_TURN.has(stopReason);
    this.#close(ending === 'done' ? 'interrupted' : ending, call => !awaited(call));
  }

  /** Closes the calls of the previous message, which the relaying server has run. */
  handOver(): void {
    this.#close('done', call => call.isForPage);
  }

  /**
   * Ends the stream. Returns whether calls wait for the page. Those of the API then stay open: their results follow in the
   * next response.
   */
  leave(): boolean {
    const ofPage = [...this.#open.values()].filter(call => call.isForPage);
    if (ofPage.length === 0) this.#close('interrupted', () => true);
    for (const {id} of ofPage) this.#items.assign(id, {runsIn: 'page'}, 'waiting');
    return ofPage.length > 0;
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

const isSearch = (name: string): boolean => name === 'web_search';

function isEmpty(input: unknown): boolean {
  return Object.keys(asRecord(input)).length === 0;
}
