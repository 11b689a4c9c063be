import type {Conversation, Item, MessageItem} from '../../core/model/item.js';
import {truncate} from './truncate.js';

/** The events by which elements send requests to their chat; a recorded conversation must not send any. */
export const requests = [
  'ubik-send-request',
  'ubik-stop-request',
  'ubik-reply-request',
  'ubik-extend-request',
  'ubik-retry-request',
  'ubik-withdraw-request',
  'ubik-continue-request',
  'ubik-edit-request',
  'ubik-regenerate-request',
  'ubik-navigate-request',
  'ubik-restore-request',
  'ubik-feedback-request',
] as const;

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
    const words = {...base, id: 'question/text', kind: 'text', text} as const;
    message = {...base, id: 'question', kind: 'message', role: 'user', children: [words]};
    questionMessages.clear();
    questionMessages.set(text, message);
  }
  return message;
}
