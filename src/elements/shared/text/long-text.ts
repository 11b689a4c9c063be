import {RTL_LETTER} from '../../../core/markdown/rtl-letter.js';

/** Characters from which on a text costs too much to be laid out, measured or stored with each letter that is typed. */
export const LONG_TEXT = 4096;

/**
 * The direction of a field by its text. The time that Chromium takes to lay out a field with `dir="auto"` grows with the square of
 * the length of a line, so that a long text has the direction of its first letter.
 */
export function fieldDirection(text: string): 'auto' | 'ltr' | 'rtl' | undefined {
  if (text === '') return undefined;
  if (text.length <= LONG_TEXT) return 'auto';
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return RTL_LETTER.test(letter) ? 'rtl' : 'ltr';
}

/** Sets the direction before a long text is inserted, because the browser lays it out before the input event. */
export function onBeforeInput({currentTarget: field, data}: InputEvent): void {
  if (!(field instanceof HTMLTextAreaElement) || (data ?? '').length <= LONG_TEXT) return;
  field.dir = fieldDirection(data ?? '') ?? 'auto';
}
