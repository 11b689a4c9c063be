import type {Conversation, FileItem, MessageItem} from '../../model/item.js';
import {walk} from '../../model/select.js';

/** A tool call that has a result. */
export interface TurnCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** The output, or the message of the error. */
  readonly output: string;
  readonly isError: boolean;
}

/** A turn of a conversation, in the order that models expect: text, then calls with their results. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly calls: readonly TurnCall[];
  readonly files: readonly FileItem[];
}

/**
 * The turns of a conversation, for protocols that send it in each request. An answer is several turns if it has text
 * after a call. Reasoning, and calls without a result, are left out; so are turns that are empty then.
 */
export function turnsOf({children}: Conversation): readonly Turn[] {
  return children.flatMap(item => (item.kind === 'message' ? turnsOfMessage(item) : []));
}

function turnsOfMessage(message: MessageItem): readonly Turn[] {
  const {role} = message;
  const turns: Turn[] = [];
  let turn: Turn = {role, text: '', calls: [], files: []};
  for (const item of walk(message)) {
    if (item.kind === 'text' && item.text !== '') {
      if (turn.calls.length > 0) {
        turns.push(turn);
        turn = {role, text: '', calls: [], files: []};
      }
      const text = turn.text === '' ? item.text : `${turn.text}\n\n${item.text}`;
      turn = {...turn, text};
    } else if (item.kind === 'file') turn = {...turn, files: [...turn.files, item]};
    else if (item.kind === 'tool' && (item.status === 'done' || item.status === 'failed')) {
      const {executionId: id = item.id, name, input, output, error} = item;
      const call = {id, name, input, output: error ?? output, isError: item.status === 'failed'};
      turn = {...turn, calls: [...turn.calls, call]};
    }
  }
  return [...turns, turn].filter(
    ({text, calls, files}) => text !== '' || calls.length + files.length > 0,
  );
}
