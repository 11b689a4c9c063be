import {copy} from './copying.js';
import {createButton, showFace} from './markdown-button.js';
import type {Drawing} from './markdown-drawing.js';

/**
 * A button that copies what it is asked for, and says for a moment how that went.
 *
 * @param face A word on it, instead of the picture.
 */
export function createCopyButton(
  source: () => string,
  {labels}: Drawing,
  name = labels.copyCode,
  face?: string,
): HTMLButtonElement {
  const button = createButton('copy', name, face);
  const tell = (copied?: boolean): void => {
    if (copied === undefined) showFace(button, name);
    else if (copied) showFace(button, labels.copied, 'check');
    else showFace(button, labels.notCopied, 'error');
  };
  button.addEventListener('click', () => void copy(button, source, labels, tell));
  return button;
}
