import {type LitElement, render} from 'lit';
import {type MessageItem} from '../../core/model/item.js';
import {withoutPasswords} from '../../core/model/passwords.js';
import {toMarkdown} from '../../core/model/to-markdown.js';
import type {Labels} from '../locales/en.js';
import {markdownEngine} from '../shared/lazy-engine.js';
import {html} from '../base/html.js';

/** An answer as Markdown for the clipboard. */
export const answerText = (item: MessageItem, {copy: labels}: Labels): string =>
  toMarkdown(item, {labels});

/** An answer as JSON for the clipboard. */
export const answerJson = (item: MessageItem): string =>
  JSON.stringify(withoutPasswords(item), null, 2);

/** Attributes that mean nothing in another application. */
const interfaceAttributes = [
  'class',
  'part',
  'tabindex',
  'role',
  'title',
  'target',
  'rel',
  'aria-label',
  'aria-level',
  'data-alt',
  'translate',
];

/** Renders Markdown to HTML for the clipboard. Returns `undefined` if the Markdown engine cannot be loaded. */
export const richText = (markdown: string, host: LitElement): Promise<string | undefined> =>
  withRendered(markdown, host, content => serialize(content));

/**
 * The text of Markdown as it is displayed, without its syntax. The host must be displayed, because `innerText` has no line
 * breaks otherwise. Rejects if the Markdown engine cannot be loaded.
 */
export async function unformattedText(markdown: string, host: LitElement): Promise<string> {
  const text = await withRendered(markdown, host, content => {
    // The symbols of a formula would be one number for a fraction.
    for (const part of content.querySelectorAll<HTMLElement>('[data-alt]')) {
      part.textContent = textOf(part);
    }
    return content.innerText.trim();
  });
  if (text === undefined) throw new Error('The Markdown engine could not be loaded.');
  return text;
}

/**
 * Renders Markdown in a temporary invisible element inside the host, and reads its content. Returns `undefined` if the
 * Markdown engine cannot be loaded.
 */
async function withRendered(
  markdown: string,
  host: LitElement,
  read: (content: HTMLElement) => string,
): Promise<string | undefined> {
  try {
    await markdownEngine.load();
  } catch {
    return undefined;
  }
  const place = document.createElement('div');
  place.className = 'visually-hidden';
  // WebKit omits text from `innerText` where a scroll container (a code block) has no width.
  place.style.inlineSize = '40em';
  place.inert = true;
  host.renderRoot.append(place);
  try {
    render(html`<ubik-markdown .text=${markdown} highlighting="off"></ubik-markdown>`, place);
    const element = place.firstElementChild as LitElement;
    await element.updateComplete;
    const content = element.renderRoot.querySelector<HTMLElement>('.content');
    if (!content) return '';
    for (const part of content.querySelectorAll<HTMLElement>('.bar, button, input')) {
      part.replaceWith(textOf(part));
    }
    return read(content);
  } finally {
    place.remove();
  }
}

/** The text that stands for a control: a task, the number of a footnote or a picture that is not loaded. */
function textOf(part: HTMLElement): string {
  if (part instanceof HTMLInputElement) return part.checked ? '☑' : '☐';
  return part.matches('.footnote') ? part.innerText : (part.dataset['alt'] ?? '');
}

function serialize(content: HTMLElement): string {
  for (const node of [content, ...content.querySelectorAll('*')]) {
    for (const name of interfaceAttributes) node.removeAttribute(name);
  }
  return new XMLSerializer()
    .serializeToString(content)
    .replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', '');
}
