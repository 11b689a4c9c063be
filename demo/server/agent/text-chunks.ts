/** Lengths of chunks, in turn. Like a model's chunks they respect neither words nor tags. */
const lengths = [4, 9, 3, 14, 7, 21, 5, 11];

/** Splits a text as a model would stream it, never within a surrogate pair. */
export function* textChunks(text: string): Generator<string> {
  for (let start = 0, n = 0; start < text.length; n++) {
    let end = start + (lengths[n % lengths.length] ?? 8);
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end++;
    yield text.slice(start, end);
    start = end;
  }
}
