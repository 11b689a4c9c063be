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
 * Stops the propagation of typed keys, because a page's keyboard shortcuts must not fire while the user types in a shadow
 * tree, where the page cannot recognise a text field. Shortcuts with a modifier, Tab and Escape still propagate.
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
 * Distinguishes the Enter that submits from the Enter that confirms a composition of an input method (IME). WebKit fires
 * `compositionend` before that `keydown`, and some versions do not set key code 229. The state is shared by the page.
 */
export const inputMethod = {
  /** For `compositionend`. */
  ended: (): void => {
    ending = true;
    setTimeout(() => (ending = false));
  },

  /** Whether a key belongs to the input method. */
  owns: (event: KeyboardEvent): boolean =>
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- WebKit has no other sign of it
    event.isComposing || ending || event.keyCode === takenByInputMethod,
};
