import type {ErrorInfo} from '../../controller/types.js';
import type {ApplicationContext} from '../../core/protocol/types.js';

/** An attached file of the message being written. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  /** Size in bytes. */
  readonly size?: number;
  readonly status: 'uploading' | 'ready' | 'failed';
  /** Upload progress from 0 to 100, if known. */
  readonly progress?: number;
  /** A small preview that replaces the icon. */
  readonly picture?: HTMLElement;
  /** The server's id of the file, once it is uploaded. */
  readonly file?: string;
  /** The file, to upload it again. */
  readonly source?: File;
  /** Why the upload failed. */
  readonly error?: ErrorInfo;
}

/** The ids of the uploaded files, which go with the next message. */
export const readyFiles = (attachments: readonly Attachment[]): readonly string[] =>
  attachments.flatMap(({file, status}) => (status === 'ready' && file ? [file] : []));

/** The key of the page's context in the list of attachments. */
export const contextKey = 'context';

/** Returns the attachments, preceded by the context of the page. */
export function withContext(
  attachments: readonly Attachment[],
  context: ApplicationContext | undefined,
): readonly Attachment[] {
  if (!context) return attachments;
  return [{key: contextKey, name: context.title, status: 'ready'}, ...attachments];
}
