import {marked} from 'marked';
import {markdown} from '../elements/base/markdown-service.js';
import {markedEngine} from './marked/index.js';

export {Marked, marked} from 'marked';
export {markedEngine} from './marked/index.js';

// Importing this file registers the engine `marked`, with the extensions of the shared instance of `marked`.
markdown.addEngine(markedEngine(marked));
