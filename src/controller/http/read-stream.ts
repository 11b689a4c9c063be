import {toErrorInfo, type ResponseFacts} from './errors.js';
import {chunksOf, readResponse} from './read-response.js';
import {notAStream, type ReceivedData} from './rejections.js';
import {beginsAsEvents, describeBody, isPage} from '../../core/protocol/diagnosis/describe.js';
import type {Watchdog} from './watchdog.js';
import {FrameParser} from '../../core/sse/frame-parser.js';
import {LineParser} from '../../core/sse/line-parser.js';
import type {Diagnostic} from '../../core/protocol/diagnostics.js';
import type {Protocol} from '../../core/protocol/types.js';
import type {Frame} from '../../core/sse/frame.js';

/** A response that is a stream. */
export interface Streamed {
  readonly frames: AsyncIterable<Frame>;
  readonly facts?: ResponseFacts;
}

/** The response to a request for a stream, before the protocol has read it. */
export type StreamResponse = Streamed | {readonly received: ReceivedData};

interface Reading {
  /** Gets a description of the first text. */
  readonly facts: {received?: string} & ResponseFacts;
  readonly watchdog: Watchdog;
  readonly framing: Protocol['framing'];
  /** Converts exceptions of the platform while frames are read to a `ChatError`. */
  readonly fail: (error: unknown) => Error;
  /** Is called for a frame that is too long. */
  readonly report: (diagnostic: Diagnostic) => void;
}

/** Reads the response to a request for a stream. Its `Content-Type` or its first text decides whether it is one. */
export async function readStream(response: Response, reading: Reading): Promise<StreamResponse> {
  const {facts, watchdog, framing} = reading;
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204) {
    watchdog.stop();
    return {received: withoutBody(response, facts)};
  }
  if (/^text\/event-stream\b/i.test(type))
    return {frames: readFrames(response, {...reading, framing: undefined}, () => false), facts};
  // The page of a login or of an application is no answer.
  if (framing) return {frames: readFrames(response, reading, text => isPage(type, text)), facts};
  if (!/\b(?:json|html)\b/i.test(type)) return readUndeclared(response, reading);
  const received = await readResponse(response, watchdog);
  watchdog.stop();
  if (received.body === undefined || /\bjson\b/i.test(type))
    return {received: {...received, facts}};
  throw notAStream(facts, received.body);
}

/** A response whose type says nothing is a stream if it begins as one: a proxy may answer with plain text. */
async function readUndeclared(response: Response, reading: Reading): Promise<StreamResponse> {
  const {facts} = reading;
  const frames = await begun(readFrames(response, reading, text => !beginsAsEvents(text)));
  // Without a type and a text, the response says no more than its status.
  if (!frames && facts.received === undefined) return {received: withoutBody(response, facts)};
  return {frames: frames ?? inOrder([]), facts};
}

const withoutBody = ({status}: Response, facts: ResponseFacts): ReceivedData => ({
  status,
  headers: {},
  body: undefined,
  facts,
});

const tooLong: Diagnostic = {
  code: 'frame-too-long',
  message: 'A frame exceeded the maximum length and was dropped.',
};

/** The frames of a response as they arrive. Throws `not_a_stream` if its first text says that it is something else. */
async function* readFrames(
  response: Response,
  {facts, watchdog, framing, fail, report}: Reading,
  isOther: (start: string) => boolean,
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
        facts.received = describeBody(text);
        if (isOther(text)) throw notAStream(facts, text, framing);
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
async function begun(frames: AsyncGenerator<Frame>): Promise<AsyncIterable<Frame> | undefined> {
  const first = frames.next();
  const result = await first.catch((error: unknown) => {
    if (toErrorInfo(error).code === 'not_a_stream') throw error;
  });
  return result?.done === true ? undefined : continued([first], frames);
}

/** The frames of a stream of which some were read before. If it broke then, it does so again. */
export async function* continued(
  read: readonly Promise<IteratorResult<Frame>>[],
  rest: AsyncIterator<Frame>,
): AsyncGenerator<Frame> {
  try {
    for (const next of read) {
      const result = await next;
      if (result.done !== true) yield result.value;
    }
    yield* {[Symbol.asyncIterator]: () => rest};
  } finally {
    await rest.return?.();
  }
}

/** A stream whose frames are there already. */
export async function* inOrder(frames: readonly Frame[]): AsyncIterable<Frame> {
  for (const frame of frames) yield await Promise.resolve(frame);
}
