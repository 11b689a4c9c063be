import type {Phase, ToolItem} from '../../core/index.js';
import {humanise} from './format.js';

/** What a tool wrote, as a value where it is JSON, else as the text it is. */
export function readOutput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The argument that says most about a call: its first words. */
export function leadingWords(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const words = Object.values<unknown>(input as Record<string, unknown>).find(
    value => typeof value === 'string' && value.trim() !== '',
  );
  return typeof words === 'string' ? words : '';
}

/** What a phase says for itself, with the counts that it reported. */
export function phaseNote(phase: Phase): string {
  const counts = Object.entries(phase.data ?? {})
    .filter(([, value]) => typeof value === 'number' && Number.isFinite(value))
    .map(([key, value]) => `${humanise(key).toLowerCase()} ${String(value)}`);
  return [phase.message, ...counts].filter(Boolean).join(' · ');
}

/** What a running tool is doing now. */
export function presentNote(item: ToolItem): string {
  const phase = item.phases?.at(-1);
  if (phase) return phase.message ?? humanise(phase.name);
  return item.log.trimEnd().split('\n').at(-1) ?? '';
}
