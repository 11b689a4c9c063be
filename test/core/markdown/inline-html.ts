import assert from 'node:assert/strict';
import {it} from 'node:test';
import type {Definition} from '../../../src/core/markdown/definitions.js';
import type {Inline, InlineContext} from '../../../src/core/markdown/inline.js';
import {parseInline} from '../../../src/core/markdown/inline-parser.js';
import {decode, inlinesToHtml} from './to-html.js';

/** The input and the expected output. */
export type InlineCases = readonly (readonly [given: string, folded: string])[];

/** The targets of references; a label with `^` is that of a footnote. */
export function definitions(
  hrefs: Readonly<Record<string, string>>,
): ReadonlyMap<string, Definition> {
  return new Map(
    Object.entries(hrefs).map(([label, href]) => [
      label,
      {href, title: undefined, ...(label.startsWith('^') ? {footnote: true} : {})},
    ]),
  );
}

/** The tree of one piece of text. */
export function read(text: string, context: Partial<InlineContext> = {}, open = false): Inline[] {
  return parseInline(text, {definitions: new Map(), decode, ...context}, open);
}

/** The HTML of a complete text. */
export function inlineHtml(text: string, context: Partial<InlineContext> = {}): string {
  return inlinesToHtml(read(text, context));
}

/** The preview of a text that may continue. */
export function openHtml(text: string, context: Partial<InlineContext> = {}): string {
  return inlinesToHtml(read(text, {streaming: true, ...context}, true));
}

/** Compares the result of each text with the expected one. */
export function assertEach(
  cases: InlineCases,
  toldOf: (given: string) => string | undefined = given => inlineHtml(given),
): void {
  for (const [given, folded] of cases) assert.equal(toldOf(given), folded, JSON.stringify(given));
}

/** Declares tests that compare what a function reads with what is expected. */
export const casesOf =
  (read: (given: string) => string | undefined) =>
  (title: string, cases: InlineCases): void =>
    void it(title, () => assertEach(cases, read));

/** Declares a test that compares the HTML of each text with the expected one. */
export const itReads = casesOf(text => inlineHtml(text));
