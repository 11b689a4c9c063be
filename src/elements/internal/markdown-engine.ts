// What draws Markdown: more than a page needs before there is any, so it is fetched in one piece.
export {MarkdownDocument} from '../../core/markdown/markdown-document.js';
export {drawnStyles} from './markdown-drawn.styles.js';
export {safeSyntax} from './markdown-extend.js';
export {MarkdownView} from './markdown-view.js';
export {decodeReference, whenOpen} from './sanitize.js';
