// The SDK for a page without a bundler. The import of the chat makes both share their modules.
import '../widget.js';
export * from '../controller/index.js';
export * from '../core/index.js';
