import type {Conversation, Item, MessageItem} from '../../core/model/item.js';
import {truncate} from './truncate.js';

/** The items of the preview: the question, and the answer at the current position. */
export function previewOf({children}: Conversation, question: string | undefined): readonly Item[] {
  const items = truncate(children);
  return question === undefined ? items : [questionMessage(question), ...items];
}

const questionMessages = new Map<string, MessageItem>();

/** Returns the same object for the same text, so that it is rendered once. */
function questionMessage(text: string): MessageItem {
  let message = questionMessages.get(text);
  if (!message) {
    const base = {status: 'done', children: []} as const;
    const item = {...base, id: 'question/text', kind: 'text', text} as const;
    message = {...base, id: 'question', kind: 'message', role: 'user', children: [item]};
    questionMessages.clear();
    questionMessages.set(text, message);
  }
  return message;
}
