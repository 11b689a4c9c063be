import {Hono} from 'hono';
import {limitBody} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {ApiError, validBody} from '../errors.js';
import {authentication, type Env} from '../identity.js';
import type {JsonObject} from '../json.js';
import type {Feed} from '../runs/feed.js';
import {bodyOf} from '../stream/body.js';
import {streamHeaders} from '../stream/headers.js';
import {idle, withIdle} from '../stream/idle.js';
import {runScript} from './run-script.js';
import {messagesSchema} from './request.js';

/** Error types of the Messages API by status. */
const names: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
};

/** Each request contains the complete conversation. */
const maxBodyBytes = 4 * 1024 * 1024;

/** An error response in the format of the Messages API. */
function errorResponse(error: Error): Response {
  const {status, headers} = error instanceof ApiError ? error : {status: 500, headers: {}};
  if (status === 500) console.error(error);
  const message = error instanceof ApiError ? errorMessage(error) : 'Internal server error';
  const type = names[status] ?? 'invalid_request_error';
  return Response.json({type: 'error', error: {type, message}}, {status, headers: {...headers}});
}

function errorMessage({detail}: ApiError): string {
  if (typeof detail === 'string') return detail;
  return detail.map(({loc, msg}) => `${loc.join('.')}: ${msg}`).join('; ');
}

/** The Messages API, implemented with the scripted agent. */
export function messagesRoutes(context: ServerContext): Hono<Env> {
  const app = new Hono<Env>();
  app.onError(errorResponse);
  app.use(limitBody(maxBodyBytes, maxBodyBytes));
  app.use(authentication(context));
  app.post('/v1/messages', async c => {
    const request = await validBody(c, messagesSchema);
    const base = new URL('/documentation/', c.req.url).href;
    const stop = new AbortController();
    const feed = runScript(context, request, {base, signal: stop.signal});
    const countClosed = context.statistics.stream();
    const body = bodyOf(
      signal => encodeFrames(feed, signal, context.settings.behaviour.keepAlive),
      () => {
        stop.abort();
        countClosed();
      },
    );
    return new Response(body, {headers: streamHeaders});
  });
  return app;
}

async function* encodeFrames(
  feed: Feed<JsonObject>,
  signal: AbortSignal,
  keepAlive: number,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const event of withIdle(feed.follow(signal), keepAlive)) {
    const {type, ...fields} = event === idle ? {type: 'ping'} : event;
    const json = JSON.stringify({type, ...fields});
    yield encoder.encode(`event: ${String(type)}\ndata: ${json}\n\n`);
  }
}
