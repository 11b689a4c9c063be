import {markdown} from '../elements/ubik-markdown/markdown-service.js';
import {highlight} from './highlight/index.js';

// Importing this file highlights code in every chat of the page.
markdown.use(highlight());
