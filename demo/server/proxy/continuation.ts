/** Characters of a cut answer that are quoted in the request to continue it. */
const quotedCharacters = 200;

/** The message of the user that asks to continue a cut answer: not every model continues its own message. */
export const continuationOf = (text: string): string =>
  `Your answer was cut off. Continue exactly where it ended, without repeating anything: "${text.slice(-quotedCharacters)}"`;
