import type {MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {ApiError} from './errors.js';
import type {Env} from './identity.js';

/**
 * Refuses bodies of more than `most` bytes. A body that announces its length is read to its end first, and thrown away:
 * most clients do not look at an answer before they have sent everything, and would only see a broken connection.
 */
export function limited(most: number): MiddlewareHandler<Env> {
  const refuse = (): never => {
    throw new ApiError(413, `The body must not exceed ${most} bytes`);
  };
  const counted = bodyLimit({maxSize: most, onError: refuse});
  return async (c, next) => {
    if (!(Number(c.req.header('Content-Length')) > most)) return counted(c, next);
    await c.req.raw.body?.pipeTo(new WritableStream());
    return refuse();
  };
}
