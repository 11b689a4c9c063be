import {Hono} from 'hono';
import {limitBody} from '../body-limit.js';
import type {ServerContext} from '../context.js';
import {authentication, type Env} from '../identity.js';
import {chatRoutes} from './chat-routes.js';
import {conversationRoutes} from './conversation-routes.js';
import {Conversations} from './conversations.js';
import {agentId} from './document.js';
import {errorResponse} from './errors.js';

const maxJsonBytes = 1024 * 1024;

/** The Data Agent API, implemented with the scripted agent. */
export function dataAgentRoutes(context: ServerContext): Hono<Env> {
  const conversations = new Conversations();
  const app = new Hono<Env>();
  app.onError(errorResponse);
  app.use(limitBody(maxJsonBytes, context.settings.uploadLimit));
  app.use(authentication(context));
  app.route('/agent-factory/v1/app/:key', chatRoutes(context, conversations));
  app.route('/agent-factory/v1/app/:key', conversationRoutes(conversations));

  app.get('/agent-factory/v3/agent-market/agent/:key/version/:version', c => {
    const {key, version} = c.req.param();
    // The agent `draft` was never published: only version `v0` exists.
    if (key === 'draft' && version !== 'v0') {
      return c.json({error_code: 'AgentFactory.NotFound', description: 'Not published'}, 404);
    }
    return c.json({
      id: agentId,
      key,
      name: 'Demo agent',
      profile: 'Follows scripts; its tools really run.',
      status: key === 'draft' ? 'unpublished' : 'published',
      config: {
        opening_remark_config: {
          type: 'fixed',
          fixed_opening_remark: 'I am a scripted agent behind the Data Agent API. What shall I do?',
        },
        preset_questions: [
          {question: 'Compare two numbers and search the docs'},
          {question: 'Show a table of the documents'},
          {question: 'Draw a chart of 3, 5, 8'},
          {question: ''},
        ],
      },
    });
  });

  app.post('/v1/sessions/:session/files/upload', async c => {
    const path = c.req.query('path') ?? '';
    const {file} = await c.req.parseBody();
    if (!(file instanceof File))
      return c.json({error_code: 'BadRequest', description: 'No file'}, 400);
    const {user} = c.var.identity;
    conversations.saveFile(user, {id: path, name: file.name, text: await file.text()});
    return c.json({file_name: path});
  });
  return app;
}
