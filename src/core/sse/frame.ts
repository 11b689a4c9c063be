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

const parsed = new WeakMap<Frame, {readonly value: unknown}>();

/**
 * The JSON value that a frame carries, `undefined` if it carries none. Order, joining and decoding all ask; the text is
 * parsed once.
 */
export function jsonOf(frame: Frame): unknown {
  let known = parsed.get(frame);
  if (!known) {
    known = {value: parseJson(frame.data)};
    parsed.set(frame, known);
  }
  return known.value;
}
