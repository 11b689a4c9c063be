/** Hands the reader a file. */
export function download(content: readonly BlobPart[], type: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...content], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // when the download has surely begun
}

/** The name that an address ends with; one that is not encoded as it should be stays as it is. */
function nameIn(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Hands the reader a file that was fetched, under the name that its address ends with. */
export function downloadFile(file: Blob, address: string): void {
  download([file], file.type, nameIn(address));
}
