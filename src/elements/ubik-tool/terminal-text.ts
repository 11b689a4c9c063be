const ESCAPE = '\u001B';
const BELL = '\u0007';

/** A colour, a position or another short code, without its escape character; at the end of a text it may be unfinished. */
const SHORT_CODE = /^(?:\[[0-?]*[ -/]*(?:[@-~]|$)|[ -/]*[0-~])/;

/** What begins a code with a text, such as the address of a link or the title of the window. */
const LONG_CODE = /^[\]PX^_]/;

/**
 * Removes the codes for a terminal that programs write into their output, which a browser displays as noise (`[32m`). A
 * carriage return begins a line, so that the steps of a progress bar are not joined.
 */
export function withoutTerminalCodes(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes(ESCAPE)) return lines;
  const [first = '', ...rest] = lines.split(ESCAPE);
  return first + rest.map((part, n) => withoutCode(part, rest[n + 1])).join('');
}

/** The text behind an escape character, up to the next one. A code with a text ends with a bell or with the next code. */
function withoutCode(part: string, next: string | undefined): string {
  if (!LONG_CODE.test(part)) return part.replace(SHORT_CODE, '');
  const bell = part.indexOf(BELL);
  if (bell !== -1) return part.slice(bell + 1);
  return next?.startsWith('\\') === true ? '' : part.slice(1);
}

/** The same for the texts in a JSON value, whose source is given to see whether there are any codes. */
export function withoutTerminalCodesIn(value: unknown, source: string): unknown {
  if (typeof value === 'string') return withoutTerminalCodes(value);
  if (!/\\u001b/i.test(source)) return value;
  try {
    return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
      typeof inner === 'string' ? withoutTerminalCodes(inner) : inner,
    );
  } catch {
    return value; // nested too deep
  }
}
