import {expect} from '@open-wc/testing';
import {Marked, type MarkedExtension} from 'marked';
import {Markdown} from '../../../src/core/markdown/markdown.js';
import {markdownEngine} from '../../../src/elements/shared/lazy-engine.js';
import {standardTokens} from '../../../src/elements/ubik-markdown/parse.js';
import type {MarkdownOutput} from '../../../src/elements/base/markdown-service.js';
import {markedEngine} from '../../../src/modules/marked/index.js';
import {content, stream} from '../../elements/support/markdown.js';

/** Extensions with the engine of `marked`. */
export function markedWith(...extensions: readonly MarkedExtension[]): Markdown<MarkdownOutput> {
  const markdown = new Markdown<MarkdownOutput>();
  markdown.engine = markedEngine(new Marked(...extensions));
  return markdown;
}

/** Fails unless a text results in the same nodes at once and in chunks. */
export async function endsAlike(
  text: string,
  chunks: readonly string[],
  extensions: Markdown<MarkdownOutput>,
): Promise<void> {
  const whole = await stream([text], extensions);
  const streamed = await stream(chunks, extensions);
  const told = `${content(streamed).innerHTML} instead of ${content(whole).innerHTML}`;
  expect(content(streamed).isEqualNode(content(whole)), told).to.be.true;
  whole.remove();
  streamed.remove();
}

/** Loads what renders Markdown. */
export async function loadRendering(): Promise<void> {
  void markdownEngine.get({requestUpdate: () => undefined});
  await markdownEngine.attempt;
  await standardTokens.load();
}

/** Collects the errors that are reported during an action instead of failing. */
export async function collectErrors<T>(messages: string[], act: () => Promise<T>): Promise<T> {
  const listen = (event: ErrorEvent): void => {
    event.preventDefault();
    messages.push(event.message);
  };
  const {onerror} = window;
  window.onerror = null; // mocha's own, for which each is a failure
  addEventListener('error', listen);
  try {
    return await act();
  } finally {
    window.onerror = onerror;
    removeEventListener('error', listen);
  }
}
