import {markdown} from '../elements/ubik-markdown/markdown-service.js';
import {diagrams} from './diagrams/index.js';

// Importing this file renders diagrams in every chat of the page. The frame is next to the files for script tags.
markdown.use(diagrams({frame: new URL('../cdn/diagram-frame.js', import.meta.url).href}));
