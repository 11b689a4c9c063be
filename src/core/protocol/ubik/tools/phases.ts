import type {Phase} from '../../../model/item.js';
import {defined, isRecord, asText, type JsonRecord} from '../../../values.js';

/** Maximum number of phases of a tool call; further updates change the last one. */
const MAX_PHASES = 200;

/** Maximum number of facts of a phase; further ones are dropped. */
const MAX_FACTS = 50;

/** Fields of an update that are not facts of the phase. */
const OWN = new Set(['phase', 'status', 'message', 'data', 'output_key']);

/**
 * Applies a `tool_update` to the phases of its tool. Supports all shapes in the tool pages: phase and status flat, with
 * nested data, output only, or only a message.
 */
export function withUpdate(phases: readonly Phase[], update: JsonRecord): readonly Phase[] {
  const name = asText(update['phase']);
  const last = phases.at(-1);
  const known = name === undefined ? last : phases.findLast(phase => phase.name === name);
  const before = known ?? (phases.length < MAX_PHASES ? undefined : last);
  const flat = Object.entries(update).filter(([field]) => !OWN.has(field));
  const nested = isRecord(update['data']) ? Object.entries(update['data']) : [];
  const facts = new Map(Object.entries(before?.data ?? {}));
  for (const [name, fact] of [...flat, ...nested]) {
    if (facts.size < MAX_FACTS || facts.has(name)) facts.set(name, fact);
  }
  const data = Object.fromEntries(facts);
  const phase: Phase = defined({
    name: before?.name ?? name ?? asText(update['output_key']) ?? 'working',
    status: statusOf(update['status']) ?? before?.status ?? 'started',
    message: asText(update['message']) ?? before?.message,
    data: facts.size > 0 ? data : undefined,
  });
  if (before && JSON.stringify(before) === JSON.stringify(phase)) return phases;
  return before ? phases.map(old => (old === before ? phase : old)) : [...phases, phase];
}

function statusOf(status: unknown): Phase['status'] | undefined {
  switch (status) {
    case 'completed':
    case 'done':
    case 'success':
      return 'completed';
    case 'failed':
    case 'error':
      return 'failed';
    case undefined:
    case null:
      return undefined;
    default:
      return 'started';
  }
}
