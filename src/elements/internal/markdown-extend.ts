import type {Markdown, MarkdownTokens} from '../../core/markdown/markdown.js';
import type {MarkdownSyntax} from '../../core/markdown/syntax.js';
import type {Drawing, MarkdownOutput} from './markdown-drawing.js';
import {sanitize} from './sanitize.js';

/** Shows what an extension makes of a token in the place of what is there; false if none wants it. */
export function extend<K extends keyof MarkdownTokens>(
  place: Element,
  kind: K,
  token: MarkdownTokens[K],
  {extensions}: Drawing,
): boolean {
  return fill(
    place,
    attempt(() => extensions.render(kind, token)),
  );
}

/** Shows what an extension gave; false if it gave nothing. */
export function fill(place: Element, output: MarkdownOutput | undefined): boolean {
  if (output === undefined) return false;
  place.replaceChildren(typeof output === 'string' ? sanitize(output) : output);
  return true;
}

/** The syntax that extensions add, such that one which fails declines. */
export function safeSyntax(markdown: Markdown<MarkdownOutput>): MarkdownSyntax[] {
  return markdown.syntax.map(syntax => {
    const {start} = syntax;
    return {
      ...syntax,
      tokenizer: (text: string, open: boolean) => attempt(() => syntax.tokenizer(text, open)),
      renderer: (token: Parameters<typeof syntax.renderer>[0]) =>
        attempt(() => syntax.renderer(token)),
      ...(start && {start: (text: string) => attempt(() => start(text))}),
    };
  });
}

/** An extension of the page's own that fails must not take the text with it. */
export function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}
