import {render} from 'lit';
import {icon, type IconName} from '../../shared/icons.js';

/**
 * Creates a button of a block of code or a table.
 *
 * @param text A visible text; without it, the icon of the part comes from the styles.
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
 * Sets the accessible name and the icon of a button. Without an icon, its normal state is restored.
 *
 * @param picture The icon that displays the result of an action.
 */
export function setButtonState(button: HTMLButtonElement, label: string, picture?: IconName): void {
  button.ariaLabel = label;
  button.title = label;
  const place = document.createDocumentFragment();
  if (picture) render(icon(picture, 16), place);
  button.replaceChildren(place);
}
