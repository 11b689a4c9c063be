/** Why the built-in engine does not support a part of an extension of `marked`, and what to use instead. */
const REASONS: readonly (readonly [key: RegExp, reason: string])[] = [
  [/^async$/, 'texts are rendered at once: add what the extension loads when it has loaded'],
  [/^tokenizer\./, 'the grammar cannot be replaced: add syntax with extensions'],
  [/^hooks\./, 'there is no lexer or parser of marked'],
  [/^renderer\./, 'lists and tables are rendered while they grow: for a table, use the key table'],
  [/^footnotes? /, 'footnotes need no extension'],
  [/ level /, 'a level is inline or block'],
  [/ without /, 'syntax has a tokenizer and a renderer'],
];

/** Reports the parts of an extension that are not supported. */
export function reportUnsupported(keys: readonly string[], isPartial: boolean): void {
  const reasons = keys.map(key => {
    const [, reason = 'it is an option of the lexer of marked'] =
      REASONS.find(([pattern]) => pattern.test(key)) ?? [];
    return `${key} (${reason})`;
  });
  console.warn(
    `ubik-chat: markdown.use does not support ${reasons.join(', ')}${isPartial ? '' : ', and did not add this extension'}. ` +
      `The engine of 'ubik-chat/modules/marked.js' supports everything but async.`,
  );
}
