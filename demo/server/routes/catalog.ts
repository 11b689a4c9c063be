import {Hono} from 'hono';
import {toolList} from '../agent/tools.js';
import type {ServerContext} from '../context.js';
import {ApiError, notFound, valid} from '../errors.js';
import type {Env} from '../identity.js';
import {pageOf, pageSchema} from './page.js';

/** Routes for models, assistants, tools and document chunks. */
export function catalogRoutes(context: ServerContext): Hono<Env> {
  const {corpus} = context;
  const app = new Hono<Env>();

  app.get('/health', c => c.json({status: 'ok'}));
  app.get('/users/me', c => {
    const {user} = c.var.identity;
    return c.json({id: user ?? 'account', external_user_id: user ?? null});
  });
  app.get('/models', c =>
    c.json([{name: 'scripts', description: 'A scripted agent without a model.'}]),
  );
  app.get('/assistants', c => {
    if (c.var.identity.user !== undefined) throw new ApiError(403, 'Not available to end users');
    return c.json([]);
  });
  app.get('/tools', c => {
    const {page, limit} = valid(pageSchema, c.req.query(), 'query');
    const tools = toolList(corpus);
    return c.json(pageOf(tools.slice((page - 1) * limit, page * limit), tools.length, page, limit));
  });
  app.get('/tools/:tool', c => {
    const tool = toolList(corpus).find(({id, name}) => [id, name].includes(c.req.param('tool')));
    if (!tool) throw notFound('Tool');
    return c.json(tool);
  });

  app.get('/chunks/:cid', c => {
    const chunk = corpus.get(c.req.param('cid'));
    if (!chunk) throw notFound('Chunk');
    const {id, text, document, name, heading} = chunk;
    return c.json({id, content: text, document_id: document, metadata: {name, heading}});
  });
  app.get('/chunks/:cid/document', c => {
    const chunk = corpus.get(c.req.param('cid'));
    if (!chunk) throw notFound('Chunk');
    return c.json({
      id: chunk.document,
      name: chunk.name,
      file_name: chunk.name,
      status: 'completed',
    });
  });
  return app;
}
