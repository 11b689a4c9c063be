import {randomUUID} from 'node:crypto';
import {Hono, type Context} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {ApiError, notFound, validBody} from '../errors.js';
import type {Env} from '../identity.js';
import {bodyOf} from '../stream/body.js';
import {streamHeaders} from '../stream/headers.js';
import type {Conversation, Conversations, Question, Turn} from './conversations.js';
import type {LiveAnswer} from './live-answer.js';
import {perform} from './perform.js';

/** A conversation that begins by itself is named after this much of the first question. */
const titleLength = 50;

const completion = z.object({
  agent_id: z.string().min(1),
  query: z.string().default(''),
  conversation_id: z.string().optional(),
  stream: z.literal(true),
  inc_stream: z.literal(true),
  // Whoever leaves this out gets an answer without steps.
  chat_option: z.looseObject({is_need_progress: z.literal(true)}),
  selected_files: z.array(z.object({file_name: z.string()})).default([]),
  regenerate_assistant_message_id: z.string().optional(),
  regenerate_user_message_id: z.string().optional(),
  interrupted_assistant_message_id: z.string().optional(),
  resume_interrupt_info: z
    .object({
      resume_handle: z.object({resume_token: z.string()}).loose(),
      action: z.enum(['confirm', 'skip']),
      modified_args: z.array(z.object({key: z.string(), value: z.unknown()})),
    })
    .optional(),
});
type Completion = z.output<typeof completion>;

const address = z.object({conversation_id: z.string()});

/** Sending, resuming and stopping. */
export function chatRoutes(context: ServerContext, conversations: Conversations): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/chat/completion', async c => {
    const wanted = await validBody(c, completion);
    const {user} = c.var.identity;
    const conversation =
      wanted.conversation_id === undefined
        ? conversations.create(user, wanted.query.slice(0, titleLength))
        : conversations.get(wanted.conversation_id, user);
    if (wanted.resume_interrupt_info) {
      const {answer} = turnWith(conversation, wanted.interrupted_assistant_message_id);
      answer.reply(wanted.resume_interrupt_info);
      return streamed(context, answer);
    }
    const turn = conversations.begin(conversation, questionOf(wanted, conversation, conversations));
    context.statistics.message(conversation.id);
    void perform(context, turn);
    return streamed(context, turn.answer);
  });

  app.post('/chat/resume', async c => {
    const {answer} = await latest(c, conversations);
    if (answer?.status !== 'processing') throw new ApiError(500, 'Nothing to resume');
    return streamed(context, answer);
  });

  app.post('/chat/termination', async c => {
    const {answer} = await latest(c, conversations);
    if (answer?.status !== 'processing') throw new ApiError(500, 'Nothing to stop');
    answer.cancel();
    return c.body(null, 204);
  });
  return app;
}

async function latest(c: Context<Env>, conversations: Conversations): Promise<Partial<Turn>> {
  const {conversation_id} = await validBody(c, address);
  return conversations.get(conversation_id, c.var.identity.user).turns.at(-1) ?? {};
}

function turnWith({turns}: Conversation, message: unknown): Turn {
  const turn = turns.find(({answer}) => answer.document['assistant_message_id'] === message);
  if (!turn) throw notFound('Message');
  return turn;
}

/** The question to answer. Answering anew takes what was answered before out of the conversation. */
function questionOf(
  wanted: Completion,
  conversation: Conversation,
  conversations: Conversations,
): Question {
  const {query: text, regenerate_assistant_message_id, regenerate_user_message_id} = wanted;
  const at = conversation.turns.findIndex(
    ({question, answer}) =>
      question.id === regenerate_user_message_id ||
      answer.document['assistant_message_id'] === regenerate_assistant_message_id,
  );
  const [before] = at < 0 ? [] : conversation.turns.splice(at);
  if (before && regenerate_assistant_message_id !== undefined) return before.question;
  const files = wanted.selected_files.flatMap(({file_name}) => conversations.file(file_name) ?? []);
  return {id: randomUUID(), text: withoutContext(text), files, time: Date.now()};
}

/** The platform's client writes the page's context before the question. */
function withoutContext(query: string): string {
  return query.replace(/^【上下文: [^】]*】\n[^]*?\n\n/, '');
}

function streamed({statistics}: ServerContext, answer: LiveAnswer): Response {
  const encoder = new TextEncoder();
  async function* told(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for await (const event of answer.follow(signal)) {
      yield encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
    }
  }
  return new Response(bodyOf(told, statistics.stream()), {headers: streamHeaders});
}
