import {Hono} from 'hono';
import {cors} from 'hono/cors';
import {dataAgentRoutes} from './aishu/routes.js';
import {messagesRoutes} from './anthropic/routes.js';
import {limited} from './body-limit.js';
import type {ServerContext} from './context.js';
import {answerError} from './errors.js';
import {faulty, withoutCors} from './faults/middleware.js';
import {authentication, type Env} from './identity.js';
import {isLoopbackUrl, onlyLoopbackNames} from './loopback.js';
import {ndjsonRoutes} from './ndjson/routes.js';
import {proxyRoutes} from './proxy/routes.js';
import {authRoutes} from './routes/auth.js';
import {branchRoutes} from './routes/branches.js';
import {catalogRoutes} from './routes/catalog.js';
import {controlRoutes} from './routes/control.js';
import {documentRoutes} from './routes/documents.js';
import {executionRoutes} from './routes/executions.js';
import {messageRoutes} from './routes/messages.js';
import {pageRoutes} from './routes/pages.js';
import {sessionRoutes} from './routes/sessions.js';
import {streamRoutes} from './routes/streams.js';
import {isLoopback} from './settings.js';

/** Bytes of a JSON body. */
const jsonLimit = 1024 * 1024;

/** The whole server as a function from `Request` to `Response`: `app.fetch`. */
export function createApp(context: ServerContext): Hono<Env> {
  const {settings} = context;
  const app = new Hono<Env>();
  app.onError(answerError);
  app.notFound(c => c.json({detail: 'Not found'}, 404));

  const local = isLoopback(settings.host);
  if (local) app.use(onlyLoopbackNames);
  app.use(withoutCors);
  // Pages on other ports of this machine, such as a test runner's, may use the API.
  app.use(
    cors({
      origin: origin => (isLoopbackUrl(origin) ? origin : null),
      exposeHeaders: ['Date', 'Retry-After'],
    }),
  );
  app.route('/api/v1', authRoutes(context));
  app.route('/', proxyRoutes(context));
  app.use('/api/*', faulty(context));
  app.use('/demo/token', faulty(context));
  app.use('/api/*', limited(jsonLimit, settings.uploadLimit));
  app.use('/demo/*', limited(jsonLimit, jsonLimit));

  app.use('/api/v1/*', authentication(context));
  for (const routes of [
    catalogRoutes,
    sessionRoutes,
    messageRoutes,
    branchRoutes,
    streamRoutes,
    documentRoutes,
    executionRoutes,
  ]) {
    app.route('/api/v1', routes(context));
  }
  app.route('/anthropic', messagesRoutes(context));
  app.route('/aishu/api', dataAgentRoutes(context));
  app.route('/ndjson', ndjsonRoutes(context));
  if (local) app.route('/demo', controlRoutes(context));
  app.route('/', pageRoutes(context));
  return app;
}
