import type {Style} from './tokenize.js';

/**
 * Each colour has a contrast of at least 4.5:1 on the background of code, in light and dark mode. Forced colours replace
 * them all.
 */
export const COLOURS: Readonly<Record<Style, string>> = {
  keyword: 'light-dark(#8a2be2, #c9a0ff)',
  string: 'light-dark(#0a6b3a, #7fd99a)',
  comment: 'light-dark(#5f6670, #9aa3ad)',
  number: 'light-dark(#9a4a00, #f0b06a)',
  name: 'light-dark(#1f56c4, #8db8ff)',
  type: 'light-dark(#0b6573, #6fd0de)',
  property: 'light-dark(#7a4a16, #e0c08a)',
  meta: 'light-dark(#a3224f, #ff9ab8)',
};

/** The sheet for each document; a document refuses those of others. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Whether code in a document can be coloured by highlights, which are those of the scripts' own document. */
export const hasHighlights = (owner: Document): boolean =>
  'highlights' in CSS && owner === document;

/** Adds the highlight styles to the document or shadow root that contains the block. */
export function adoptColours(block: HTMLElement): void {
  const root = block.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  const owner = block.ownerDocument;
  const sheet = sheets.get(owner) ?? createSheet(owner);
  sheets.set(owner, sheet);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

function createSheet(owner: Document): CSSStyleSheet {
  const created = new (owner.defaultView ?? window).CSSStyleSheet();
  // Forced colours would draw every highlight as selected text.
  created.insertRule(
    '@media (forced-colors: active) {pre > code {color: CanvasText; forced-color-adjust: none}}',
  );
  for (const [style, colours] of Object.entries(COLOURS)) {
    const selector = hasHighlights(owner) ? `::highlight(ubik-code-${style})` : `.token-${style}`;
    created.insertRule(
      `@media (forced-colors: none) {${selector} {color: var(--ubik-code-${style}, ${colours})}}`,
    );
  }
  return created;
}
