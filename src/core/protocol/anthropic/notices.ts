import type {AnthropicMessage} from './events.js';
import {asRecord, asText} from '../decode.js';
import type {Fields} from '../../model/op.js';

/** Stop reasons that the user should know. `compaction` needs the same as a pause: to continue. */
const NOTICE_CODES: Readonly<Record<string, string>> = {
  max_tokens: 'max_tokens',
  model_context_window_exceeded: 'model_context_window_exceeded',
  refusal: 'refusal',
  pause_turn: 'pause_turn',
  compaction: 'pause_turn',
};

/** Stop reasons after which the service expects to continue: calls of its own tools may still lack a result. */
export const PAUSES: ReadonlySet<unknown> = new Set(['pause_turn', 'compaction']);

/** Reasons that end a message, and not the turn. */
export const IN_TURN: ReadonlySet<unknown> = new Set(['tool_use', ...PAUSES]);

/** Reasons after which another request takes the answer up where it ended. */
export const GOES_ON: ReadonlySet<unknown> = new Set(['max_tokens', ...PAUSES]);

/** The notice for the way a message ended, if it needs one; `no_answer` if it ended without any content. */
export function noticeOf(message: AnthropicMessage): Fields<'notice'> | undefined {
  const reason = message.stop_reason ?? '';
  const code = Object.hasOwn(NOTICE_CODES, reason) ? NOTICE_CODES[reason] : undefined;
  if (code === undefined) return isEmpty(message) ? {code: 'no_answer'} : undefined;
  const text = asText(asRecord(message['stop_details'])['explanation']);
  return {code, ...(text !== undefined && {text})};
}

function isEmpty({content}: AnthropicMessage): boolean {
  return !content.some(({type, text}) =>
    type === 'text' ? asText(text)?.trim() : type.includes('tool') || type === 'container_upload',
  );
}
