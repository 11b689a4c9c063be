const editing = new Set(['Enter', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown']);

const isField = (target: EventTarget | undefined): boolean =>
  target instanceof Element && target.matches('input, textarea, select');

function keep(event: KeyboardEvent): void {
  const {key} = event;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const typed = key.length === 1 || key.startsWith('Arrow') || editing.has(key);
  if (plain && typed && isField(event.composedPath()[0])) event.stopPropagation();
}

/**
 * Keeps what is typed in an element from the page around: a host's keyboard shortcuts must not fire while somebody writes
 * in a shadow tree, where the page cannot see that it is writing. Shortcuts with a modifier, Tab and Escape still pass.
 */
export function containKeyEvents(element: HTMLElement): void {
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    element.addEventListener(type, keep);
  }
}

/** The key code of a key that an input method has taken, by the UI Events specification. */
const takenByInputMethod = 229;

let ending = false;

/**
 * Tells the Enter that sends from the Enter that confirms a word in an input method. WebKit ends the composition before
 * it sends that key, and in some versions without the key code that says so. There is one keyboard, so this is one.
 */
export const inputMethod = {
  /** For `compositionend`. */
  ended: (): void => {
    ending = true;
    setTimeout(() => (ending = false));
  },

  /** Whether a key belongs to the input method. */
  owns: (event: KeyboardEvent): boolean =>
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it in WebKit
    event.isComposing || ending || event.keyCode === takenByInputMethod,
};
