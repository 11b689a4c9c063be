import {parseJson} from '../../core/json.js';
import type {Frame} from '../../core/sse/frame.js';
import type {Op} from '../../core/model/op.js';
import type {InspectedRun, Occurrence} from './inspected-run.js';

export type RowKind = 'frame' | Occurrence['kind'];

const encoder = new TextEncoder();

/** A row of the list: the index of a frame or of an occurrence of a run. */
export interface Row {
  readonly kind: RowKind;
  readonly index: number;
  /** The number of frames received up to and including this row. */
  readonly after: number;
}

export interface RowFilter {
  readonly kind: RowKind | '';
  readonly text: string;
}

/** The texts of a row. */
interface RowTexts {
  readonly at: number;
  readonly name: string;
  /** In bytes. */
  readonly size?: number;
  readonly ops?: readonly Op[] | undefined;
}

/** How many frames and occurrences of a run are already listed. */
export interface Listed {
  readonly frames: number;
  readonly occurrences: number;
}

/** Adds rows for the frames and occurrences that are not listed yet and match the filter, in order of arrival. */
export function* addRows(
  rows: Row[],
  run: InspectedRun,
  filter: RowFilter,
  listed: Listed,
): Generator<void, Listed, void> {
  const {history, occurrences} = run;
  const end = {frames: history.length, occurrences: occurrences.length};
  const text = filter.text.trim().toLowerCase();
  const matches = (row: Row): boolean =>
    (filter.kind === '' || filter.kind === row.kind) &&
    (text === '' || searchedText(run, row).includes(text));
  const add = (row: Row): void => {
    if (matches(row)) rows.push(row);
  };
  let next = listed.occurrences;
  const addOccurrences = (until: number): void => {
    for (; next < end.occurrences; next++) {
      const one = occurrences[next];
      if (!one || one.after > until) return;
      add({kind: one.kind, index: next, after: one.after});
    }
  };
  for (let index = listed.frames; index < end.frames; index++) {
    addOccurrences(index);
    add({kind: 'frame', index, after: index + 1});
    if (index % 64 === 0) yield;
  }
  addOccurrences(end.frames);
  return end;
}

/** Returns the texts of a row. */
export function rowTexts({history, occurrences}: InspectedRun, {kind, index}: Row): RowTexts {
  const timed = kind === 'frame' ? history.frames[index] : undefined;
  if (timed) {
    const {at, frame} = timed;
    return {
      at,
      name: frameName(frame),
      size: encoder.encode(frame.data).length,
      ops: history.opsOf(index),
    };
  }
  const {at = 0, name = ''} = occurrences[index] ?? {};
  return {at, name};
}

/** The lower-case text that a filter searches. */
function searchedText({history, occurrences}: InspectedRun, {kind, index}: Row): string {
  const frame = kind === 'frame' ? history.frames[index]?.frame : undefined;
  const text = frame ? `${frame.event ?? ''} ${frame.data}` : (occurrences[index]?.name ?? '');
  return text.toLowerCase();
}

/** The name of a frame in any protocol: its event, else the type in its JSON, else the start of its data. */
function frameName({event, data}: Frame): string {
  if (event !== undefined) return event;
  const value = parseJson(data);
  if (typeof value === 'object' && value !== null) {
    const {
      type,
      event_type: eventType,
      event: inner,
      action,
      key,
    } = value as Record<string, unknown>;
    const name = [type, eventType, inner].find(word => typeof word === 'string');
    if (typeof name === 'string') return name;
    if (typeof action === 'string')
      return `${action} ${Array.isArray(key) ? key.join('.') : ''}`.trim();
    return Object.keys(value).slice(0, 3).join(', ');
  }
  return data.slice(0, 60);
}

/** Summarizes ops: `open 2, append 1`. */
export function summarizeOps(ops: readonly Op[]): string {
  const counts = new Map<string, number>();
  for (const {op} of ops) counts.set(op, (counts.get(op) ?? 0) + 1);
  return Array.from(counts, ([op, count]) => (count === 1 ? op : `${op} ${count}`)).join(', ');
}
