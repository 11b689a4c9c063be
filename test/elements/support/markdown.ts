import {fixture, html} from '@open-wc/testing';
import type {Markdown} from '../../../src/core/markdown/markdown.js';
import {type MarkdownOutput, markdown} from '../../../src/elements/base/markdown-service.js';
import {markdownEngine} from '../../../src/elements/shared/lazy-engine.js';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import {find} from './dom.js';

/** An element whose text may still grow. The engine has loaded, so that each update renders. */
export async function start(
  extensions: Markdown<MarkdownOutput> = markdown,
): Promise<UbikMarkdown> {
  await markdownEngine.load();
  return fixture(html`<ubik-markdown streaming .markdown=${extensions}></ubik-markdown>`);
}

/** An element that received its text in chunks, completely rendered. */
export async function stream(
  pieces: readonly string[],
  extensions?: Markdown<MarkdownOutput>,
): Promise<UbikMarkdown> {
  const element = await start(extensions);
  for (const piece of pieces) {
    element.text += piece;
    await element.updateComplete;
  }
  element.streaming = false;
  await element.updateComplete;
  return element;
}

export const content = (element: UbikMarkdown): HTMLElement => find(element, '.content');
