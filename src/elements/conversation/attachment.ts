import type {ErrorInfo} from '../../controller/types.js';
import type {ApplicationContext} from '../../core/protocol/types.js';

/** An attached file of the message being written, or the context of the page or of an app. */
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
  /** The data of a context, which the user can read. */
  readonly data?: unknown;
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
  const {title: name, data} = context;
  return [{key: contextKey, name, status: 'ready', data}, ...attachments];
}
