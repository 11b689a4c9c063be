import {Hono} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {notFound, valid, validBody} from '../errors.js';
import {sessionOf, type Env} from '../identity.js';
import {respondWithRun, streamTask} from '../stream/answer.js';
import {messageJson, refuseWhileRunning} from './messages.js';

const streaming = z.object({
  token: z.string().nullish(),
  task_id: z.string().nullish(),
  include_chunks: z.stringbool().default(true),
});
const restoring = z.object({
  checkpoint_name: z.string(),
  checkpoint_hint: z.string().nullish(),
  stream: z.boolean().default(true),
});

/** Routes that join, stop and restore runs (guide, "Agent Sessions"). */
export function streamRoutes(context: ServerContext): Hono<Env> {
  const {store, runs} = context;
  const app = new Hono<Env>();

  app.get('/agent-sessions/:sid/stream', c => {
    const {id} = sessionOf(c, context);
    const {task_id, include_chunks} = valid(streaming, c.req.query(), 'query');
    const task = task_id ? runs.find(task_id) : runs.latest(id);
    if (task_id && task?.record.session !== id) throw notFound('Task');
    if (!task) return c.body(null, 204);
    return streamTask(c, context, task, {faults: c.var.faults, chunks: include_chunks});
  });

  app.post('/agent-sessions/:sid/stop', c => {
    const task = runs.current(sessionOf(c, context).id);
    if (task) runs.stop(task);
    return c.json({status: task ? 'stop_requested' : 'idle', task_id: task?.record.id ?? null});
  });

  app.get('/agent-sessions/:sid/checkpoints', c => {
    const checkpoints = checkpointsOf(context, sessionOf(c, context).id);
    return c.json({checkpoints: checkpoints.map(checkpoint => ({...checkpoint, metadata: {}}))});
  });

  app.post('/agent-sessions/:sid/navigate-to-checkpoint', async c => {
    const session = sessionOf(c, context);
    const {checkpoint_name, checkpoint_hint, stream} = await validBody(c, restoring);
    const found = checkpointsOf(context, session.id).findLast(
      checkpoint => checkpoint.checkpoint_name === checkpoint_name,
    );
    const source = found && store.tasks.get(found.task_id);
    const question = source && store.messages.get(session.id, source.question);
    if (!source || !question) throw notFound('Checkpoint');
    refuseWhileRunning(context, session);
    const hint = checkpoint_hint ?? undefined;
    const task = runs.start(question, {task: source.id, checkpoint: checkpoint_name, hint});
    const message = messageJson(context, question);
    return respondWithRun(c, context, {task, wanted: stream, message, faults: c.var.faults});
  });
  return app;
}

interface CheckpointRecord {
  readonly checkpoint_name: string;
  readonly task_id: string;
  readonly created_at: string;
}

/** All checkpoints of a session, oldest first. */
function checkpointsOf({store}: ServerContext, session: string): CheckpointRecord[] {
  return store.tasks.ofSession(session).flatMap(({id}) =>
    store.tasks
      .events(id)
      .filter(({type}) => type === 'checkpoint_created')
      .map(event => ({
        checkpoint_name: String(event['checkpoint_name']),
        task_id: id,
        created_at: String(event['created_at']),
      })),
  );
}
