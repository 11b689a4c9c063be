import type {ResponseRecord} from './response.js';
import {asNumber, asRecord, asText, defined, type JsonRecord} from '../../values.js';
import type {Usage} from '../../model/item.js';
import type {Fields} from '../../model/op.js';

/** The latest time that a date can have, in seconds. */
const MAX_SECONDS = 8.64e12;

/**
 * The facts about a message: the time of its first response, the usage of all, and the others of the last one.
 *
 * @param records The responses of earlier streams.
 * @param heads The responses of this stream, without their output.
 */
export function factsOf(
  records: readonly ResponseRecord[],
  heads: readonly JsonRecord[],
): Fields<'message'> {
  const head = heads.at(-1) ?? {};
  return defined({
    runId: asText(head['id']),
    model: asText(head['model']),
    createdAt: records.length === 0 ? timeOf(heads[0]?.['created_at']) : undefined,
    usage: usageOf([...records, ...heads].map(({usage}) => usage)),
    stopReason: asText(asRecord(head['incomplete_details'])['reason']),
  });
}

/** The total usage of the responses of a message. */
function usageOf(usages: readonly unknown[]): Usage | undefined {
  const sum = (field: string): number | undefined =>
    usages
      .flatMap(usage => asNumber(asRecord(usage)[field]) ?? [])
      .reduce<number | undefined>((total = 0, count) => total + count, undefined);
  const total = defined({
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    totalTokens: sum('total_tokens'),
  });
  return Object.keys(total).length > 0 ? total : undefined;
}

function timeOf(value: unknown): string | undefined {
  const seconds = asNumber(value);
  return seconds !== undefined && Math.abs(seconds) <= MAX_SECONDS
    ? new Date(seconds * 1000).toISOString()
    : undefined;
}
