import {isRecord, recordOf, textOf, type WireRecord} from '../values.js';

/** What is known of a turn beside its document, which a failing server may empty. */
export interface Turn {
  readonly conversationId?: string;
  readonly runId?: string;
  readonly userMessageId?: string;
  readonly messageId?: string;
  /** The message, with the last content that had something in it. */
  readonly message?: WireRecord;
  /** The final answer grew while no step told it: it is all that will be told. */
  readonly untold?: boolean;
  /** How the stream is over; while it runs, absent. */
  readonly over?: 'ended' | 'lost' | 'stopped';
}

/**
 * Takes what a document says of its turn. On some failures the server compares with an empty document, and the patches
 * blank the ids and the content: nothing is overwritten by less.
 */
export function remember(turn: Turn, root: WireRecord): Turn {
  const message = recordOf(root['message']);
  const {content} = message;
  const kept = turn.message?.['content'];
  const emptied = !isRecord(content) || (hasSteps(kept) && !hasSteps(content));
  const ids = {
    conversationId: textOf(root['conversation_id']) ?? textOf(message['conversation_id']),
    runId: textOf(root['agent_run_id']) ?? textOf(recordOf(message['ext'])['agent_run_id']),
    userMessageId: textOf(root['user_message_id']) ?? textOf(message['reply_id']),
    messageId: textOf(root['assistant_message_id']) ?? textOf(message['id']),
  };
  const told = Object.entries(ids).filter(([, id]) => id !== undefined);
  return {
    ...turn,
    ...Object.fromEntries(told),
    message: emptied && isRecord(kept) ? {...message, content: kept} : message,
  };
}

function hasSteps(content: unknown): boolean {
  return isRecord(recordOf(content)['middle_answer']);
}
