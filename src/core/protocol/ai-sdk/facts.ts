import {asNumber, asRecord, asText, defined} from '../../values.js';
import type {Usage} from '../../model/item.js';
import type {Fields} from '../../model/op.js';

/**
 * The facts in the metadata of a message. The protocol defines none; these are the names in the documentation of the AI
 * SDK.
 */
export function factsOf(metadata: unknown): Fields<'message'> {
  const {createdAt, model, usage, totalTokens} = asRecord(metadata);
  return defined({
    createdAt: timeOf(createdAt),
    model: asText(model),
    usage: usageOf({...defined({totalTokens}), ...asRecord(usage)}),
  });
}

function usageOf(usage: Readonly<Record<string, unknown>>): Usage | undefined {
  const counts = defined({
    inputTokens: asNumber(usage['inputTokens']),
    outputTokens: asNumber(usage['outputTokens']),
    totalTokens: asNumber(usage['totalTokens']),
  });
  return Object.keys(counts).length > 0 ? counts : undefined;
}

/** The latest time that a date can have, in milliseconds. */
const MAX_TIME = 8.64e15;

/** A time as ISO text, from text or from milliseconds since the epoch. */
function timeOf(value: unknown): string | undefined {
  const time = asNumber(value) ?? Date.parse(asText(value) ?? '');
  return Math.abs(time) <= MAX_TIME ? new Date(time).toISOString() : undefined;
}
