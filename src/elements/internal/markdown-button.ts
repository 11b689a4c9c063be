import {render} from 'lit';
import {icon, type IconName} from './icons.js';

/** Pictures that were drawn, to be copied: a text may have a hundred blocks of code. */
const pictures = new Map<IconName, Node>();

/** A button beside code or a table, of which the part of this name is made. */
export function createButton(part: string, label: string, picture: IconName): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button';
  button.part = part;
  showFace(button, label, picture);
  return button;
}

/** What a button says, and its picture. */
export function showFace(button: HTMLButtonElement, label: string, picture: IconName): void {
  button.ariaLabel = label;
  button.title = label;
  let drawn = pictures.get(picture);
  if (!drawn) {
    drawn = document.createDocumentFragment();
    render(icon(picture, 16), drawn as DocumentFragment);
    pictures.set(picture, drawn);
  }
  button.replaceChildren(drawn.cloneNode(true));
}
