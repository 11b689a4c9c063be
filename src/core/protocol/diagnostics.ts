/**
 * The code of an anomaly in a stream. Every code is stable; `npm run derive` writes these descriptions to the site's
 * page of codes.
 */
export type DiagnosticCode =
  /** A frame exceeded the maximum length and was dropped. */
  | 'frame-too-long'
  /** A frame contains no event that the protocol can read, and was ignored. */
  | 'frame-unreadable'
  /** Frames arrived out of order; they were sorted by time. `data.late` has their number. */
  | 'frames-late'
  /** An event arrived after the end of the run, and was ignored. */
  | 'event-late'
  /** The protocol does not know this type of event; it was ignored. */
  | 'event-unknown'
  /** An event refers to a message or block that was not started, and was ignored. */
  | 'event-out-of-place'
  /** Not all chunks of a split frame arrived; the frame was dropped. */
  | 'group-incomplete'
  /** The chunks of a split frame exceed the maximum length; the frame was dropped. */
  | 'group-too-long'
  /** Too many frames are incomplete at the same time; the oldest was dropped. */
  | 'too-many-groups'
  /** The index of a chunk is outside of its group; the chunk was dropped. */
  | 'chunk-index'
  /** A chunk arrived twice with different text; the first one is kept. */
  | 'chunk-conflict'
  /** A chunk states an impossible number of chunks, and was dropped. */
  | 'chunk-total'
  /** Chunks contain chunks, on too many levels; the frame was dropped. */
  | 'chunks-nested'
  /** The sequence number of a patch does not follow the previous one; the patch was applied. */
  | 'sequence-anomaly'
  /** A patch has an unknown action, and was ignored. */
  | 'action-unknown'
  /** The key of a patch is not a list of names and indexes; the patch was ignored. */
  | 'key-unreadable'
  /** The key of a patch would change an object's prototype; the patch was ignored. */
  | 'key-unsafe'
  /** The key of a patch does not fit the document; the patch was ignored. */
  | 'key-mismatch'
  /** A patch appended to a value that cannot be appended to; the value was replaced. */
  | 'value-replaced'
  /** A control tag in the text is out of place, and was removed. */
  | 'tag-stray'
  /** The input or result of a tool is not valid JSON; it is displayed as text. */
  | 'json-invalid'
  /** The start of a step has no step number, and was ignored. */
  | 'step-unnumbered'
  /** A snapshot contains less than the stream before it, and was ignored. */
  | 'snapshot-ignored'
  /** The final text differs from the streamed text. The final text is displayed, unless it has lost its structure. */
  | 'content-differs'
  /** A tool event has no execution id, and was ignored. */
  | 'tool-unnamed'
  /** A content block has an unknown type; its text, if any, is kept. */
  | 'block-unknown'
  /** A message started before the previous one was complete. */
  | 'message-unfinished'
  /** A function of a protocol threw an exception, and the run failed. `data` has the frame and the exception. */
  | 'protocol-exception'
  /** The response ended without the final event of the protocol. */
  | 'message-stop-missing'
  /** The browser did not store the conversation, or could not load it: storage is denied or full. It is lost with the page. */
  | 'session-not-stored'
  /** A call has no result: the server has sent none, and the page has no tool of this name. */
  | 'call-not-run'
  /** A tool of the page threw an exception, which the agent receives as an error. `data` has it. */
  | 'tool-failed'
  /** The page has set a context, which the protocol does not carry; it was not sent with the message. */
  | 'context-not-sent'
  /** An app of a tool could not be loaded, or declares hosts that no policy may contain; those are not granted. */
  | 'app-refused'
  /** An app sent something that is not a message of its protocol, or took the focus or changed its height too often; it was ignored. */
  | 'app-message'
  /** An app wrote a message for developers; `data` has it. */
  | 'app-log'
  /** An app was closed because it did not start, sent too many messages, restarted endlessly, opened another page or kept taking the focus. */
  | 'app-closed';

/** A protocol anomaly that did not stop the run. */
export interface Diagnostic {
  /** A protocol of your own uses codes that begin with `x-`. */
  readonly code: DiagnosticCode | `x-${string}`;
  /** A description for developers, in English. */
  readonly message: string;
  /** The event or value concerned. */
  readonly data?: unknown;
}
