import {UbikCopyEvent, UbikErrorEvent} from '../events.js';

/** How long a button says how it went: milliseconds. */
const shown = 2000;

/** What is copied, or what fetches it. */
export type CopySource = () => string | Promise<string>;

/** Writes a text as HTML, for applications that take it. */
export type Rich = (text: string) => Promise<string>;

/** What a button that copies says of it: that it was done, or could not be done. */
export interface CopyWords {
  readonly copied: string;
  readonly notCopied: string;
}

/**
 * Copies for a button: tells the page by `ubik-copy` or `ubik-error`, and the button how it went, and after a moment that
 * it is over.
 */
export async function copy(
  button: EventTarget,
  source: CopySource,
  {notCopied: detail}: CopyWords,
  tell: (copied?: boolean) => void = () => undefined,
  rich?: Rich,
): Promise<void> {
  const text = source();
  const copied = await write(text, rich).catch(() => false);
  button.dispatchEvent(
    copied
      ? new UbikCopyEvent(await text)
      : new UbikErrorEvent({code: 'not_copied', detail, retryable: true}),
  );
  tell(copied);
  setTimeout(() => tell(), shown);
}

/** Whether it could be copied. */
async function write(text: string | Promise<string>, rich?: Rich): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem(formats(text, rich))]);
    return true;
  } catch {
    // Pages without HTTPS have no clipboard, and a frame may not be allowed to use it.
    const words = await text;
    return writeByCommand(words, await rich?.(words));
  }
}

const blob = (type: string, text: string): Blob => new Blob([text], {type});

/** Promised, not awaited: the clipboard must be asked at once, while the press of the button still counts. */
const formats = (text: Promise<string>, rich?: Rich): Record<string, Promise<Blob>> => ({
  'text/plain': text.then(words => blob('text/plain', words)),
  ...(rich && {'text/html': text.then(rich).then(markup => blob('text/html', markup))}),
});

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
