import {callsOf, textOf, withMetadata, type AgCall, type AgMessage} from './record.js';
import type {JsonRecord} from '../../values.js';

type Role = AgMessage['role'];

/** Whether messages of two roles that have one id are one message: reasoning and activities have ids of their own. */
const isOneMessage = (a: Role, b: Role): boolean =>
  a === b || !/reasoning|activity/.test(`${a} ${b}`);

/**
 * The messages of an answer, in the order in which they are sent back. Messages are never modified, only replaced. The
 * ids of reasoning and of activities may be those of other messages.
 */
export class Messages {
  #list: AgMessage[];

  constructor(list: readonly AgMessage[]) {
    this.#list = [...list];
  }

  get list(): readonly AgMessage[] {
    return this.#list;
  }

  /** The id of the first message of the assistant. */
  get firstId(): string | undefined {
    return this.#list.find(({role}) => role === 'assistant')?.id;
  }

  find(id: string, role: Role = 'assistant'): AgMessage | undefined {
    return this.#list[this.#indexOf(id, role)];
  }

  /** Adds a message, or adds fields to the one that has the id. */
  open(id: string, role: Role, fields: JsonRecord, metadata?: unknown): AgMessage {
    const index = this.#indexOf(id, role);
    const known = this.#list[index];
    const message = withMetadata({...(known ?? {id, role}), ...fields}, metadata);
    if (known) this.#list[index] = message;
    else this.#list.push(message);
    return message;
  }

  /** Appends text to the content of a message, and returns the message. */
  append(id: string, role: Role, delta: string, metadata: unknown): AgMessage | undefined {
    const known = this.find(id, role);
    return known && this.open(id, known.role, {content: textOf(known) + delta}, metadata);
  }

  /** The call with an id, and the message that contains it. */
  call(id: string): {readonly call: AgCall; readonly message: AgMessage} | undefined {
    for (const message of this.#list) {
      const call = callsOf(message).find(one => one.id === id);
      if (call) return {call, message};
    }
    return undefined;
  }

  /** Adds a call to an assistant message, which is created if it is unknown. */
  openCall(parent: string, call: AgCall): void {
    const known = this.find(parent);
    const id = known && known.role !== 'assistant' ? call.id : parent;
    const holder = this.open(id, 'assistant', {});
    this.open(id, 'assistant', {toolCalls: [...callsOf(holder), call]});
  }

  changeCall(id: string, change: (call: AgCall) => AgCall): void {
    const found = this.call(id);
    if (!found) return;
    const toolCalls = callsOf(found.message).map(one => (one.id === id ? change(one) : one));
    this.open(found.message.id, 'assistant', {toolCalls});
  }

  /** The result of a call. */
  result(call: string): AgMessage | undefined {
    return this.#list.find(({role, toolCallId}) => role === 'tool' && toolCallId === call);
  }

  /** Replaces the result of a call, or adds it after the call and its other results. */
  setResult(call: string, result: AgMessage): void {
    const known = this.result(call);
    const holder = this.find(result.id);
    const id = holder && holder !== known ? `${call}-result` : result.id;
    if (known) this.#list[this.#list.indexOf(known)] = {...result, id};
    else {
      const {message} = this.call(call) ?? {};
      let place = message ? this.#list.indexOf(message) + 1 : this.#list.length;
      while (this.#list[place]?.role === 'tool') place += 1;
      this.#list.splice(place, 0, {...result, id});
    }
  }

  /** Replaces all messages. */
  reset(list: readonly AgMessage[]): void {
    this.#list = [...list];
  }

  #indexOf(id: string, role: Role): number {
    return this.#list.findLastIndex(
      message => message.id === id && isOneMessage(message.role, role),
    );
  }
}
