import {Hono, type Context} from 'hono';
import {limitBody} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {userAuthentication, type Env} from '../identity.js';
import {askChatCompletions} from './chat-completions.js';
import {askAgent} from './agent.js';
import {askDataAgent} from './data-agent.js';
import {askMessages} from './messages.js';
import {askUiMessages} from './ui-messages.js';
import type {PathsUpstream} from './paths.js';
import {askResponses} from './responses.js';
import {respond, Refusal} from './refusal.js';
import {askUbik} from './ubik.js';
import {UserLimits, type Allowance} from './user-limits.js';

const maxJsonBytes = 4 * 1024 * 1024;

const dataAgentPaths =
  /^\/api\/(agent-factory\/v1\/app\/|agent-factory\/v3\/agent-market\/agent\/|v1\/sessions\/[^/]+\/files\/upload$)/;

/**
 * Proxies to the services whose credentials are in the environment: the token of a page identifies the user, and the
 * credentials are added here. The other endpoints are those of the scripted agent.
 */
export function proxyRoutes(context: ServerContext): Hono<Env> {
  const {upstreams, uploadLimit} = context.settings;
  const {agUi, anthropic, aishu, aiSdk, openai, openaiChat, ubik} = upstreams;
  const app = new Hono<Env>();
  const limits = new UserLimits(upstreams.limits);
  /** Handles a request on behalf of the user that the token names. */
  const ask = (
    c: Context<Env>,
    work: (user: string, allowance: Allowance) => Promise<Response>,
  ): Promise<Response> =>
    respond(async () => {
      const {user} = c.var.identity;
      if (user === undefined) throw new Refusal(403, 'The token does not name a user');
      return limits.apply(user, c.req.raw.signal, allowance => work(user, allowance));
    });
  const authenticated = userAuthentication(context);

  if (anthropic) {
    app.use('/anthropic/*', limitBody(maxJsonBytes, maxJsonBytes), authenticated);
    app.post('/anthropic/v1/messages', c =>
      ask(c, (_, allowance) => askMessages(c.req.raw, anthropic, allowance)),
    );
  }
  if (aiSdk) {
    app.use('/ai-sdk/*', limitBody(maxJsonBytes, maxJsonBytes), authenticated);
    app.all('/ai-sdk/*', c =>
      ask(c, (user, allowance) => {
        const path = new URL(c.req.url).pathname.slice('/ai-sdk'.length);
        return askUiMessages(c.req.raw, aiSdk, {path, user, allowance});
      }),
    );
  }
  if (openai) {
    app.use('/openai/*', limitBody(maxJsonBytes, maxJsonBytes), authenticated);
    app.post('/openai/responses', c =>
      ask(c, (_, allowance) => askResponses(c.req.raw, openai, allowance)),
    );
  }
  if (openaiChat) {
    app.use('/openai-chat/*', limitBody(maxJsonBytes, maxJsonBytes), authenticated);
    app.post('/openai-chat/chat/completions', c =>
      ask(c, (_, allowance) => askChatCompletions(c.req.raw, openaiChat, allowance)),
    );
  }
  if (agUi) {
    app.use('/ag-ui', limitBody(maxJsonBytes, maxJsonBytes), authenticated);
    app.post('/ag-ui', c =>
      ask(c, (user, allowance) => askAgent(c.req.raw, agUi, {user, allowance})),
    );
  }
  if (aishu) {
    const upstream: PathsUpstream = {
      from: '/aishu',
      url: aishu.url,
      headers: {authorization: `Bearer ${aishu.token.replace(/^(Bearer\s+)+/i, '')}`},
      allowed: dataAgentPaths,
      query: ['page', 'size', 'path', 'is_visit'],
    };
    app.use('/aishu/*', limitBody(maxJsonBytes, uploadLimit), authenticated);
    const {owners} = context.store;
    app.all('/aishu/*', c =>
      ask(c, (user, allowance) =>
        askDataAgent({request: c.req.raw, upstream, user, owners, allowance}),
      ),
    );
  }
  if (ubik) {
    app.use('/api/v1/*', limitBody(maxJsonBytes, uploadLimit), authenticated);
    app.all('/api/v1/*', c =>
      ask(c, (user, allowance) => askUbik(c.req.raw, ubik, {user, allowance})),
    );
  }
  return app;
}
