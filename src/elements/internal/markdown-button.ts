import {render} from 'lit';
import {icon} from './icons.js';

/**
 * A button beside code or a table, of which the part of this name is made.
 *
 * @param face A word on it; without, the styles draw the picture of the part.
 */
export function createButton(part: string, label: string, face?: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = face ? 'icon-button' : `icon-button ${part}`;
  button.part = part;
  if (face) button.dataset['face'] = face;
  showFace(button, label);
  return button;
}

/** What a button says; what stands on it is drawn by the styles. */
export function showFace(button: HTMLButtonElement, label: string): void {
  button.ariaLabel = label;
  button.title = label;
  button.replaceChildren();
}

/** Shows that what a button does was done. */
export function showDone(button: HTMLButtonElement, label: string): void {
  showFace(button, label);
  const place = document.createDocumentFragment();
  render(icon('check', 16), place);
  button.append(place);
}
