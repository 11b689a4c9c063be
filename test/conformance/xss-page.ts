/** What a conformance run asks of a page: Markdown drawn by the real element, whole or as it grows. */
import {define} from '../../src/elements/internal/define.js';
import {UbikMarkdown} from '../../src/elements/ubik-markdown.js';

// Bundlers drop an import for its effect alone: the package names its effects by their built files.
define('ubik-markdown', UbikMarkdown);

/** Draws a text into a container of the page. */
export async function mount(container: Element, text: string): Promise<void> {
  const element = new UbikMarkdown();
  element.text = text;
  container.append(element);
  await element.updateComplete;
}

/** The HTML that a text ends up as. */
export async function renderMarkdown(text: string): Promise<string> {
  return renderMarkdownStreaming([text]);
}

/** The HTML that a text ends up as when it comes in pieces. */
export async function renderMarkdownStreaming(pieces: readonly string[]): Promise<string> {
  const element = new UbikMarkdown();
  element.streaming = true;
  document.body.append(element);
  for (const piece of pieces) {
    element.text += piece;
    await element.updateComplete;
  }
  element.streaming = false;
  await element.updateComplete;
  const html = element.shadowRoot?.innerHTML ?? '';
  element.remove();
  return html;
}
