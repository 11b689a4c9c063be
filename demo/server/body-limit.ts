import type {Context, MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {ApiError} from './errors.js';
import type {Env} from './identity.js';

/**
 * Rejects bodies of more than `maxBytes`, and forms of more than `maxFormBytes`, with 413. A body with a `Content-Length`
 * is read to its end first: many clients read the response only after sending everything, and would otherwise see a
 * broken connection.
 */
export function limitBody(maxBytes: number, maxFormBytes: number): MiddlewareHandler<Env> {
  const [plain, form] = [limitTo(maxBytes), limitTo(maxFormBytes)];
  return (c, next) => (isForm(c) ? form : plain)(c, next);
}

function limitTo(maxBytes: number): MiddlewareHandler<Env> {
  const refuse = (): never => {
    throw new ApiError(413, `The body must not exceed ${maxBytes} bytes`);
  };
  const count = bodyLimit({maxSize: maxBytes, onError: refuse});
  return async (c, next) => {
    if (Number(c.req.header('Content-Length') ?? 0) <= maxBytes) return count(c, next);
    await c.req.raw.body?.pipeTo(new WritableStream());
    return refuse();
  };
}

function isForm(c: Context<Env>): boolean {
  return c.req.header('Content-Type')?.startsWith('multipart/form-data') ?? false;
}
