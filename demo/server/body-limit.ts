import type {Context, MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {ApiError} from './errors.js';
import type {Env} from './identity.js';

/**
 * Refuses bodies of more than `most` bytes, and forms of more than `mostOfForm`. A body that announces its length is read to
 * its end first, and thrown away: many clients do not look at an answer before they have sent everything, and would only
 * see a broken connection.
 */
export function limited(most: number, mostOfForm: number): MiddlewareHandler<Env> {
  const [plain, form] = [counted(most), counted(mostOfForm)];
  return (c, next) => (isForm(c) ? form : plain)(c, next);
}

function counted(most: number): MiddlewareHandler<Env> {
  const refuse = (): never => {
    throw new ApiError(413, `The body must not exceed ${most} bytes`);
  };
  const count = bodyLimit({maxSize: most, onError: refuse});
  return async (c, next) => {
    if (Number(c.req.header('Content-Length') ?? 0) <= most) return count(c, next);
    await c.req.raw.body?.pipeTo(new WritableStream());
    return refuse();
  };
}

function isForm(c: Context<Env>): boolean {
  return c.req.header('Content-Type')?.startsWith('multipart/form-data') ?? false;
}
