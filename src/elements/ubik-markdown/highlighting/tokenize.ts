import type {Loaded} from './languages.js';

/** The styles of tokens; each has a colour. */
export type Style =
  'keyword' | 'string' | 'comment' | 'number' | 'name' | 'type' | 'property' | 'meta';

export interface HighlightToken {
  readonly style: Style;
  readonly from: number;
  readonly to: number;
}

/** Longer lines are not highlighted: they are minified code or data. */
const MAX_LINE_LENGTH = 2000;

const STYLES: readonly (readonly [RegExp, Style])[] = [
  [/comment/, 'comment'],
  [/string|inserted|quote|regexp|url|link/, 'string'],
  [/number|atom|bool|null/, 'number'],
  [/^def|definition|function|macro|head/, 'name'],
  [/type|class|standard|builtin|tag|namespace/, 'type'],
  [/property|attribute/, 'property'],
  [/meta|special|processing|deleted|label/, 'meta'],
  [/keyword|modifier|self/i, 'keyword'],
];

const known = new Map<string, Style | undefined>();

function styleOf(name: string): Style | undefined {
  if (!known.has(name)) known.set(name, STYLES.find(([pattern]) => pattern.test(name))?.[1]);
  return known.get(name);
}

/** Returns the tokens of a line that have a style. Advances the state to the end of the line. */
export function tokenize(
  line: string,
  state: unknown,
  {language, Stream}: Loaded,
): HighlightToken[] {
  if (line === '') language.blankLine?.(state, 2);
  const tokens: HighlightToken[] = [];
  if (line.length > MAX_LINE_LENGTH) return tokens;
  const stream = new Stream(line, 4, 2);
  for (let idle = 0; !stream.eol() && idle < 10;) {
    stream.start = stream.pos;
    const name = language.token(stream, state);
    if (stream.pos === stream.start) idle++;
    else {
      idle = 0;
      const style = name ? styleOf(name) : undefined;
      if (style) tokens.push({style, from: stream.start, to: stream.pos});
    }
  }
  return tokens;
}

/** Copies a state, so that the copy can be advanced. */
export function copyState(state: unknown, {language}: Loaded): unknown {
  if (language.copyState) return language.copyState(state);
  if (typeof state !== 'object' || state === null) return state;
  return Object.fromEntries(
    Object.entries(state).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.slice() : value,
    ]),
  );
}
