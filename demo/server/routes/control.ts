import {Hono, type Context} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {ApiError, invalid, validBody} from '../errors.js';
import {faultSchema} from '../faults/fault.js';
import {operationNames} from '../faults/operations.js';
import type {Env} from '../identity.js';
import {onlyLoopbackOrigins} from '../loopback.js';
import {behaviourSchema} from '../settings.js';

const minting = z.object({
  user: z.string().min(1).default('demo-user'),
  /** Seconds. */
  expires_in: z.number().int().min(1).max(86_400).default(3600),
});

const order = z.union([faultSchema, z.array(faultSchema).min(1)]);

/** The site's own back end, and the levers of the demonstration. Mounted on loopback only. */
export function controlRoutes(context: ServerContext): Hono<Env> {
  const {settings, tokens, faults, statistics, recordings} = context;
  const app = new Hono<Env>();
  app.use(onlyLoopbackOrigins);

  app.post('/token', async c => {
    const {user, expires_in} = await validBody(c, minting);
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
    const wanted = [await validBody(c, order)].flat();
    const known = new Set([...operationNames, 'stream', 'any', undefined]);
    const stray = wanted.find(({on}) => !known.has(on));
    if (stray) throw invalid(['body', 'on'], `There is no operation "${stray.on}".`);
    faults.arm(wanted);
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
    const change = await validBody(c, behaviourSchema.partial());
    return c.json(Object.assign(settings.behaviour, change));
  });
  app.get('/recordings', c => c.json({recordings: recordings.names()}));
  return app;
}

/** Browsers ask this server before a page of another origin may send JSON. */
function requireJson(c: Context<Env>): void {
  const type = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError(415, 'Send the body as application/json');
}
