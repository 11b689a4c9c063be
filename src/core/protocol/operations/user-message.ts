import {defined} from '../../values.js';
import type {FileInfo} from '../session-types.js';
import type {ApplicationContext} from '../types.js';
import type {FileItem, MessageItem, TextItem} from '../../model/item.js';

/** A message of the user that the server does not know yet; it has a `messageId` if the client creates those ids. */
export function userMessage(
  id: string,
  text: string,
  {
    files = [],
    context,
    messageId,
    createdAt,
  }: {
    files?: readonly FileInfo[];
    context?: ApplicationContext | undefined;
    messageId?: string | undefined;
    /** ISO 8601. */
    createdAt?: string;
  },
): MessageItem {
  const textItem: TextItem = {id: `${id}/text`, kind: 'text', status: 'done', children: [], text};
  const attached = files.map(({id: documentId, name, mediaType, size, url}, index): FileItem => ({
    id: `${id}/file-${index + 1}`,
    kind: 'file',
    status: 'done',
    children: [],
    name,
    ...(url === undefined ? {documentId} : defined({mediaType, size, url})),
  }));
  const children = [textItem, ...attached];
  const more = defined({context: context?.title, messageId, createdAt});
  return {id, kind: 'message', role: 'user', status: 'streaming', children, ...more};
}
