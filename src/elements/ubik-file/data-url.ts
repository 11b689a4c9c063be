const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/i;

/** The file in a `data:` URL; `undefined` for any other address, or if it is invalid. */
export function fileInDataUrl(url: string): Blob | undefined {
  const [head, type = '', parameters = ''] = DATA_URL.exec(url) ?? [];
  if (head === undefined) return undefined;
  const content = url.slice(head.length);
  try {
    const isBase64 = /;\s*base64$/i.test(parameters);
    const bytes = isBase64
      ? bytesOf(atob(decodeURIComponent(content)))
      : decodeURIComponent(content);
    return new Blob([bytes], {type});
  } catch {
    return undefined;
  }
}

const bytesOf = (binary: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(binary, character => character.charCodeAt(0));
