import {describe, it} from 'node:test';
import {MarkdownDocument} from '../../src/core/markdown/markdown-document.js';
import {hostileMarkdown} from '../support/hostile-markdown.js';
import {isFull} from '../support/full.js';
import {assertLinear} from './linear.js';
import {decode, documentToHtml, toHtml} from '../core/markdown/to-html.js';

/** Characters; a quarter and four times as many are read. */
const SIZE = (isFull ? 32 : 8) * 1024;
const PIECE = 64;

/** Reads a text in pieces. */
function stream(text: string): void {
  const document = new MarkdownDocument(decode);
  for (let at = PIECE; at < text.length; at += PIECE) {
    const before = text.slice(0, at - PIECE);
    const after = text.slice(0, at);
    document.update(after, [], true, {before, added: after.slice(at - PIECE), after});
  }
  document.update(text, [], false);
  documentToHtml(document);
}

describe('hostile Markdown', () => {
  for (const [name, make] of hostileMarkdown) {
    it(`is read in time that grows with it: ${name}`, () => {
      assertLinear(size => toHtml(make(size)), SIZE);
    });

    it(`is read in pieces in time that grows with it: ${name}`, () => {
      assertLinear(size => stream(make(size)), SIZE);
    });
  }
});
