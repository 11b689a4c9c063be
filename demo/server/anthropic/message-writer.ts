import {randomUUID} from 'node:crypto';
import {textChunks} from '../agent/text-chunks.js';
import type {JsonObject} from '../json.js';
import type {Feed} from '../runs/feed.js';

export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'pause_turn' | 'refusal';

/** Writes one message as events of the Messages API, block by block. */
export class MessageWriter {
  readonly #feed: Feed<JsonObject>;
  #index = -1;
  #open: string | undefined;
  #characters = 0;

  constructor(feed: Feed<JsonObject>) {
    this.#feed = feed;
    this.#push('message_start', {
      message: {
        id: randomId('msg'),
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {input_tokens: 12, output_tokens: 1},
      },
    });
  }

  /** Appends to the open block of this type, or starts one. */
  append(type: 'text' | 'thinking', text: string): void {
    if (this.#open !== type) this.#start({type, [type]: ''});
    this.#open = type;
    this.#delta({type: `${type}_delta`, [type]: text}, text);
  }

  /** Adds a citation to the open block and ends the block. */
  cite(citation: JsonObject): void {
    this.#delta({type: 'citations_delta', citation});
    this.endBlock();
  }

  endBlock(): void {
    if (this.#open === undefined) return;
    if (this.#open === 'thinking') {
      this.#delta({
        type: 'signature_delta',
        signature: Buffer.from(randomId('s')).toString('base64'),
      });
    }
    this.#open = undefined;
    this.#push('content_block_stop', {index: this.#index});
  }

  /** Writes a complete block. */
  writeBlock(block: JsonObject): void {
    this.#start(block);
    this.#push('content_block_stop', {index: this.#index});
  }

  /** Writes a tool call with its input in fragments; returns the id of the call. */
  writeToolCall(
    type: 'tool_use' | 'server_tool_use' | 'mcp_tool_use',
    more: JsonObject,
    input: unknown,
  ): string {
    const id = randomId(type === 'server_tool_use' ? 'srvtoolu' : 'toolu');
    this.#start({type, id, ...more, input: {}});
    for (const partial_json of ['', ...textChunks(JSON.stringify(input))]) {
      this.#delta({type: 'input_json_delta', partial_json}, partial_json);
    }
    this.#push('content_block_stop', {index: this.#index});
    return id;
  }

  end(reason: StopReason, more: JsonObject = {}): void {
    this.endBlock();
    this.#push('message_delta', {
      delta: {stop_reason: reason, stop_sequence: null, ...more},
      usage: {output_tokens: Math.ceil(this.#characters / 4)},
    });
    this.#push('message_stop');
    this.#feed.close();
  }

  fail(message: string): void {
    this.#push('error', {error: {type: 'api_error', message}});
    this.#feed.close();
  }

  #start(block: JsonObject): void {
    this.endBlock();
    this.#index++;
    this.#push('content_block_start', {index: this.#index, content_block: block});
  }

  #delta(delta: JsonObject, text = ''): void {
    this.#characters += text.length;
    this.#push('content_block_delta', {index: this.#index, delta});
  }

  #push(type: string, fields: JsonObject = {}): void {
    this.#feed.push({type, ...fields});
  }
}

function randomId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
