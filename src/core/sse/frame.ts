/** One server-sent event, as the HTML standard dispatches it (section 9.2.6, "Interpreting an event stream"). */
export interface Frame {
  /** The `event:` field; absent for the default type. */
  readonly event?: string;
  /** All `data:` lines, joined by line feeds. */
  readonly data: string;
  /** The `id:` field of this frame, where the wire has one. */
  readonly id?: string;
}
