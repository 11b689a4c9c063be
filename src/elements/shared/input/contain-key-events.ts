const editing = new Set(['Enter', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown']);

const isField = (target: EventTarget | undefined): boolean =>
  target instanceof Element && target.matches('input, textarea, select');

/** Keys that edit a text together with Control or Command: all, copy, cut, paste, undo, redo. */
const commands = /^[acvxyz]$/i;

function keep(event: Event): void {
  if ((!('key' in event) || edits(event as KeyboardEvent)) && isField(event.composedPath()[0]))
    event.stopPropagation();
}

function edits({key, code, ctrlKey, metaKey, altKey}: KeyboardEvent): boolean {
  if (key.startsWith('Arrow') || editing.has(key)) return true;
  // On a keyboard without Latin letters, the place of a key says which command it is.
  const letter = /^[a-z]$/i.test(key) ? key : code.replace('Key', '');
  return key.length === 1 && !altKey && ((!ctrlKey && !metaKey) || commands.test(letter));
}

/**
 * Observes the input method, and stops the propagation of keys and clipboard events of a field: a page cannot recognise a text
 * field in a shadow tree, and would use its shortcuts while the user types, or copy and paste in its own content. Other
 * shortcuts with a modifier, Tab and Escape still propagate.
 */
export function containKeyEvents(element: HTMLElement): void {
  for (const type of ['keydown', 'keyup'] as const)
    element.addEventListener(type, onKey, {capture: true});
  element.addEventListener('compositionend', onCompositionEnd, {capture: true});
  for (const type of ['keydown', 'keypress', 'keyup', 'copy', 'cut', 'paste']) {
    element.addEventListener(type, keep);
  }
}

/** The key code of a key that an input method has taken, by the UI Events specification. */
const takenByInputMethod = 229;

/** The key that is pressed and that the input method has taken. */
let takenKey = '';
/** Whether a composition has ended in this task, and the key that ended it will follow, as in WebKit. */
let isEnding = false;

// eslint-disable-next-line @typescript-eslint/no-deprecated -- WebKit has no other sign of it
const codeOf = ({keyCode}: KeyboardEvent): number => keyCode;

function onKey(event: KeyboardEvent): void {
  if (event.type === 'keydown') takenKey = codeOf(event) === takenByInputMethod ? event.code : '';
  else if (event.code === takenKey) takenKey = '';
}

function onCompositionEnd(): void {
  isEnding = !/^(?:Numpad)?Enter$|^Escape$/.test(takenKey);
  setTimeout(() => (isEnding = false));
}

/**
 * Whether a key belongs to the input method (IME), which uses Enter and Escape to end a composition. WebKit fires
 * `compositionend` before that `keydown`, and some versions do not set key code 229; other engines fire the `keydown` first, so
 * that an Enter after `compositionend` is one of the user.
 */
const isOfInputMethod = (event: KeyboardEvent): boolean =>
  event.isComposing || isEnding || codeOf(event) === takenByInputMethod;

/** Whether a key is an Escape of the user, without a modifier, and not one that ends a composition. */
export const isEscape = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
  !isOfInputMethod(event);

/** Cancels on an Escape of the user, which then has no other effect, such as closing the chat. */
export const cancelOnEscape =
  (cancel: () => void) =>
  (event: KeyboardEvent): void => {
    if (!isEscape(event)) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };

/** Whether the device has a touch keyboard only, which has no Shift+Enter. */
function hasTouchKeyboard(): boolean {
  if (typeof matchMedia !== 'function') return false; // on a server
  return matchMedia('(any-pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;
}

/** The label of Enter on a touch keyboard, for a field of several lines. */
export const enterKeyHint = (): 'enter' | 'send' => (hasTouchKeyboard() ? 'enter' : 'send');

/**
 * Whether an Enter sends what is in a field of several lines. On a touch keyboard, and in a field for lines, it makes a line,
 * and the button sends. With Control or Command it always sends, with Shift alone it makes a line, and with Alt (Option, on a Mac)
 * it never sends.
 */
export function isSendingKey(event: KeyboardEvent, isForLines = false): boolean {
  if (event.key !== 'Enter' || event.altKey || isOfInputMethod(event)) return false;
  if (event.ctrlKey || event.metaKey) return true;
  return !event.shiftKey && !isForLines && !hasTouchKeyboard();
}
