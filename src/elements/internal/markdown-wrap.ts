import {render} from 'lit';
import {icon} from './icons.js';
import type {Drawing} from './markdown-drawing.js';

/** A button that wraps the long lines of code, or lets them be long. */
export function createWrapButton(code: Element, {labels}: Drawing): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button';
  button.part.add('wrap');
  button.ariaLabel = labels.wrap;
  button.title = labels.wrap;
  button.ariaPressed = 'false';
  render(icon('wrap', 16), button);
  button.addEventListener('click', () => {
    button.ariaPressed = String(code.classList.toggle('wrapped'));
  });
  return button;
}
