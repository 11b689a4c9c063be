import {Hono} from 'hono';
import {cors} from 'hono/cors';
import {dataAgentRoutes} from './aishu/routes.js';
import {messagesRoutes} from './anthropic/routes.js';
import {limitBody} from './body-limit.js';
import type {ServerContext} from './context.js';
import {answerError} from './errors.js';
import {withFaults, withoutCors} from './faults/middleware.js';
import {authentication, type Env} from './identity.js';
import {isLoopbackUrl, onlyLoopbackNames} from './loopback.js';
import {ndjsonRoutes} from './ndjson/routes.js';
import {proxyRoutes} from './proxy/routes.js';
import {appRoutes} from './routes/apps.js';
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

const maxJsonBytes = 1024 * 1024;

/** The server as a function from `Request` to `Response`: `app.fetch`. */
export function createApp(context: ServerContext): Hono<Env> {
  const {settings} = context;
  const app = new Hono<Env>();
  app.onError(answerError);
  app.notFound(c => c.json({detail: 'Not found'}, 404));

  const local = isLoopback(settings.host);
  if (local) app.use(onlyLoopbackNames);
  app.use(withoutCors);
  // Allows pages on other ports of this machine, such as those of a test runner.
  app.use(
    cors({
      origin: origin => (isLoopbackUrl(origin) ? origin : null),
      exposeHeaders: ['Date', 'Retry-After'],
    }),
  );
  app.route('/api/v1', authRoutes(context));
  app.route('/', proxyRoutes(context));
  app.use('/api/*', withFaults(context));
  app.use('/demo/token', withFaults(context));
  app.use('/api/*', limitBody(maxJsonBytes, settings.uploadLimit));
  app.use('/demo/*', limitBody(maxJsonBytes, maxJsonBytes));

  app.use('/api/v1/*', authentication(context));
  for (const routes of [
    catalogRoutes,
    sessionRoutes,
    messageRoutes,
    branchRoutes,
    streamRoutes,
    documentRoutes,
    executionRoutes,
    appRoutes,
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
