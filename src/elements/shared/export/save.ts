import type {Conversation} from '../../../core/model/item.js';
import {inline} from '../../../core/model/markdown-text.js';
import {withoutPasswords} from '../../../core/model/passwords.js';
import {partOfMarkdown} from '../../../core/model/to-markdown.js';
import {UniqueLabels} from '../../../core/model/unique-labels.js';
import type {Labels} from '../../locales/en.js';
import {turnName} from '../text/author.js';
import {download} from './download.js';

/** The file format of a saved conversation. */
export type SaveFormat = 'markdown' | 'json';

/** The conversation as Markdown, with the author of each message as a heading. */
export function wholeText({children}: Conversation, labels: Labels): string {
  const unique = new UniqueLabels();
  return children
    .map(item => {
      const text = partOfMarkdown(item, {labels: labels.copy}, unique);
      return `## ${inline(turnName(item, labels))}\n\n${text}\n`;
    })
    .join('\n');
}

/** The conversation as JSON text. */
const toJson = ({children, ...rest}: Conversation): string =>
  JSON.stringify({...rest, children: children.map(withoutPasswords)}, null, 2);

interface FileFormat {
  readonly ending: string;
  readonly type: string;
  readonly write: (conversation: Conversation, labels: Labels) => string;
}

const formats: Readonly<Record<SaveFormat, FileFormat>> = {
  markdown: {ending: 'md', type: 'text/markdown', write: wholeText},
  json: {ending: 'json', type: 'application/json', write: toJson},
};

/** Downloads a conversation as a file. */
export function saveConversation(
  conversation: Conversation,
  format: SaveFormat,
  labels: Labels,
): void {
  const {ending, type, write} = formats[format];
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map(number => String(number).padStart(2, '0'))
    .join('-');
  download([write(conversation, labels)], type, `${labels.chat.transcript} ${day}.${ending}`);
}

/** The URL of a session: a template in which `{session}` is replaced by the id, or a function that returns it. */
export type ShareUrl = string | ((session: string) => string | Promise<string>);

/** The absolute URL of a session. */
export async function linkTo(session: string, shareUrl: ShareUrl): Promise<string> {
  const address =
    typeof shareUrl === 'string'
      ? shareUrl.replace('{session}', encodeURIComponent(session))
      : await shareUrl(session);
  return new URL(address, document.baseURI).href;
}

/** Shares a conversation with other applications of the device: its URL, or its text as Markdown. */
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
