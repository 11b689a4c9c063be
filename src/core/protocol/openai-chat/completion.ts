import {Calls, isComplete, recordOfCall} from './calls.js';
import type {DeltaPart} from './delta.js';
import {asNumber, asRecords, asText, isRecord, type JsonRecord} from '../../values.js';
import type {Usage} from '../../model/item.js';

/** A message of the history, as requests contain it. */
export type ChatMessage = JsonRecord & {readonly role: string};

/**
 * Accumulates one completion to the message that the next request sends back: the fields that were received, with
 * reasoning under the name that the server has given it. It may begin with a message that was cut.
 */
export class Completion {
  readonly calls = new Calls();
  reason: string | undefined;
  /** Whether the calls are run, also those whose arguments are no JSON: these get an error as their result. */
  runsCalls = false;
  usage: JsonRecord | undefined;
  /** The texts and the reasoning of the content, in order. */
  readonly #parts: {readonly type: 'text' | 'thinking'; text: string}[] = [];
  readonly #fields: Record<string, string> = {};
  readonly #details: JsonRecord[] = [];
  readonly #results: ChatMessage[] = [];
  #kept: JsonRecord;

  constructor({content, ...fields}: JsonRecord = {}) {
    this.#kept = fields;
    if (typeof content === 'string') this.#parts.push({type: 'text', text: content});
    for (const part of asRecords(content)) {
      const thinking = asRecords(part['thinking'])[0];
      const text = asText(thinking?.['text'] ?? part['text']) ?? '';
      this.#parts.push({type: thinking ? 'thinking' : 'text', text});
    }
  }

  /** Whether the model declined to answer. */
  get isRefused(): boolean {
    return this.#fields['refusal'] !== undefined;
  }

  /** The message, and the results of the calls that the server has run; nothing if the message is empty. */
  get messages(): readonly ChatMessage[] {
    const {legacy, calls} = this.#sendableCalls();
    const message = {
      ...this.#kept,
      role: 'assistant',
      content: this.#content(),
      ...this.#fields,
      ...(this.#details.length > 0 && {reasoning_details: this.#details}),
      ...(calls.length > 0 && {tool_calls: calls}),
      ...(legacy && {function_call: legacy}),
    };
    const isEmpty = Object.entries(message).every(([name, value]) => name === 'role' || !value);
    return isEmpty ? this.#results : [message, ...this.#results];
  }

  accept(part: DeltaPart): void {
    switch (part.type) {
      case 'text':
        this.#add('text', part.text);
        break;
      case 'thinking':
        if (part.field === undefined) this.#add('thinking', part.text);
        else this.#append(part.field, part.text);
        break;
      case 'refusal':
        this.#append('refusal', part.text);
        break;
      case 'details':
        for (const detail of part.details) this.#addDetail(detail);
        break;
      case 'result':
        this.#results.push({role: 'tool', tool_call_id: part.call, content: part.output});
        break;
      case 'kept':
        this.#kept = {...this.#kept, ...part.fields};
        break;
      case 'call':
      case 'executed':
      case 'annotation':
      case 'image':
    }
  }

  #content(): unknown {
    if (this.#parts.every(({type}) => type === 'text')) {
      return this.#parts.map(({text}) => text).join('') || null;
    }
    return this.#parts.map(({type, text}) =>
      type === 'text' ? {type, text} : {type, thinking: [{type: 'text', text}]},
    );
  }

  /** Calls without a name are refused by servers. Arguments that were cut are not those of a call. */
  #sendableCalls(): {
    readonly legacy: JsonRecord | undefined;
    readonly calls: readonly JsonRecord[];
  } {
    const known = this.calls.all.filter(
      call => call.name !== '' && (this.runsCalls || isComplete(call)),
    );
    const legacy = known.find(({format}) => format === 'legacy');
    return {
      legacy: legacy && recordOfCall(legacy),
      calls: known.filter(({format}) => format !== 'legacy').map(recordOfCall),
    };
  }

  #add(type: 'text' | 'thinking', text: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === type) last.text += text;
    else this.#parts.push({type, text});
  }

  #append(field: string, text: string): void {
    this.#fields[field] = (this.#fields[field] ?? asText(this.#kept[field]) ?? '') + text;
  }

  /** Joins the parts of one detail, which have the same index and type. */
  #addDetail(detail: JsonRecord): void {
    const last = this.#details.at(-1);
    const isSame = last && last['type'] === detail['type'] && last['index'] === detail['index'];
    if (!isSame) {
      this.#details.push(detail);
      return;
    }
    const joined: Record<string, unknown> = {...last};
    for (const [name, value] of Object.entries(detail)) {
      const before = joined[name];
      const isGrowing = ['text', 'summary', 'data'].includes(name);
      if (isGrowing && typeof before === 'string' && typeof value === 'string') {
        joined[name] = before + value;
      } else if (value != null) joined[name] = value;
    }
    this.#details[this.#details.length - 1] = joined;
  }
}

const COUNTERS = [
  ['inputTokens', 'prompt_tokens'],
  ['outputTokens', 'completion_tokens'],
  ['totalTokens', 'total_tokens'],
] as const;

/** The total usage of the completions of an answer, added to that of `before`. */
export function totalUsage(
  before: Usage | undefined,
  usages: readonly (JsonRecord | undefined)[],
): Usage | undefined {
  const totals: Partial<Record<keyof Usage, number>> = {};
  for (const [name, counter] of COUNTERS) {
    const counts = [before?.[name], ...usages.filter(isRecord).map(usage => usage[counter])]
      .map(asNumber)
      .filter(count => count !== undefined);
    if (counts.length > 0) totals[name] = counts.reduce((sum, count) => sum + count, 0);
  }
  return Object.keys(totals).length > 0 ? totals : undefined;
}
