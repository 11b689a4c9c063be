import type {Style} from './tokenize.js';

/**
 * Each colour has a contrast of at least 4.5:1 on the background of code, in light and dark mode. Forced colours replace
 * them all.
 */
const COLOURS: Readonly<Record<Style, string>> = {
  keyword: 'light-dark(#8a2be2, #c9a0ff)',
  string: 'light-dark(#0a6b3a, #7fd99a)',
  comment: 'light-dark(#5f6670, #9aa3ad)',
  number: 'light-dark(#9a4a00, #f0b06a)',
  name: 'light-dark(#1f56c4, #8db8ff)',
  type: 'light-dark(#0b6573, #6fd0de)',
  property: 'light-dark(#7a4a16, #e0c08a)',
  meta: 'light-dark(#a3224f, #ff9ab8)',
};

let sheet: CSSStyleSheet | undefined;

/** Adds the highlight styles to the document or shadow root that contains the block. */
export function adoptColours(block: HTMLElement): void {
  const root = block.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document)) return;
  sheet ??= createSheet();
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

function createSheet(): CSSStyleSheet {
  const created = new CSSStyleSheet();
  // Forced colours would draw every highlight as selected text.
  created.insertRule(
    '@media (forced-colors: active) {pre > code {color: CanvasText; forced-color-adjust: none}}',
  );
  for (const [style, colours] of Object.entries(COLOURS)) {
    const selector = 'highlights' in CSS ? `::highlight(ubik-code-${style})` : `.token-${style}`;
    created.insertRule(
      `@media (forced-colors: none) {${selector} {color: var(--ubik-code-${style}, ${colours})}}`,
    );
  }
  return created;
}
