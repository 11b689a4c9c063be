import {decodeUri} from '../../core/decode-uri.js';
import {asRecord, asText, type JsonRecord} from '../../core/values.js';

/** An ending of another type than those that no browser and no system runs. */
const ACTIVE =
  /\.(?!(?:txt|log|md|csv|tsv|(?:geo)?json|ya?ml|ics|vcf|gpx|pdf|rtf|epub|docx|xlsx|pptx|od[tsp]|png|jpe?g|gif|webp|avif|bmp|tiff?|mp[34]|m4a|wav|ogg|webm|zip|gz)$)[^.]*$/i;

/** Leaves room for an ending in a name of 80 characters. */
const maxNameLength = 76;

/** A file that the app requests to save, from its content. A link is never fetched. */
export function readFile(
  content: JsonRecord,
): {readonly name: string; readonly content: Blob} | undefined {
  const {uri, text, blob} = asRecord(content['resource']);
  if (content['type'] !== 'resource') return undefined;
  const bytes = typeof text === 'string' ? text : bytesOf(blob);
  // The type decides what a browser does with the file, so it is not the one that the app names.
  const type = 'application/octet-stream';
  return bytes === undefined
    ? undefined
    : {name: safeName(asText(uri) ?? ''), content: new Blob([bytes], {type})};
}

/** The last segment of an address as the name of a file, without control characters. */
function safeName(uri: string): string {
  const path = decodeUri(uri.split(/[?#]/)[0] ?? '').normalize();
  const last = path.split(/[/\\:]/).at(-1) ?? '';
  const plain = last.replace(/[^\p{L}\p{M}\p{N}. _()-]/gu, '_').replace(/^[. ]+|[. ]+$/g, '');
  const name = plain.slice(-maxNameLength) || 'file';
  return ACTIVE.test(name) ? `${name}.txt` : name;
}

function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(asText(base64) ?? '!'), character => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
