import {markdown} from '../elements/base/markdown-service.js';
import {math} from './math/index.js';

// Importing this file renders mathematics in every chat of the page.
markdown.use(math());
