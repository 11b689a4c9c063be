import {UbikCopiedEvent, UbikErrorEvent} from '../../events.js';
import {reportToConsole} from '../../../controller/report-to-console.js';

/** How long a button displays the result, in milliseconds. */
const resultMs = 2000;

/** Returns the text to copy, or a promise of it. */
export type CopySource = () => string | Promise<string>;

/** Adds HTML to the copied text, for applications that paste it. */
export interface HtmlFormat {
  /** Renders the text as HTML; `undefined` if that is not possible now. */
  readonly write: (text: string) => Promise<string | undefined>;
  /** The label to display if only the plain text could be copied. */
  readonly plain: string;
}

/** The labels of a copy button for success and failure. */
export interface CopyLabels {
  readonly copied: string;
  readonly notCopied: string;
}

/** The result of copying, as displayed by a button. */
export type CopyResult = readonly [label: string, picture: 'check' | 'warning' | 'error'];

/**
 * Copies text for a button: fires `ubik-copied` or `ubik-error`, and reports the result to the button, which resets after
 * a moment. If only the plain text could be copied, both events fire.
 */
export async function copy(
  button: EventTarget,
  source: CopySource,
  {copied, notCopied}: CopyLabels,
  showResult: (result?: CopyResult) => void = () => undefined,
  rich?: HtmlFormat,
): Promise<void> {
  const text = read(source);
  const markup = rich && text !== undefined ? write(text, rich) : undefined;
  const isCopied = text !== undefined && (await writeToClipboard(text, markup).catch(() => false));
  const fail = (code: 'not_copied' | 'copied_plain', detail: string): void =>
    void button.dispatchEvent(new UbikErrorEvent({code, detail, retryable: true}));
  if (isCopied) button.dispatchEvent(new UbikCopiedEvent(await text));
  if (!isCopied) {
    fail('not_copied', notCopied);
    showResult([notCopied, 'error']);
  } else if (rich && (await markup) === undefined) {
    fail('copied_plain', rich.plain);
    showResult([rich.plain, 'warning']);
  } else showResult([copied, 'check']);
  setTimeout(() => showResult(), resultMs);
}

/** The text; `undefined` if it cannot be created, because a value is nested too deeply. */
function read(source: CopySource): string | Promise<string> | undefined {
  try {
    return source();
  } catch {
    return undefined;
  }
}

/** The text as HTML; `undefined` if rendering fails, so that only plain text is copied. */
async function write(
  text: string | Promise<string>,
  rich: HtmlFormat,
): Promise<string | undefined> {
  try {
    return await rich.write(await text);
  } catch (error) {
    reportToConsole(error);
    return undefined;
  }
}

/**
 * Writes to the clipboard. Returns whether it succeeded.
 *
 * It is written while the click still counts as user activation. At that time it is unknown whether there will be HTML, but a
 * promised format must be delivered, so the plain text is its fallback.
 */
async function writeToClipboard(
  text: string | Promise<string>,
  markup?: Promise<string | undefined>,
): Promise<boolean> {
  const html =
    markup && Promise.all([text, markup]).then(([plain, rich]) => rich ?? preformatted(plain));
  try {
    if (typeof text === 'string' && !html) await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem(formats(text, html))]);
    return true;
  } catch {
    // Pages without HTTPS have no clipboard, and a frame may not be allowed to use it.
    return writeByCommand(await text, await html);
  }
}

const blob = (type: string, text: string): Blob => new Blob([text], {type});

const formats = (
  text: string | Promise<string>,
  html?: Promise<string>,
): Record<string, Promise<Blob>> => ({
  'text/plain': Promise.resolve(text).then(plain => blob('text/plain', plain)),
  ...(html && {'text/html': html.then(rich => blob('text/html', rich))}),
});

const preformatted = (text: string): string =>
  `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;

/** Deprecated, but the only way without `navigator.clipboard`. */
interface Commands {
  execCommand(name: 'copy'): boolean;
}

/** Copies with `execCommand`. Needs no selection, because a listener sets the data of the event. */
function writeByCommand(text: string, markup?: string): boolean {
  const give = (event: Event & Partial<ClipboardEvent>): void => {
    event.preventDefault(); // Enables the command although nothing is selected.
    event.stopImmediatePropagation(); // Listeners of the page would handle it as a copy of the selection.
    event.clipboardData?.setData('text/plain', text);
    if (markup) event.clipboardData?.setData('text/html', markup);
  };
  const types = ['beforecopy', 'copy'];
  for (const type of types) addEventListener(type, give, true);
  const copied = (document as Commands).execCommand('copy');
  for (const type of types) removeEventListener(type, give, true);
  return copied;
}
