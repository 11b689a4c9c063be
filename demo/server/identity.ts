import {createHash, timingSafeEqual} from 'node:crypto';
import type {Context, MiddlewareHandler} from 'hono';
import type {ServerContext} from './context.js';
import {ApiError, notFound} from './errors.js';
import type {Fault} from './faults/fault.js';
import type {Session} from './store/sessions.js';

/** Who asks: the account, or one end user of it. */
export interface Identity {
  readonly user: string | undefined;
}

/** What the middleware leaves for the routes. */
export interface Env {
  Variables: {identity: Identity; faults: readonly Fault[]};
}

/** Lets only those in who bring the API key or a good token (guide, "Authentication & Security"). */
export function authentication({settings, tokens}: ServerContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const user = c.req.header('X-End-User-ID');
    const key = c.req.header('X-API-KEY');
    if (key !== undefined) {
      if (!equal(key, settings.apiKey)) throw unauthorized('Invalid API key');
      c.set('identity', {user});
      return next();
    }
    const bearer = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    const token = bearer ?? (c.req.path.endsWith('/stream') ? c.req.query('token') : undefined);
    if (token === undefined) throw unauthorized('Not authenticated');
    const owner = await tokens.check(token);
    if (!owner) throw unauthorized('Invalid or expired token');
    if (owner.user !== undefined && user !== undefined && user !== owner.user) {
      throw new ApiError(403, 'The token belongs to another user');
    }
    c.set('identity', {user: owner.user ?? user});
    return next();
  };
}

/** The session in the path, where it exists and belongs to whoever asks. */
export function sessionOf(c: Context<Env>, {store}: ServerContext): Session {
  const session = store.sessions.get(c.req.param('sid') ?? '');
  const {user} = c.var.identity;
  if (!session || (user !== undefined && session.user !== user)) throw notFound('Session');
  if (session.user !== user) {
    throw new ApiError(403, 'This session is private to an end user: send X-End-User-ID');
  }
  return session;
}

function unauthorized(detail: string): ApiError {
  return new ApiError(401, detail, {'WWW-Authenticate': 'Bearer'});
}

function equal(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
