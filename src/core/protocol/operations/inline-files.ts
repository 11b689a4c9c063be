import type {FileItem, Item} from '../../model/item.js';

/** A file that a message contains in a `data:` URL. */
export interface InlineFile extends FileItem {
  readonly url: string;
}

/** The files that a message contains in `data:` URLs. */
export function inlineFilesOf(items: readonly Item[]): readonly InlineFile[] {
  return items.filter(
    (item): item is InlineFile => item.kind === 'file' && item.url?.startsWith('data:') === true,
  );
}
