import {type LitElement, render} from 'lit';
import {type MessageItem} from '../../core/model/item.js';
import {toMarkdown} from '../../core/model/to-markdown.js';
import type {Labels} from '../locales/en.js';
import {markdownEngine} from '../ubik-markdown/lazy-engine.js';
import {html} from '../base/html.js';

/** An answer as Markdown for the clipboard; loaded with the first copy. */
export const answerText = (item: MessageItem, {copy: words}: Labels): string =>
  toMarkdown(item, {words});

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
];

/**
 * Renders Markdown to HTML for the clipboard, in a temporary hidden element inside the host. Returns `undefined` if the
 * Markdown engine cannot be loaded.
 */
export async function richText(markdown: string, host: LitElement): Promise<string | undefined> {
  try {
    await markdownEngine.load();
  } catch {
    return undefined;
  }
  const place = document.createElement('div');
  place.hidden = true;
  host.renderRoot.append(place);
  try {
    render(html`<ubik-markdown .text=${markdown}></ubik-markdown>`, place);
    const element = place.firstElementChild as LitElement;
    await element.updateComplete;
    const content = element.renderRoot.querySelector('.content')?.cloneNode(true);
    return content instanceof HTMLElement ? serialize(content) : '';
  } finally {
    place.remove();
  }
}

function serialize(content: HTMLElement): string {
  for (const part of content.querySelectorAll('.bar, button, input')) part.remove();
  for (const node of [content, ...content.querySelectorAll('*')]) {
    for (const name of interfaceAttributes) node.removeAttribute(name);
  }
  return new XMLSerializer()
    .serializeToString(content)
    .replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', '');
}
