import {parseJson} from '../json.js';

/** One server-sent event, as the HTML standard dispatches it (section 9.2.6, "Interpreting an event stream"). */
export interface Frame {
  /** The `event:` field; absent for the default type. */
  readonly event?: string;
  /** All `data:` lines, joined by line feeds. */
  readonly data: string;
  /** The `id:` field of this frame, where the wire has one. */
  readonly id?: string;
}

let last: Frame | undefined;
let value: unknown;

/**
 * The JSON value that a frame carries, `undefined` if it carries none. Order, joining and decoding ask for the same
 * frame one after the other, so the last one is remembered; a table of all would cost more than parsing again.
 */
export function jsonOf(frame: Frame): unknown {
  if (last !== frame) value = parseJson(frame.data);
  last = frame;
  return value;
}
