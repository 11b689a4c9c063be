import {render} from 'lit';
import {UbikCopyEvent} from '../events.js';
import {icon, type IconName} from './icons.js';
import type {Drawing} from './markdown-drawing.js';

/** How long a button says that it has copied: milliseconds. */
const SHOWN = 2000;

/** A button that copies what it is asked for, says so for a moment, and tells it by `ubik-copy`. */
export function createCopyButton(
  text: () => string,
  {labels}: Drawing,
  name = labels.copyCode,
  picture: IconName = 'copy',
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button';
  button.part.add('copy');
  const say = (copied: boolean): void => {
    const label = copied ? labels.copied : name;
    button.ariaLabel = label;
    button.title = label;
    render(icon(copied ? 'check' : picture, 16), button);
  };
  say(false);
  const copy = async (): Promise<void> => {
    const copied = text();
    try {
      await navigator.clipboard.writeText(copied);
    } catch {
      return; // The page may not write to the clipboard; then nothing is claimed.
    }
    button.dispatchEvent(new UbikCopyEvent(copied));
    say(true);
    setTimeout(() => say(false), SHOWN);
  };
  button.addEventListener('click', () => void copy());
  return button;
}
