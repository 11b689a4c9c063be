import {blocksOf, messagesSchema, type MessagesRequest} from '../anthropic/request.js';
import {refused, relay} from './relay.js';

export interface MessagesUpstream {
  /** `https://api.anthropic.com` */
  readonly url: string;
  readonly key: string;
  readonly model: string;
  /** What the model is told of its task; no page can change it. */
  readonly system: string | undefined;
  readonly maxTokens: number;
}

/**
 * Takes what a page says, and asks the API: the key, the model, the system prompt and the limits are this server's, and
 * nothing of the page's body goes on unread.
 */
export async function askMessages(
  request: Request,
  {url, key, model, system, maxTokens}: MessagesUpstream,
): Promise<Response> {
  const wanted = messagesSchema.safeParse(await request.json().catch(() => undefined));
  if (!wanted.success) return refused(400, 'The body is not a request of this chat');
  const {tools} = wanted.data;
  const body = {
    model,
    max_tokens: maxTokens,
    stream: true,
    messages: turnsOf(wanted.data),
    ...(system !== undefined && {system}),
    ...(tools.length > 0 && {tools}),
  };
  return relay(
    new URL('/v1/messages', url),
    {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'anthropic-version': '2023-06-01',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    },
    request.signal,
  );
}

/** Characters of a broken answer that are quoted when it is to go on. */
const quoted = 200;

/** An answer that was cut is taken up by asking for it: not every model goes on from a turn that is its own. */
function turnsOf({messages, continue: goesOn}: MessagesRequest): unknown[] {
  const last = messages.at(-1);
  if (!goesOn || last?.role !== 'assistant') return messages;
  const words = blocksOf(last)
    .map(block => (typeof block['text'] === 'string' ? block['text'] : ''))
    .join('');
  const content = `Your answer was cut off. Go on exactly where it ended, without repeating anything: "${words.slice(-quoted)}"`;
  return [...messages, {role: 'user', content}];
}
