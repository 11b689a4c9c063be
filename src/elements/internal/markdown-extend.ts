import type {MarkdownTokens} from '../../core/markdown/markdown.js';
import type {Drawing} from './markdown-drawing.js';
import {sanitize} from './sanitize.js';

/** Shows what an extension makes of a token in the place of what is there; false if none wants it. */
export function extend<K extends keyof MarkdownTokens>(
  place: Element,
  kind: K,
  token: MarkdownTokens[K],
  {extensions}: Drawing,
): boolean {
  const output = ask(kind, token, extensions);
  if (output === undefined) return false;
  place.replaceChildren(typeof output === 'string' ? sanitize(output) : output);
  return true;
}

/** An extension of the page's own that fails must not take the text with it. */
function ask<K extends keyof MarkdownTokens>(
  kind: K,
  token: MarkdownTokens[K],
  extensions: Drawing['extensions'],
): ReturnType<Drawing['extensions']['render']> {
  try {
    return extensions.render(kind, token);
  } catch (error) {
    reportError(error);
    return undefined;
  }
}
