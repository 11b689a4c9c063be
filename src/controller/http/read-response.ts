import {parseReceived} from '../../core/json.js';
import type {Watchdog} from './watchdog.js';
import {maxResponseBytes, tooLarge} from './rejections.js';
import type {ResponseData} from '../../core/protocol/types.js';

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
export async function* chunksOf(
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
