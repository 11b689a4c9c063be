import {decodeUri} from '../../core/decode-uri.js';
import {asRecord, asText, type JsonRecord} from '../../core/protocol/decode.js';

/** Files of these types could run in the origin of the page that opens them. */
const ACTIVE =
  /\.(?:html?|xht(?:ml)?|svgz?|m?js|xml|xsl|mht(?:ml)?|hta|exe|bat|cmd|com|ps1|sh|vbs|jar|lnk|url|desktop|scr|msi|apk|dmg)$/i;

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
