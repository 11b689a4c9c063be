import {isRecord, asRecord, asText, type JsonRecord} from '../../values.js';
import type {Status} from '../../model/item.js';

/** The known state of a turn, kept outside the document because a failing server may clear the document. */
export interface AishuTurn {
  readonly conversationId?: string;
  readonly runId?: string;
  readonly userMessageId?: string;
  readonly messageId?: string;
  /** The message with its last non-empty content. */
  readonly message?: JsonRecord;
  /** Whether the final answer grew while no step contained it, so that it is the only text. */
  readonly onlyFinalAnswer?: boolean;
  /** How the stream ended; absent while it runs. */
  readonly over?: 'ended' | 'lost' | 'stopped';
}

/**
 * Reads the ids and the message of a document. On some errors the server sends patches that empty ids and content;
 * empty values do not replace known ones.
 */
export function remember(turn: AishuTurn, root: JsonRecord): AishuTurn {
  const message = asRecord(root['message']);
  const {content} = message;
  const kept = turn.message?.['content'];
  const emptied = !isRecord(content) || (hasSteps(kept) && !hasSteps(content));
  const ids = {
    conversationId: asText(root['conversation_id']) ?? asText(message['conversation_id']),
    runId: asText(root['agent_run_id']) ?? asText(asRecord(message['ext'])['agent_run_id']),
    userMessageId: asText(root['user_message_id']) ?? asText(message['reply_id']),
    messageId: asText(root['assistant_message_id']) ?? asText(message['id']),
  };
  const known = Object.entries(ids).filter(([, id]) => id !== undefined);
  return {
    ...turn,
    ...Object.fromEntries(known),
    message: emptied && isRecord(kept) ? {...message, content: kept} : message,
  };
}

function hasSteps(content: unknown): boolean {
  return isRecord(asRecord(content)['middle_answer']);
}

/** The state of the turn, which applies to steps without a status of their own. */
export interface TurnState {
  readonly over: AishuTurn['over'];
  readonly failed: boolean;
  /** Whether the agent waits for the user's answer. */
  readonly asking: boolean;
}

export function messageStatus({over, failed, asking}: TurnState): Status {
  if (over === undefined) return 'streaming';
  if (over === 'stopped') return 'stopped';
  if (failed) return 'failed';
  if (asking) return 'waiting';
  return over === 'lost' ? 'interrupted' : 'done';
}

/**
 * The status of a step. A step that still runs when the stream ends gets the status of its message. Unknown values are
 * possible.
 */
export function stepStatus(reported: unknown, turnState: TurnState): Status {
  switch (reported) {
    case 'completed':
      return 'done';
    case 'failed':
      return 'failed';
    case 'skipped':
      return 'stopped';
    default:
      return turnState.asking && turnState.over !== 'stopped' && !turnState.failed
        ? 'waiting'
        : messageStatus(turnState);
  }
}
