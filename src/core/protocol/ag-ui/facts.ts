import {
  asNumber,
  asRecord,
  asRecords,
  asText,
  defined,
  type JsonRecord,
  keyOf,
} from '../../values.js';
import {errorFields, errorText} from '../operations/read-error.js';
import type {Usage} from '../../model/item.js';
import type {Fields} from '../../model/op.js';

/** Milliseconds since 2001. Some servers send 0. */
const time = /^\d{13}$/;

/** The time of an event in milliseconds since the epoch; `undefined` if it has none. */
export const timeOf = (timestamp: unknown): number | undefined =>
  time.test(keyOf(timestamp)) ? Number(timestamp) : undefined;

/** The facts about the message in an event of the run. TanStack AI has more of them in the metadata. */
export function factsOf({
  timestamp,
  metadata,
}: {
  readonly timestamp?: unknown;
  readonly metadata?: unknown;
}): Fields<'message'> {
  const {model, finishReason} = asRecord(asRecord(metadata)['tanstack']);
  const at = timeOf(timestamp);
  return defined({
    createdAt: at === undefined ? undefined : new Date(at).toISOString(),
    model: asText(model),
    stopReason: asText(finishReason),
  });
}

/** The fields of an error item from an event with a `code` and a `message`. */
export function errorOf({code, message}: JsonRecord): Fields<'error'> {
  return errorFields(asText(code) ?? 'stream_error', errorText(message));
}

const counts = ['inputTokens', 'outputTokens', 'totalTokens'] as const;

/** Adds the usage of a run, which is a list with an entry for each model. */
export function usageOf(
  value: unknown,
  before: Usage | undefined,
): Pick<Fields<'message'>, 'usage' | 'model'> {
  let usage = before;
  let model: string | undefined;
  for (const entry of asRecords(value)) {
    model = asText(entry['model']) ?? model;
    for (const name of counts) {
      const count = asNumber(entry[name]);
      if (count !== undefined) usage = {...usage, [name]: (usage?.[name] ?? 0) + count};
    }
  }
  return defined({usage, model});
}
