import {blocksOf, readMessages, type MessagesRequest} from '../anthropic/request.js';
import {readJson, type BodyLimits} from './body.js';
import {continuationOf} from './continuation.js';
import {below, relay} from './relay.js';
import type {Allowance} from './user-limits.js';

/** The configuration of a service with the Messages API. */
export interface MessagesUpstream {
  readonly url: string;
  /** The API key; never sent to a page. */
  readonly key: string;
  readonly model: string;
  /** The system prompt; a page cannot change it. */
  readonly system: string | undefined;
  readonly maxTokens: number;
}

/** Each request contains the complete conversation. */
const limits: BodyLimits = {bytes: 4 * 1024 * 1024, depth: 64};

/**
 * Validates the request of a page and sends it to the API. The key, the model, the system prompt and the limits come from
 * this server; only known fields of the body are forwarded.
 */
export async function askMessages(
  request: Request,
  {url, key, model, system, maxTokens}: MessagesUpstream,
  allowance: Allowance,
): Promise<Response> {
  const pageRequest = readMessages(await readJson(request, limits));
  const {tools} = pageRequest;
  const body = JSON.stringify({
    model,
    max_tokens: maxTokens,
    stream: true,
    messages: turnsOf(pageRequest),
    ...(system !== undefined && {system}),
    ...(tools.length > 0 && {tools}),
  });
  allowance.send(body.length);
  const headers = {
    'x-api-key': key,
    'anthropic-version': '2023-06-01',
    'content-type': 'application/json',
  };
  return relay(below(url, '/v1/messages'), {method: 'POST', headers, body}, request, characters =>
    allowance.receive(characters),
  );
}

/** Adds a user message that asks to continue a cut answer: not every model continues an assistant message. */
function turnsOf({messages, continue: isContinuation}: MessagesRequest): unknown[] {
  const last = messages.at(-1);
  if (!isContinuation || last?.role !== 'assistant') return messages;
  const text = blocksOf(last)
    .map(block => (block.type === 'text' ? block.text : ''))
    .join('');
  return [...messages, {role: 'user', content: continuationOf(text)}];
}
