import type {Protocol} from '../protocol/types.js';

/*
 * The format, version 1. A recording is a text file in JSON Lines: UTF-8, one JSON object a line, each line ended by a
 * line feed. The first line is the head, the last line says how the stream ended, and what lies between is what came,
 * in order. A reader passes over fields that it does not know; a change that it could not pass over is a new version.
 *
 *   {"format": "ubik-recording", "version": 1, "protocol": "ubik", "question": "When is it open?"}
 *   {"at": 0, "text": "data: {\"type\": \"agent_processing_started\"}\n\n"}
 *   {"at": 41.5, "bytes": "data: caf\u00c3"}
 *   {"at": 90, "open": "replay"}
 *   {"at": 1200, "end": "closed"}
 *
 * `at` is in milliseconds since the first connection was opened.
 */

/** What is said of a whole recording. */
export interface RecordingHead {
  /** The name of the protocol. */
  readonly protocol?: string;
  /** How the bytes are cut into frames; absent: they are an event stream. */
  readonly framing?: Protocol['framing'];
  readonly title?: string;
  /** What the run answers. */
  readonly question?: string;
  /** ISO 8601. */
  readonly recordedAt?: string;
  /** Whether words of people were taken out. */
  readonly masked?: boolean;
}

/** Bytes that came together: as text where they are whole UTF-8, else as they are. */
export type Chunk =
  {readonly at: number; readonly text: string} | {readonly at: number; readonly bytes: Uint8Array};

/**
 * Another connection. `replay`: it replays the run from its beginning and invalidates everything before; `resume`: it continues
 * where the one before ended. The first connection has none.
 */
export interface Opening {
  readonly at: number;
  readonly open: 'replay' | 'resume';
}

/** How the last connection ended: `closed` by the server, or `broken` off. */
export interface Ending {
  readonly at: number;
  readonly end: 'closed' | 'broken';
}

/** One run as it was received. */
export interface Recording {
  readonly head: RecordingHead;
  readonly parts: readonly (Chunk | Opening)[];
  /** Absent where the file was cut off. */
  readonly end?: Ending | undefined;
}

export const FORMAT = 'ubik-recording';
export const VERSION = 1;
