import {createParser} from 'eventsource-parser';
import type {Frame} from './frame.js';

/**
 * Reads frames out of text as it comes (HTML standard, 9.2.6: LF, CR and CRLF also cut apart, comments, a byte-order
 * mark, several `data:` lines). An unfinished frame at the end of the stream is dropped, as the standard says; bytes are
 * decoded by the caller.
 */
export class FrameParser {
  #found: Frame[] = [];
  readonly #parser = createParser({
    onEvent: ({event, data, id}) => {
      this.#found.push({
        data,
        ...(event === undefined ? {} : {event}),
        ...(id === undefined ? {} : {id}),
      });
    },
  });

  /** Takes more text and gives the frames that it completed. */
  feed(text: string): readonly Frame[] {
    this.#parser.feed(text);
    const found = this.#found;
    this.#found = [];
    return found;
  }
}

/** The frames of a whole event stream. */
export function parseFrames(text: string): readonly Frame[] {
  return new FrameParser().feed(text);
}
