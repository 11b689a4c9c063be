import {type Conversation, type Item, toMarkdown} from '../../core/index.js';
import type {Labels} from '../locales/en.js';
import {download} from './download.js';

/** In which form a conversation is saved. */
export type SaveFormat = 'markdown' | 'json';

const types = {
  markdown: {ending: 'md', type: 'text/markdown'},
  json: {ending: 'json', type: 'application/json'},
} as const;

/** The whole conversation as Markdown, each message under the name of who wrote it. */
export function tellAll({children}: Conversation, {message, copy}: Labels): string {
  const name = (item: Item): string =>
    item.kind === 'message' && item.role === 'user' ? message.you : message.assistant;
  return children
    .map(item => `## ${name(item)}\n\n${toMarkdown(item, {words: copy})}\n`)
    .join('\n');
}

/** Hands a conversation to the reader as a file. */
export function save(conversation: Conversation, format: SaveFormat, labels: Labels): void {
  const {ending, type} = types[format];
  const text =
    format === 'json' ? JSON.stringify(conversation, null, 2) : tellAll(conversation, labels);
  const day = new Date().toISOString().slice(0, 10);
  download([text], type, `${labels.chat.transcript} ${day}.${ending}`);
}

/** Offers a conversation, as Markdown, to the other applications of the device. */
export function share(conversation: Conversation, labels: Labels): void {
  const text = tellAll(conversation, labels);
  navigator.share({title: labels.chat.transcript, text}).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reportError(error);
  });
}
