/** Of longer messages only whole questions are requests, so that splitting them costs nothing. */
const maxCharacters = 1000;

/** The longest question of a long message. */
const maxQuestion = 300;

/** The largest number of requests in one message. */
const maxRequests = 4;

const beginnings =
  /,?\s+(?:and then|then|and|und|et|y)\s+(?=(?:what|how|why|when|where|who|which|is|are|can|does|do|tell|show|search|calculate|draw|give|was|wie|wieviel|wann|wo|kann|kannst|quel|quelle|combien|comment|quand|où|peux|qué|cuánto|cuántos|cómo|cuándo|dónde|puedes)(?!\p{L}))/iu;

/** What a text asks for by itself: the result of a calculation, a number of days, a time, or something else that is known. */
export type RequestKind = 'result' | 'days' | 'time' | 'other';

type KindOf = (text: string) => RequestKind | undefined;

/**
 * Splits a message into its requests: sentences, and parts of a sentence that ask for something of their own.
 *
 * @param kindOf What a text asks for, if it needs no other words.
 */
export function requestsIn(message: string, kindOf: KindOf): readonly string[] {
  const sentences = message.split(
    /(?<=[?!])(?<!\d!(?=\s+[-+*/^×÷]))\s+|\n\s*\n|(?<=\.)\s+(?=[\p{Lu}\d¿¡"])/u,
  );
  if (message.length > maxCharacters) {
    const questions = sentences.filter(text => text.endsWith('?') && text.length <= maxQuestion);
    return questions.length > 0 ? [...new Set(questions)].slice(0, maxRequests) : [message];
  }
  const requests = sentences.flatMap(sentence =>
    /^\W*(?:please )?compare\b/i.test(sentence)
      ? [sentence]
      : sentence.split(beginnings).flatMap(part => partsOf(part, kindOf)),
  );
  return requests
    .map(request => request.trim())
    .filter(Boolean)
    .slice(0, maxRequests);
}

/** A comma or "and". Before an operation, the calculation goes on: `2 + 3, then multiply by 4`. */
const separators =
  /(?:,\s+(?:and\s+)?|\s+and\s+)(?:then\s+)?(?!(?:and|then|add|subtract|multipl\w+|divided?|plus|minus|times)\b)/gi;

/** Splits a text at a comma or "and" with a request before and another one after it. */
function partsOf(text: string, kindOf: KindOf): readonly string[] {
  for (const match of text.matchAll(separators)) {
    const before = text.slice(0, match.index);
    const rest = text.slice(match.index + match[0].length);
    // The text before costs more: it may have to be searched for in the documentation.
    const next = kindOf(firstPartOf(rest));
    if (next !== undefined && areTwo(kindOf(before), next)) {
      return [before, ...partsOf(rest, kindOf)];
    }
  }
  return [text];
}

/** Whether two neighbouring parts are two requests. Several times and places are one: the clock reads them all. */
const areTwo = (one: RequestKind | undefined, next: RequestKind): boolean =>
  one !== undefined && (one !== next || one === 'result' || one === 'days');

/** The text before the next comma or "and". */
const firstPartOf = (text: string): string => text.split(/,\s|\sand\s/i, 1)[0] ?? '';

const interruption =
  /^\s*(?:pause|cut (?:it|the answer)|drop the connection|end the stream early|stall the stream|(?:duplicate|shuffle) (?:the )?frames|split (?:the )?events|cut (?:the )?bytes|malformed frames)(?:\s*[,:;]\s*(?:(?:and|then)\s+)?|\s+(?:and|then)\s+)(?=\S)/i;

/** A message without the instruction how its stream is interrupted: `pause, then compare two numbers` becomes `compare two numbers`. */
export const withoutInterruption = (text: string): string => text.replace(interruption, '');

const transition =
  /^[\s¿¡]*(?:(?:and |oh |ok(?:ay)? |well |so |also |but )?(?:one|another|a) (?:more |last |other |quick )?(?:thing|question)|by the way|btw|also|and|ok(?:ay)?|so|well|oh|hm+|quick question)[\s,:;.–—-]+(?=\p{L})/iu;

/** A request without the polite words before it: `Could you please draw a chart` becomes `draw a chart`. */
export const withoutPoliteness = (text: string): string =>
  text
    .replace(transition, '')
    .replace(
      /^[\s¿¡]*(?:(?:hi|hello|hey)(?: there| all| everyone)?[,!.]?\s+)?(?:(?:can|could|would|will) you\s+)?(?:please\s+)?(?:i(?: would|'d) like you to\s+)?/i,
      '',
    );

/** Whether a request asks about something, instead of for an action. */
export const isQuestion = (text: string): boolean =>
  /^(?:what|how|why|when|where|who|which|whose|is|are|was|were|does|do|did|can|could|should|may|will|has|have)\b/i.test(
    text,
  ) || text.slice(-200).trimEnd().endsWith('?');
