import {createHash, timingSafeEqual} from 'node:crypto';
import type {Context, MiddlewareHandler} from 'hono';
import type {ServerContext} from './context.js';
import {ApiError, notFound} from './errors.js';
import type {Fault} from './faults/fault.js';
import type {Session} from './store/sessions.js';
import type {Tokens} from './tokens.js';

/** The authenticated account, or one of its end users. */
export interface Identity {
  readonly user: string | undefined;
}

/** Variables that the middleware sets for the routes. */
export interface Env {
  Variables: {identity: Identity; faults: readonly Fault[]};
}

/** Requires the API key or a valid token (guide, "Authentication & Security"). */
export function authentication({settings, tokens}: ServerContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const user = c.req.header('X-End-User-ID');
    const key = c.req.header('X-API-KEY');
    if (key === undefined) {
      const owner = await tokenOwner(c, tokens);
      c.set('identity', {user: owner.user ?? user});
    } else {
      if (!equal(key, settings.apiKey)) throw unauthorized('Invalid API key');
      c.set('identity', {user});
    }
    return next();
  };
}

/**
 * Requires a token that names its user. Neither a header nor the API key is accepted: proxied requests cost money, and
 * the API key must not leave the back end.
 */
export function userAuthentication({tokens}: ServerContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const {user} = await tokenOwner(c, tokens);
    if (user === undefined) throw new ApiError(403, 'The token does not name a user');
    c.set('identity', {user});
    return next();
  };
}

/** Verifies the token of a request. */
async function tokenOwner(c: Context<Env>, tokens: Tokens): Promise<Identity> {
  const bearer = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const token = bearer ?? (c.req.path.endsWith('/stream') ? c.req.query('token') : undefined);
  if (token === undefined) throw unauthorized('Not authenticated');
  const owner = await tokens.check(token);
  if (!owner) throw unauthorized('Invalid or expired token');
  const claimed = c.req.header('X-End-User-ID');
  if (owner.user !== undefined && claimed !== undefined && claimed !== owner.user) {
    throw new ApiError(403, 'The token belongs to another user');
  }
  return owner;
}

/** The session in the path; throws 404 or 403 unless it belongs to the user. */
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
