import type {MiddlewareHandler} from 'hono';
import {ApiError} from './errors.js';
import type {Env} from './identity.js';
import {isLoopback} from './settings.js';

/** Whether a URL or an origin is on this machine. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** Rejects requests for other host names, against DNS rebinding. */
export const onlyLoopbackNames: MiddlewareHandler<Env> = async (c, next) => {
  if (!isLoopbackUrl(c.req.url))
    throw new ApiError(403, 'This server answers on loopback names only');
  await next();
};

/**
 * Rejects requests of pages of other sites. Browsers send some of them without a CORS preflight (such as a POST of plain
 * text) and only hide the response from the page.
 */
export const onlyLoopbackOrigins: MiddlewareHandler<Env> = async (c, next) => {
  const origin = c.req.header('Origin');
  if (origin !== undefined && !isLoopbackUrl(origin)) {
    throw new ApiError(403, 'Pages of other sites may not control this server');
  }
  await next();
};
