import {UbikCopyEvent} from '../events.js';
import {createButton, showDone, showFace} from './markdown-button.js';
import type {Drawing} from './markdown-drawing.js';

/** How long a button says that it has copied: milliseconds. */
const SHOWN = 2000;

/**
 * A button that copies what it is asked for, says so for a moment, and tells it by `ubik-copy`.
 *
 * @param face A word on it, instead of the picture.
 */
export function createCopyButton(
  text: () => string,
  {labels}: Drawing,
  name = labels.copyCode,
  face?: string,
): HTMLButtonElement {
  const button = createButton('copy', name, face);
  const copy = async (): Promise<void> => {
    const copied = text();
    try {
      await navigator.clipboard.writeText(copied);
    } catch {
      return; // The page may not write to the clipboard; then nothing is claimed.
    }
    button.dispatchEvent(new UbikCopyEvent(copied));
    showDone(button, labels.copied);
    setTimeout(() => showFace(button, name), SHOWN);
  };
  button.addEventListener('click', () => void copy());
  return button;
}
