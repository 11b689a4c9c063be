import type {ImageInline} from '../../core/markdown/inline.js';
import type {Drawing} from './markdown-drawing.js';
import {imageSource} from './sanitize.js';

/** Loads what the text carries in itself, and asks before anything else: a fetched image tells a stranger who reads. */
export function askForImages(source: URL): 'load' | 'ask' {
  return source.protocol === 'data:' ? 'load' : 'ask';
}

/** An image as far as the policy allows it: the picture, a button that loads it, or the words in its place. */
export function createImage(image: ImageInline, drawing: Drawing): HTMLElement {
  const source = imageSource(image.src);
  const decision = source ? drawing.imagePolicy(source) : 'never';
  if (!source || decision === 'never') {
    const words = document.createElement('span');
    words.textContent = image.alt;
    return words;
  }
  return decision === 'load' ? createPicture(image) : createButton(image, source, drawing);
}

function createPicture({src, alt, title}: ImageInline): HTMLImageElement {
  const picture = document.createElement('img');
  picture.referrerPolicy = 'no-referrer';
  picture.loading = 'lazy';
  picture.decoding = 'async';
  picture.alt = alt;
  if (title !== undefined) picture.title = title;
  picture.src = src;
  return picture;
}

function createButton(image: ImageInline, source: URL, {labels}: Drawing): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'image';
  button.part.add('image-button');
  button.textContent = `${labels.loadImage}: ${image.alt || labels.imageFrom(source.host)}`;
  button.title = source.href;
  button.addEventListener('click', event => {
    // Only a person may decide this: not the text, and not a script that presses everything.
    if (!event.isTrusted) return;
    const picture = createPicture(image);
    picture.tabIndex = -1;
    button.replaceWith(picture);
    picture.focus({preventScroll: true});
  });
  return button;
}
