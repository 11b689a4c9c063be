// Diagrams for a page without a bundler. Importing this file renders them in every chat of the page.
import type {MarkdownExtension} from '../core/markdown/markdown.js';
import {markdown, type MarkdownOutput} from '../elements/base/markdown-service.js';
import {diagrams as create, type DiagramOptions} from '../modules/diagrams/index.js';
import {libraryAddress} from '../modules/diagrams/library-address.js';

const addresses: DiagramOptions = {
  frame: new URL('./diagram-frame.js', import.meta.url).href,
  library: libraryAddress(import.meta.url),
};

const removeDefault = markdown.use(create(addresses));

/**
 * The extension with other addresses, for a folder that has no package `@mermaid-js/tiny` beside it. It replaces the one
 * that this file has registered: two extensions would render each diagram twice.
 */
export function diagrams(options: Partial<DiagramOptions>): MarkdownExtension<MarkdownOutput> {
  removeDefault();
  return create({...addresses, ...options});
}
