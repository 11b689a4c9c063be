// What draws Markdown: more than a page needs before there is any, so it is fetched in one piece.
export {MarkdownDocument} from '../../core/markdown/markdown-document.js';
export {contentStyles} from './content.styles.js';
export {safeSyntax} from './extend.js';
export {MarkdownView} from './markdown-view.js';
export {decodeReference, whenOpen} from '../shared/sanitize.js';
