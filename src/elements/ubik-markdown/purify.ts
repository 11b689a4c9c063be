import type {HtmlOrigin} from '../shared/html/html-tags.js';
import {sanitize} from '../shared/html/sanitize.js';
import {headingLevel} from './heading-level.js';
import type {MarkdownRendering} from './markdown-rendering.js';
import {createImage} from './nodes/image.js';
import {changeLink} from './nodes/link.js';

/** Elements with text that a translator must keep. */
export const untranslated: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'var', 'pre']);

/** Sanitizes HTML. Links and images in it follow the same rules as those of Markdown. */
export function purify(
  html: string,
  rendering: MarkdownRendering,
  origin: HtmlOrigin,
): DocumentFragment {
  const fragment = sanitize(html, origin);
  for (const link of fragment.querySelectorAll('a')) {
    const pictures = Array.from(link.querySelectorAll('img'), ({alt}) => alt);
    changeLink(link, {
      href: link.getAttribute('href') ?? undefined,
      title: link.getAttribute('title') ?? undefined,
      children: [{kind: 'text', text: [link.textContent, ...pictures].join('\n')}],
    });
  }
  for (const element of fragment.querySelectorAll<HTMLElement>([...untranslated].join())) {
    element.translate = false;
  }
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    heading.ariaLevel = headingLevel(Number(heading.localName.slice(1)));
  }
  for (const image of fragment.querySelectorAll('img')) {
    const {alt, title} = image;
    const src = image.getAttribute('src') ?? '';
    image.replaceWith(createImage({kind: 'image', src, alt, title: title || undefined}, rendering));
  }
  return fragment;
}
