import {markdown} from '../elements/base/markdown-service.js';
import {diagrams} from './diagrams/index.js';

// Importing this file renders diagrams in every chat of the page, with the package `@mermaid-js/tiny` beside this package.
markdown.use(
  diagrams({
    frame: new URL('../cdn/diagram-frame.js', import.meta.url).href,
    library: new URL('../../../@mermaid-js/tiny/dist/mermaid.tiny.js', import.meta.url).href,
  }),
);
