/** One server-sent event, as the HTML standard dispatches it (section 9.2.6, "Interpreting an event stream"). */
export interface Frame {
  /** The `event:` field; absent for the default type. */
  readonly event?: string;
  /** All `data:` lines, joined by line feeds. */
  readonly data: string;
  /** The `id:` field, if the server sends one. */
  readonly id?: string;
}

/** A frame with the JSON value of its data, so that it is parsed once for sorting, joining and decoding. */
export interface ParsedFrame {
  readonly frame: Frame;
  /** `undefined` if the data is not JSON, or if only the decoder reads it. */
  readonly json: unknown;
}
