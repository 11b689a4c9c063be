import {
  type AnthropicBlock,
  type AnthropicError,
  type AnthropicEvent,
  type AnthropicMessage,
  messageOf,
  readEvent,
} from './events.js';
import {isRecord, asArray, asRecord, asText, type JsonRecord, keyOf} from '../../values.js';
import {freeId} from '../../free-id.js';
import {parseJson, parseReceived} from '../../json.js';
import type {Frame} from '../../sse/frame.js';

/** Fields of `message_delta` that become fields of the message; null never overwrites. */
const CHANGEABLE = [
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'container',
  'context_management',
];

/** A block in progress, with the JSON text of its input, which may be incomplete. */
export interface GrowingBlock {
  readonly block: AnthropicBlock;
  readonly json: string;
  /** The length of `json` when the start of the block came again: the input goes on, or begins again from there. */
  readonly repeatedAt?: number;
  /** Whether the block or its message ended although `json` is not an object. */
  readonly incomplete: boolean;
}

/** Accumulates one message of the API from its events. Values of frames are never modified. */
export class Accumulator {
  #head: AnthropicMessage;
  readonly #blocks = new Map<number, GrowingBlock>();
  /** The places of the newest blocks, by the index that their events have. */
  readonly #places = new Map<number, number>();
  /** The indexes of all blocks, by their place. */
  readonly #indexes = new Map<number, number>();
  #over = false;

  constructor(message: AnthropicMessage) {
    this.#head = message;
    message.content.forEach((block, index) => this.start(index, block));
  }

