import {render} from 'lit';
import {copy, type CopyResult} from '../../shared/export/copying.js';
import {icon, type IconName} from '../../shared/icons/icons.js';
import type {MarkdownRendering} from '../markdown-rendering.js';

/**
 * Creates a button of a block of code or a table. Its icon comes from the styles.
 *
 * @param text A visible text beside the icon.
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

/** The icon beside a visible text. */
function createIcon(part: string): Element {
  const node = document.createElement('i');
  node.className = part;
  return node;
}

/**
 * Sets the accessible name and the icon of a button. Without an icon, its normal state is restored.
 *
 * @param picture The icon that displays the result of an action.
 */
function setButtonState(button: HTMLButtonElement, label: string, picture?: IconName): void {
  button.ariaLabel = label;
  button.title = label;
  const place = document.createDocumentFragment();
  if (picture) render(icon(picture, 16), place);
  else if (button.dataset['text']) place.append(createIcon(button.part.value));
  button.replaceChildren(place);
}

/**
 * Creates a button that copies a text and displays the result for a moment.
 *
 * @param options.hasText Whether the label is displayed beside the icon.
 */
export function createCopyButton(
  source: () => string,
  {labels}: MarkdownRendering,
  name: string,
  {hasText = false} = {},
): HTMLButtonElement {
  const button = createButton('copy', name, hasText ? name : undefined);
  const setState = ([label, picture]: CopyResult | readonly [string] = [name]): void =>
    setButtonState(button, label, picture);
  button.addEventListener('click', () => void copy(button, source, labels, setState));
  return button;
}
