import {createButton} from './button.js';
import type {MarkdownRendering} from '../markdown-rendering.js';

/** Creates a button that toggles the wrapping of long lines of code. */
export function createWrapButton(code: Element, {labels}: MarkdownRendering): HTMLButtonElement {
  const button = createButton('wrap', labels.wrap);
  button.ariaPressed = 'false';
  button.addEventListener('click', () => {
    button.ariaPressed = String(code.classList.toggle('wrapped'));
  });
  return button;
}