  /** The current message. Blocks keep their order; missing indexes leave no hole. */
  get message(): AnthropicMessage {
    const content = this.places.flatMap(place => this.#blocks.get(place)?.block ?? []);
    return {...this.#head, content};
  }

  /** The places of the blocks, in order. */
  get places(): readonly number[] {
    return [...this.#blocks.keys()].sort((a, b) => a - b);
  }

  /** The message without its content, as received at its start. */
  get head(): AnthropicMessage {
    return this.#head;
  }

  /** Whether the message has ended. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether it ended regularly: with a stop reason, or with the final event. */
  get complete(): boolean {
    return this.#over || this.#head.stop_reason !== null;
  }

  block(place: number): GrowingBlock | undefined {
    return this.#blocks.get(place);
  }

  /**
   * The place of the newest block with an index. Some servers count each kind of block from 0, so that an index is used
   * again; it has another place then, which is the next one.
   */
  placeOf(index: number): number | undefined {
    return this.#places.get(index);
  }

  /**
   * Starts a block, and ends the previous one with this index. Returns false if it repeats the start of a call, also with another
   * index: its input then begins again, or goes on if it is not complete.
   */
  start(index: number, block: AnthropicBlock): boolean {
    const same = this.#placeOfCall(block);
    if (same !== undefined) {
      const known = this.#blocks.get(same);
      if (known) {
        const isWhole = isRecord(parseJson(known.json));
        const again = isWhole
          ? {...withInput(known), json: ''}
          : {...known, repeatedAt: known.json.length};
        this.#blocks.set(same, again);
      }
      this.#places.set(index, same);
      return false;
    }
    const before = this.#places.get(index);
    if (before !== undefined) this.stop(index);
    const place = this.#blocks.has(index) ? Math.max(...this.#blocks.keys()) + 1 : index;
    this.#places.set(index, place);
    this.#indexes.set(place, index);
    this.#blocks.set(place, {block: this.#withOwnId(block), json: '', incomplete: false});
    const model = block.type === 'fallback' && asText(asRecord(block['to'])['model']);
    if (model) this.#head = {...this.#head, model};
    return true;
  }

  /** The place of the same call: one with its id and its name. */
  #placeOfCall({type, id, name}: AnthropicBlock): number | undefined {
    if (!type.endsWith('tool_use') || asText(id) === undefined) return undefined;
    return this.places.find(place => {
      const known = this.#blocks.get(place)?.block;
      return known?.type === type && known['id'] === id && known['name'] === name;
    });
  }

  /** The block of a call with an id that another call has, under an id of its own: it is another call. */
  #withOwnId(block: AnthropicBlock): AnthropicBlock {
    const given = asText(block['id']);
    if (!block.type.endsWith('tool_use') || given === undefined) return block;
    const used = new Set([...this.#blocks.values()].map(({block: {id}}) => id));
    const id = freeId(given, one => used.has(one));
    return id === given ? block : {...block, id};
  }

  /** Whether the newest block with this index is one that the delta fits. */
  fits(index: number, delta: JsonRecord): boolean {
    const growing = this.#blocks.get(this.#places.get(index) ?? -1);
    return growing !== undefined && applyDelta(growing, delta) !== undefined;
  }

  /** Applies a delta. Returns false if the block does not exist or the delta does not fit it. */
  grow(index: number, delta: JsonRecord): boolean {
    const {type} = delta;
    const isElsewhere = !this.fits(index, delta);
    // The input of a call may go on after a text with the index of the call, and so may a signature come.
    const call = isElsewhere && type === 'input_json_delta' && this.#newest(index, 'tool_use');
    if (typeof call === 'number') this.#places.set(index, call);
    const thought = isElsewhere && type === 'signature_delta' && this.#newest(index, 'thinking');
    const place = typeof thought === 'number' ? thought : (this.#places.get(index) ?? -1);
    const growing = this.#blocks.get(place);
    const grown = growing && applyDelta(growing, delta);
    if (!grown) return false;
    this.#blocks.set(place, grown);
    return true;
  }

  /** The place of the newest block with an index and with a type that ends like this. */
  #newest(index: number, type: string): number | undefined {
    return this.places.findLast(
      place =>
        this.#indexes.get(place) === index && this.#blocks.get(place)?.block.type.endsWith(type),
    );
  }

  stop(index: number): boolean {
    return this.#stopAt(this.#places.get(index) ?? -1);
  }

  #stopAt(place: number): boolean {
    const growing = this.#blocks.get(place);
    if (!growing) return false;
    if (growing.json !== '') this.#blocks.set(place, withInput(growing));
    return true;
  }

  merge({changes, usage}: {readonly changes: JsonRecord; readonly usage: JsonRecord}): void {
    const taken = CHANGEABLE.filter(field => changes[field] != null);
    const counters = Object.entries(usage).filter(([, count]) => count != null);
    this.#head = {
      ...this.#head,
      ...Object.fromEntries(taken.map(field => [field, changes[field]])),
      ...(counters.length > 0 && {
        usage: {...asRecord(this.#head['usage']), ...Object.fromEntries(counters)},
      }),
    };
  }

  finish(): void {
    for (const place of this.#blocks.keys()) this.#stopAt(place);
    this.#over = true;
  }
}

/** Accumulates the events of one response body, which may contain several messages in a row. */
export class Accumulation {
  readonly messages: Accumulator[] = [];
  error: AnthropicError | null = null;
  #restored = 0;
  /** Whether the events of the latest message arrive again. */
  #isRepeated = false;

  /** The current message, or the last one. */
  get latest(): Accumulator | undefined {
    return this.messages.at(-1);
  }

  /** Begins with the messages of earlier responses. */
  restore(messages: readonly AnthropicMessage[]): void {
    for (const message of messages) {
      const restored = new Accumulator(message);
      restored.finish();
      this.messages.push(restored);
    }
    this.#restored = this.messages.length;
  }

  /** Whether a message has started in this response. */
  get hasBegun(): boolean {
    return this.messages.length > this.#restored;
  }

  /** Applies an event, also content without a start. */
  add(event: AnthropicEvent): void {
    const missing = this.accept(event) ? undefined : this.missingStart(event);
    if (!missing) return;
    this.add(missing);
    this.add(event);
  }

  /** Applies an event. Returns false if it changes nothing because it is late, repeated or invalid. */
  accept(event: AnthropicEvent): boolean {
    if (this.error) return false;
    if (event.type === 'message_start') return this.#begin(event.message);
    if (event.type === 'error') {
      this.error = event.error;
      return true;
    }
    const message = this.#open;
    if (!message || (message.over && !(isText(event) || isSignature(event)))) return false;
    switch (event.type) {
      case 'content_block_start':
        return message.start(event.index, event.block);
      case 'content_block_delta':
        return message.grow(event.index, event.delta);
      case 'content_block_stop':
        return message.stop(event.index);
      case 'message_delta':
        message.merge(event);
        return true;
      case 'message_stop':
        message.finish();
        return true;
      case 'unreadable':
        return false;
    }
  }

  /** The start of a message or of a block that content lacks; it is displayed all the same. */
  missingStart(event: AnthropicEvent): AnthropicEvent | undefined {
    if (this.error) return undefined;
    if (!this.hasBegun) {
      return event.type === 'content_block_start' || isText(event)
        ? {type: 'message_start', message: messageOf({})}
        : undefined;
    }
    const message = this.#open;
    if (event.type !== 'content_block_delta' || !message || !isText(event)) return undefined;
    const {index, delta} = event;
    const block = blockFor(delta);
    return block && !message.fits(index, delta)
      ? {type: 'content_block_start', index, block}
      : undefined;
  }

  /** The message that events change. One that has ended still gets text, unless its events arrive again. */
  get #open(): Accumulator | undefined {
    return this.hasBegun && !this.#isRepeated ? this.latest : undefined;
  }

  #begin(message: AnthropicMessage): boolean {
    // A message without an id is a new one if the previous one has ended. Some servers give all messages the same id.
    const previous = this.hasBegun ? this.latest : undefined;
    if (previous?.head.id === message.id && (message.id || !previous.over)) {
      this.#isRepeated = previous.over;
      return false;
    }
    this.#isRepeated = false;
    this.messages.push(new Accumulator(message));
    return true;
  }
}

/** Whether an event begins or extends a text or reasoning. */
function isText(event: AnthropicEvent): boolean {
  if (event.type === 'content_block_start') return /^(text|thinking)$/.test(event.block.type);
  return event.type === 'content_block_delta' && blockFor(event.delta) !== undefined;
}

const isSignature = (event: AnthropicEvent): boolean =>
  event.type === 'content_block_delta' && event.delta['type'] === 'signature_delta';

/** The block that a delta with text belongs to. */
function blockFor({type, text, thinking}: JsonRecord): AnthropicBlock | undefined {
  if (type === 'text_delta' && asText(text)) return {type: 'text', text: ''};
  if (type === 'thinking_delta' && asText(thinking)) return {type: 'thinking', thinking: ''};
  return undefined;
}

function applyDelta(growing: GrowingBlock, delta: JsonRecord): GrowingBlock | undefined {
  const {block, json} = growing;
  const write = (fields: JsonRecord): GrowingBlock => ({...growing, block: {...block, ...fields}});
  const text = (field: string): string => asText(delta[field]) ?? '';
  const joined = (field: string): string => (asText(block[field]) ?? '') + text(field);

  switch (`${block.type} ${keyOf(delta['type'])}`) {
    case 'text text_delta':
      return write({text: joined('text')});
    case 'text citations_delta':
      return isRecord(delta['citation'])
        ? write({citations: [...asArray(block['citations']), delta['citation']]})
        : undefined;
    case 'thinking thinking_delta':
      return write({thinking: joined('thinking')});
    case 'thinking signature_delta':
      return write({signature: text('signature')});
    case 'compaction compaction_delta':
      return write({
        ...(asText(delta['content']) && {content: joined('content')}),
        ...(asText(delta['encrypted_content']) && {encrypted_content: delta['encrypted_content']}),
      });
    case 'tool_use input_json_delta':
    case 'server_tool_use input_json_delta':
    case 'mcp_tool_use input_json_delta':
      return {...growing, json: json + text('partial_json')};
    default:
      return undefined;
  }
}

/** Parses the streamed input. If it is not an object, the input of the block's start is kept. */
function withInput(growing: GrowingBlock): GrowingBlock {
  const {block, json, repeatedAt = 0} = growing;
  for (const text of [json, json.slice(repeatedAt)]) {
    const input = parseReceived(text);
    if (isRecord(input))
      return {...growing, json: text, block: {...block, input}, incomplete: false};
  }
  return {...growing, incomplete: true};
}

/** The result of a response body. */
export interface Accumulated {
  /**
   * The message as the API would have returned it without streaming, to be sent back unchanged; the last one, if there
   * are several.
   */
  readonly message: AnthropicMessage | null;
  /** The error of an `error` event. */
  readonly error: AnthropicError | null;
  /** Whether the message ended regularly. */
  readonly complete: boolean;
}

/** Accumulates the frames of one response body to a message of the API. Never throws. */
export function accumulate(frames: Iterable<Frame>): Accumulated {
  const accumulation = new Accumulation();
  for (const frame of frames) {
    const event = readEvent(frame);
    if (event) accumulation.add(event);
  }
  const {latest, error} = accumulation;
  const complete = error === null && (latest?.complete ?? false);
  if (complete) latest?.finish();
  return {message: latest?.message ?? null, error, complete};
}
