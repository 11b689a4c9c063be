import type {Chunk} from './chunks.js';
import {isTool, mergeMetadata, type UiMessage, type UiPart} from './record.js';
import {isAnswered} from './suspensions.js';
import {
  given,
  partFields,
  renamed,
  type ToolChunk,
  typeOf,
  withInput,
  withPartialInput,
} from './tool-parts.js';
import {asText, defined, idOf, isRecord, type JsonRecord} from '../../values.js';

/** What a chunk has changed. */
export type Change =
  /** The id or the metadata of the message. */
  | {readonly type: 'message'}
  | {readonly type: 'added'; readonly index: number}
  | {readonly type: 'changed'; readonly index: number}
  /** Text was appended to a text, to reasoning or to the input of a call. */
  | {readonly type: 'grown'; readonly index: number; readonly text: string}
  /** All parts from this index on were removed. */
  | {readonly type: 'reset'; readonly length: number}
  /** Data that is not part of the message. */
  | {readonly type: 'transient'; readonly name: string; readonly data: unknown};

/** The changes of a chunk, and what was unexpected about it. */
export interface Accepted {
  readonly changes: readonly Change[];
  readonly problem?: string;
}

type TextKind = 'text' | 'reasoning';

const nothing: Accepted = {changes: []};

/**
 * Accumulates the chunks of a stream to the message that servers and the official client store. It starts with the
 * message that the stream continues, or with an empty one.
 *
 * Parts are addressed by their place, because the ids in a stream are not unique: the ids of texts and reasoning are
 * reused in the next step, and `toolCallId` may name a call of an earlier stream. Parts are never modified, only
 * replaced. A result that arrives before its call is kept until the call arrives.
 */
export class Accumulator {
  #id: string;
  #metadata: unknown;
  #isNamed: boolean;
  readonly #rest: JsonRecord;
  readonly #parts: UiPart[];
  /** How many parts are of earlier streams, which a reset does not remove. */
  readonly #known: number;
  /** The places of texts and reasoning that are open, by kind and id. */
  readonly #open = new Map<string, number>();
  /** The place of a cut text that the stream continues, until something else follows. */
  #cut: number | undefined;
  /** Whether a step has begun that has no part yet, because it may continue the cut text. */
  #isStepHeld = false;
  /** The cut text before it was continued, for a step that is discarded. */
  #before: {readonly index: number; readonly part: UiPart} | undefined;
  /** Chunks about calls that are unknown so far. */
  readonly #early = new Map<string, ToolChunk[]>();

  /** `isCut`: the last text was cut, and the next one continues it. */
  constructor({id, metadata, parts, ...rest}: UiMessage, isCut = false) {
    this.#id = id;
    this.#isNamed = id !== '';
    this.#metadata = metadata;
    this.#parts = [...parts];
    this.#known = parts.length;
    this.#rest = rest;
    const last = parts.findLastIndex(({type}) => !/^(?:source-|step-start$)/.test(type));
    if (isCut && parts[last]?.type === 'text') this.#cut = last;
  }

