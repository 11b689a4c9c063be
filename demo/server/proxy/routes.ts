import {Hono, type MiddlewareHandler} from 'hono';
import {limited} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {authentication, type Env} from '../identity.js';
import {askMessages} from './messages.js';
import {askPath} from './paths.js';
import {RateLimit} from './rate-limit.js';
import {refused} from './relay.js';

/** Bytes of a request of the Messages format: the whole of what was said goes with each. */
const messagesLimit = 4 * 1024 * 1024;

const dataAgentPaths =
  /^\/api\/(agent-factory\/v1\/app\/|agent-factory\/v3\/agent-market\/agent\/|v1\/sessions\/[^/]+\/files\/upload$)/;
const ubikPaths = /^\/(agent-sessions|tool-executions|documents|assets|me)(\/|$)/;

/**
 * The real services, for those of which the environment has the credentials: a page's token says who asks, and the
 * secrets are added here. What is not configured stays the scripted agent's.
 */
export function proxyRoutes(context: ServerContext): Hono<Env> {
  const {upstreams, uploadLimit} = context.settings;
  const {anthropic, aishu, ubik} = upstreams;
  const app = new Hono<Env>();
  const guards = (most: number): MiddlewareHandler<Env>[] => [
    limited(most, uploadLimit),
    authentication(context),
    atMost(upstreams.perMinute),
  ];
  if (anthropic) {
    app.use('/anthropic/*', ...guards(messagesLimit));
    app.post('/anthropic/v1/messages', c => askMessages(c.req.raw, anthropic));
  }
  if (aishu) {
    app.use('/aishu/*', ...guards(messagesLimit));
    app.all('/aishu/*', c =>
      askPath(c.req.raw, {
        from: '/aishu',
        url: aishu.url,
        headers: {authorization: `Bearer ${aishu.token.replace(/^(Bearer\s+)+/i, '')}`},
        allowed: dataAgentPaths,
      }),
    );
  }
  if (ubik) {
    app.use('/api/v1/*', ...guards(messagesLimit));
    app.all('/api/v1/*', c => {
      const {user} = c.var.identity;
      return askPath(c.req.raw, {
        from: '/api/v1',
        url: ubik.url,
        headers: {'x-api-key': ubik.key, ...(user !== undefined && {'x-end-user-id': user})},
        allowed: ubikPaths,
      });
    });
  }
  return app;
}

function atMost(perMinute: number): MiddlewareHandler<Env> {
  const rate = new RateLimit(perMinute);
  return async (c, next) => {
    const wait = rate.take(c.var.identity.user ?? '');
    if (wait > 0) return refused(429, 'Too many requests', {'retry-after': String(wait)});
    return next();
  };
}
