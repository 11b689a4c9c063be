import {blocksOf, readMessages, type MessagesRequest} from '../anthropic/request.js';
import {readJson, type BodyLimits} from './body.js';
import {relay} from './relay.js';
import type {Allowance} from './user-limits.js';

/** A service that speaks the Messages format, and how it is to be asked. */
export interface MessagesUpstream {
  readonly url: string;
  /** The secret. No page ever sees it. */
  readonly key: string;
  readonly model: string;
  /** Tells the model its task; no page can change it. */
  readonly system: string | undefined;
  readonly maxTokens: number;
}

/** Each request carries the whole conversation. */
const limits: BodyLimits = {bytes: 4 * 1024 * 1024, depth: 64};

/**
 * Reads what a page says, and asks the API: the key, the model, the system prompt and the limits are this server's, and
 * only known fields of the page's body go upstream.
 */
export async function askMessages(
  request: Request,
  {url, key, model, system, maxTokens}: MessagesUpstream,
  allowance: Allowance,
): Promise<Response> {
  const wanted = readMessages(await readJson(request, limits));
  const {tools} = wanted;
  const body = JSON.stringify({
    model,
    max_tokens: maxTokens,
    stream: true,
    messages: turnsOf(wanted),
    ...(system !== undefined && {system}),
    ...(tools.length > 0 && {tools}),
  });
  allowance.send(body.length);
  const headers = {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'content-type': 'application/json',
  };
  return relay(
    new URL('/v1/messages', url),
    {method: 'POST', headers, body},
    request.signal,
    characters => allowance.receive(characters),
  );
}

/** Characters of a broken answer that are quoted when it is to go on. */
const quoted = 200;

/** An answer that was cut is taken up by asking for it: not every model goes on from a turn that is its own. */
function turnsOf({messages, continue: goesOn}: MessagesRequest): unknown[] {
  const last = messages.at(-1);
  if (!goesOn || last?.role !== 'assistant') return messages;
  const words = blocksOf(last)
    .map(block => (block.type === 'text' ? block.text : ''))
    .join('');
  const content = `Your answer was cut off. Go on exactly where it ended, without repeating anything: "${words.slice(-quoted)}"`;
  return [...messages, {role: 'user', content}];
}