  /** The message so far. */
  get message(): UiMessage {
    return {
      ...this.#rest,
      id: this.#id,
      role: 'assistant',
      ...defined({metadata: this.#metadata}),
      parts: this.#parts.map(withPartialInput),
    };
  }

  get metadata(): unknown {
    return this.#metadata;
  }

  get id(): string {
    return this.#id;
  }

  get parts(): readonly UiPart[] {
    return this.#parts;
  }

  /** Calls that never arrived, with what arrived about them. They are not sent back. */
  get missingCalls(): readonly UiPart[] {
    return [...this.#early].map(([toolCallId, chunks]) =>
      chunks.reduce<UiPart>(
        (part, chunk) =>
          chunk.type === 'tool-input-delta'
            ? withInput(part, chunk.fields)
            : {...part, ...partFields(part, chunk), rawInput: part['rawInput']},
        {type: 'dynamic-tool', toolName: 'tool', toolCallId, state: 'input-streaming'},
      ),
    );
  }

  accept(chunk: Exclude<Chunk, {readonly type: 'unreadable'}>): Accepted {
    switch (chunk.type) {
      case 'start':
        return this.#start(chunk.fields);
      case 'message-metadata':
      case 'finish':
        return {changes: this.#merge(chunk.fields['messageMetadata'])};
      case 'start-step':
        if (this.#cut === undefined) return this.#add({type: 'step-start'});
        this.#isStepHeld = true;
        return nothing;
      case 'reset-step':
        return this.#reset();
      case 'text-start':
      case 'reasoning-start':
        return this.#startText(kindOf(chunk.type), chunk.id, chunk.fields);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#growText(kindOf(chunk.type), chunk.id, chunk.fields);
      case 'text-end':
      case 'reasoning-end':
        return this.#endText(kindOf(chunk.type), chunk.id, chunk.fields);
      case 'file':
      case 'reasoning-file':
      case 'source-url':
      case 'source-document':
      case 'custom':
      case 'steering-message':
        return this.#add({...chunk.fields, type: chunk.type});
      case 'data':
        return this.#data(chunk.name, chunk.fields);
      case 'tool-approval-response':
        return this.#answer(chunk.approval, chunk.fields);
      case 'finish-step':
      case 'abort':
      case 'error':
        return nothing;
      default:
        return this.#tool(chunk);
    }
  }

  #start({messageId, messageMetadata}: JsonRecord): Accepted {
    const id = idOf(messageId);
    const isOther = id !== undefined && this.#isNamed && id !== this.#id;
    if (id !== undefined && !this.#isNamed) {
      this.#id = id;
      this.#isNamed = true;
    }
    this.#merge(messageMetadata);
    const changes = [{type: 'message'} as const];
    return isOther ? {changes, problem: `The message has the id ${this.#id} already.`} : {changes};
  }

  #merge(metadata: unknown): readonly Change[] {
    if (metadata === undefined || metadata === null) return [];
    this.#metadata = mergeMetadata(this.#metadata, metadata);
    return [{type: 'message'}];
  }

  #add(part: UiPart): Accepted {
    const parts = this.#isStepHeld ? [{type: 'step-start'}, part] : [part];
    this.#cut = undefined;
    this.#isStepHeld = false;
    return {
      changes: parts.map(each => ({type: 'added', index: this.#parts.push(each) - 1}) as const),
    };
  }

  #reset(): Accepted {
    const step = this.#parts.findLastIndex(({type}) => type === 'step-start') + 1;
    const length = Math.max(step, this.#known);
    this.#open.clear();
    const before = this.#before;
    if (before) {
      this.#parts[before.index] = before.part;
      this.#cut = before.index;
      this.#before = undefined;
    } else if (length === this.#parts.length) return nothing;
    this.#parts.length = length;
    return {changes: [{type: 'reset', length}]};
  }

  #startText(kind: TextKind, id: string, fields: JsonRecord): Accepted {
    const key = `${kind} ${id}`;
    const cut = kind === 'text' ? this.#cut : undefined;
    const part = cut === undefined ? undefined : this.#parts[cut];
    if (cut !== undefined && part) {
      this.#before = {index: cut, part};
      this.#cut = undefined;
      this.#isStepHeld = false;
      this.#open.set(key, cut);
      return {changes: this.#change(cut, {state: 'streaming', ...metadataOf(fields)})};
    }
    const before = this.#open.get(key);
    const closed = before === undefined ? [] : this.#change(before, {state: 'done'});
    const added = {type: kind, text: '', state: 'streaming', ...metadataOf(fields)};
    const {changes} = this.#add(added);
    this.#open.set(key, this.#parts.length - 1);
    return {changes: [...closed, ...changes]};
  }

  #growText(kind: TextKind, id: string, fields: JsonRecord): Accepted {
    const known = this.#open.get(`${kind} ${id}`) ?? this.#unfinished(kind, id);
    if (known === undefined) {
      const {changes} = this.#startText(kind, id, {});
      this.#growText(kind, id, fields);
      // The part that was added has the text already.
      return {changes, problem: `${kind}-delta came before ${kind}-start.`};
    }
    // Servers that send the parts of `fullStream` name it `text`, in version 4 `textDelta`.
    const {delta, text: ofPart, textDelta} = fields;
    const text = asText(delta) ?? asText(ofPart) ?? asText(textDelta) ?? '';
    const part = this.#parts[known];
    if (part) {
      const whole = (asText(part['text']) ?? '') + text;
      this.#parts[known] = {...part, text: whole, ...metadataOf(fields)};
    }
    return {changes: [{type: 'grown', index: known, text}]};
  }

  /** The place of the last part, if it was cut: a stream that has only the rest continues it without its id. */
  #unfinished(kind: TextKind, id: string): number | undefined {
    const index = this.#parts.length - 1;
    const part = this.#parts[index];
    const isOpen = [...this.#open.values()].includes(index);
    if (part?.type !== kind || part['state'] !== 'streaming' || isOpen) return undefined;
    this.#cut = undefined;
    this.#open.set(`${kind} ${id}`, index);
    return index;
  }

  #endText(kind: TextKind, id: string, fields: JsonRecord): Accepted {
    const key = `${kind} ${id}`;
    const known = this.#open.get(key);
    if (known === undefined) return {...nothing, problem: `${kind}-end came without a start.`};
    this.#open.delete(key);
    const {citations} = fields;
    const more = {...metadataOf(fields), ...(Array.isArray(citations) && {citations})};
    return {changes: this.#change(known, {state: 'done', ...more})};
  }

  #data(name: string, {id, data, transient}: JsonRecord): Accepted {
    if (transient === true) return {changes: [{type: 'transient', name, data}]};
    const type = `data-${name}`;
    const known =
      id === undefined || id === null
        ? -1
        : this.#parts.findLastIndex(part => part.type === type && part['id'] === id);
    const part = this.#parts[known];
    // A question that was answered stays, and another one follows.
    if (part && !isAnswered(part)) return {changes: this.#change(known, {data})};
    return this.#add({type, ...(id !== undefined && {id}), data});
  }

  #answer(approval: string, fields: JsonRecord): Accepted {
    const known = this.#parts.findLastIndex(
      part => isRecord(part['approval']) && part['approval']['id'] === approval,
    );
    if (known < 0) return {...nothing, problem: `No call has the approval ${approval}.`};
    const {approved, reason, providerExecuted, providerMetadata} = fields;
    const asked = this.#parts[known]?.['approval'];
    return {
      changes: this.#change(known, {
        state: 'approval-responded',
        approval: {...(isRecord(asked) && asked), approved: approved === true, ...given({reason})},
        ...given({providerExecuted, callProviderMetadata: providerMetadata}),
      }),
    };
  }

