/** The start of a block of Markdown, which must begin a line. */
const BLOCK_START =
  /^(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||```|~~~|\$\$|(?:-{3,}|\*{3,}|_{3,})[ \t]*\n)/;

/** The characters of a text after which it does not begin a block any more. */
const START_LENGTH = 12;

/** The end of a sentence, possibly with closing brackets, quotation marks or emphasis; or that of a block of code. */
const SENTENCE_END = /[.!?:…。！？：؟۔।॥։።។။][)\]"'”’»」』）*_`]*$|(?:^|\n)[ \t]*(?:`{3,}|~{3,})$/;

/**
 * What separates two texts of an answer that follow each other. Providers cut a sentence at its citations, and those parts
 * belong together; a text after a complete sentence, or one that begins a block, is a paragraph of its own.
 */
export function textBreak(before: string, after: string): string {
  if (before === '' || before.endsWith('\n') || after.startsWith('\n')) return '';
  if (BLOCK_START.test(after)) return '\n\n';
  const isGlued = !/\s$/.test(before) && !/^\s/.test(after);
  return isGlued && SENTENCE_END.test(before) ? '\n\n' : '';
}

/** Whether a text is so short that what separates it from the one before may change when more of it arrives. */
export const isStart = (text: string): boolean => text.length < START_LENGTH;
