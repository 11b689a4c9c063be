import type {Markdown, MarkdownTokens} from '../../core/markdown/markdown.js';
import type {MarkdownSyntax} from '../../core/markdown/syntax.js';
import type {MarkdownRendering, MarkdownOutput} from './markdown-rendering.js';
import {createImage} from './nodes/image.js';
import {changeLink} from './nodes/link.js';
import {sanitize} from '../shared/sanitize.js';

/**
 * Replaces the content of an element by an extension's rendering of a token. Returns false if all extensions decline.
 */
export function extend<K extends keyof MarkdownTokens>(
  place: Element,
  kind: K,
  token: MarkdownTokens[K],
  rendering: MarkdownRendering,
): boolean {
  return fill(
    place,
    callExtension(() => rendering.extensions.render(kind, token)),
    rendering,
  );
}

/** Replaces the content of an element by the output of an extension. Returns false without an output. */
export function fill(
  place: Element,
  output: MarkdownOutput | undefined,
  rendering: MarkdownRendering,
): boolean {
  if (output === undefined) return false;
  place.replaceChildren(typeof output === 'string' ? purify(output, rendering) : output);
  return true;
}

/** Sanitizes HTML. Links and images in it follow the same rules as those of Markdown. */
export function purify(html: string, rendering: MarkdownRendering): DocumentFragment {
  const fragment = sanitize(html);
  for (const link of fragment.querySelectorAll('a')) {
    const pictures = Array.from(link.querySelectorAll('img'), ({alt}) => alt);
    changeLink(link, {
      href: link.getAttribute('href') ?? undefined,
      title: link.getAttribute('title') ?? undefined,
      children: [{kind: 'text', text: [link.textContent, ...pictures].join('\n')}],
    });
  }
  for (const image of fragment.querySelectorAll('img')) {
    const {alt, title} = image;
    const src = image.getAttribute('src') ?? '';
    image.replaceWith(createImage({kind: 'image', src, alt, title: title || undefined}, rendering));
  }
  return fragment;
}

/** The syntax of extensions, in which an exception counts as declining. */
export function safeSyntax(markdown: Markdown<MarkdownOutput>): MarkdownSyntax[] {
  return markdown.syntax.map(syntax => {
    const {start} = syntax;
    return {
      ...syntax,
      tokenizer: (text: string, open: boolean) => callExtension(() => syntax.tokenizer(text, open)),
      renderer: (token: Parameters<typeof syntax.renderer>[0]) =>
        callExtension(() => syntax.renderer(token)),
      ...(start && {start: (text: string) => callExtension(() => start(text))}),
    };
  });
}

/** Calls code of an extension. An exception is reported and does not affect the text. */
export function callExtension<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}
