import type {ErrorInfo} from '../../controller/types.js';
import type {ApplicationContext} from '../../core/protocol/types.js';

/** A file that goes with the message being written. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  readonly status: 'uploading' | 'ready' | 'failed';
  /** 0 to 100, where it is known. */
  readonly progress?: number;
  /** What it looks like: drawn small, in the place of the icon. */
  readonly picture?: HTMLElement;
  /** The server's id of it, once it is there. */
  readonly file?: string;
  /** The file itself, where it could not go up: so it can be tried again. */
  readonly unsent?: File;
  /** Why it could not. */
  readonly error?: ErrorInfo;
}

/** The key of what the page lays beside a message. */
export const contextKey = 'context';

/** The files that go with a message, and before them what the page lays beside it. */
export function withContext(
  attachments: readonly Attachment[],
  context: ApplicationContext | undefined,
): readonly Attachment[] {
  if (!context) return attachments;
  return [{key: contextKey, name: context.title, status: 'ready'}, ...attachments];
}
