import {copy, type CopyResult} from '../../shared/copying.js';
import {createButton, showFace} from './button.js';
import type {Drawing} from '../markdown-rendering.js';

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
  const tell = ([label, picture]: CopyResult | readonly [string] = [name]): void =>
    showFace(button, label, picture);
  button.addEventListener('click', () => void copy(button, source, labels, tell));
  return button;
}
