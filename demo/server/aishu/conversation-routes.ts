import {Hono, type Context} from 'hono';
import {z} from 'zod';
import {valid, validBody} from '../errors.js';
import type {Env} from '../identity.js';
import {entryOf, messagesOf, type StoredConversation, type Conversations} from './conversations.js';

const paging = z.object({
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce.number().int().min(1).max(100).default(10),
});
const titleBody = z.object({title: z.string().default('')});
const readBody = z.object({latest_read_index: z.number().int().min(0)});

/** Routes for the conversations of the authenticated user. */
export function conversationRoutes(conversations: Conversations): Hono<Env> {
  const app = new Hono<Env>();
  const requested = (c: Context<Env>): StoredConversation =>
    conversations.get(c.req.param('id'), c.var.identity.user);

  app.post('/conversation', async c => {
    const {title} = await validBody(c, titleBody);
    return c.json({id: conversations.create(c.var.identity.user, title).id});
  });
  app.get('/conversation', c => {
    const {page, size} = valid(paging, c.req.query(), 'query');
    const all = conversations.ownedBy(c.var.identity.user);
    const entries = all.slice((page - 1) * size, page * size).map(entryOf);
    return c.json({entries, total: all.length});
  });
  app.get('/conversation/:id', c => {
    const conversation = requested(c);
    return c.json({...entryOf(conversation), Messages: messagesOf(conversation)});
  });
  app.put('/conversation/:id', async c => {
    requested(c).title = (await validBody(c, titleBody)).title;
    return c.body(null, 204);
  });
  app.put('/conversation/:id/mark_read', async c => {
    requested(c).read = (await validBody(c, readBody)).latest_read_index;
    return c.body(null, 204);
  });
  app.delete('/conversation/:id', c => {
    conversations.remove(requested(c));
    return c.body(null, 204);
  });
  return app;
}
