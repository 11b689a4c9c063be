/* The HTML that a text may contain. */

const BLOCK_TAGS =
  'blockquote dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot th thead tr ul';
export const INLINE_TAGS =
  'a b br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup u var wbr';

/** Tags that HTML of a text may contain. */
export const allowedTags: readonly string[] = `${BLOCK_TAGS} ${INLINE_TAGS} #text`.split(' ');

/** A comment, also one that is not closed. */
export const COMMENT = /<!--(?:-?>|[^]*?(?:--!?>|$))/g;

/** Where HTML comes from: the text, or an extension. */
export type HtmlOrigin = 'text' | 'extension';
