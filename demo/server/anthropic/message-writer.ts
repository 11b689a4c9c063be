import {randomUUID} from 'node:crypto';
import {pieces} from '../agent/pieces.js';
import type {JsonObject} from '../json.js';
import type {Feed} from '../runs/feed.js';

export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'pause_turn' | 'refusal';

/** Tells one message in the events of the format, block after block. */
export class MessageWriter {
  readonly #feed: Feed<JsonObject>;
  #index = -1;
  #open: string | undefined;
  #characters = 0;

  constructor(feed: Feed<JsonObject>) {
    this.#feed = feed;
    this.#tell('message_start', {
      message: {
        id: nameOf('msg'),
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

  /** Goes on in the block of a type that is open, or begins one. */
  grow(type: 'text' | 'thinking', words: string): void {
    if (this.#open !== type) this.#start({type, [type]: ''});
    this.#open = type;
    this.#delta({type: `${type}_delta`, [type]: words}, words);
  }

  /** Names the source of the block that is open, and ends it. */
  cite(citation: JsonObject): void {
    this.#delta({type: 'citations_delta', citation});
    this.endBlock();
  }

  endBlock(): void {
    if (this.#open === undefined) return;
    if (this.#open === 'thinking') {
      this.#delta({
        type: 'signature_delta',
        signature: Buffer.from(nameOf('s')).toString('base64'),
      });
    }
    this.#open = undefined;
    this.#tell('content_block_stop', {index: this.#index});
  }

  /** A block that comes whole. */
  whole(block: JsonObject): void {
    this.#start(block);
    this.#tell('content_block_stop', {index: this.#index});
  }

  /** A call, its input in fragments; gives the call's id. */
  call(
    type: 'tool_use' | 'server_tool_use' | 'mcp_tool_use',
    more: JsonObject,
    input: unknown,
  ): string {
    const id = nameOf(type === 'server_tool_use' ? 'srvtoolu' : 'toolu');
    this.#start({type, id, ...more, input: {}});
    for (const partial_json of ['', ...pieces(JSON.stringify(input))]) {
      this.#delta({type: 'input_json_delta', partial_json}, partial_json);
    }
    this.#tell('content_block_stop', {index: this.#index});
    return id;
  }

  end(reason: StopReason, more: JsonObject = {}): void {
    this.endBlock();
    this.#tell('message_delta', {
      delta: {stop_reason: reason, stop_sequence: null, ...more},
      usage: {output_tokens: Math.ceil(this.#characters / 4)},
    });
    this.#tell('message_stop');
    this.#feed.close();
  }

  fail(message: string): void {
    this.#tell('error', {error: {type: 'api_error', message}});
    this.#feed.close();
  }

  #start(block: JsonObject): void {
    this.endBlock();
    this.#index++;
    this.#tell('content_block_start', {index: this.#index, content_block: block});
  }

  #delta(delta: JsonObject, words = ''): void {
    this.#characters += words.length;
    this.#tell('content_block_delta', {index: this.#index, delta});
  }

  #tell(type: string, fields: JsonObject = {}): void {
    this.#feed.push({type, ...fields});
  }
}

function nameOf(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
