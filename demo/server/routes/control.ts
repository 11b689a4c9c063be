import {Hono, type Context} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {ApiError, invalid, validBody} from '../errors.js';
import {faultSchema} from '../faults/fault.js';
import {operationNames} from '../faults/operations.js';
import type {Env} from '../identity.js';
import {onlyLoopbackOrigins} from '../loopback.js';
import {hasServices} from '../proxy/upstreams.js';
import {behaviourChange} from '../settings.js';

/** The user of the demo pages. */
const demoUser = 'demo-user';

const tokenRequest = z.object({
  user: z.string().min(1).default(demoUser),
  /** Seconds. */
  expires_in: z.number().int().min(1).max(86_400).default(3600),
});

const faultsBody = z.union([faultSchema, z.array(faultSchema).min(1)]);

/** Token endpoint of the demo site, and routes that control the server in tests. Mounted on loopback only. */
export function controlRoutes(context: ServerContext): Hono<Env> {
  const {settings, tokens, faults, statistics, recordings} = context;
  const app = new Hono<Env>();
  app.use(onlyLoopbackOrigins);

  app.post('/token', async c => {
    const {user, expires_in} = await validBody(c, tokenRequest);
    // Everybody on this machine can send this request. Only the API key may name users, who each have limits of their own.
    if (user !== demoUser && hasServices(settings.upstreams)) {
      throw new ApiError(
        403,
        `With credentials of real services, this route creates tokens of ${demoUser} only`,
      );
    }
    const access_token = await tokens.mint(user, expires_in);
    c.header('Cache-Control', 'no-store');
    return c.json({access_token, token_type: 'bearer', expires_in});
  });
  app.delete('/tokens', c => {
    tokens.revoke();
    return c.body(null, 204);
  });

  app.get('/faults', c => c.json({faults: faults.list}));
  app.post('/faults', async c => {
    requireJson(c);
    const added = [await validBody(c, faultsBody)].flat();
    const known = new Set([...operationNames, 'stream', 'any', undefined]);
    const unknown = added.find(({on}) => !known.has(on));
    if (unknown) throw invalid(['body', 'on'], `There is no operation "${unknown.on}".`);
    faults.arm(added);
    return c.json({faults: faults.list}, 201);
  });
  app.delete('/faults', c => {
    faults.clear();
    return c.body(null, 204);
  });

  app.get('/stats', c => c.json(statistics));
  app.get('/settings', c => c.json(settings.behaviour));
  app.post('/settings', async c => {
    requireJson(c);
    const change = await validBody(c, behaviourChange);
    return c.json(Object.assign(settings.behaviour, change));
  });
  app.get('/recordings', c => c.json({recordings: recordings.names()}));
  return app;
}

/** JSON forces a CORS preflight for pages of other origins. */
function requireJson(c: Context<Env>): void {
  const type = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError(415, 'Send the body as application/json');
}
