import type {Context, MiddlewareHandler} from 'hono';
import {ApiError} from './errors.js';
import type {Env} from './identity.js';

/**
 * Rejects bodies of more than `maxBytes`, and forms of more than `maxFormBytes`, with 413. A body with a `Content-Length`
 * is read to its end first: many clients read the response only after sending everything, and would otherwise see a
 * broken connection. Other bodies are counted while a route reads them, so nothing is kept of a request that is refused
 * before, such as one without a token.
 */
export function limitBody(maxBytes: number, maxFormBytes: number): MiddlewareHandler<Env> {
  const [plain, form] = [limitTo(maxBytes), limitTo(maxFormBytes)];
  return (c, next) => (isForm(c) ? form : plain)(c, next);
}

function limitTo(maxBytes: number): MiddlewareHandler<Env> {
  const refusal = (): ApiError => new ApiError(413, `The body must not exceed ${maxBytes} bytes`);
  return async (c, next) => {
    const {body} = c.req.raw;
    const announced = c.req.header('Content-Length');
    if (!body || announced !== undefined) {
      if (Number(announced ?? 0) <= maxBytes) return next();
      await body?.pipeTo(new WritableStream());
      throw refusal();
    }
    const read = {bytes: 0};
    const counted = {body: countedBody(body, read, maxBytes, refusal), duplex: 'half'};
    c.req.raw = new Request(c.req.raw, counted);
    await next();
    // Whatever the route made of a body that failed.
    if (read.bytes > maxBytes) throw refusal();
  };
}

/** The same body, which fails after `maxBytes`. It is not cancelled then, which would break the connection before the response. */
function countedBody(
  body: ReadableStream<Uint8Array>,
  read: {bytes: number},
  maxBytes: number,
  refusal: () => ApiError,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const {value} = await reader.read();
      read.bytes += value?.byteLength ?? 0;
      if (read.bytes > maxBytes) throw refusal();
      if (value) controller.enqueue(value);
      else controller.close();
    },
    cancel: reason => reader.cancel(reason),
  });
}

function isForm(c: Context<Env>): boolean {
  return c.req.header('Content-Type')?.startsWith('multipart/form-data') ?? false;
}
