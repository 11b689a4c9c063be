import type {CSSResultOrNative} from 'lit';

/** The sheets for each document that does not run the scripts. */
const sheets = new WeakMap<Document, Map<CSSResultOrNative, CSSStyleSheet>>();

const textOf = (style: CSSResultOrNative): string =>
  'cssText' in style ? style.cssText : Array.from(style.cssRules, rule => rule.cssText).join('\n');

/**
 * The style sheet for the document that contains an element. A constructed sheet belongs to the document of its window,
 * and another one refuses it, so an element that was adopted by another document needs its own.
 */
function sheetFor(style: CSSResultOrNative, owner: Document): CSSStyleSheet | undefined {
  if (owner === document) return style instanceof CSSStyleSheet ? style : style.styleSheet;
  const {CSSStyleSheet: Sheet} = owner.defaultView ?? {};
  if (!Sheet) return undefined; // A document without a window displays nothing.
  const known = sheets.get(owner) ?? new Map<CSSResultOrNative, CSSStyleSheet>();
  sheets.set(owner, known);
  let sheet = known.get(style);
  if (!sheet) {
    sheet = new Sheet();
    sheet.replaceSync(textOf(style));
    known.set(style, sheet);
  }
  return sheet;
}

/** Adds styles that a shadow root does not have yet. */
export function addStyles(root: ShadowRoot, styles: readonly CSSResultOrNative[]): void {
  for (const style of styles) {
    const sheet = sheetFor(style, root.ownerDocument);
    // An emulated DOM has no constructed sheets.
    if (sheet && 'adoptedStyleSheets' in root && !root.adoptedStyleSheets.includes(sheet))
      root.adoptedStyleSheets.push(sheet);
  }
}
