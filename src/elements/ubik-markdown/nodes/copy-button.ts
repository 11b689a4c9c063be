import {copy, type CopyResult} from '../../shared/copying.js';
import {createButton, setButtonState} from './button.js';
import type {MarkdownRendering} from '../markdown-rendering.js';

/**
 * A button that copies what it is asked for, and says for a moment how that went.
 *
 * @param text A word on it, instead of the picture.
 */
export function createCopyButton(
  source: () => string,
  {labels}: MarkdownRendering,
  name = labels.copyCode,
  text?: string,
): HTMLButtonElement {
  const button = createButton('copy', name, text);
  const setState = ([label, picture]: CopyResult | readonly [string] = [name]): void =>
    setButtonState(button, label, picture);
  button.addEventListener('click', () => void copy(button, source, labels, setState));
  return button;
}
