import {decodeUri} from '../../../core/decode-uri.js';
/** Downloads content as a file. */
export function download(content: readonly BlobPart[], type: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...content], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // after the download has certainly started
}

/** The last segment of a URL, decoded if possible. */
const nameIn = (address: string): string =>
  decodeUri(new URL(address).pathname.split('/').at(-1) ?? '');

/** Downloads a file that was loaded from a URL, under the name in that URL. */
export function downloadFile(file: Blob, address: string): void {
  download([file], file.type, nameIn(address));
}
