import type {MiddlewareHandler} from 'hono';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import type {ServerContext} from '../context.js';
import type {Env} from '../identity.js';
import {breakConnection} from './connection.js';
import {faultOf} from './fault.js';
import {operationOf} from './operations.js';

/** Counts every request and applies the faults that affect complete requests, before or after the server handles them. */
export function withFaults({faults, statistics}: ServerContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const request = operationOf(c.req.method, c.req.path);
    statistics.request(request.operation);
    const matching = faults.take(request);
    c.set('faults', matching);

    const status = faultOf(matching, 'status');
    if (status) {
      const {detail = `Refused with ${status.status} on request`, retry_after} = status;
      if (retry_after !== undefined) c.header('Retry-After', String(retry_after));
      return c.json({detail}, status.status as ContentfulStatusCode);
    }
    if (faultOf(matching, 'html'))
      return c.html('<!doctype html><title>Sign in</title><p>Please sign in.');
    const lose = faultOf(matching, 'lose');
    if (!lose || lose.accepted) await next();
    if (lose) breakConnection(c.env);
    return lose ? c.body(null, 500) : undefined;
  };
}

/** Removes the CORS header for the fault `no_cors`. Must be registered before the CORS middleware. */
export const withoutCors: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const matching = c.var.faults as Env['Variables']['faults'] | undefined;
  if (matching && faultOf(matching, 'no_cors')) c.res.headers.delete('access-control-allow-origin');
};
