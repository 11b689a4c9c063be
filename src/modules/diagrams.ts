import {markdown} from '../elements/ubik-markdown/markdown-service.js';
import {diagrams} from './diagrams/index.js';

// Importing this file draws the diagrams in every chat of the page. The frame lies beside the files for script tags.
markdown.use(diagrams({frame: new URL('../cdn/diagram-frame.js', import.meta.url).href}));
