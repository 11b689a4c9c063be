import {Hono} from 'hono';
import {z} from 'zod';
import {toolList} from '../agent/tools.js';
import type {ServerContext} from '../context.js';
import {ApiError, valid, validBody} from '../errors.js';
import {sessionOf, type Env} from '../identity.js';
import type {Session} from '../store/sessions.js';
import {pageOf, pageSchema} from './page.js';
import {documentJson} from './documents.js';

const optional = {
  title: z.string().nullish(),
  model_name: z.string().nullish(),
  tool_ids: z.array(z.uuid()).nullish(),
  skill_ids: z.array(z.uuid()).nullish(),
  external_user_id: z.string().nullish(),
  mcp_config: z.record(z.string(), z.unknown()).nullish(),
};
const creation = z.object({
  ...optional,
  assistant_id: z.uuid().nullish(),
  initial_system_prompt: z.string().nullish(),
  prompt_variables: z.record(z.string(), z.unknown()).nullish(),
});
const change = z.object({...optional, status: z.string().nullish()});

/** Sessions (OpenAPI description, `/agent-sessions`). */
export function sessionRoutes(context: ServerContext): Hono<Env> {
  const {store, runs} = context;
  const app = new Hono<Env>();

  app.post('/agent-sessions', async c => {
    const {title, model_name, external_user_id, ...options} = await validBody(c, creation);
    const session = store.sessions.create({
      user: c.var.identity.user ?? external_user_id ?? undefined,
      title: title ?? undefined,
      model: model_name ?? undefined,
      options,
    });
    return c.json(sessionJson(context, session));
  });

  app.get('/agent-sessions', c => {
    const {page, limit} = valid(pageSchema, c.req.query(), 'query');
    const {items, total} = store.sessions.list(c.var.identity.user, page, limit);
    return c.json(
      pageOf(
        items.map(item => sessionJson(context, item)),
        total,
        page,
        limit,
      ),
    );
  });

  app.get('/agent-sessions/:sid', c => c.json(sessionJson(context, sessionOf(c, context))));

  app.patch('/agent-sessions/:sid', async c => {
    const session = sessionOf(c, context);
    const {title, model_name, status, external_user_id, ...rest} = await validBody(c, change);
    const {user} = c.var.identity;
    // A user could otherwise put a session with any content into the list of another user.
    if (user !== undefined && (external_user_id ?? user) !== user)
      throw new ApiError(403, 'Users cannot give a session to another user');
    store.sessions.update(session.id, {
      ...(title === undefined ? {} : {title: title ?? undefined}),
      ...(model_name === undefined ? {} : {model: model_name ?? undefined}),
      ...(status ? {status} : {}),
      ...(external_user_id ? {user: external_user_id} : {}),
      options: {...session.options, ...rest},
    });
    return c.json(sessionJson(context, store.sessions.get(session.id) ?? session));
  });

  app.delete('/agent-sessions/:sid', async c => {
    const {id} = sessionOf(c, context);
    const task = runs.current(id);
    if (task) {
      runs.stop(task);
      await task.feed.closed;
    }
    store.sessions.remove(id);
    return c.body(null, 204);
  });

  app.get('/agent-sessions/:sid/tools', c => {
    sessionOf(c, context);
    return c.json(toolList(context.corpus));
  });
  app.get('/agent-sessions/:sid/skills', c => {
    sessionOf(c, context);
    return c.json([]);
  });
  app.get('/agent-sessions/:sid/mcp-servers', c => {
    sessionOf(c, context);
    return c.json([]);
  });
  return app;
}

/** `AgentSession` of the OpenAPI description. */
function sessionJson(context: ServerContext, session: Session): object {
  const {store, settings} = context;
  const documents = store.documents.ofSession(session.id).items;
  return {
    id: session.id,
    title: session.title ?? null,
    status: session.status,
    model_name: session.model ?? null,
    external_user_id: session.user ?? null,
    active_tools: toolList(context.corpus).map(({id, name, description}) => ({
      id,
      name,
      description,
    })),
    active_skills: [],
    documents: documents.map(document => documentJson(document, settings.behaviour)),
    workspaces: [],
    mcp_config: session.options['mcp_config'] ?? null,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  };
}
