import {inlineFilesOf, type InlineFile} from '../operations/inline-files.js';
import {
  asRecord,
  asRecords,
  asText,
  defined,
  isRecord,
  type JsonRecord,
  webUrl,
} from '../../values.js';
import type {MessageItem} from '../../model/item.js';
import {plainText} from '../../model/select.js';
import type {Fields} from '../../model/op.js';

/** The content of a message of the user: text, or a list of parts if there are files. */
export function contentOf(message: MessageItem): unknown {
  const text = plainText(message);
  const files = inlineFilesOf(message.children).map(partOf);
  if (files.length === 0) return text;
  return [...(text === '' ? [] : [{type: 'text', text}]), ...files];
}

function partOf({name, mediaType, url}: InlineFile): JsonRecord {
  const comma = url.indexOf(',');
  const type = mediaType ?? /^data:([^;,]*)/.exec(url)?.[1] ?? '';
  return {
    type: /^(image|audio|video)\//.exec(type)?.[1] ?? 'document',
    source: {type: 'data', value: url.slice(comma + 1), mimeType: type},
    metadata: {filename: name},
  };
}

/** The files in the content of a message. Versions before 0.0.47 have parts of the type `binary`. */
export function filesIn(content: unknown): readonly Fields<'file'>[] {
  return asRecords(content).flatMap(part => {
    const {source, metadata} = part;
    if (part['type'] !== 'binary' && !isRecord(source)) return [];
    const {type, value, url, data, mimeType, filename} = {
      ...part,
      ...asRecord(source),
      ...asRecord(metadata),
    };
    const mediaType = asText(mimeType);
    const base64 = asText(type === 'data' ? value : data);
    const inside = base64 && `data:${mediaType ?? ''};base64,${base64}`;
    const shown = inside ?? webUrl(type === 'url' ? value : url);
    const name = asText(filename) ?? mediaType ?? 'file';
    return [{name, ...defined({mediaType, url: shown})}];
  });
}