  #tool(chunk: ToolChunk): Accepted {
    const index = this.#call(chunk.call);
    if (
      chunk.type === 'tool-input-start' ||
      chunk.type === 'tool-input-available' ||
      (chunk.type === 'tool-input-error' && index < 0)
    ) {
      return this.#openTool(this.#isPast(index) ? -1 : index, chunk);
    }
    const part = this.#parts[index];
    if (!part) {
      this.#early.set(chunk.call, [...(this.#early.get(chunk.call) ?? []), chunk]);
      return nothing;
    }
    if (chunk.type === 'tool-input-delta') return this.#growInput(index, part, chunk.fields);
    // Some servers do not send the whole input again.
    const isOpen = part['state'] === 'input-streaming';
    const input = isOpen && {
      input: withPartialInput(part)['input'] ?? {},
      rawInput: undefined,
      inputEncoding: undefined,
    };
    return {changes: this.#change(index, {...input, ...partFields(part, chunk)})};
  }

  /** The place of a call: the last one with this id. */
  #call(id: string): number {
    return this.#parts.findLastIndex(part => isTool(part) && part['toolCallId'] === id);
  }

  /** Whether a call of an earlier step has its result: the same id in another step is another call. */
  #isPast(index: number): boolean {
    const step = this.#parts.findLastIndex(({type}) => type === 'step-start');
    const state = asText(this.#parts[index]?.['state']);
    return index >= 0 && index < step && (state?.startsWith('output-') ?? false);
  }

  /** Opens a call, or changes one that is known, and applies what arrived before it. */
  #openTool(known: number, chunk: ToolChunk): Accepted {
    const part = this.#parts[known];
    if (part && chunk.type === 'tool-input-start') {
      return {...nothing, problem: `The call ${chunk.call} was started already.`};
    }
    const fields = {...partFields(part, chunk), ...(part && renamed(part, chunk.fields))};
    const early = this.#early.get(chunk.call) ?? [];
    this.#early.delete(chunk.call);
    const opened = part
      ? this.#change(known, fields)
      : this.#add(given({...typeOf(chunk.fields), toolCallId: chunk.call, ...fields}) as UiPart)
          .changes;
    const later = early.flatMap(one => this.#tool(one).changes);
    const changes = [...opened, ...later];
    return early.length > 0 ? {changes, problem: `The call ${chunk.call} came late.`} : {changes};
  }

  #growInput(index: number, part: UiPart, fields: JsonRecord): Accepted {
    if (part['state'] !== 'input-streaming') {
      return {...nothing, problem: 'tool-input-delta came after the end of the input.'};
    }
    const text = asText(fields['inputTextDelta']) ?? '';
    this.#parts[index] = withInput(part, fields);
    return {changes: [{type: 'grown', index, text}]};
  }

  #change(index: number, fields: JsonRecord): readonly Change[] {
    const part = this.#parts[index];
    if (!part) return [];
    this.#parts[index] = given({...part, ...fields}) as UiPart;
    return [{type: 'changed', index}];
  }
}

const kindOf = (type: string): TextKind => (type.startsWith('text') ? 'text' : 'reasoning');

const metadataOf = ({providerMetadata}: JsonRecord): JsonRecord => given({providerMetadata});
