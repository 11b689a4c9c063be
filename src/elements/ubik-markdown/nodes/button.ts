import {render} from 'lit';
import {icon, type IconName} from '../../shared/icons.js';

/**
 * A button beside code or a table, of which the part of this name is made.
 *
 * @param text A word on it; without, the styles draw the picture of the part.
 */
export function createButton(part: string, label: string, text?: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = text ? 'icon-button' : `icon-button ${part}`;
  button.part = part;
  if (text) button.dataset['text'] = text;
  setButtonState(button, label);
  return button;
}

/**
 * What a button says. What stands on it at rest is drawn by the styles.
 *
 * @param picture Stands there for a moment, to show what became of a press.
 */
export function setButtonState(button: HTMLButtonElement, label: string, picture?: IconName): void {
  button.ariaLabel = label;
  button.title = label;
  const place = document.createDocumentFragment();
  if (picture) render(icon(picture, 16), place);
  button.replaceChildren(place);
}
