import {createButton} from './button.js';
import type {MarkdownRendering} from '../markdown-rendering.js';

/** A button that wraps the long lines of code, or lets them be long. */
export function createWrapButton(code: Element, {labels}: MarkdownRendering): HTMLButtonElement {
  const button = createButton('wrap', labels.wrap);
  button.ariaPressed = 'false';
  button.addEventListener('click', () => {
    button.ariaPressed = String(code.classList.toggle('wrapped'));
  });
  return button;
}
