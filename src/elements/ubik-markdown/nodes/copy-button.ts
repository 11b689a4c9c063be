import {copy, type CopyResult} from '../../shared/copying.js';
import {createButton, setButtonState} from './button.js';
import type {MarkdownRendering} from '../markdown-rendering.js';

/**
 * Creates a button that copies a text and displays the result for a moment.
 *
 * @param text A visible text instead of the icon.
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
