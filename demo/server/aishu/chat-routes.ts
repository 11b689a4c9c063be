import {randomUUID} from 'node:crypto';
import {Hono, type Context} from 'hono';
import {z} from 'zod';
import type {ServerContext} from '../context.js';
import {ApiError, notFound, validBody} from '../errors.js';
import type {Env} from '../identity.js';
import {bodyOf} from '../stream/body.js';
import {streamHeaders} from '../stream/headers.js';
import type {StoredConversation, Conversations, UserQuestion, StoredTurn} from './conversations.js';
import type {LiveAnswer} from './live-answer.js';
import {runScript} from './run-script.js';

/** Characters of the first question that become the title of a conversation. */
const titleLength = 50;

const completion = z.object({
  agent_id: z.string().min(1),
  query: z.string().default(''),
  conversation_id: z.string().optional(),
  stream: z.literal(true),
  inc_stream: z.literal(true),
  // Required: without it the platform sends an answer without steps.
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

/** Routes that send a message, resume a stream and stop a run. */
export function chatRoutes(context: ServerContext, conversations: Conversations): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/chat/completion', async c => {
    const body = await validBody(c, completion);
    const {user} = c.var.identity;
    const conversation =
      body.conversation_id === undefined
        ? conversations.create(user, body.query.slice(0, titleLength))
        : conversations.get(body.conversation_id, user);
    if (body.resume_interrupt_info) {
      const {answer} = findTurn(conversation, body.interrupted_assistant_message_id);
      answer.reply(body.resume_interrupt_info);
      return streamResponse(context, answer);
    }
    const turn = conversations.begin(conversation, questionOf(body, conversation));
    context.statistics.message(conversation.id);
    void runScript(context, turn, conversations.files(user, turn.question.files));
    return streamResponse(context, turn.answer);
  });

  app.post('/chat/resume', async c => {
    const {answer} = await latestTurn(c, conversations);
    if (answer?.status !== 'processing') throw new ApiError(500, 'Nothing to resume');
    return streamResponse(context, answer);
  });

  app.post('/chat/termination', async c => {
    const {answer} = await latestTurn(c, conversations);
    if (answer?.status !== 'processing') throw new ApiError(500, 'Nothing to stop');
    answer.cancel();
    return c.body(null, 204);
  });
  return app;
}

async function latestTurn(
  c: Context<Env>,
  conversations: Conversations,
): Promise<Partial<StoredTurn>> {
  const {conversation_id} = await validBody(c, address);
  return conversations.get(conversation_id, c.var.identity.user).turns.at(-1) ?? {};
}

function findTurn({turns}: StoredConversation, message: unknown): StoredTurn {
  const turn = turns.find(({answer}) => answer.document['assistant_message_id'] === message);
  if (!turn) throw notFound('Message');
  return turn;
}

/** The question to answer. Regenerating removes the old turn, and the turns after it, from the conversation. */
function questionOf(body: Completion, conversation: StoredConversation): UserQuestion {
  const {query: text, regenerate_assistant_message_id, regenerate_user_message_id} = body;
  const at = conversation.turns.findIndex(
    ({question, answer}) =>
      question.id === regenerate_user_message_id ||
      answer.document['assistant_message_id'] === regenerate_assistant_message_id,
  );
  const [before] = at < 0 ? [] : conversation.turns.splice(at);
  if (before && regenerate_assistant_message_id !== undefined) return before.question;
  const files = body.selected_files.map(({file_name}) => file_name);
  return {id: randomUUID(), text: withoutContext(text), files, time: Date.now()};
}

/** Removes the page context that the platform's client writes before the question. */
function withoutContext(query: string): string {
  return query.replace(/^【上下文: [^】]*】\n[^]*?\n\n/, '');
}

function streamResponse({statistics}: ServerContext, answer: LiveAnswer): Response {
  const encoder = new TextEncoder();
  async function* encodeFrames(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for await (const event of answer.follow(signal)) {
      yield encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
    }
  }
  return new Response(bodyOf(encodeFrames, statistics.stream()), {headers: streamHeaders});
}
