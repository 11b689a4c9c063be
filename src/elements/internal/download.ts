/** Hands the reader a file. */
export function download(content: readonly string[], type: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...content], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // when the download has surely begun
}
