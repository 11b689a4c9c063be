/** Closing brackets, quotation marks and emphasis. */
const CLOSERS = '[)\\]"\'”’»›」』）】*_`]*';

/** A citation mark (see `markdown/marks.ts`), a note, a number in brackets or a link. Behind a blank, other brackets are words. */
const REFERENCE =
  '[\\uFDD0-\\uFDDF]{1,8}\\uFDEF|' +
  '(?<![ \\t](?!\\(?[[【](?:[\\^\\d]|[^\\]\\n]{1,40}\\]\\(https?:)))' +
  '\\(?[[【][^[\\]【】\\n]{1,40}[\\]】](?:\\([^()\\s]{1,2000}\\))?';

const EMOJI =
  '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}][\\uFE0F\\u200D]*';

/**
 * What may follow the mark at the end of a text: closing signs, references and emoji. Their number has a limit, because
 * references contain such marks, too, and a pattern is tried at each of them.
 */
const BEHIND_MARK = `${CLOSERS}(?:[ \\t]?(?:${REFERENCE}|${EMOJI})${CLOSERS}){0,32}\\s*$`;

/** The end of a sentence. */
export const SENTENCE_END = new RegExp(`[.!?…。！？؟۔।॥։።။][“«‹]?${BEHIND_MARK}`, 'u');

/** The end of a text that introduces what follows. */
export const COLON_END = new RegExp(`[:：]${BEHIND_MARK}`, 'u');

/** The end of a part of a sentence. */
export const CLAUSE_END = new RegExp(`[:;,：；，؛،、]${CLOSERS}\\s*$`);
