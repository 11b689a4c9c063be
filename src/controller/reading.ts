import type {Watchdog} from './watchdog.js';
import {FrameParser, LineParser} from '../core/index.js';
import type {Answer, Diagnostic, Frame, Protocol} from '../core/index.js';

/** The answer of a response that is not a stream. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text === '' ? undefined : parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const tooLong: Diagnostic = {
  code: 'frame-too-long',
  message: 'a frame was longer than can be kept, and is left out',
};

/**
 * The frames of a response, as they come. A reader and not `for await`: WebKit cannot iterate a stream. `fail` turns
 * what the platform throws into what a caller understands; `report` hears of a frame that was too long to be kept.
 */
export async function* readFrames(
  response: Response,
  watchdog: Watchdog,
  {
    fail,
    report,
    framing,
  }: {
    fail: (error: unknown) => Error;
    report: (diagnostic: Diagnostic) => void;
    framing: Protocol['framing'] | undefined;
  },
): AsyncGenerator<Frame> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const onDrop = (): void => report(tooLong);
  const parser = framing === 'lines' ? new LineParser({onDrop}) : new FrameParser({onDrop});
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      watchdog.beat();
      const text = decoder.decode(chunk.value, {stream: true});
      if (framing !== 'text') yield* parser.feed(text);
      else if (text !== '') yield {data: text};
    }
    if (framing !== 'text') yield* parser.flush();
  } catch (error) {
    throw fail(error);
  } finally {
    watchdog.stop();
    // Leaving early closes the connection; after an error there is nothing left to close.
    reader?.cancel().catch(() => undefined);
  }
}
