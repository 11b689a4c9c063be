import {createParser} from 'eventsource-parser';
import type {Frame} from './frame.js';

/** In characters. A group of split frames has its own, smaller limit. */
const MAX_LENGTH = 64 * 2 ** 20;

const BLANK_LINE = '\n\n';

/** A frame with JSON as the data of another one: some servers write the fields of their frames twice. */
const INNER_FRAME = /^(?:(?:event|id|retry):[^\n]*\n)*data: ?[{[]/;

export interface FrameParserOptions {
  /**
   * Maximum length of an incomplete frame in characters, 64 Mi by default. A longer frame is dropped; parsing continues
   * after it.
   */
  readonly maxLength?: number;
  /** Called for each dropped frame. */
  readonly onDrop?: () => void;
}

/**
 * Parses an event stream (HTML standard, section 9.2.6) in chunks, cut anywhere. A frame is returned as soon as its
 * blank line arrives. A frame that is incomplete at the end of the stream is dropped, as the standard requires, unless
 * `flush` is called. The caller decodes the bytes as UTF-8 in stream mode, which removes a byte order mark.
 *
 * A frame whose data is a frame again, as in `data: data: {"type": "start"}`, is returned as the inner one.
 *
 * The parser of the library stops at a frame that is too long. This class resets it and skips the text up to the next
 * blank line, so that later frames are still read.
 */
export class FrameParser {
  readonly #onDrop: () => void;
  readonly #parser;
  #found: Frame[] = [];
  /** While a dropped frame is skipped: the end of the skipped text, which may be the beginning of a blank line. */
  #skippedEnd: string | undefined;
  #endedWithReturn = false;

  constructor(options: FrameParserOptions = {}) {
    const {maxLength = MAX_LENGTH, onDrop = () => undefined} = options;
    this.#onDrop = onDrop;
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({event, data, id}) => {
        const outer = {
          ...(event === undefined ? {} : {event}),
          ...(id === undefined ? {} : {id}),
        };
        const inner = INNER_FRAME.test(data)
          ? new FrameParser(options).feed(`${data}\n\n`)
          : [{data}];
        for (const frame of inner) this.#found.push({...outer, ...frame});
      },
      onError: ({type}) => {
        if (type === 'max-buffer-size-exceeded') this.#drop();
      },
    });
    this.#start();
  }

  /** Parses the next chunk and returns the frames that it completes. */
  feed(chunk: string): readonly Frame[] {
    const rest = this.#skip(this.#withLineFeeds(chunk));
    if (rest !== '') this.#parser.feed(rest);
    if (this.#skippedEnd !== undefined && rest !== '') this.#skippedEnd = endOf(rest);
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /**
   * Ends the stream and returns a frame that lacks only its blank line. The standard drops it; returning it supports
   * servers that close right after their last line. A frame that was cut elsewhere is not valid JSON and is ignored
   * later.
   */
  flush(): readonly Frame[] {
    return this.feed('\n\n');
  }

  /** Replaces all line ends by line feeds: the library waits for the chunk after a carriage return to end the line. */
  #withLineFeeds(chunk: string): string {
    if (chunk === '') return '';
    const text = this.#endedWithReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    this.#endedWithReturn = chunk.endsWith('\r');
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  /** Ends the parser's search for a byte order mark, which would also remove the characters `ï»¿`. */
  #start(): void {
    this.#parser.feed('\n');
  }

  #drop(): void {
    this.#parser.reset();
    this.#start();
    this.#skippedEnd = '';
    this.#onDrop();
  }

  /** Removes the rest of a dropped frame from the text. */
  #skip(text: string): string {
    if (this.#skippedEnd === undefined) return text;
    const whole = this.#skippedEnd + text;
    const end = whole.indexOf(BLANK_LINE);
    if (end === -1) {
      this.#skippedEnd = endOf(whole);
      return '';
    }
    this.#skippedEnd = undefined;
    return whole.slice(end + BLANK_LINE.length);
  }
}

/** The last character, which can be the beginning of a blank line. */
const endOf = (text: string): string => text.slice(-1);

/** Parses a complete event stream. */
export function parseFrames(text: string): readonly Frame[] {
  if (/^\uFEFF?\{\s*"format":\s*"ubik-recording"/.test(text)) {
    throw new TypeError(
      'This is a recording, not an event stream: use foldRecording of ubik-chat/recording.',
    );
  }
  return new FrameParser().feed(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
