import type {ImageInline} from '../../../core/markdown/inline.js';
import type {MarkdownRendering} from '../markdown-rendering.js';
import {requestAsset, renderAsset} from '../../shared/links.js';
import {imageSource} from '../../shared/html/safe-url.js';
import {reportToConsole} from '../../../controller/report-to-console.js';

/** Whether an image loads without the user's consent: loading it discloses the reader's address to its host. */
export function mayLoad({protocol, origin}: URL, {imageOrigins}: MarkdownRendering): boolean {
  return protocol === 'data:' || imageOrigins.split(/\s+/).includes(origin);
}

/** Renders an image: the picture, a button that loads it, or its alternative text, as far as it is allowed. */
export function createImage(image: ImageInline, rendering: MarkdownRendering): HTMLElement {
  const source = imageSource(image.src);
  if (source) {
    return mayLoad(source, rendering)
      ? createPicture(image)
      : createLoadButton(image, source, rendering);
  }
  const span = document.createElement('span');
  span.textContent = image.alt;
  return span;
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

function createLoadButton(
  image: ImageInline,
  source: URL,
  {labels}: MarkdownRendering,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'image';
  button.setAttribute('part', 'image-button');
  const from = labels.loadImage(source.host);
  button.textContent = image.alt ? `${from}: ${image.alt}` : from;
  button.title = source.href;
  button.dataset['alt'] = image.alt;
  button.addEventListener('click', event => {
    // Ignores synthetic clicks: only the user may consent, not the text or a script that clicks every button.
    if (!event.isTrusted) return;
    const place = (picture: HTMLElement): void => {
      picture.tabIndex = -1;
      button.replaceWith(picture);
      picture.focus({preventScroll: true});
    };
    const asset = requestAsset(button, source.href);
    if (asset) void renderAsset(asset, image.alt).then(place, reportToConsole);
    else place(createPicture(image));
  });
  return button;
}
