import {type LitElement, render} from 'lit';
import {type MessageItem} from '../../core/model/item.js';
import {toMarkdown} from '../../core/model/to-markdown.js';
import type {Labels} from '../locales/en.js';
import {markdownEngine} from '../ubik-markdown/lazy-engine.js';
import {html} from '../base/html.js';

/** What is copied of an answer: fetched with the first press of a button. */
export const answerText = (item: MessageItem, {copy: words}: Labels): string =>
  toMarkdown(item, {words});

/** What is for the page alone, and means nothing in another application. */
const ours = ['class', 'part', 'tabindex', 'role', 'title', 'target', 'rel', 'aria-label'];

/**
 * Markdown as HTML for another application, as it is drawn here: `host` lends it a place for the moment. `undefined` where
 * what draws Markdown cannot be loaded.
 */
export async function richText(markdown: string, host: LitElement): Promise<string | undefined> {
  await markdownEngine.load();
  if (!markdownEngine.get()) return undefined;
  const place = document.createElement('div');
  place.hidden = true;
  host.renderRoot.append(place);
  try {
    render(html`<ubik-markdown .text=${markdown}></ubik-markdown>`, place);
    const drawn = place.firstElementChild as LitElement;
    await drawn.updateComplete;
    const content = drawn.renderRoot.querySelector('.content')?.cloneNode(true);
    return content instanceof HTMLElement ? serialize(content) : '';
  } finally {
    place.remove();
  }
}

function serialize(content: HTMLElement): string {
  for (const part of content.querySelectorAll('.bar, button, input')) part.remove();
  for (const element of [content, ...content.querySelectorAll('*')]) {
    for (const name of ours) element.removeAttribute(name);
  }
  return new XMLSerializer()
    .serializeToString(content)
    .replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', '');
}
