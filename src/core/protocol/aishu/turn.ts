import {isRecord, recordOf, textOf, type WireRecord} from '../values.js';

/** What is known of a turn beside its document, which a failing server may empty. */
export interface Turn {
  readonly conversationId?: string;
  readonly runId?: string;
  readonly userMessageId?: string;
  readonly messageId?: string;
  /** The last message that had something in it. */
  readonly message?: WireRecord;
  /** The final answer grew while no step told it: it is all that will be told. */
  readonly untold?: boolean;
  /** How the stream is over; while it runs, absent. */
  readonly over?: 'ended' | 'lost' | 'stopped';
}

/** Takes what a document says of its turn. Ids are never overwritten by nothing. */
export function remember(turn: Turn, root: WireRecord): Turn {
  const message = recordOf(root['message']);
  const content = recordOf(message['content']);
  const emptied = isRecord(root['error']) && !isRecord(content['middle_answer']);
  const ids = {
    conversationId: textOf(root['conversation_id']) ?? textOf(message['conversation_id']),
    runId: textOf(root['agent_run_id']) ?? textOf(recordOf(message['ext'])['agent_run_id']),
    userMessageId: textOf(root['user_message_id']) ?? textOf(message['reply_id']),
    messageId: textOf(root['assistant_message_id']) ?? textOf(message['id']),
  };
  const told = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined));
  return {...turn, ...told, ...(!emptied && isRecord(root['message']) && {message})};
}
