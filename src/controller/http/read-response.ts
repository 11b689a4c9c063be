import {parseReceived} from '../../core/json.js';
import {toErrorInfo} from './errors.js';
import type {Watchdog} from './watchdog.js';
import {maxResponseBytes, tooLarge} from './rejections.js';
import {FrameParser} from '../../core/sse/frame-parser.js';
import {LineParser} from '../../core/sse/line-parser.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {ResponseData, Protocol} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** After decompression: of an error response (only its message is needed), and of a file. */
const maxRefusalBytes = 2 ** 20;
const maxFileBytes = 512 * 2 ** 20;

/**
 * Reads a response that is not a stream. The body of an error response is dropped if it is too long.
 *
 * @param watchdog Is reset with each chunk.
 */
export async function readResponse(response: Response, watchdog?: Watchdog): Promise<ResponseData> {
  const {status, ok} = response;
  const headers = Object.fromEntries(response.headers);
  try {
    const text = await readText(response, ok ? maxResponseBytes : maxRefusalBytes, watchdog);
    return {status, headers, body: text === '' ? undefined : parseBody(text)};
  } catch (error) {
    if (ok) throw error;
    return {status, headers, body: undefined};
  }
}

/** The file of a response. */
export async function readFile(response: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of limited(response, maxFileBytes)) chunks.push(chunk);
  return new Blob(chunks, {type: response.headers.get('content-type') ?? ''});
}

/** The text of a response, decoded like `Response.text()`. */
export async function readText(
  response: Response,
  limit: number,
  watchdog?: Watchdog,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of limited(response, limit, watchdog))
    text += decoder.decode(chunk, {stream: true});
  return text + decoder.decode();
}

/**
 * The bytes of a response as they arrive. Uses a reader, because WebKit does not support `for await` with a stream. Leaving
 * early closes the connection.
 */
async function* chunksOf(
  {body}: Response,
  watchdog?: Watchdog,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      watchdog?.reset();
      yield chunk.value;
    }
  } finally {
    // After an error there is nothing to close.
    reader?.cancel().catch(() => undefined);
  }
}

/** The bytes of a response. Throws and closes the connection if there are more than a limit. */
async function* limited(
  response: Response,
  limit: number,
  watchdog?: Watchdog,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  for await (const chunk of chunksOf(response, watchdog)) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge(response.status, limit);
    yield chunk;
  }
}

/** The JSON value of a body, or else its text. */
export function parseBody(text: string): unknown {
  const value = parseReceived(text);
  return value === undefined ? text : value;
}

const tooLong: Diagnostic = {
  code: 'frame-too-long',
  message: 'A frame exceeded the maximum length and was dropped.',
};

/**
 * The frames of a response as they arrive. `fail` converts exceptions of the platform to a `ChatError`; `report` is called
 * for a frame that is too long, `onStart` with the first text.
 */
export async function* readFrames(
  response: Response,
  watchdog: Watchdog,
  {
    fail,
    report,
    framing,
    onStart,
  }: {
    fail: (error: unknown) => Error;
    report: (diagnostic: Diagnostic) => void;
    framing: Protocol['framing'] | undefined;
    onStart: (text: string) => void;
  },
): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  const onDrop = (): void => report(tooLong);
  let hasStarted = false;
  const parser = framing === 'lines' ? new LineParser({onDrop}) : new FrameParser({onDrop});
  try {
    for await (const chunk of chunksOf(response, watchdog)) {
      const text = decoder.decode(chunk, {stream: true});
      if (!hasStarted && text.trim() !== '') {
        hasStarted = true;
        onStart(text);
      }
      if (framing !== 'text') yield* parser.feed(text);
      else if (text !== '') yield {data: text};
    }
    if (framing !== 'text') yield* parser.flush();
    else yield {event: 'end', data: ''};
  } catch (error) {
    throw fail(error);
  } finally {
    watchdog.stop();
  }
}

/**
 * The same frames, once the first has arrived; `undefined` if there is none. Throws at once if the body is no stream; that a
 * connection broke is read from the frames.
 */
export async function begun(
  frames: AsyncGenerator<Frame>,
): Promise<AsyncIterable<Frame> | undefined> {
  const first = frames.next();
  const result = await first.catch((error: unknown) => {
    if (toErrorInfo(error).code === 'not_a_stream') throw error;
  });
  return result?.done === true ? undefined : continued(first, frames);
}

async function* continued(
  first: Promise<IteratorResult<Frame>>,
  rest: AsyncGenerator<Frame>,
): AsyncGenerator<Frame> {
  try {
    const result = await first;
    if (result.done !== true) yield result.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** A stream whose frames are there already. */
export async function* inOrder(frames: readonly Frame[]): AsyncIterable<Frame> {
  for (const frame of frames) yield await Promise.resolve(frame);
}
