import type {AnthropicMessage} from './events.js';
import {asRecord, asText} from '../../values.js';
import type {Fields} from '../../model/op.js';

/** Stop reasons that are displayed under their own names. */
const DISPLAYED: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'refusal',
]);

/** Stop reasons after which the API expects to be continued. Calls of its own tools may still lack a result. */
export const PAUSES: ReadonlySet<unknown> = new Set(['pause_turn', 'compaction']);

/** Stop reasons that end a message but not the turn. */
export const IN_TURN: ReadonlySet<unknown> = new Set(['tool_use', ...PAUSES]);

/** Stop reasons after which another request can continue the answer. */
export const CONTINUABLE: ReadonlySet<unknown> = new Set(['max_tokens', ...PAUSES]);

/** The notice about the end of a message, if it needs one; `no_answer` if it ended without content. */
export function noticeOf(message: AnthropicMessage): Fields<'notice'> | undefined {
  const reason = message.stop_reason ?? '';
  const displayed = DISPLAYED.has(reason) ? reason : undefined;
  const code = PAUSES.has(reason) ? 'pause_turn' : displayed;
  if (code === undefined) return isEmpty(message) ? {code: 'no_answer'} : undefined;
  const text = asText(asRecord(message['stop_details'])['explanation']);
  return {code, ...(text !== undefined && {text})};
}

function isEmpty({content}: AnthropicMessage): boolean {
  return !content.some(({type, text}) =>
    type === 'text' ? asText(text)?.trim() : type.includes('tool') || type === 'container_upload',
  );
}
