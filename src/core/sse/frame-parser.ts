import {createParser} from 'eventsource-parser';
import type {Frame} from './frame.js';

/** Characters. A group of split frames has its own, smaller limit. */
const MAX_LENGTH = 64 * 2 ** 20;

export interface FrameParserOptions {
  /** How many characters an unfinished frame may have (64 Mi if absent). A longer one is dropped, and reading goes on. */
  readonly maxLength?: number;
  /** Hears of a frame that was dropped. */
  readonly onDrop?: () => void;
}

/**
 * Reads frames out of text as it comes (HTML standard, 9.2.6: LF, CR and CRLF also cut apart, comments, several `data:`
 * lines). A frame is given as soon as its last line ends; one that is unfinished at the end of the stream is dropped, as
 * the standard says, unless it is asked for by `flush`. The caller decodes bytes as UTF-8, in stream mode, and thereby takes away the byte-order mark.
 */
export class FrameParser {
  readonly #onDrop: () => void;
  readonly #parser;
  #found: Frame[] = [];
  #afterReturn = false;
  /** Inside a frame that was dropped: what it ended with, to see the empty line at its end. */
  #dropped: string | undefined;

  constructor({maxLength = MAX_LENGTH, onDrop = () => undefined}: FrameParserOptions = {}) {
    this.#onDrop = onDrop;
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({event, data, id}) => {
        this.#found.push({
          data,
          ...(event === undefined ? {} : {event}),
          ...(id === undefined ? {} : {id}),
        });
      },
      onError: ({type}) => {
        if (type === 'max-buffer-size-exceeded') this.#drop();
      },
    });
    this.#start();
  }

  /** Takes more text and gives the frames that it completed. */
  feed(text: string): readonly Frame[] {
    const rest = this.#afterDropped(this.#lineFeeds(text));
    if (rest !== '') this.#parser.feed(rest);
    if (this.#dropped !== undefined && rest !== '') this.#dropped = rest.endsWith('\n') ? '\n' : '';
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /**
   * The body has ended in order: gives a frame that lacks only its empty line. The standard drops it; here a server
   * that closes right after its last word is understood all the same. A frame that was cut elsewhere is no JSON, and passed over as such.
   */
  flush(): readonly Frame[] {
    return this.feed('\n\n');
  }

  /**
   * Every line end as one LF. The parser waits after a last CR for the LF that may follow, so the last frame of a stream
   * of CRs would never come; here the CR counts at once, and an LF right after it is taken away.
   */
  #lineFeeds(text: string): string {
    if (text === '') return text;
    const from = this.#afterReturn && text.startsWith('\n') ? 1 : 0;
    this.#afterReturn = text.endsWith('\r');
    const rest = from === 0 ? text : text.slice(from);
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  /** The parser takes the first text that it gets for bytes and looks for a mark in it; so the first text is empty. */
  #start(): void {
    this.#parser.feed('');
  }

  #drop(): void {
    this.#parser.reset();
    this.#start();
    this.#dropped = '';
    this.#onDrop();
  }

  /** The text without what belongs to a frame that was dropped. */
  #afterDropped(text: string): string {
    if (this.#dropped === undefined) return text;
    const whole = this.#dropped + text;
    const end = whole.indexOf('\n\n');
    if (end === -1) {
      this.#dropped = whole.endsWith('\n') ? '\n' : '';
      return '';
    }
    this.#dropped = undefined;
    return whole.slice(end + 2);
  }
}

/** The frames of a whole event stream. */
export function parseFrames(text: string): readonly Frame[] {
  return new FrameParser().feed(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
