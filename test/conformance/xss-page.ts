/** What a conformance run asks of a page: Markdown drawn by the real element, whole or as it grows. */
import {define} from '../../src/elements/base/define.js';
import {UbikMarkdown} from '../../src/elements/ubik-markdown/ubik-markdown.js';

// Bundlers drop an import for its effect alone: the package names its effects by their built files.
define('ubik-markdown', UbikMarkdown);

// The page is as strict as the product supports, and tells what broke its rules.
const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content =
  "object-src 'none'; style-src 'self'; script-src-attr 'none'; require-trusted-types-for 'script'; trusted-types lit-html dompurify";
document.head.append(policy);

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({effectiveDirective, sample}) => {
  violations.push(`${effectiveDirective} ${sample}`);
});

/** Draws a text into a container of the page. */
export async function mount(container: Element, text: string): Promise<void> {
  const element = new UbikMarkdown();
  element.text = text;
  container.append(element);
  await element.updateComplete;
  await new Promise(resolve => setTimeout(resolve)); // a violation is told in a task of its own
  if (violations.length > 0) throw new Error(violations.splice(0).join('; '));
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
