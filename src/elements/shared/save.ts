import {type Conversation, type Item} from '../../core/model/item.js';
import {toMarkdown} from '../../core/model/to-markdown.js';
import type {Labels} from '../locales/en.js';
import {download} from './download.js';

/** In which form a conversation is saved. */
export type SaveFormat = 'markdown' | 'json';

const types = {
  markdown: {ending: 'md', type: 'text/markdown'},
  json: {ending: 'json', type: 'application/json'},
} as const;

/** The whole conversation as Markdown, each message under the name of who wrote it. */
export function wholeText({children}: Conversation, {message, copy}: Labels): string {
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
    format === 'json' ? JSON.stringify(conversation, null, 2) : wholeText(conversation, labels);
  const day = new Date().toISOString().slice(0, 10);
  download([text], type, `${labels.chat.transcript} ${day}.${ending}`);
}

/** Where a session is found again: an address with `{session}` for its id, or what gives the address. */
export type ShareUrl = string | ((session: string) => string | Promise<string>);

/** The whole address of a session. */
export async function linkTo(session: string, shareUrl: ShareUrl): Promise<string> {
  const address =
    typeof shareUrl === 'string'
      ? shareUrl.replace('{session}', encodeURIComponent(session))
      : await shareUrl(session);
  return new URL(address, document.baseURI).href;
}

/** Offers a conversation to the other applications of the device: its link, or what it says, as Markdown. */
export async function share(
  conversation: Conversation,
  labels: Labels,
  link: Promise<string> | undefined,
): Promise<void> {
  const content = link ? {url: await link} : {text: wholeText(conversation, labels)};
  try {
    await navigator.share({title: labels.chat.transcript, ...content});
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
