// The modules that render Markdown, in one lazily loaded file.
export {contentStyles} from './content.styles.js';
export {parse} from './parse.js';
export {MarkdownView} from './markdown-view.js';
export {sanitizer, takeMissedSanitizer} from '../shared/html/sanitize.js';
