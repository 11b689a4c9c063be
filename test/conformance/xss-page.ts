/** The page of a conformance run: renders Markdown with the real element, at once or in chunks. */
import {marked} from 'marked';
import {define} from '../../src/elements/base/define.js';
import {UbikMarkdown} from '../../src/elements/ubik-markdown/ubik-markdown.js';
import {markdown} from '../../src/elements/base/markdown-service.js';
import {markedEngine} from '../../src/modules/marked/index.js';

/** The engine that parses the texts, which the bundler inserts. */
declare const ENGINE: string;

// Bundlers drop a side-effect import, because the package declares side effects only for built files.
define('ubik-markdown', UbikMarkdown);
markdown.addEngine(markedEngine(marked));

// The strictest policy that the product supports; violations are recorded.
const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content =
  "object-src 'none'; style-src 'self'; script-src-attr 'none'; require-trusted-types-for 'script'; trusted-types lit-html dompurify";
document.head.append(policy);

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({effectiveDirective, sample}) => {
  violations.push(`${effectiveDirective} ${sample}`);
});

function createElement(): UbikMarkdown {
  const element = new UbikMarkdown();
  element.markdownEngine = ENGINE;
  return element;
}

/** Renders a text into a container of the page. */
export async function mount(container: Element, text: string): Promise<void> {
  const element = createElement();
  element.text = text;
  container.append(element);
  await element.updateComplete;
  await new Promise(resolve => setTimeout(resolve)); // a violation is reported in a separate task
  if (violations.length > 0) throw new Error(violations.splice(0).join('; '));
}

/** The rendered HTML of a text. */
export async function renderMarkdown(text: string): Promise<string> {
  return renderMarkdownStreaming([text]);
}

/** The rendered HTML of a text that arrives in chunks. */
export async function renderMarkdownStreaming(pieces: readonly string[]): Promise<string> {
  const element = createElement();
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
