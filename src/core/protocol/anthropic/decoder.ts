import {withDefaults} from '../decoder/context.js';
import {Accumulation} from './accumulator.js';
import {Blocks} from './blocks.js';
import {
  readEvent,
  type AnthropicBlock,
  type AnthropicError,
  type AnthropicEvent,
  type AnthropicMessage,
} from './events.js';
import {recordOf} from './history.js';
import {Items} from '../decoder/items.js';
import {openNoticeOf} from '../../model/messages.js';
import {CONTINUABLE, IN_TURN, noticeOf} from './notices.js';
import {usageOf} from './usage.js';
import {asText, defined} from '../../values.js';
import {errorText} from '../operations/read-error.js';
import type {Decoder, DecoderContext} from '../types.js';
import type {MessageItem} from '../../model/item.js';
import type {Fields, FinalStatus, Op} from '../../model/op.js';
import type {Frame} from '../../sse/frame.js';

/**
 * Decodes a stream of the Messages format into ops. All messages of one body become one message item. An `Accumulation`
 * joins the events to messages, and `Blocks` writes the changed blocks as items.
 */
export class AnthropicDecoder implements Decoder {
  readonly #run: string;
  readonly #report: DecoderContext['report'];
  readonly #accumulation = new Accumulation();
  readonly #items: Items;
  readonly #blocks: Blocks;
  #closed = false;
  #endNotice: string | undefined;

  constructor(context: Partial<DecoderContext> = {}) {
    const {run, report, message} = withDefaults(context);
    this.#run = run;
    this.#report = report;
    this.#items = new Items(run, message?.children.length);
    this.#blocks = new Blocks(this.#items);
    if (!message) return;
    const {children} = message;
    const earlier = recordOf(message);
    this.#accumulation.restore(earlier);
    this.#blocks.restore(children, earlier);
    this.#endNotice = openNoticeOf(message)?.id;
  }

  decode(frame: Frame): readonly Op[] {
    const event = readEvent(frame);
    if (event) this.#accept(event);
    return this.#items.take();
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    const {latest, hasBegun} = this.#accumulation;
    if (this.#closed) return [];
    if (reason === 'lost' && hasBegun && latest?.complete) this.#leave();
    else this.#breakOff(reason === 'lost' ? 'interrupted' : 'stopped');
    return this.#items.take();
  }

  #accept(event: AnthropicEvent): void {
    if (event.type === 'unreadable') {
      this.#report({code: event.code, message: event.why});
      return;
    }
    const before = event.type === 'content_block_start' ? this.#placeOf(event.index) : undefined;
    const isLate = this.#accumulation.latest?.over === true && event.type.startsWith('content_');
    if (this.#accumulation.accept(event)) {
      if (before !== undefined) this.#reportMisplaced(event, 'uses the index of another block');
      if (before !== undefined) this.#blocks.stop(before);
      this.#apply(event);
      if (isLate) this.#addLate(event);
      return;
    }
    this.#reportMisplaced(event, 'has no message or block to change');
    const missing = this.#accumulation.missingStart(event);
    if (!missing) return;
    this.#accept(missing);
    this.#accept(event);
  }

