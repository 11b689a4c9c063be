import {Hono} from 'hono';
import {z} from 'zod';
import {limitBody} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {ApiError, validBody} from '../errors.js';
import {withFaults} from '../faults/middleware.js';
import {authentication, type Env} from '../identity.js';

const maxBodyBytes = 64 * 1024;

const tokenRequest = z
  .object({
    external_user_id: z.string().min(1),
    expires_in_minutes: z.number().int().min(5).max(1440).default(60),
  })
  .partial({external_user_id: true});

/** Mints tokens for a back end that has the API key of this server, also where the rest of the API is proxied. */
export function authRoutes(context: ServerContext): Hono<Env> {
  const app = new Hono<Env>();
  app.use(
    '/auth/*',
    withFaults(context),
    limitBody(maxBodyBytes, maxBodyBytes),
    authentication(context),
  );
  app.post('/auth/token', async c => {
    if (c.req.header('X-API-KEY') === undefined)
      throw new ApiError(401, 'Only an API key can mint tokens');
    const {external_user_id, expires_in_minutes} = await validBody(c, tokenRequest);
    const access_token = await context.tokens.mint(external_user_id, expires_in_minutes * 60);
    return c.json({access_token, token_type: 'bearer'});
  });
  return app;
}
