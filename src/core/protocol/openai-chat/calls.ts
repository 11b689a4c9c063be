import {asRecord, asText, defined, isRecord, numericOf, type JsonRecord} from '../../values.js';
import {sentArguments} from '../operations/sent-conversation.js';
import {jsonText, parseJson} from '../../json.js';

/** A part of a call, as a delta contains it. */
export interface CallFragment {
  readonly format: 'function' | 'custom' | 'legacy';
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  /** A part of the arguments, or all of them if `isWhole`. */
  readonly text: string;
  readonly isWhole: boolean;
  /** Further fields, such as signatures, which must be sent back. */
  readonly more: JsonRecord;
}

/** A call, as far as it was received. */
export interface Call {
  readonly format: CallFragment['format'];
  readonly id: string;
  readonly name: string;
  /** JSON text; free text for a custom tool. */
  readonly text: string;
  readonly more: JsonRecord;
}

/** Reads an element of `tool_calls`. */
export function readToolCall({
  index,
  id,
  type,
  function: fn,
  custom,
  ...more
}: JsonRecord): CallFragment {
  const isCustom = type === 'custom' || isRecord(custom);
  const {name, input, arguments: args} = asRecord(isCustom ? custom : fn);
  return {
    format: isCustom ? 'custom' : 'function',
    ...defined({index: numericOf(index), id: asText(id), name: asText(name)}),
    ...argumentsOf(isCustom ? input : args),
    more: Object.fromEntries(Object.entries(more).filter(([, value]) => value != null)),
  };
}

/** Reads `function_call`, the format before `tool_calls`: one call without an id. */
export function readFunctionCall({name, arguments: args}: JsonRecord): CallFragment {
  return {
    format: 'legacy',
    index: -1,
    ...defined({name: asText(name)}),
    ...argumentsOf(args),
    more: {},
  };
}

/** Arguments are parts of JSON text; some local servers send an object. */
function argumentsOf(value: unknown): {readonly text: string; readonly isWhole: boolean} {
  if (typeof value === 'string') return {text: value, isWhole: false};
  return {text: value == null ? '' : (jsonText(value) ?? ''), isWhole: true};
}

/** What a fragment has changed: `call` has the place `at`, and `grown` was appended to its arguments. */
export interface CallChange {
  readonly at: number;
  readonly call: Call;
  readonly grown: string;
}

/**
 * Joins the fragments of calls. They are found by `index`; without one, by `id`; without both, a name begins a call.
 * Servers that give every call the same index are recognised by another id and name, or by either after complete
 * arguments; some servers give each fragment of a call another id.
 */
export class Calls {
  readonly #calls: Call[] = [];
  /** The place of the call whose fragment was the latest with an index. */
  readonly #places = new Map<number, number>();

  /** The calls in the order of their first fragments. */
  get all(): readonly Call[] {
    return this.#calls;
  }

  has(id: string | undefined): boolean {
    return this.#calls.some(call => call.id === id);
  }

  /** Gives an id to each call without one: its result is sent back with it. */
  complete(prefix: string): readonly CallChange[] {
    return this.#calls.flatMap((call, at) => {
      if (call.id !== '' || call.format === 'legacy') return [];
      const named = {...call, id: `${prefix}_${at + 1}`};
      this.#calls[at] = named;
      return {at, call: named, grown: ''};
    });
  }

  accept(fragment: CallFragment): CallChange {
    const {format, index, id = '', name = '', more} = fragment;
    const known = this.#find(fragment);
    const at = known ?? this.#calls.length;
    if (index !== undefined) this.#places.set(index, at);
    const before = this.#calls[at] ?? {format, id, name: '', text: '', more: {}};
    const grown = fragment.isWhole && before.text !== '' ? '' : fragment.text;
    const call = {
      format: before.format,
      id: before.id || id,
      name: joinedName(before, name),
      text: before.text + grown,
      more: {...before.more, ...more},
    };
    this.#calls[at] = call;
    return {at, call, grown};
  }

  #find(fragment: CallFragment): number | undefined {
    const {index, id, name} = fragment;
    const withId = id ? this.#calls.findLastIndex(call => call.id === id) : -1;
    if (index !== undefined) {
      const at = this.#places.get(index);
      const call = at === undefined ? undefined : this.#calls[at];
      if (call && call.id !== id && withId >= 0) return withId;
      return call && !isAnother(call, fragment) ? at : undefined;
    }
    if (withId >= 0) return withId;
    const isNew = id !== undefined || name !== undefined || this.#calls.length === 0;
    return isNew ? undefined : this.#calls.length - 1;
  }
}

/** Whether a fragment with the index of a call begins another one. */
function isAnother(call: Call, {id, name, text}: CallFragment): boolean {
  const isOtherId = isOther(call.id, id);
  if (isOtherId && isOther(call.name, name)) return true;
  if (call.text.trim() === '') return false;
  const isNamed = name !== undefined && id === undefined && /^\s*\{/.test(text);
  return (isOtherId || isNamed) && isComplete(call);
}

const isOther = (before: string, value = ''): boolean =>
  before !== '' && value !== '' && value !== before;

/** A name may come again, in parts, or each time longer, as long as no arguments have come. */
function joinedName({name: before, text}: Call, name: string): string {
  if (before === '' || name === '' || name === before || text !== '') return before || name;
  return name.startsWith(before) ? name : before + name;
}

/** Whether the arguments of a call can be read. No arguments are an empty object. */
export const isComplete = ({format, text}: Call): boolean =>
  format === 'custom' || text.trim() === '' || parseJson(text) !== undefined;

/** The call as a message of the history contains it. */
export function recordOfCall({format, id, name, text, more}: Call): JsonRecord {
  const args = sentArguments(text);
  if (format === 'legacy') return {name, arguments: args};
  if (format === 'custom') return {...more, id, type: 'custom', custom: {name, input: text}};
  return {...more, id, type: 'function', function: {name, arguments: args}};
}
