import {Hono} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {ApiError, notFound, validBody} from '../errors.js';
import {faultsInText} from '../faults/phrases.js';
import {sessionOf, type Env} from '../identity.js';
import {isObject, parseJson} from '../json.js';
import {respondWithRun} from '../stream/answer.js';
import type {StoredMessage} from '../store/messages.js';
import type {Session} from '../store/sessions.js';
import type {TaskAnswer, Wait} from '../store/tasks.js';
import {documentOf} from './documents.js';

export const contentSchema = z.string().min(1).max(200_000);

/** Fields of all requests that start a run. */
export const runSchema = {stream: z.boolean().default(true), tool_choice: z.uuid().nullish()};

const sendSchema = z.object({
  ...runSchema,
  content: contentSchema,
  attachment_document_ids: z.array(z.uuid()).nullish(),
});

/** Characters of the first message that become the title of a session without one. */
const titleLength = 60;

/** Routes that list and send messages (OpenAPI description, `/agent-sessions/{id}/messages`). */
export function messageRoutes(context: ServerContext): Hono<Env> {
  const {store, runs, statistics} = context;
  const app = new Hono<Env>();

  app.get('/agent-sessions/:sid/messages', c => {
    const {id, head} = sessionOf(c, context);
    const items = store.messages.branch(id, head).map(message => messageJson(context, message));
    return c.json({items, active_head_id: head ?? null});
  });

  app.get('/agent-sessions/:sid/messages/:mid', c => {
    const {id} = sessionOf(c, context);
    return c.json(messageJson(context, messageOf(context, id, c.req.param('mid'))));
  });

  app.post('/agent-sessions/:sid/messages', async c => {
    const session = sessionOf(c, context);
    const {content, stream, attachment_document_ids} = await validBody(c, sendSchema);
    const attachments = attachment_document_ids ?? [];
    for (const document of attachments) documentOf(c, context, document);
    const faults = [...c.var.faults, ...faultsInText(content)];

    const waiting = runs.current(session.id);
    const question = waiting && openQuestion(context, waiting.record.id);
    if (waiting && question) {
      // The API has no endpoint to answer the agent's question: the next message is the answer.
      statistics.message(session.id);
      runs.answer(waiting, parseAnswer(content, question));
      const message = messageJson(context, messageOf(context, session.id, waiting.record.question));
      return respondWithRun(c, context, {task: waiting, wanted: stream, message, faults});
    }

    refuseWhileRunning(context, session);
    statistics.message(session.id);
    const {id, head: parent, title = content.slice(0, titleLength)} = session;
    const sent = store.messages.add({session: id, parent, role: 'user', content, attachments});
    store.sessions.update(id, {title});
    runs.setTimeZone(id, c.req.header('x-time-zone'));
    const task = runs.start(sent);
    const message = messageJson(context, messageOf(context, id, sent.id));
    return respondWithRun(c, context, {task, wanted: stream, message, faults});
  });
  return app;
}

export function refuseWhileRunning({runs}: ServerContext, session: Session): void {
  if (runs.current(session.id))
    throw new ApiError(409, 'A task is already running in this session');
}

export function messageOf({store}: ServerContext, session: string, id: string): StoredMessage {
  const message = store.messages.get(session, id);
  if (!message) throw notFound('Message');
  return message;
}

/** The agent's question that a task waits for; questions of tools have their own endpoint. */
function openQuestion({store}: ServerContext, task: string): Wait | undefined {
  const open = store.tasks.waits(task).findLast(({answer}) => !answer);
  return open?.execution === undefined ? open : undefined;
}

function parseAnswer(text: string, {types}: Wait): TaskAnswer {
  const value = types.includes('json') ? parseJson(text) : undefined;
  const structured = isObject(value) || Array.isArray(value);
  return structured ? {input: value, type: 'json'} : {input: text, type: 'text'};
}

/** `AgentMessage` of the OpenAPI description. */
export function messageJson({store}: ServerContext, message: StoredMessage): object {
  const {id, session, parent, task} = message;
  const siblings = store.messages.children(session, parent).map(sibling => sibling.id);
  return {
    id,
    role: message.role,
    content: message.content,
    created_at: message.createdAt,
    parent_id: parent ?? null,
    sibling_ids: siblings.filter(other => other !== id),
    task_id: task ?? null,
    stream_url: task ? `/api/v1/agent-sessions/${session}/stream?task_id=${task}` : null,
  };
}
