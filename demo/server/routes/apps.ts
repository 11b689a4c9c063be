import {Hono} from 'hono';
import {z} from 'zod';
import {callAppTool, readAppResource} from '../apps/apps.js';
import type {ServerContext} from '../context.js';
import {notFound, validBody} from '../errors.js';
import type {Env} from '../identity.js';
import {executionOf} from './executions.js';

const resourceRequest = z.object({uri: z.string().startsWith('ui://').max(500)});
const callRequest = z.object({
  name: z.string().max(128),
  arguments: z.record(z.string(), z.unknown()),
});

/**
 * Routes for the apps of tool executions. Which server a request reaches follows from the execution of the user's session,
 * not from the request.
 */
export function appRoutes(context: ServerContext): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/tool-executions/:eid/app-resource', async c => {
    const {execution} = executionOf(c, context);
    const {uri} = await validBody(c, resourceRequest);
    const resource = readAppResource(context.settings.root, execution.tool, uri);
    if (!resource) throw notFound('Resource');
    return c.json(resource);
  });

  app.post('/tool-executions/:eid/app-call', async c => {
    const {execution} = executionOf(c, context);
    const call = await validBody(c, callRequest);
    const result = callAppTool(execution.tool, call.name, call.arguments);
    if (!result) throw notFound('Tool');
    return c.json(result);
  });
  return app;
}
