import type {Conversation, Item, MessageItem} from '../../core/model/item.js';
import {truncate} from './truncate.js';

/** The events by which elements send requests to their chat; a recorded conversation must not send any. */
export const requests = [
  'ubik-send-request',
  'ubik-stop-request',
  'ubik-reply-request',
  'ubik-retry-request',
  'ubik-continue-request',
  'ubik-edit-request',
  'ubik-regenerate-request',
  'ubik-navigate-request',
  'ubik-restore-request',
  'ubik-feedback-request',
] as const;

/** The items to draw: what was asked, and the answer as far as it had come. */
export function previewOf({children}: Conversation, question: string | undefined): readonly Item[] {
  const items = truncate(children);
  return question === undefined ? items : [asked(question), ...items];
}

const known = new Map<string, MessageItem>();

/** The same object for the same words, so that it is drawn once. */
function asked(text: string): MessageItem {
  let message = known.get(text);
  if (!message) {
    const base = {status: 'done', children: []} as const;
    const words = {...base, id: 'question/text', kind: 'text', text} as const;
    message = {...base, id: 'question', kind: 'message', role: 'user', children: [words]};
    known.clear();
    known.set(text, message);
  }
  return message;
}
