import type {Protocol} from '../protocol/types.js';

/*
 * The format, version 1. A recording is a text file in JSON Lines: UTF-8, one JSON object a line, each line ended by a
 * line feed. The first line contains the metadata, the last line how the stream ended, and the lines between them the
 * received bytes in order. Readers ignore unknown fields; an incompatible change needs a new version.
 *
 *   {"format": "ubik-recording", "version": 1, "protocol": "ubik", "question": "When is it open?"}
 *   {"at": 0, "text": "data: {\"type\": \"agent_processing_started\"}\n\n"}
 *   {"at": 41.5, "bytes": "data: caf\u00c3"}
 *   {"at": 90, "open": "replay"}
 *   {"at": 1200, "end": "closed"}
 *
 * `at` is in milliseconds since the first connection was opened.
 */

/** The metadata of a recording. */
export interface RecordingHead {
  /** The name of the protocol. */
  readonly protocol?: string;
  /** How the bytes are split into frames. The default is the event stream format. */
  readonly framing?: Protocol['framing'];
  readonly title?: string;
  /** The user's question that the run answers. */
  readonly question?: string;
  /** The time of the recording (ISO 8601). */
  readonly recordedAt?: string;
  /** Whether personal data was masked. */
  readonly masked?: boolean;
}

/** Bytes received at once: as text if they are valid UTF-8, else as bytes. */
export type Chunk =
  {readonly at: number; readonly text: string} | {readonly at: number; readonly bytes: Uint8Array};

/**
 * Another connection: `replay` if it replays the run from its beginning and replaces the earlier frames, `resume`
 * if it continues where the previous one ended. The first connection has no such entry.
 */
export interface Opening {
  readonly at: number;
  readonly open: 'replay' | 'resume';
}

/** How the last connection ended: `closed` by the server, or `broken`. */
export interface Ending {
  readonly at: number;
  readonly end: 'closed' | 'broken';
}

/** One run as received. */
export interface Recording {
  readonly head: RecordingHead;
  readonly parts: readonly (Chunk | Opening)[];
  /** Absent if the file is truncated. */
  readonly end?: Ending | undefined;
}

export const FORMAT = 'ubik-recording';
export const VERSION = 1;
