// The modules that render Markdown, in one lazily loaded file.
export {MarkdownDocument} from '../../core/markdown/markdown-document.js';
export {contentStyles} from './content.styles.js';
export {safeSyntax} from './extend.js';
export {MarkdownView} from './markdown-view.js';
export {decodeReference, sanitizer, takeMissedSanitizer} from '../shared/sanitize.js';
