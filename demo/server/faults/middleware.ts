import type {MiddlewareHandler} from 'hono';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import type {ServerContext} from '../context.js';
import type {Env} from '../identity.js';
import {breakConnection} from './connection.js';
import {faultOf} from './fault.js';
import {arrivalOf} from './operations.js';

/** Counts every request, and lets go wrong what was asked to go wrong before or after the server acts. */
export function faulty({faults, statistics}: ServerContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const arrival = arrivalOf(c.req.method, c.req.path);
    statistics.request(arrival.operation);
    const met = faults.take(arrival);
    c.set('faults', met);

    const status = faultOf(met, 'status');
    if (status) {
      const {detail = `Refused with ${status.status} on request`, retry_after} = status;
      if (retry_after !== undefined) c.header('Retry-After', String(retry_after));
      return c.json({detail}, status.status as ContentfulStatusCode);
    }
    if (faultOf(met, 'html'))
      return c.html('<!doctype html><title>Sign in</title><p>Please sign in.');
    const lose = faultOf(met, 'lose');
    if (!lose || lose.accepted) await next();
    if (lose) breakConnection(c.env);
    return lose ? c.body(null, 500) : undefined;
  };
}

/** Takes away what lets pages of another origin read the answer; stands around the middleware that gives it. */
export const withoutCors: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const met = c.var.faults as Env['Variables']['faults'] | undefined;
  if (met && faultOf(met, 'no_cors')) c.res.headers.delete('access-control-allow-origin');
};
