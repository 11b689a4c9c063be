import {UbikCopiedEvent, UbikErrorEvent} from '../events.js';

/** How long a button says how it went: milliseconds. */
const shown = 2000;

/** What is copied, or what fetches it. */
export type CopySource = () => string | Promise<string>;

/** The formatted text, for applications that take HTML. */
export interface Rich {
  /** Writes the text as HTML; `undefined` where that is not possible now. */
  readonly write: (text: string) => Promise<string | undefined>;
  /** What to say where only the plain text could be copied. */
  readonly plain: string;
}

/** What a button that copies says of it: that it was done, or could not be done. */
export interface CopyWords {
  readonly copied: string;
  readonly notCopied: string;
}

/** The result of a copy, as a button shows it. */
export type CopyResult = readonly [label: string, picture: 'check' | 'warning' | 'error'];

/**
 * Copies text for a button: fires `ubik-copied` or `ubik-error`, and reports the result to the button, which resets after
 * a moment. If only the plain text could be copied, both events fire.
 */
export async function copy(
  button: EventTarget,
  source: CopySource,
  {copied, notCopied}: CopyWords,
  tell: (result?: CopyResult) => void = () => undefined,
  rich?: Rich,
): Promise<void> {
  const text = read(source);
  const markup = rich && text !== undefined ? write(text, rich) : undefined;
  const isCopied = text !== undefined && (await put(text, markup).catch(() => false));
  const fail = (code: 'not_copied' | 'copied_plain', detail: string): void =>
    void button.dispatchEvent(new UbikErrorEvent({code, detail, retryable: true}));
  if (isCopied) button.dispatchEvent(new UbikCopiedEvent(await text));
  if (!isCopied) {
    fail('not_copied', notCopied);
    tell([notCopied, 'error']);
  } else if (rich && (await markup) === undefined) {
    fail('copied_plain', rich.plain);
    tell([rich.plain, 'warning']);
  } else tell([copied, 'check']);
  setTimeout(() => tell(), shown);
}

/** The text, `undefined` where it cannot be written: a value may nest too deep. */
function read(source: CopySource): string | Promise<string> | undefined {
  try {
    return source();
  } catch {
    return undefined;
  }
}

/** The text as HTML; `undefined` where it cannot be written so, for then there still is the plain text. */
async function write(text: string | Promise<string>, rich: Rich): Promise<string | undefined> {
  try {
    return await rich.write(await text);
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Writes to the clipboard. Returns whether it succeeded. */
async function put(
  text: string | Promise<string>,
  markup?: Promise<string | undefined>,
): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem(formats(text, markup))]);
    return true;
  } catch {
    // Pages without HTTPS have no clipboard, and a frame may not be allowed to use it.
    return writeByCommand(await text, await markup);
  }
}

const blob = (type: string, text: string): Blob => new Blob([text], {type});

/**
 * Promised, not awaited: the clipboard must be asked at once, while the press of the button still counts. By then it is
 * not known whether there will be any HTML, and a format that is promised must come: without HTML it is the plain text.
 */
const formats = (
  text: Promise<string>,
  markup?: Promise<string | undefined>,
): Record<string, Promise<Blob>> => ({
  'text/plain': text.then(words => blob('text/plain', words)),
  ...(markup && {
    'text/html': Promise.all([text, markup]).then(([words, html]) =>
      blob('text/html', html ?? preformatted(words)),
    ),
  }),
});

const preformatted = (text: string): string =>
  `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;

/** Deprecated, and all that there is where `navigator.clipboard` is not. */
interface Commands {
  execCommand(name: 'copy'): boolean;
}

/** The old way, which needs no selection: what is copied is given to the event. */
function writeByCommand(text: string, markup?: string): boolean {
  const give = (event: Event & Partial<ClipboardEvent>): void => {
    event.preventDefault(); // Before a copy, this allows it where nothing is selected.
    event.stopImmediatePropagation(); // The page would take it for a copy of what is selected.
    event.clipboardData?.setData('text/plain', text);
    if (markup) event.clipboardData?.setData('text/html', markup);
  };
  const types = ['beforecopy', 'copy'];
  for (const type of types) addEventListener(type, give, true);
  const copied = (document as Commands).execCommand('copy');
  for (const type of types) removeEventListener(type, give, true);
  return copied;
}
