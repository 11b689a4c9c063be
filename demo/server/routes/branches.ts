import {Hono} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {ApiError, validBody} from '../errors.js';
import {faultsInText} from '../faults/phrases.js';
import {sessionOf, type Env} from '../identity.js';
import {respondWithRun} from '../stream/answer.js';
import {contentSchema, messageJson, messageOf, refuseWhileRunning, runSchema} from './messages.js';

/** Routes that create or select a branch of a conversation (guide, "Agent Sessions"). */
export function branchRoutes(context: ServerContext): Hono<Env> {
  const {store, runs, statistics} = context;
  const app = new Hono<Env>();

  app.post('/agent-sessions/:sid/messages/:mid/edit', async c => {
    const session = sessionOf(c, context);
    const {content, stream} = await validBody(c, z.object({...runSchema, content: contentSchema}));
    const {role, parent, attachments} = messageOf(context, session.id, c.req.param('mid'));
    if (role !== 'user') throw new ApiError(400, 'Only messages of the user can be edited');
    refuseWhileRunning(context, session);
    statistics.message(session.id);
    const message = store.messages.add({session: session.id, parent, role, content, attachments});
    return respondWithRun(c, context, {
      task: runs.start(message),
      wanted: stream,
      message: messageJson(context, message),
      faults: [...c.var.faults, ...faultsInText(content)],
    });
  });

  app.post('/agent-sessions/:sid/messages/:mid/regenerate', async c => {
    const session = sessionOf(c, context);
    const {stream} = await validBody(c, z.object(runSchema));
    const message = messageOf(context, session.id, c.req.param('mid'));
    const question =
      message.role === 'user' ? message : messageOf(context, session.id, message.parent ?? '');
    refuseWhileRunning(context, session);
    return respondWithRun(c, context, {
      task: runs.start(question),
      wanted: stream,
      message: messageJson(context, question),
      faults: c.var.faults,
    });
  });

  app.post('/agent-sessions/:sid/navigate', async c => {
    const session = sessionOf(c, context);
    const {target_message_id} = await validBody(c, z.object({target_message_id: z.uuid()}));
    const target = messageOf(context, session.id, target_message_id);
    refuseWhileRunning(context, session);
    const head = store.messages.leaf(session.id, target.id);
    store.sessions.update(session.id, {head});
    return c.json({active_head_id: head});
  });
  return app;
}