  /** Text after the end of its message is displayed and sent back like any other. */
  #addLate(event: AnthropicEvent): void {
    this.#reportMisplaced(event, 'came after the end of its message');
    this.#blocks.finish();
    this.#items.assign(this.#run, this.#record());
  }

  #reportMisplaced(event: AnthropicEvent, what: string): void {
    this.#report({code: 'event-out-of-place', message: `${event.type} ${what}.`, data: event});
  }

  #placeOf(index: number): number | undefined {
    return this.#accumulation.latest?.placeOf(index);
  }

  #apply(event: Exclude<AnthropicEvent, {type: 'unreadable'}>): void {
    switch (event.type) {
      case 'message_start':
        this.#begin();
        break;
      case 'content_block_start':
        this.#start(this.#placeOf(event.index) ?? event.index, event.block);
        break;
      case 'content_block_delta':
        this.#blocks.grow(this.#placeOf(event.index) ?? event.index, event.delta);
        break;
      case 'content_block_stop':
        this.#blocks.stop(this.#placeOf(event.index) ?? event.index);
        break;
      case 'message_delta':
        this.#items.assign(this.#run, this.#facts());
        break;
      case 'message_stop':
        this.#finish();
        break;
      case 'error':
        this.#fail(event.error);
    }
  }

  #start(place: number, {type}: AnthropicBlock): void {
    if (!this.#blocks.start(place)) {
      this.#report({code: 'block-unknown', message: `The block type ${type} is unknown.`});
    }
    if (type === 'fallback') this.#items.assign(this.#run, this.#facts());
  }

  #begin(): void {
    const before = this.#accumulation.messages.at(-2);
    if (before && !before.over) {
      this.#report({
        code: 'message-unfinished',
        message: 'A message started before the previous one was complete.',
      });
      before.finish();
      this.#blocks.finish('interrupted');
    }
    if (this.#endNotice !== undefined) this.#items.close(this.#endNotice);
    this.#endNotice = undefined;
    if (before) {
      const facts = {stopReason: undefined, ...this.#facts()};
      this.#items.assign(this.#run, facts, 'streaming');
    } else this.#items.openMessage({role: 'assistant', ...this.#facts()});
    this.#closed = false;
    if (this.#accumulation.latest) this.#blocks.begin(this.#accumulation.latest);
  }

  #finish(): void {
    const {latest} = this.#accumulation;
    const reason = latest?.head.stop_reason ?? null;
    this.#blocks.finish();
    this.#items.assign(this.#run, this.#record());
    if (IN_TURN.has(reason)) return;
    this.#close('done');
    if (latest) this.#showEndNotice(latest.message);
  }

  /** Writes the notice for the end of a message. It is open as long as the user may continue. */
  #showEndNotice(message: AnthropicMessage): void {
    const notice = noticeOf(message);
    if (!notice) return;
    const waits = CONTINUABLE.has(message.stop_reason);
    const id = this.#items.open('notice', notice, waits ? 'waiting' : 'done');
    if (waits) this.#endNotice = id;
  }

  /** Handles the end of the body after a message that ended with a reason. */
  #leave(): void {
    const {latest} = this.#accumulation;
    if (!latest) return;
    if (!latest.over) {
      this.#report({
        code: 'message-stop-missing',
        message: 'The response ended without message_stop.',
      });
      latest.finish();
      this.#finish();
      if (this.#closed) return;
    }
    const waits = this.#blocks.tools.leave();
    // Closing the message would also close the calls that wait for the page.
    if (waits) this.#items.assign(this.#run, {}, 'done');
    else {
      this.#close('done');
      this.#showEndNotice(latest.message);
    }
    this.#closed = true;
  }

  #fail(error: AnthropicError): void {
    if (!this.#accumulation.latest) this.#items.openMessage({role: 'assistant'});
    this.#settle('failed');
    const text = errorText(error.message);
    this.#items.open('error', {code: error.type, ...(text && {text})}, 'failed');
    this.#close('failed');
  }

  #breakOff(status: FinalStatus): void {
    if (!this.#accumulation.latest) this.#items.openMessage({role: 'assistant'});
    this.#settle(status);
    this.#close(status);
  }

  /** Ends an incomplete message, and keeps its content. */
  #settle(status: FinalStatus): void {
    const {latest} = this.#accumulation;
    if (!latest) return;
    latest.finish();
    this.#blocks.finish(status);
    this.#items.assign(this.#run, this.#record());
  }

  #close(status: FinalStatus): void {
    this.#items.close(this.#run, status);
    this.#closed = true;
  }

  #facts(): Fields<'message'> {
    const heads = this.#accumulation.messages.map(({head}) => head);
    const head = heads.at(-1);
    return defined({
      messageId: asText(head?.id),
      model: asText(head?.['model']),
      stopReason: head?.stop_reason ?? undefined,
      usage: usageOf(heads),
    });
  }

  /** The record that the next request sends back. */
  #record(): Pick<MessageItem, 'protocolData'> & Fields<'message'> {
    return {
      ...this.#facts(),
      protocolData: this.#accumulation.messages.map(({message}) => message),
    };
  }
}
